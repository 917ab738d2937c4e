"""What the events of a stream come to: what to tell of each, and the answer once they have ended."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from webform.envelopes.base import is_number, words
from webform.envelopes.unfinished import unfinished
from webform.values import ABSENT, NotJSONError, join, read_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.tool import Tool

#: An event to tell of: `progress`, `log`, `chunk` or `partial`.
Told = dict[str, Any]

MEDIA = ("text/event-stream", "application/x-ndjson", "application/ndjson", "application/jsonl", "application/json-seq")
#: Types of outputs whose values in a stream are pieces.
_APPENDED = frozenset({"stream_text", "text", "markdown", "code"})
_POINTS = frozenset({"chart_line", "chart_bar", "chart_area"})
#: What tells an event of toolexec, and one of a text that is an object.
_KINDS = ("progress", "chunk", "done", "error")
_TEXT_TYPES = ("text-start", "text-delta", "text-end", "error", "finish", "done")


class Lines:
    """
    The events in the text of a stream: Server-Sent Events, or a JSON value a line.

    Args:
        sse: whether they are Server-Sent Events.
    """

    def __init__(self, *, sse: bool) -> None:
        self._sse, self._rest = sse, bytearray()
        self._name, self._data = "", list[str]()

    def take(self, piece: bytes) -> Iterator[Any]:
        """Yield the events that *piece* ends, each a JSON value; one of a name has it as `event`."""
        self._rest += piece
        if b"\n" not in piece:
            return
        whole, _, rest = self._rest.rpartition(b"\n")
        self._rest = rest
        for line in bytes(whole).split(b"\n"):
            yield from self._line(line.decode("utf-8", "replace").rstrip("\r"))

    def end(self) -> Iterator[Any]:
        """Yield what is left at the end."""
        rest, self._rest = self._rest, bytearray()
        yield from self._line(rest.decode("utf-8", "replace"))
        yield from self._line("") if self._sse else ()

    def _line(self, line: str) -> Iterator[Any]:
        if not self._sse:
            yield from _value(line.lstrip("\x1e"), "")
            return
        if not line:
            name, text = self._name, "\n".join(self._data)
            self._name, self._data = "", []
            yield from _value(text, name)
            return
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            self._name = value
        elif field == "data":
            self._data.append(value)


def _value(text: str, name: str) -> Iterator[Any]:
    if not text.strip() and not name:
        return
    try:
        value = read_json(text) if text.strip() else {}
    except NotJSONError:
        # What other services end a stream with, or text as it is.
        value = {"event": "done"} if text.strip() == "[DONE]" else {"event": "text", "text": text}
    if name and name != "message":
        value = {"event": name, **(value if isinstance(value, dict) else {"data": value})}
    yield value


class Stream:
    """
    The stream of a run of *tool*, in whichever language its events are.

    `take` each event; `answer` is then what the tool would have answered at once.
    """

    def __init__(self, tool: Tool) -> None:
        self._types = {each.key: each.type for each in tool.outputs}
        self._whole = frozenset(_constants(tool.output_schema))
        self._outputs: dict[str, Any] = {}
        self._text, self._said = "", 0
        self._objects = False
        self._done: Any = ABSENT
        self._error: Any = ABSENT
        self._others: list[Any] = []
        self.over = False

    def take(self, event: Any) -> list[Told]:
        """Return what to tell of *event*."""
        if not isinstance(event, dict):
            self._others.append(event)
            return []
        match _language(event):
            case "stream event":
                return self._stream_event(event)
            case "named":
                return self._named(event)
            case "output":
                return self._output(event)
            case "object text":
                return self._object_text(event)
        self._others.append(event)
        return []

    @property
    def answer(self) -> Any:
        """What it all came to; `ABSENT` where nothing came."""
        if self._error is not ABSENT:
            return {"type": "error", **self._error}
        if self._done is not ABSENT:
            return self._done
        if self._outputs:
            return self._outputs
        if self._objects:
            return self._object()
        if self._text:
            return self._text
        return self._others[-1] if len(self._others) == 1 else self._others or ABSENT

    @property
    def partial(self) -> Any:
        """What is there of an object whose text is no JSON; `ABSENT` otherwise."""
        return unfinished(self._text) if self._objects and self.answer is ABSENT else ABSENT

    def _object(self) -> Any:
        try:
            return read_json(self._text)
        except NotJSONError:
            return ABSENT

    def _stream_event(self, event: dict[str, Any]) -> list[Told]:
        data = event.get("data", ABSENT)
        match event["kind"]:
            case "progress":
                return [_progress(data if isinstance(data, dict) else {"progress": data})]
            case "chunk":
                return self._chunk(data)
            case "done":
                self._done, self.over = data, True
            case "error":
                self._fail(data)
        return []

    def _named(self, event: dict[str, Any]) -> list[Told]:
        name = event["event"]
        rest = {key: value for key, value in event.items() if key != "event"}
        if name in ("done", "end", "complete"):
            self.over = True
            if rest.keys() - {"done"} and not self._outputs:
                self._done = rest.get("data", rest) if rest.keys() == {"data"} else rest
            return []
        if name == "error":
            self._fail(rest)
        elif name == "progress":
            return [_progress(rest)]
        elif name == "log":
            return [_log(rest)]
        elif name in ("text", "chunk"):
            return self._chunk(rest.get("text", rest.get("data", rest)))
        elif name.startswith("output:"):
            return self._output(
                {"output_key": name.removeprefix("output:"), "value": rest.get("value", rest.get("data", rest))} | rest
            )
        else:
            return self.take(rest.get("data", rest))
        return []

    def _output(self, event: dict[str, Any]) -> list[Told]:
        key, value = event["output_key"], event.get("value")
        if not isinstance(key, str):
            return []
        kind, at, held = self._types.get(key, ""), join("", key), self._outputs.get(key)
        if kind in _APPENDED and isinstance(value, str):
            self._outputs[key] = (held if isinstance(held, str) else "") + value
            return [{"type": "chunk", "text": value, "at": at}] if value else []
        if kind == "log" and isinstance(value, dict) and isinstance(value.get("lines"), list):
            lines = [each for each in value["lines"] if isinstance(each, dict)]
            before = held["lines"] if isinstance(held, dict) else []
            self._outputs[key] = {**value, "lines": [*before, *lines]}
            return [_log(each) for each in lines]
        if value is None:
            return []
        self._outputs[key] = _joined(held, value) if kind in _POINTS else value
        if kind == "progress" and is_number(value):
            return [{"type": "progress", "done": value, "total": 1, "message": ""}]
        return [{"type": "partial", "value": dict(self._outputs)}]

    def _object_text(self, event: dict[str, Any]) -> list[Told]:
        match event:
            case {"type": "text-start"}:
                self._text, self._said, self._objects = "", 0, bool(event.get("responseType"))
            case {"type": "text-delta", "delta": str(delta)}:
                self._text += delta
                return self._grown(delta)
            case {"type": "text-end"} if self._objects:
                value = self._object()
                return [] if value is ABSENT else [{"type": "partial", "value": value}]
            case {"type": "error"}:
                self._fail(event)
            case {"type": "finish" | "done"}:
                self.over = True
        return []

    def _grown(self, delta: str) -> list[Told]:
        if not self._objects:
            return [{"type": "chunk", "text": delta}]
        # Each look reads the whole text: the longer it is, the rarer they are.
        if len(self._text) - self._said < len(self._text) // 16:
            return []
        self._said = len(self._text)
        value = unfinished(self._text, self._whole)
        return [] if value is ABSENT else [{"type": "partial", "value": value}]

    def _chunk(self, data: Any) -> list[Told]:
        text = data if isinstance(data, str) else "" if data is ABSENT else json.dumps(data, ensure_ascii=False) + "\n"
        self._text += text
        return [{"type": "chunk", "text": text}] if text else []

    def _fail(self, data: Any) -> None:
        told = data if isinstance(data, dict) else {"message": words(data)}
        kept = {key: told[key] for key in ("retryable", "retryAfter") if key in told}
        self._error = {"message": words(told) or "The tool failed.", **kept}
        self.over = True


def is_event(value: Any) -> bool:
    """Tell whether *value* is an event of a language that is known."""
    return isinstance(value, dict) and _language(value) != ""


def _language(event: dict[str, Any]) -> str:
    if event.get("kind") in _KINDS:
        return "stream event"
    if isinstance(event.get("event"), str):
        return "named"
    if "output_key" in event:
        return "output"
    return "object text" if event.get("type") in _TEXT_TYPES else ""


def _progress(data: dict[str, Any]) -> Told:
    done, total = data.get("progress"), data.get("total")
    if not is_number(done) and is_number(data.get("percent")):
        done, total = data["percent"], 100
    return {
        "type": "progress",
        "done": done if is_number(done) else 0,
        "total": total if is_number(total) and total > 0 else None,
        "message": words(data.get("message")),
    }


def _log(line: dict[str, Any]) -> Told:
    level, logger = line.get("level"), line.get("logger")
    told = {"type": "log", "level": level if isinstance(level, str) else "info", "message": words(line.get("message"))}
    return {**told, "logger": logger} if isinstance(logger, str) else told


def _joined(held: Any, value: Any) -> Any:
    """Return the chart *held* with the points of *value* after its own, by the names of their series."""
    match held, value:
        case {"x": list(before), "series": list(old)}, {"x": list(after), "series": list(new)}:
            added = {each["name"]: each["y"] for each in new if isinstance(each, dict) and _is_series(each)}
            series = [
                {**each, "y": [*each["y"], *added.pop(each["name"], [])]} if _is_series(each) else each for each in old
            ]
            series += [{"name": name, "y": y} for name, y in added.items()]
            return {**held, **value, "x": [*before, *after], "series": series}
    return value


def _is_series(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("name"), str) and isinstance(value.get("y"), list)


def _constants(schema: Any, depth: int = 12) -> Iterator[str]:
    """Yield the names of the properties in *schema* that are one constant or one of a few."""
    if not isinstance(schema, dict) or not depth:
        return
    properties = schema.get("properties")
    for name, each in properties.items() if isinstance(properties, dict) else ():
        if isinstance(each, dict) and ("const" in each or "enum" in each):
            yield name
        yield from _constants(each, depth - 1)
    for key in ("$defs", "definitions"):
        for each in schema[key].values() if isinstance(schema.get(key), dict) else ():
            yield from _constants(each, depth - 1)
    for key in ("anyOf", "oneOf", "allOf"):
        for each in schema[key] if isinstance(schema.get(key), list) else ():
            yield from _constants(each, depth - 1)
    yield from _constants(schema.get("items"), depth - 1)
