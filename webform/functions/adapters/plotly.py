"""Figures of Plotly: charts, where they are of one of the kinds that the chart view draws."""

from __future__ import annotations

import base64
import struct
from functools import partial
from typing import TYPE_CHECKING, Any

from webform.values import as_dict, as_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

#: How Plotly writes numbers in base64, as `struct` has them.
_FORMATS = {"f8": "d", "f4": "f", "i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q"}


def converted(value: Any) -> Any:
    """Return a figure as a chart; as what it is made of where no chart is drawn of it."""
    if not hasattr(value, "to_plotly_json"):
        return str(value)
    figure = _plain(value.to_plotly_json())
    traces = figure.get("data") or []
    for takes, kind, make in _CHARTS:
        if traces and all(map(takes, traces)):
            return {"type": kind, **make(traces), **_words(figure)}
    return figure


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return (
            _numbers(value)
            if value.keys() >= {"bdata", "dtype"}
            else {key: _plain(part) for key, part in value.items()}
        )
    if hasattr(value, "tolist"):
        value = value.tolist()
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


def _numbers(packed: dict[str, Any]) -> list[Any]:
    content, kind = base64.b64decode(packed["bdata"]), _FORMATS[packed["dtype"]]
    numbers = [*struct.unpack(f"<{len(content) // struct.calcsize(kind)}{kind}", content)]
    if "shape" not in packed:
        return numbers
    width = int(str(packed["shape"]).rpartition(",")[2])
    return [numbers[start : start + width] for start in range(0, len(numbers), width)]


def _words(figure: dict[str, Any]) -> dict[str, Any]:
    layout = figure.get("layout") or {}
    words = {"title": _title(layout), "x_label": _title(layout.get("xaxis")), "y_label": _title(layout.get("yaxis"))}
    return {name: text for name, text in words.items() if text}


def _title(part: Any) -> str:
    title = as_dict(part).get("title")
    return as_text(title.get("text") if isinstance(title, dict) else title)


def _is(kind: str, trace: dict[str, Any], *, lines: bool | None = None) -> bool:
    drawn = "lines" in (trace.get("mode") or "lines")
    is_kind = trace.get("type", "scatter").removesuffix("gl") == kind
    return is_kind and (lines is None or (drawn == lines and not trace.get("fill")))


def _is_area(trace: dict[str, Any]) -> bool:
    return trace.get("type", "scatter") == "scatter" and bool(trace.get("fill"))


def _curves(traces: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the series over all the x that any of them has."""
    points = [dict(zip(_x(trace), trace.get("y") or [], strict=False)) for trace in traces]
    x = [*dict.fromkeys(place for known in points for place in known)]
    return {"x": x, "series": _series(traces, "y", ([known.get(place) for place in x] for known in points))}


def _series(traces: list[dict[str, Any]], key: str, contents: Iterable[list[Any]]) -> list[dict[str, Any]]:
    """Return a series for each of *traces*, which has of *contents* its own as *key*."""
    return [
        {"name": str(trace.get("name") or f"Series {index}"), key: content}
        for index, (trace, content) in enumerate(zip(traces, contents, strict=True), 1)
    ]


def _x(trace: dict[str, Any]) -> list[Any]:
    x = trace.get("x")
    return x if isinstance(x, list) else [*range(len(trace.get("y") or []))]


def _points(traces: list[dict[str, Any]]) -> dict[str, Any]:
    pairs = (zip(_x(trace), trace.get("y") or [], strict=False) for trace in traces)
    return {"series": _series(traces, "points", ([{"x": x, "y": y} for x, y in own] for own in pairs))}


def _slices(traces: list[dict[str, Any]]) -> dict[str, Any]:
    pairs = zip(traces[0].get("labels") or [], traces[0].get("values") or [], strict=False)
    return {"slices": [{"label": label, "value": value} for label, value in pairs]}


def _values(traces: list[dict[str, Any]]) -> dict[str, Any]:
    return {"values": [number for trace in traces for number in trace.get("x") or []]}


def _boxes(traces: list[dict[str, Any]]) -> dict[str, Any]:
    return {"series": _series(traces, "values", (trace.get("y") or [] for trace in traces))}


def _heat(traces: list[dict[str, Any]]) -> dict[str, Any]:
    z = traces[0].get("z") or [[]]
    x, y = traces[0].get("x") or [*range(len(z[0]))], traces[0].get("y") or [*range(len(z))]
    return {"x_labels": x, "y_labels": y, "z": z}


#: What a trace is, the type of output, and what makes its value.
_CHARTS: tuple[tuple[Callable[[dict[str, Any]], bool], str, Callable[[list[dict[str, Any]]], dict[str, Any]]], ...] = (
    (partial(_is, "scatter", lines=True), "chart_line", _curves),
    (partial(_is, "scatter", lines=False), "chart_scatter", _points),
    (_is_area, "chart_area", _curves),
    (partial(_is, "bar"), "chart_bar", _curves),
    (partial(_is, "pie"), "chart_pie", _slices),
    (partial(_is, "histogram"), "chart_histogram", _values),
    (partial(_is, "box"), "chart_boxplot", _boxes),
    (partial(_is, "heatmap"), "chart_heatmap", _heat),
)
