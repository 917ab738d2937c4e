"""A chart: drawn by a script from a specification made here, and a table of its data for everyone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.outputs.base import Misfit, View
from webform.outputs.plots import PLOTS, NotPlotError
from webform.outputs.rows import copied, downloads, listed

if TYPE_CHECKING:
    from webform.outputs.base import About
    from webform.outputs.rows import Rows


@dataclass(frozen=True, kw_only=True)
class Chart:
    """
    A chart.

    Args:
        spec: what it is drawn from, in Vega-Lite's language.
        words: what it is, in a few words.
        table: its data.
        left_out: how many marks are not drawn.
    """

    spec: dict[str, Any]
    words: str
    table: Rows
    left_out: int = 0


def fits(value: Any) -> bool:
    """Tell that it never does: only a declaration says which chart it is."""
    return False


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of a chart of the declared type."""
    try:
        plot = PLOTS[about.type](value, about)
    except NotPlotError as error:
        return Misfit(expected=error.expected, part=error.part)
    rows = list(plot.rows)
    columns, table = listed(plot.heads, rows, about)
    kind = about.type.removeprefix("chart_").replace("_", " ")
    return View(
        name="chart",
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
