"""Charts of how values spread: shares, histograms, boxes, heat, prices."""

from __future__ import annotations

from itertools import pairwise
from statistics import quantiles
from typing import TYPE_CHECKING, Any

from webform.outputs.figures import is_number
from webform.outputs.plots.base import (
    MAX_MARKS,
    MAX_NAMES,
    MAX_SERIES,
    Plot,
    Spec,
    axis,
    colour,
    columns_of,
    count,
    has,
    is_plottable,
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

_MAX_SLICES, _MAX_BINS, _MAX_SIDE = 12, 200, 100


def pie(value: Any, about: About) -> Plot:
    """Plot shares of a whole."""
    slices = listed(value, "slices", has("label", "value"), "{slices: [{label, value}]}")
    called = names([each["label"] for each in slices])
    rows = [[name, each["value"]] for name, each in zip(called, slices, strict=True)]
    drawn = [(name, number(held)) for name, held in rows]
    positive = [(name, held) for name, held in drawn if held is not None and held > 0]
    total = sum(held for _, held in positive) or 1
    # The largest, as they come.
    least = sorted((held for _, held in positive), reverse=True)[:_MAX_SLICES][-1:] or [0]
    large = [each for each in positive if each[1] >= least[0]][:_MAX_SLICES]
    data = [{"s": name, "v": held, "p": f"{100 * held / total:.3g}%", "o": index}
            for index, (name, held) in enumerate(large)]  # fmt: skip
    rest = sum(each[1] for each in positive if each not in large)
    if rest:
        data.append({"s": "All others", "v": rest, "p": f"{100 * rest / total:.3g}%", "o": _MAX_SLICES})
    spec = {
        "data": {"values": data},
        "mark": {"type": "arc", "innerRadius": 48, "cornerRadius": 3, "padAngle": 0.012},
        "encoding": {
            "theta": {"field": "v", "type": "quantitative", "stack": True},
            "order": {"field": "o", "type": "ordinal"},
            "color": {"field": "s", "type": "nominal", "sort": None, "legend": {"title": None}},
            "tooltip": [
                {"field": "s", "type": "nominal", "title": "Slice"},
                told("v", about.unit or "Value"),
                {"field": "p", "type": "nominal", "title": "Share"},
            ],
        },
    }
    shares = [[name, held, f"{100 * part / total:.3g}%" if part is not None and part > 0 else None]
              for (name, held), (_, part) in zip(rows, drawn, strict=True)]  # fmt: skip
    return Plot(spec, ["Slice", about.unit or "Value", "Share"], shares, count(len(slices), "slice"))


def histogram(value: Any, about: About) -> Plot:
    """Plot how often values fall into each of some bins; counted here."""
    values = listed(value, "values", is_number, "{values: [numbers]}")
    known = [each for each in map(number, values) if each is not None]
    wanted = value.get("bins", about.options.get("bins"))
    bins = (
        int(wanted) if is_plottable(wanted) and 1 <= wanted <= _MAX_BINS else min(30, max(1, round(len(known) ** 0.5)))
    )
    low, high = (min(known), max(known)) if known else (0, 1)
    if low == high:
        low, high, bins = low - 0.5, high + 0.5, 1
    width = (high - low) / bins
    counts = [0] * bins
    for each in known:
        counts[min(bins - 1, int((each - low) / width))] += 1
    edges = [low + width * index for index in range(bins)] + [high]
    rows = [[_rounded(start), _rounded(end), held] for (start, end), held in zip(pairwise(edges), counts, strict=True)]
    spec = {
        "data": {"values": [{"a": start, "b": end, "n": held} for start, end, held in rows]},
        "mark": {"type": "rect", "stroke": "var(--surface)", "strokeWidth": 1},
        "encoding": {
            "x": axis("a", "quantitative", label(value, about, "x_label", about.unit), scale={"zero": False}),
            "x2": {"field": "b"},
            "y": axis("n", "quantitative", label(value, about, "y_label") or "How many"),
            "y2": {"datum": 0},
            "tooltip": [{"field": "a", "type": "quantitative", "title": "From"},
                        {"field": "b", "type": "quantitative", "title": "To"},
                        {"field": "n", "type": "quantitative", "title": "How many"}],
        },
    }  # fmt: skip
    said = count(len(values), "value") + (f" in {count(bins, 'bin')}" if known else "")
    return Plot(spec, ["From", "To", "How many"], rows if known else [], said)


def boxplot(value: Any, about: About) -> Plot:
    """Plot boxes: quartiles, and whiskers to the least and the greatest."""
    called, series = columns_of(value, "values", "{series: [{name, values}]}")
    rows: list[list[Any]] = []
    for name, each in zip(called, series, strict=True):
        known = sorted(held for held in map(number, each) if held is not None)
        if known:
            first, middle, third = quantiles(known, n=4, method="inclusive") if len(known) > 1 else known * 3
            rows.append([name, *(_rounded(held) for held in (known[0], first, middle, third, known[-1]))])
        else:
            rows.append([name, *[None] * 5])
    data = [dict(zip("sabcde", row, strict=True)) for row in rows[:MAX_SERIES] if row[1] is not None]
    y = axis("a", "quantitative", label(value, about, "y_label", about.unit), scale={"zero": False})
    x = axis("s", "nominal", label(value, about, "x_label"), **turned(called))
    size = max(4, min(28, 240 // max(1, len(data))))
    heads = ["Series", "Least", "Quarter", "Median", "Three quarters", "Greatest"]
    lines = [told(field, title)
            for field, title in zip("abcde", heads[1:], strict=True)]  # fmt: skip
    spec = {
        "data": {"values": data},
        "encoding": {"x": x, "tooltip": [{"field": "s", "type": "nominal", "title": "Series"}, *lines]},
        "layer": [
            {"mark": {"type": "rule", "strokeWidth": 1.5}, "encoding": {"y": y, "y2": {"field": "e"}}},
            {"mark": {"type": "bar", "size": size, "cornerRadius": min(3, size // 4)},
             "encoding": {"y": {**y, "field": "b"}, "y2": {"field": "d"}, "color": colour("s", called, legend=None)}},
            {"mark": {"type": "tick", "size": size, "thickness": 2, "color": "var(--ink)"},
             "encoding": {"y": {**y, "field": "c"}}},
        ],
    }  # fmt: skip
    return Plot(spec, heads, rows, count(len(series), "series", "series"), max(0, len(rows) - MAX_SERIES))


def heatmap(value: Any, about: About) -> Plot:
    """Plot a number for each pair of names, by colour."""
    expected = "{x_labels, y_labels, z: [a row for each y]}"
    xs, ys = (listed(value, key, lambda _: True, expected) for key in ("x_labels", "y_labels"))
    rows = listed(value, "z", lambda row: isinstance(row, list), expected)
    columns, lines = names(xs), names(ys)
    shown = columns[:_MAX_SIDE]
    table = [[name, *(row[: len(columns)])] for name, row in zip(lines, rows, strict=False)]
    data = [
        {"x": x, "y": name, "z": number(held)}
        for name, row in zip(lines[: min(_MAX_SIDE, MAX_MARKS // max(1, len(shown)))], rows, strict=False)
        for x, held in zip(shown, row, strict=False)
    ]
    spec = {
        "data": {"values": data},
        "mark": {"type": "rect", "cornerRadius": 2},
        "encoding": {
            "x": axis("x", "nominal", label(value, about, "x_label"),
                      axis={**turned(shown)["axis"], "grid": False}),
            "y": axis("y", "nominal", label(value, about, "y_label"), axis={"grid": False}),
            "color": {"field": "z", "type": "quantitative", "legend": {"title": words(about.unit) or None}},
            "tooltip": [told("x", "x", "nominal"), told("y", "y", "nominal"),
                        told("z", about.unit or "Value")],
        },
    }  # fmt: skip
    return Plot(spec, ["", *columns], table, f"{len(lines):,} × {len(columns):,} values",
                max(0, len(lines) * len(columns) - len(data)))  # fmt: skip


def candlestick(value: Any, about: About) -> Plot:
    """Plot prices: from open to close, between low and high."""
    keys = ("t", "open", "high", "low", "close")
    points = listed(value, "points", has(*keys), "{points: [{t, open, high, low, close}]}")
    rows = [[each[key] for key in keys] for each in points]
    kind = "temporal" if scale_type([row[0] for row in rows]) == "temporal" else "nominal"
    drawn = [row for row in rows if all(number(each) is not None for each in row[1:])]
    shown, left_out = thinned(drawn, MAX_NAMES * 2)
    data: list[Spec] = [
        {"t": row[0] if kind == "temporal" else words(row[0]), **dict(zip("ohlc", map(number, row[1:]), strict=True)),
         "up": "Up" if row[4] >= row[1] else "Down"}
        for row in shown
    ]  # fmt: skip
    y = axis("l", "quantitative", label(value, about, "y_label", about.unit), scale={"zero": False})
    rises = {
        "field": "up",
        "type": "nominal",
        "legend": None,
        "scale": {"domain": ["Up", "Down"], "range": ["var(--ok)", "var(--bad)"]},
    }
    size = max(2, min(16, 240 // max(1, len(data))))
    spec = {
        "data": {"values": data},
        "encoding": {
            "x": axis("t", kind, label(value, about, "x_label"),
                      **({} if kind == "temporal" else turned([each["t"] for each in data]))),
            "color": rises,
            "tooltip": [{"field": "t", "type": kind, "title": "When"},
                        *({"field": key[0], "type": "quantitative", "title": key.title()} for key in keys[1:])],
        },
        "layer": [
            {"mark": {"type": "rule"}, "encoding": {"y": y, "y2": {"field": "h"}}},
            {"mark": {"type": "bar", "size": size}, "encoding": {"y": {**y, "field": "o"}, "y2": {"field": "c"}}},
        ],
    }  # fmt: skip
    return Plot(spec, ["When", "Open", "High", "Low", "Close"], rows, count(len(points), "point"), left_out)


def _rounded(held: float) -> float:
    rounded = float(f"{held:.12g}")
    return int(rounded) if rounded.is_integer() else rounded
