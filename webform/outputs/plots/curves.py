"""Charts over two axes: lines, areas, bars, points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.outputs.plots.base import (
    MAX_MARKS,
    MAX_NAMES,
    MAX_SERIES,
    NotPlotError,
    Plot,
    Spec,
    at,
    axis,
    colour,
    columns_of,
    count,
    has,
    label,
    listed,
    names,
    number,
    scale_type,
    thinned,
    told,
    turned,
    words,
)

if TYPE_CHECKING:
    from webform.outputs.base import About

_CURVES = "{x, series: [{name, y}]}"
_POINTS = "{series: [{name, points: [{x, y}]}]}"
#: Points of a line are marked while there are few.
_FEW = 60
#: Whole numbers along an axis that are years as likely as not: their digits are not grouped.
_YEARS = range(1500, 2200)


def line(value: Any, about: About) -> Plot:
    """Plot lines."""
    return _curves(value, about, {"type": "line", "strokeWidth": 2, "strokeJoin": "round", "strokeCap": "round"})


def area(value: Any, about: About) -> Plot:
    """Plot areas, each from zero."""
    return _curves(value, about, {"type": "area", "line": {"strokeWidth": 2}, "fillOpacity": 0.22})


def bar(value: Any, about: About) -> Plot:
    """Plot bars, those of several series side by side."""
    return _curves(value, about, {"type": "bar", "cornerRadiusEnd": 2})


def scatter(value: Any, about: About) -> Plot:
    """Plot points."""
    series = listed(value, "series", has("points"), _POINTS)
    called = names([each.get("name") for each in series])
    rows = []
    for index, (name, each) in enumerate(zip(called, series, strict=True)):
        points = listed(each, "points", has("x", "y"), _POINTS) if isinstance(each["points"], list) else None
        if points is None:
            raise NotPlotError("a list of points", f"/series/{index}/points")
        rows += [[name, point["x"], point["y"], point.get("label")] for point in points]
    kind = scale_type([row[1] for row in rows])
    shown, left_out = thinned([row for row in rows if number(row[2]) is not None and row[1] is not None])
    data = [
        {"s": row[0], "x": _x(row[1], kind), "y": number(row[2]), **({"l": words(row[3])} if row[3] else {})}
        for row in shown
    ]
    labelled = any("l" in each for each in data)
    spec = {
        "data": {"values": data},
        "mark": {"type": "point", "filled": True, "size": 60, "opacity": 0.8},
        "encoding": {
            "x": axis("x", kind, label(value, about, "x_label"), **_along(value, kind, data)),
            "y": axis("y", "quantitative", label(value, about, "y_label", about.unit),
                      scale=_scale(value, "log_y", data, "y", zero=False)),
            "color": colour("s", called),
            "tooltip": [*([told("l", "Label", "nominal")] if labelled else []), told("x", "x", kind),
                        told("y", "y", "quantitative")],
        },
    }  # fmt: skip
    heads = ["Series", label(value, about, "x_label") or "x", label(value, about, "y_label", about.unit) or "y"]
    table = rows if labelled else [row[:3] for row in rows]
    return Plot(spec, [*heads, "Label"] if labelled else heads, table, count(len(rows), "point"), left_out)


def _curves(value: Any, about: About, mark: Spec) -> Plot:
    (called, columns), xs = columns_of(value, "y", _CURVES), value.get("x")
    if not isinstance(xs, list):
        raise NotPlotError("a list", "/x" if "x" in value else "")
    table = [[x, *(at(column, index) for column in columns)] for index, x in enumerate(xs)]
    is_bar = mark["type"] == "bar"
    kind = "nominal" if is_bar else scale_type(xs)
    shown, drawn = called[:MAX_SERIES], columns[:MAX_SERIES]
    most = max(1, (MAX_NAMES if kind == "nominal" else MAX_MARKS) // max(1, len(shown)))
    places, left_out = thinned([index for index, x in enumerate(xs) if x is not None], most)
    data = [
        {"x": _x(xs[index], kind), "y": number(at(column, index)), "s": name}
        for name, column in zip(shown, drawn, strict=True)
        for index in places
    ]
    x_title, y_title = label(value, about, "x_label"), label(value, about, "y_label", about.unit)
    zero = is_bar or mark["type"] == "area"
    encoding: Spec = {
        "x": axis("x", kind, x_title, **(turned([words(xs[index]) for index in places]) if kind == "nominal" else
                                        _along(value, kind, data))),
        "y": axis("y", "quantitative", y_title, scale=_scale(value, "log_y", data, "y", zero=zero), stack=None),
        "color": colour("s", shown),
        "tooltip": [told("s", "Series", "nominal"), told("x", x_title or "x", kind),
                    told("y", y_title or "y", "quantitative")],
    }  # fmt: skip
    if is_bar and len(shown) > 1:
        encoding["xOffset"] = {"field": "s", "type": "nominal", "sort": None}
    if mark["type"] == "line":
        mark = {**mark, "point": {"size": 36} if len(places) <= _FEW else False}
    spec = {"data": {"values": data}, "mark": mark, "encoding": encoding}
    said = f"{count(len(called), 'series', 'series')}, {count(len(xs), 'value')} each"
    return Plot(spec, [x_title or "x", *called], table, said, left_out * len(shown))


def _x(value: Any, kind: str) -> Any:
    return number(value) if kind == "quantitative" else value if kind == "temporal" else words(value)


def _along(value: Any, kind: str, data: list[Spec]) -> Spec:
    if kind != "quantitative":
        return {}
    years = all(isinstance(each["x"], int) and each["x"] in _YEARS for each in data)
    return {"scale": _scale(value, "log_x", data, "x", zero=False)} | ({"axis": {"format": "d"}} if years else {})


def _scale(value: Any, key: str, data: list[Spec], field: str, *, zero: bool) -> Spec:
    """Return the scale of an axis: in powers of ten where that is wanted and possible."""
    wanted = isinstance(value, dict) and value.get(key) is True
    there = [each[field] for each in data if isinstance(each[field], int | float)]
    if wanted and there and min(there) > 0:
        return {"type": "log"}
    return {"zero": zero, "nice": True}
