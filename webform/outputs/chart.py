"""Charts: drawn by a script from their data, and a table of it for everyone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webform.inputs.options import FLAG, WORDS, Option, whole_between
from webform.outputs.base import About, View
from webform.outputs.plots import PLOTS
from webform.outputs.plots.spreads import MAX_BINS, is_bins
from webform.outputs.rows import Rows, copied, downloads, listed
from webform.outputs.texts import text_in
from webform.outputs.types import GAP, NAME, NUMBER, OutputType, list_of, object_of


@dataclass(frozen=True, kw_only=True)
class Chart:
    """
    A chart.

    Args:
        spec: what its script draws: data, and names of ours.
        words: what it is, in a few words.
        table: its data.
        left_out: how many marks are not drawn.
    """

    spec: dict[str, Any]
    words: str
    table: Rows
    left_out: int = 0

    @property
    def has_legend(self) -> bool:
        """Whether its script says above it what its colours are."""
        return "cells" in self.spec or any(len(self.spec.get(name, ())) > 1 for name in ("series", "slices"))


_CURVES = object_of(x=list_of(NAME), series=list_of(object_of(name=NAME, y=list_of(GAP))))
_NODES = list_of(object_of(id=NAME, label=NAME))
#: The options of charts with two axes, those of axes of numbers, and that of a histogram.
_LABELS = {
    "x_label": Option(kind=WORDS, help="The title of the horizontal axis.", example="Day"),
    "y_label": Option(kind=WORDS, help="The title of the vertical axis.", example="kg"),
}
_AXES = {
    **_LABELS,
    "log_x": Option(kind=FLAG, help="Whether the horizontal axis is in powers of ten.", shown="false", example=True),
    "log_y": Option(kind=FLAG, help="Whether the vertical axis is in powers of ten.", shown="false", example=True),
}
_BINS = Option(
    kind=whole_between(1, MAX_BINS, is_bins), help="How many bins there are.", shown="by the values", example=20
)
TYPES = (
    OutputType(name="chart_line", help="Lines, of one series or several.", schema=_CURVES, appends=True, options=_AXES),
    OutputType(
        name="chart_bar",
        help="Bars, those of several series side by side.",
        schema=_CURVES,
        appends=True,
        options=_AXES,
    ),
    OutputType(
        name="chart_scatter",
        help="Points.",
        schema=object_of(series=list_of(object_of(name=NAME, points=list_of(object_of(x=NAME, y=NUMBER))))),
        options=_AXES,
    ),
    OutputType(name="chart_area", help="Areas, from zero.", schema=_CURVES, appends=True, options=_AXES),
    OutputType(
        name="chart_pie",
        help="Shares of a whole.",
        schema=object_of(slices=list_of(object_of(label=NAME, value=NUMBER))),
    ),
    OutputType(
        name="chart_histogram",
        help="How many values fall into which bin.",
        schema=object_of("bins", values=list_of(NUMBER)),
        options={**_LABELS, "bins": _BINS},
    ),
    OutputType(
        name="chart_boxplot",
        help="Quartiles, and whiskers to the least and the greatest.",
        schema=object_of(series=list_of(object_of(name=NAME, values=list_of(NUMBER)))),
        options=_LABELS,
    ),
    OutputType(
        name="chart_heatmap",
        help="A number for each pair of names, by colour.",
        schema=object_of(x_labels=list_of(NAME), y_labels=list_of(NAME), z=list_of(list_of(GAP))),
        options=_LABELS,
    ),
    OutputType(
        name="chart_candlestick",
        help="Prices: from open to close, between low and high.",
        schema=object_of(points=list_of(object_of(t=NAME, open=NUMBER, high=NUMBER, low=NUMBER, close=NUMBER))),
        options=_LABELS,
    ),
    OutputType(
        name="chart_radar",
        help="A figure for each series around a centre.",
        schema=object_of(axes=list_of(NAME), series=list_of(object_of(name=NAME, values=list_of(GAP)))),
    ),
    OutputType(
        name="chart_sankey",
        help="Flows between nodes, from left to right.",
        schema=object_of(nodes=_NODES, links=list_of(object_of(source=NAME, target=NAME, value=NUMBER))),
    ),
    OutputType(
        name="chart_treemap",
        help="Parts within parts, as large as their values.",
        schema=object_of(nodes=list_of(object_of("parent", id=NAME, label=NAME, value=NUMBER))),
    ),
    OutputType(
        name="chart_network",
        help="Nodes, and the edges between them.",
        schema=object_of(nodes=_NODES, edges=list_of(object_of("label", source=NAME, target=NAME))),
    ),
)


_BY_NAME = {type_.name: type_ for type_ in TYPES}


def fits(value: Any) -> bool:
    """Tell whether *value* is an object whose `type` is that of a chart, with the data of one."""
    name = value.get("type") if isinstance(value, dict) else None
    return isinstance(name, str) and name in _BY_NAME and not _BY_NAME[name].problems(value)


def view(value: Any, about: About) -> View:
    """Return the view of a chart of the declared type, else of that which it names itself."""
    name = about.type if about.type in PLOTS else value["type"]
    title = "" if about.declared else text_in(value.get("title"))
    plot = PLOTS[name](value, about)
    rows = list(plot.rows)
    columns, table = listed(plot.heads, rows, about)
    kind = name.removeprefix("chart_").replace("_", " ")
    return View(
        name="chart",
        title=title,
        data=Chart(
            spec=plot.spec,
            words=f"A {kind} chart: {plot.words}",
            table=table,
            left_out=plot.left_out,
        ),
        note=plot.words,
        copy=copied(columns, rows),
        downloads=downloads(columns, rows, about, value),
    )
