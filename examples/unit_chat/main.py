"""Unit chat: the transcript is all it knows, and is gone through anew for every reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..checking import RefusedError
from ..serving import serve
from .conversation import Conversation

if TYPE_CHECKING:
    from flask import Flask

ROLES = ("user", "assistant", "system")
MAX_MESSAGES = 200
MAX_CHARACTERS = 2000


def create_app() -> Flask:
    """Return the app of this tool."""
    return serve(__file__, run)


def run(body: dict[str, Any]) -> dict[str, Any]:
    """Reply to the last message of the transcript in *body*."""
    conversation = Conversation()
    replies = [conversation.reply(text) for text in _questions(body)]
    return {"reply": replies[-1]}


def _questions(body: dict[str, Any]) -> list[str]:
    """Return what the user said, in order."""
    if "messages" not in body:
        raise RefusedError("Field required", "messages", word="missing")
    messages = body["messages"]
    if not isinstance(messages, list) or not 0 < len(messages) <= MAX_MESSAGES:
        raise RefusedError(f"Input should be a list of 1 to {MAX_MESSAGES} messages", "messages", word="list_type")
    for index, message in enumerate(messages):
        _check_message(message, index)
    if messages[-1]["role"] != "user":
        raise RefusedError("The last message should be the user's", "messages", len(messages) - 1, "role")
    return [message["content"] for message in messages if message["role"] == "user"]


def _check_message(message: Any, index: int) -> None:
    if not isinstance(message, dict):
        raise RefusedError("Message should be an object", "messages", index, word="dict_type")
    if message.get("role") not in ROLES:
        raise RefusedError(f"Role should be one of {', '.join(ROLES)}", "messages", index, "role", word="literal_error")
    content = message.get("content")
    if not isinstance(content, str):
        raise RefusedError("Content should be a string", "messages", index, "content", word="string_type")
    if len(content) > MAX_CHARACTERS:
        raise RefusedError(
            f"Content should have at most {MAX_CHARACTERS} characters",
            "messages",
            index,
            "content",
            word="string_too_long",
        )
