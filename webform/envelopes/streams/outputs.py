"""Declared outputs that come in pieces: `{"output_key", "value"}`, or an event `output:KEY`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.streams.base import Language
from webform.outputs import TYPES
from webform.values import ABSENT, dicts_in, is_number, join

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.envelopes.streams.collected import Collected, Update
    from webform.envelopes.streams.frames import StreamEvent
    from webform.tool import Tool

_PREFIX = "output:"


class Outputs(Language):
    """The outputs of a tool.json; the end of the connection may be their end."""

    in_lists = True

    def __init__(self, collected: Collected, tool: Tool) -> None:
        super().__init__(collected, tool)
        self._types = {output.key: output.type for output in tool.outputs}

    @staticmethod
    def accepts(event: StreamEvent) -> bool:
        """Tell whether *event* names an output."""
        return isinstance(event.fields.get("output_key"), str) or event.name.startswith(_PREFIX)

    def take(self, event: StreamEvent) -> Iterable[Update]:
        """Take *event* in."""
        fields = event.fields
        if isinstance(fields.get("output_key"), str):
            return self._output(fields["output_key"], fields.get("value"))
        key = event.name.removeprefix(_PREFIX)
        return self._output(key, fields["value"] if "value" in fields else self._value(key, event))

    def _value(self, key: str, event: StreamEvent) -> Any:
        """Return the data of *event*: a text in quotes or not, where the output is one that grows."""
        type_ = TYPES.get(self._types.get(key, ""))
        is_text = type_ is not None and type_.appends and type_.media_type != ""
        if event.words is not None and (event.data is ABSENT or is_text):
            return event.words
        return None if event.data is ABSENT else event.data

    def _output(self, key: str, value: Any) -> list[Update]:
        if value is None:
            return []
        outputs, kind = self.collected.outputs, self._types.get(key, "")
        appends = kind in TYPES and TYPES[kind].appends
        outputs[key] = _joined(outputs.get(key), value) if appends else value
        if appends and isinstance(value, str):
            return [{"type": "chunk", "text": value, "at": join("", key)}] if value else []
        if kind == "log" and isinstance(value, dict) and isinstance(value.get("lines"), list):
            return [update for line in dicts_in(value["lines"]) for update in self.collected.log(line)]
        if kind == "progress" and is_number(value):
            return [{"type": "progress", "done": value, "total": 1, "message": ""}]
        return self.collected.updates()


def _joined(before: Any, value: Any, key: str = "") -> Any:
    """Return *value* after what came *before*: texts and lists are joined, those of series by the names of these."""
    match before, value:
        case (list(), list()) if key == "series":
            return _with_series(before, value)
        case (str(), str()) | (list(), list()):
            return before + value
        case dict(), dict():
            return before | {name: _joined(before.get(name), part, name) for name, part in value.items()}
    return value


def _with_series(before: list[Any], value: list[Any]) -> list[Any]:
    """Return the series *before* with the points that those in *value* add to them, and the series that are new."""
    added = {series["name"]: series["y"] for series in value if _is_series(series)}
    grown = [
        {**series, "y": [*series["y"], *added.pop(series["name"], [])]} if _is_series(series) else series
        for series in before
    ]
    return grown + [{"name": name, "y": y} for name, y in added.items()]


def _is_series(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("name"), str) and isinstance(value.get("y"), list)
