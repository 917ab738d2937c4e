"""Tools with a conversation: its messages so far, and the form of the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.draft import Draft, fill
from webform.html.env import environment
from webform.html.foreign import Foreign, Renderer
from webform.language import gettext
from webform.messages import own
from webform.outputs import TYPES
from webform.outputs.pretty import pretty
from webform.problems import Problem
from webform.runs.events import SoFar
from webform.values import ABSENT, as_dict, as_text, dicts_in, join, to_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markupsafe import Markup

    from webform.result import Result
    from webform.runs import Run
    from webform.tool import Output, Tool

#: Characters of a reply that is no text.
MAX_REPLY = 100_000
#: Characters of the title of a conversation.
MAX_TITLE = 60
_MARKDOWN = "text/markdown"
#: Results that are a reply.
_REPLIED = ("ok", "scheduled")


def reply_of(tool: Tool, result: Result) -> str:
    """Return what the tool said: the first output that is a text, else the value as text."""
    value = result.value
    for output in tool.outputs:
        text = value.get(output.key) if isinstance(value, dict) else None
        if isinstance(text, dict):
            text = text.get("value")
        if _media_type(output) and isinstance(text, str):
            return text
    if value is ABSENT:
        return _called(result)
    return value if isinstance(value, str) else pretty(value, limit=MAX_REPLY).text


def _media_type(output: Output) -> str:
    """Return the media type of the texts that *output* takes; `""` where it takes none."""
    return TYPES[output.type].media_type if output.type in TYPES else ""


def _called(result: Result) -> str:
    """Return what a reply without a value says: the tools that a model called."""
    calls = [f"{part.title}: {pretty(part.value).text}" for part in result.parts if part.type == "tool-call"]
    return "\n".join(calls) or own(result.message) or gettext("The tool answered nothing.")


class Conversation:
    """
    The messages so far, as the body of a tool has them, and the one that is yet to be sent.

    Args:
        tool: the tool.
        body: `{"messages": [{"role", "content"}, …]}`; anything else is a conversation that has not begun.
        run: the run of the last message, which is yet to be sent where there is none.
        so_far: what the events of that run came to so far.
        problems: what is wrong with the message that is to be sent.
        notices: what stands above the form.
        token: that of the page, which the form sends.
    """

    def __init__(  # noqa: PLR0913 - a conversation is its body; the rest is what stands beside it
        self,
        tool: Tool,
        body: Any,
        run: Run | None = None,
        problems: Sequence[Problem] = (),
        *,
        notices: Sequence[str] = (),
        so_far: SoFar | None = None,
        token: str = "",
    ) -> None:
        self._tool, self.notices, self.so_far, self.token = tool, notices, so_far or SoFar(), token
        self.problem = ". ".join(problem.message for problem in problems)
        self._turns = [{key: as_text(message.get(key)) for key in ("role", "content")} for message in _messages(body)]
        self._history = body.get("history", []) if isinstance(body, dict) else []
        self._failure, self._partial, self.text = "", "", ""
        self.waiting = run is not None and not run.over
        if not self.waiting and (run is None or not self._hear(run)):
            self._take_back()
        self.at = join("/messages", len(self._turns), "content")

    def _hear(self, run: Run) -> bool:
        """Add what *run* brought; tell whether it was a reply."""
        result = run.result
        if result is not None and result.status in _REPLIED:
            self._turns.append({"role": "assistant", "content": reply_of(self._tool, result)})
            return True
        self._partial = reply_of(self._tool, result) if result and result.partial else self.so_far.text
        words = (
            (own(result.message), own(result.advice))
            if result
            else (gettext("The message was lost on its way."), gettext("Send it again."))
        )
        self._failure = " ".join(filter(None, words)) or gettext("The tool could not answer. Send the message again.")
        return False

    def _take_back(self) -> None:
        """Put a person's last message where it can be changed and sent."""
        if self._turns and self._turns[-1]["role"] == "user":
            self.text = self._turns.pop()["content"]

    @property
    def messages(self) -> list[tuple[str, Markup | str]]:
        """The messages as they are shown."""
        renderer = Renderer()
        if self._is_markdown:
            replies = [message["content"] for message in self._turns if message["role"] == "assistant"]
            renderer.prepare(Foreign("markdown", text) for text in [*replies, self._partial] if text)
        shown = [(message["role"], self._html(message, renderer)) for message in self._turns]
        if self._failure:
            # A message that could not be answered is in the composer again, and still part of the conversation.
            partial = [("partial", self._as_html(self._partial, renderer))] if self._partial else []
            shown += [("user", self.text), *partial, ("error", self._failure)]
        return shown

    def _html(self, message: dict[str, str], renderer: Renderer) -> Markup | str:
        return self._as_html(message["content"], renderer) if message["role"] == "assistant" else message["content"]

    def _as_html(self, text: str, renderer: Renderer) -> Markup | str:
        return renderer.prose(text) if self._is_markdown else text

    @property
    def _is_markdown(self) -> bool:
        return any(_media_type(output) == _MARKDOWN for output in self._tool.outputs)

    @property
    def rows(self) -> Iterator[tuple[str, str]]:
        """The entries of a form that hold the messages again, and the role of the next one."""
        body = {"messages": [*self._turns, {"role": "user"}], "history": self._history}
        yield from _entries(fill(self._tool.form.root, body), "")


def _entries(draft: Draft, at: str) -> Iterator[tuple[str, str]]:
    """Yield the entries that *draft* is read from."""
    name = to_name(at)
    if draft.presence:
        yield f"is{name}", draft.presence
    yield from ((f"row{name}", row) for row in draft.rows)
    yield from ((name, text) for text in draft.text)
    for token, child in draft.children.items():
        yield from _entries(child, join(at, token))


def _messages(body: Any) -> list[dict[str, Any]]:
    return dicts_in(as_dict(body).get("messages"))


def title_of(body: Any) -> str:
    """Return what a conversation is called: the first message of a person in *body*, on one line."""
    text = next((as_text(message.get("content")) for message in _messages(body) if message.get("role") == "user"), "")
    line = " ".join(text.split())
    return line if len(line) <= MAX_TITLE else line[: MAX_TITLE - 1] + "…"


def with_unsent_message(body: Any) -> dict[str, Any]:
    """Return a body whose only message is the last of *body*, yet to be sent, if it is a person's."""
    last = _messages(body)[-1:]
    is_persons = bool(last) and last[0].get("role") == "user"
    return {"messages": [{"role": "user", "content": as_text(last[0].get("content"))}] if is_persons else []}


def check_message(body: Any) -> list[Problem]:
    """Return what is wrong with the last message of *body*, the one that is to be sent."""
    messages = _messages(body)
    if not messages or as_text(messages[-1].get("content")).strip():
        return []
    at = join("/messages", len(messages) - 1, "content")
    return [Problem(at=at, code="required", key="required.message")]


def draw(
    conversation: Conversation, shown: dict[str, Any], address: str, cancel: str, unconnected: str = ""
) -> tuple[Markup, Markup]:
    """
    Return the transcript, and the form of the next message, or of the cancelling of the last, at their addresses.

    Where the tool is *unconnected* that text stands in the place of the form.
    """
    macros: Any = environment().get_template("conversation.html").module
    transcript = macros.transcript(conversation, shown)
    if conversation.waiting:
        return transcript, macros.waiting(conversation, cancel)
    return transcript, macros.composer(conversation, shown, address, unconnected)
