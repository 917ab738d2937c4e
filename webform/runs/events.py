"""The events of a run while it goes on, and what they add up to so far."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.language import marked
from webform.result import Log
from webform.texts import safe_link
from webform.values import ABSENT, is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

#: Characters of one message; of one value that a result has so far, as JSON.
MAX_MESSAGE, MAX_PARTIAL = 8_000, 1_000_000
MAX_NAME = 200
#: What we log of a run ourselves, in English: whoever shows it does so in the language of the page.
LEFT_OUT = marked("The tool tells more than is kept; the rest is left out.")
AGAIN = marked("The process that was at work on this run has ended; it starts again.")
#: Events of which only the last one counts.
LATEST = ("progress", "partial")


def warning(message: str) -> dict[str, Any]:
    """Return the facts of the line of a log in which we say *message* ourselves."""
    return {"level": "warning", "message": message, "logger": ""}


class RunEvent(NamedTuple):
    """One event of a run: its number, from 1 on; its kind; its facts, an object as JSON in one line of ASCII."""

    seq: int
    kind: str
    text: str

    @property
    def data(self) -> dict[str, Any]:
        """Its facts."""
        return dict(json.loads(self.text))

    def as_json(self) -> dict[str, Any]:
        """Return it as the HTTP answers show it."""
        return {"id": self.seq, "event": self.kind, "data": self.data}


@dataclass(frozen=True, kw_only=True)
class Ask:
    """What a tool asks a person in the middle of a run; *url* is `""` unless it is http or https."""

    id: str
    message: str = ""
    schema: dict[str, Any] | None = None
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class SoFar:
    """
    What a run has told so far.

    Args:
        last: the number of the last event that is in it.
        progress: `{"done", "total", "message"}`, and `place` where it waits in a queue, if there was any.
        text: the chunks, one after the other.
        value: what the result's value is so far.
        asks: what the tool waits for.
    """

    last: int = 0
    progress: dict[str, Any] | None = None
    text: str = ""
    logs: tuple[Log, ...] = ()
    value: Any = ABSENT
    asks: tuple[Ask, ...] = ()


def so_far(events: Iterable[RunEvent]) -> SoFar:
    """Return what *events*, in order, come to."""
    last, progress, value = 0, None, ABSENT
    texts: list[str] = []
    logs: list[Log] = []
    asks: dict[str, Ask] = {}
    for event in events:
        last, data = event.seq, event.data
        match event.kind:
            case "progress":
                progress = data
            case "chunk":
                texts.append(data["text"])
            case "log":
                logs.append(Log(message=data["message"], level=data["level"], extra=data.get("extra")))
            case "partial":
                value = data["value"]
            case "ask":
                asks[data["id"]] = Ask(**data)
            case "answered":
                asks.pop(data["id"], None)
    return SoFar(
        last=last, progress=progress, text="".join(texts), logs=tuple(logs), value=value, asks=tuple(asks.values())
    )


def facts_of(event: dict[str, Any]) -> dict[str, Any]:
    """
    Return the facts of *event*, as a call told it, within limits.

    Raises:
        ValueError: it is none that may be kept.
    """
    read = _FACTS.get(event.get("type", ""))
    if read is None:
        raise ValueError(f"there is no event {event.get('type')!r}")
    return read(event)


def _progress(event: dict[str, Any]) -> dict[str, Any]:
    done, total = _number(event.get("done")), _number(event.get("total"))
    # A total of nothing is what some tools say where they know none.
    total = total if total and total > 0 else None
    facts = {"done": done or 0, "total": total, "message": _words(event, "message")}
    place = _number(event.get("place"))
    return facts | ({"place": int(place)} if place and place >= 1 else {})


def _number(value: Any) -> float | None:
    return value if is_number(value) and math.isfinite(value) else None


def _log(event: dict[str, Any]) -> dict[str, Any]:
    level, logger = _words(event, "level", MAX_NAME) or "info", _words(event, "logger", MAX_NAME)
    extra = event.get("extra")
    # What cannot be kept within limits is left out: the line itself counts.
    kept = {"extra": extra} if isinstance(extra, dict) and _fits(extra, MAX_MESSAGE) else {}
    return {"level": level, "message": _words(event, "message"), "logger": logger, **kept}


def _partial(event: dict[str, Any]) -> dict[str, Any]:
    value = event["value"]
    if not _fits(value, MAX_PARTIAL):
        raise ValueError("the value so far is no JSON, or too large to be shown")
    return {"value": value}


def _ask(event: dict[str, Any]) -> dict[str, Any]:
    schema = event.get("schema")
    return {
        "id": str(event["id"])[:MAX_NAME],
        "message": _words(event, "message"),
        "schema": schema if isinstance(schema, dict) and schema and _fits(schema, MAX_PARTIAL) else None,
        "url": safe_link(str(event.get("url") or ""), mail=False),
    }


def _fits(value: Any, limit: int) -> bool:
    """Tell whether *value* is JSON of *limit* characters at most; the SDK of MCP takes NaN, which is none."""
    try:
        return len(json.dumps(value, allow_nan=False)) <= limit
    except ValueError:
        return False


def _words(event: dict[str, Any], key: str, limit: int = MAX_MESSAGE) -> str:
    value = event.get(key)
    return ("" if value is None else str(value))[:limit]


_FACTS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "progress": _progress,
    "log": _log,
    "chunk": lambda event: {"text": str(event.get("text", ""))},
    "partial": _partial,
    "ask": _ask,
}
