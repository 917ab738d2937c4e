"""Calls of MCP that failed: the words for the person, and all else that came as parts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.envelopes.base import words
from webform.envelopes.error_texts import FAILED, REJECTED, failure_of, plain_text, plain_words, problems_in
from webform.envelopes.parts import part_of
from webform.envelopes.redacted import pruned
from webform.envelopes.repeats import is_text, without_repeats
from webform.language import marked
from webform.result import Part, Result
from webform.values import ABSENT, json_within

if TYPE_CHECKING:
    from webform.tool import Tool

#: Errors that are about the arguments.
BAD_PARAMS = -32602

#: A longer text is shown whole below its beginning.
MAX_SENTENCE = 500

_AGAIN = marked("Try again. If this keeps happening, contact the tool's author.")


def failed(tool: Tool, text: str, code: int | None = None) -> Result:
    """Return the result of a call that failed with *text*."""
    result = failure_of(tool, text, _AGAIN, refused=code == BAD_PARAMS)
    if result.problems:
        return result
    return replace(result, message=_message(text) or (REJECTED if code == BAD_PARAMS else FAILED))


def failed_call(tool: Tool, blocks: list[dict[str, Any]], structured: Any) -> Result:
    """Return the result of a call with an error in *blocks*: what its message does not say stays as parts."""
    texts = [block["text"] for block in blocks if is_text(block)]
    result = failed(tool, "\n".join(texts))
    if texts and not result.problems:
        result = replace(result, message=_message(texts[0]) or result.message)
    shown = [block for block in blocks if not (is_text(block) and _is_repeated(tool, block["text"], result.message))]
    parts = [_part(block) for block in shown]
    if structured not in (ABSENT, None) and without_repeats(blocks, structured) == blocks:
        parts.append(Part(type="json", value=pruned(structured)))
    return replace(result, parts=tuple(part for part in parts if part.value != ""))


def _part(block: dict[str, Any]) -> Part:
    value_within = json_within(block["text"]) if is_text(block) else None
    return part_of(pruned(block)) if value_within is None else Part(type="json", value=pruned(value_within))


def _message(text: str) -> str:
    """Return what *text* says in a sentence: of JSON its message, of a long text how it begins."""
    value_within = json_within(text)
    message = (words(value_within) if value_within is not None else "") or plain_words(text)
    if len(message) <= MAX_SENTENCE:
        return message
    first = message.partition("\n")[0].strip()
    return first if len(first) <= MAX_SENTENCE else f"{message[: MAX_SENTENCE - 1]}…"


def _is_repeated(tool: Tool, text: str, message: str) -> bool:
    """Tell whether nothing is left to say of *text*: the *message* says it, or problems at the inputs do."""
    value_within = json_within(text)
    if isinstance(value_within, dict) and len(value_within) == 1 and words(value_within) == message:
        return True
    # A text that names inputs echoes what was filled in, which may be secret.
    return plain_text(text) in ("", message) or bool(problems_in(tool, text))
