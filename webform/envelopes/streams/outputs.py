"""Declared outputs that come in pieces: `{"output_key", "value"}`, or an event `output:KEY`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.base import is_number
from webform.envelopes.streams.base import Language, dicts
from webform.values import ABSENT, join

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.envelopes.streams.collected import Collected, Update
    from webform.envelopes.streams.frames import Event
    from webform.tool import Tool

_PREFIX = "output:"
#: Types of outputs whose values in a stream are pieces.
_APPENDED = frozenset({"stream_text", "text", "markdown", "code"})
_POINTS = frozenset({"chart_line", "chart_bar", "chart_area"})


class Outputs(Language):
    """The outputs of a tool.json; the end of the connection may be their end."""

    in_lists = True

    def __init__(self, collected: Collected, tool: Tool) -> None:
        super().__init__(collected, tool)
        self._types = {output.key: output.type for output in tool.outputs}

    @staticmethod
    def accepts(event: Event) -> bool:
        """Tell whether *event* names an output."""
        return isinstance(event.fields.get("output_key"), str) or event.name.startswith(_PREFIX)

    def take(self, event: Event) -> Iterable[Update]:
        """Take *event* in."""
        fields = event.fields
        if isinstance(fields.get("output_key"), str):
            return self._output(fields["output_key"], fields.get("value"))
        key = event.name.removeprefix(_PREFIX)
        return self._output(key, fields["value"] if "value" in fields else self._value(key, event))

    def _value(self, key: str, event: Event) -> Any:
        """Return the data of *event*: a text in quotes or not, where the output is one."""
        if event.words is not None and (event.data is ABSENT or self._types.get(key) in _APPENDED):
            return event.words
        return None if event.data is ABSENT else event.data

    def _output(self, key: str, value: Any) -> list[Update]:
        outputs = self.collected.outputs
        kind, held = self._types.get(key, ""), outputs.get(key)
        if kind in _APPENDED and isinstance(value, str):
            outputs[key] = (held if isinstance(held, str) else "") + value
            return [{"type": "chunk", "text": value, "at": join("", key)}] if value else []
        if kind == "log" and isinstance(value, dict) and isinstance(value.get("lines"), list):
            lines = dicts(value["lines"])
            outputs[key] = {**value, "lines": [*(held["lines"] if isinstance(held, dict) else []), *lines]}
            return [update for line in lines for update in self.collected.log(line)]
        if value is None:
            return []
        outputs[key] = _joined(held, value) if kind in _POINTS else value
        if kind == "progress" and is_number(value):
            return [{"type": "progress", "done": value, "total": 1, "message": ""}]
        return self.collected.told()


def _joined(held: Any, value: Any) -> Any:
    """Return the chart *held* with the points of *value* after its own, by the names of their series."""
    match held, value:
        case {"x": list(before), "series": list(old)}, {"x": list(after), "series": list(new)}:
            added = {series["name"]: series["y"] for series in new if _is_series(series)}
            grown = [
                {**series, "y": [*series["y"], *added.pop(series["name"], [])]} if _is_series(series) else series
                for series in old
            ]
            grown += [{"name": name, "y": y} for name, y in added.items()]
            return {**held, **value, "x": [*before, *after], "series": grown}
    return value


def _is_series(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("name"), str) and isinstance(value.get("y"), list)
