"""The charts, by their declared type: a value → a specification and the table of its data."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from webform.outputs.plots import curves, graphs, spreads

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.outputs.base import About
    from webform.outputs.plots.base import Plot

PLOTS: dict[str, Callable[[Any, About], Plot]] = {
    "chart_line": partial(curves.curves, mark="line"),
    "chart_bar": partial(curves.curves, mark="bar"),
    "chart_scatter": curves.scatter,
    "chart_area": partial(curves.curves, mark="area"),
    "chart_pie": spreads.pie,
    "chart_histogram": spreads.histogram,
    "chart_boxplot": spreads.boxplot,
    "chart_heatmap": spreads.heatmap,
    "chart_candlestick": spreads.candlestick,
    "chart_radar": graphs.radar,
    "chart_sankey": graphs.sankey,
    "chart_treemap": graphs.treemap,
    "chart_network": graphs.network,
}
