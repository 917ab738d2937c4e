"""Charts over two axes: lines, areas, bars, points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.language import gettext
from webform.outputs.base import has, list_in
from webform.outputs.plots.base import (
    MAX_MARKS,
    MAX_NAMES,
    MAX_SERIES,
    Plot,
    Spec,
    at,
    columns_of,
    label,
    names,
    number,
    placed,
    scale_type,
    thinned,
    words,
)
from webform.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.outputs.base import About

#: Whole numbers along an axis that are years as likely as not: their digits are not grouped.
_YEARS = range(1500, 2200)


def scatter(value: Any, about: About) -> Plot:
    """Plot points."""
    series = list_in(value, "series", has("points"))
    called = names([entry.get("name") for entry in series])
    rows = []
    for name, entry in zip(called, series, strict=True):
        points = list_in(entry, "points", has("x", "y"))
        rows += [[name, point["x"], point["y"], point.get("label")] for point in points]
    along = [row[1] for row in rows]
    kind = scale_type(along)
    shown, left_out = thinned([row for row in rows if number(row[2]) is not None and row[1] is not None])
    labelled = any(row[3] for row in rows)
    xs, ys = ([number(row[axis]) for row in shown] for axis in (1, 2))
    by_name: dict[str, list[Any]] = {name: [] for name in called}
    for name, x, y, text in shown:
        by_name[name].append([placed(x, kind), number(y), words(text)])
    spec = {
        "kind": "scatter",
        "x": _axis(value, about, "x", xs, type=kind, years=_are_years(kind, xs)),
        "y": _axis(value, about, "y", ys, unit=about.unit),
        "series": [{"name": name, "points": points} for name, points in by_name.items()],
    }
    heads = [gettext("Series"), _head(value, about, kind, along), label(value, about, "y_label", about.unit) or "y"]
    table = rows if labelled else [row[:3] for row in rows]
    return Plot(
        spec,
        [*heads, gettext("Label")] if labelled else heads,
        table,
        counted(len(rows), "{count} point", "{count} points"),
        left_out,
    )


def curves(value: Any, about: About, mark: str) -> Plot:
    """Plot series by a *mark*: a line, an area from zero, or bars, those of several series side by side."""
    (called, columns), xs = columns_of(value, "y"), list_in(value, "x")
    table = [[x, *(at(column, index) for column in columns)] for index, x in enumerate(xs)]
    scale = scale_type(xs)
    kind = "name" if mark == "bar" else scale
    shown = called[:MAX_SERIES]
    most = max(1, (MAX_NAMES if kind == "name" else MAX_MARKS) // max(1, len(shown)))
    places, left_out = thinned([index for index, x in enumerate(xs) if x is not None], most)
    drawn = [[number(at(column, index)) for index in places] for column in columns[: len(shown)]]
    along = [placed(xs[index], kind) for index in places]
    x = _axis(value, about, "x", along, type=kind, years=_are_years(kind, along))
    y = _axis(value, about, "y", [height for heights in drawn for height in heights], unit=about.unit)
    spec = {
        "kind": mark,
        "x": x,
        "y": y,
        "along": along,
        "series": [{"name": name, "values": heights} for name, heights in zip(shown, drawn, strict=True)],
    }
    series = counted(len(called), "{count} series", "{count} series")
    values = counted(len(xs), "{count} value each", "{count} values each")
    return Plot(spec, [_head(value, about, scale, xs), *called], table, f"{series}, {values}", left_out * len(shown))


def _axis(value: Any, about: About, name: str, along: Sequence[Any], unit: str = "", **more: Any) -> Spec:
    """Return the axis called *name* of values *along*: in powers of ten where that is wanted and possible."""
    key = f"log_{name}"
    asked = value[key] if isinstance(value, dict) and key in value else about.options.get(key)
    wanted = asked is True and more.get("type", "number") == "number"
    numbers = [number for number in along if number is not None]
    is_log = wanted and bool(numbers) and min(numbers) > 0
    return {"title": label(value, about, f"{name}_label", unit), "log": is_log, **more}


def _head(value: Any, about: About, kind: str, xs: Sequence[Any]) -> str:
    """Return the head of the column of *xs*: the title of their axis, else what they are."""
    by_kind = {
        "time": gettext("Date"),
        "name": gettext("Category"),
        "number": gettext("Year") if _are_years(kind, xs) else "x",
    }
    return label(value, about, "x_label") or by_kind[kind]


def _are_years(kind: str, along: Sequence[Any]) -> bool:
    return kind == "number" and all(isinstance(x, int) and x in _YEARS for x in along)
