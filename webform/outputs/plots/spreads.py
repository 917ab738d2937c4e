"""Charts of how values spread: shares, histograms, boxes, heat, prices."""

from __future__ import annotations

from itertools import pairwise
from statistics import quantiles
from typing import TYPE_CHECKING, Any

from webform.language import gettext, pgettext
from webform.language import number as whole_number
from webform.outputs.base import has, list_in
from webform.outputs.plots.base import (
    MAX_MARKS,
    MAX_NAMES,
    MAX_SERIES,
    Plot,
    columns_of,
    is_plottable,
    label,
    names,
    number,
    placed,
    scale_type,
    thinned,
    words,
)
from webform.values import is_number
from webform.words import counted

if TYPE_CHECKING:
    from webform.outputs.base import About

_MAX_SLICES, _MAX_SIDE = 12, 100
#: Bins of a histogram at most.
MAX_BINS = 200


def pie(value: Any, about: About) -> Plot:
    """Plot shares of a whole."""
    slices = list_in(value, "slices", has("label", "value"))
    called = names([part["label"] for part in slices])
    rows = [[name, part["value"]] for name, part in zip(called, slices, strict=True)]
    drawn = [(name, number(size)) for name, size in rows]
    positive = [(name, size) for name, size in drawn if size is not None and size > 0]
    total = sum(size for _, size in positive) or 1
    # The largest, as they come.
    least = sorted((size for _, size in positive), reverse=True)[:_MAX_SLICES][-1:] or [0]
    large = [part for part in positive if part[1] >= least[0]][:_MAX_SLICES]
    drawn_slices = [{"name": name, "value": size} for name, size in large]
    rest = sum(part[1] for part in positive if part not in large)
    if rest:
        drawn_slices.append({"name": gettext("All others"), "value": rest})
    spec = {"kind": "pie", "slices": drawn_slices, "unit": words(about.unit)}
    shares = [[name, amount, f"{100 * size / total:.3g}%" if size is not None and size > 0 else None]
              for (name, amount), (_, size) in zip(rows, drawn, strict=True)]  # fmt: skip
    return Plot(
        spec,
        [gettext("Slice"), about.unit or gettext("Value"), gettext("Share")],
        shares,
        counted(len(slices), "{count} slice", "{count} slices"),
    )


def is_bins(value: Any) -> bool:
    """Tell whether *value* is a number of bins."""
    return is_plottable(value) and 1 <= value <= MAX_BINS


def histogram(value: Any, about: About) -> Plot:
    """Plot how many values fall into which bin."""
    values = list_in(value, "values", is_number)
    known = [item for item in map(number, values) if item is not None]
    wanted = value.get("bins", about.options.get("bins"))
    bins = int(wanted) if is_bins(wanted) else min(30, max(1, round(len(known) ** 0.5)))
    low, high = (min(known), max(known)) if known else (0, 1)
    if low == high:
        low, high, bins = low - 0.5, high + 0.5, 1
    width = (high - low) / bins
    counts = [0] * bins
    for item in known:
        counts[min(bins - 1, int((item - low) / width))] += 1
    edges = [low + width * index for index in range(bins)] + [high]
    rows = [
        [_rounded(start), _rounded(end), count_] for (start, end), count_ in zip(pairwise(edges), counts, strict=True)
    ]
    spec = {
        "kind": "histogram",
        "x": {"title": label(value, about, "x_label", about.unit)},
        "y": {"title": label(value, about, "y_label") or "How many"},
        "bins": rows,
    }
    summary = counted(len(values), "{count} value", "{count} values")
    if known:
        summary = gettext("{values} in {bins}", values=summary, bins=counted(bins, "{count} bin", "{count} bins"))
    return Plot(spec, [gettext("From"), gettext("To"), gettext("How many")], rows if known else [], summary)


def boxplot(value: Any, about: About) -> Plot:
    """Plot boxes: quartiles, and whiskers to the least and the greatest."""
    called, series = columns_of(value, "values")
    rows: list[list[Any]] = []
    for name, values in zip(called, series, strict=True):
        known = sorted(item for item in map(number, values) if item is not None)
        if known:
            first, middle, third = quantiles(known, n=4, method="inclusive") if len(known) > 1 else known * 3
            rows.append([name, *(_rounded(edge) for edge in (known[0], first, middle, third, known[-1]))])
        else:
            rows.append([name, *[None] * 5])
    heads = [
        gettext("Series"),
        gettext("Least"),
        gettext("Quarter"),
        gettext("Median"),
        gettext("Three quarters"),
        gettext("Greatest"),
    ]
    spec = {
        "kind": "boxplot",
        "x": {"title": label(value, about, "x_label")},
        "y": {"title": label(value, about, "y_label", about.unit)},
        "boxes": [row for row in rows[:MAX_SERIES] if row[1] is not None],
    }
    return Plot(
        spec, heads, rows, counted(len(series), "{count} series", "{count} series"), max(0, len(rows) - MAX_SERIES)
    )


def heatmap(value: Any, about: About) -> Plot:
    """Plot a number for each pair of names, by colour."""
    xs, ys = (list_in(value, key) for key in ("x_labels", "y_labels"))
    rows = list_in(value, "z", lambda row: isinstance(row, list))
    columns, lines = names(xs), names(ys)
    shown = columns[:_MAX_SIDE]
    most = min(_MAX_SIDE, MAX_MARKS // max(1, len(shown)))
    table = [[name, *(row[: len(columns)])] for name, row in zip(lines, rows, strict=False)]
    cells = [[number(cell) for cell in row[: len(shown)]] for row in rows[: min(most, len(lines))]]
    spec = {
        "kind": "heatmap",
        "x": {"title": label(value, about, "x_label"), "names": shown},
        "y": {"title": label(value, about, "y_label"), "names": lines[: len(cells)]},
        "unit": words(about.unit),
        "cells": cells,
    }
    heads = [label(value, about, "y_label") or gettext("Category"), *columns]
    left_out = max(0, len(lines) * len(columns) - sum(map(len, cells)))
    return Plot(
        spec,
        heads,
        table,
        gettext("{rows} × {columns} values", rows=whole_number(len(lines)), columns=whole_number(len(columns))),
        left_out,
    )


def candlestick(value: Any, about: About) -> Plot:
    """Plot prices: from open to close, between low and high."""
    keys = ("t", "open", "high", "low", "close")
    points = list_in(value, "points", has(*keys))
    rows = [[point[key] for key in keys] for point in points]
    kind = "time" if scale_type([row[0] for row in rows]) == "time" else "name"
    drawn = [row for row in rows if all(number(price) is not None for price in row[1:])]
    shown, left_out = thinned(drawn, MAX_NAMES * 2)
    prices = [
        pgettext("price", "Open"),
        pgettext("price", "High"),
        pgettext("price", "Low"),
        pgettext("price", "Close"),
    ]
    spec = {
        "kind": "candlestick",
        "x": {"title": label(value, about, "x_label"), "type": kind},
        "y": {"title": label(value, about, "y_label", about.unit)},
        "prices": prices,
        "points": [[placed(row[0], kind), *map(number, row[1:])] for row in shown],
    }
    return Plot(
        spec,
        [gettext("When"), *prices],
        rows,
        counted(len(points), "{count} point", "{count} points"),
        left_out,
    )


def _rounded(value: float) -> float:
    rounded = float(f"{value:.12g}")
    return int(rounded) if rounded.is_integer() else rounded
