"""A stream of events, whole: what it came to at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.streams import MEDIA, Lines, Stream, is_event
from webform.result import Log, Result
from webform.values import ABSENT

if TYPE_CHECKING:
    from webform.envelopes.base import Response
    from webform.tool import Tool

MAX_LOGS = 1_000
_ADVICE = "Try again. If it stays like this, tell whoever made the tool."


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether *response* is a stream: by its media type, as a list of events, or as one event that ends one."""
    if response.status >= 300:
        return False
    if response.media in MEDIA:
        return bool(response.text.strip())
    value = response.value
    if isinstance(value, list):
        return bool(value) and all(map(is_event, value)) and any("kind" in each or _is_told(each) for each in value)
    return _ends(value)


def read(tool: Tool, response: Response) -> Result:
    """Return an error where the stream ended with one, or broke off; the rest is read as any answer: see `inner`."""
    stream, logs = _folded(tool, response)
    partial = stream.partial
    message = "The tool's answer breaks off in the middle."
    if stream.answer is ABSENT and partial is ABSENT and stream.over:
        return Result(status="ok", logs=logs)
    if stream.answer is ABSENT and partial is ABSENT:
        return Result(status="error", code="empty-answer", message="The tool answered nothing.", advice=_ADVICE)
    return Result(status="error", code="half-answer", message=message, advice=_ADVICE, value=partial, logs=logs)


def inner(tool: Tool, response: Response) -> tuple[Any, tuple[Log, ...]]:
    """Return what the stream came to as an answer of its own, `ABSENT` where there is none, and its log."""
    stream, logs = _folded(tool, response)
    return stream.answer, logs


def _folded(tool: Tool, response: Response) -> tuple[Stream, tuple[Log, ...]]:
    stream, logs = Stream(tool), list[Log]()
    for event in _events(response):
        logs += [_log(told) for told in stream.take(event) if told["type"] == "log"]
        if stream.over:
            break
    return stream, tuple(logs[:MAX_LOGS])


def _events(response: Response) -> list[Any]:
    if response.media in MEDIA:
        lines = Lines(sse=response.media == "text/event-stream")
        text = response.text.encode("utf-8", "replace")
        return [*lines.take(text), *lines.end()]
    return response.value if isinstance(response.value, list) else [response.value]


def _log(told: dict[str, Any]) -> Log:
    return Log(message=told["message"], level=told["level"])


def _is_told(event: dict[str, Any]) -> bool:
    return "output_key" in event or event.get("type") in ("text-start", "text-delta", "text-end")


def _ends(value: Any) -> bool:
    """Tell whether *value* is the event that alone is a whole stream."""
    return (
        isinstance(value, dict)
        and value.get("kind") in ("done", "error")
        and value.keys() <= {"kind", "toolId", "data"}
    )
