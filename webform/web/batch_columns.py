"""The columns of a batch as its page shows them: by their labels, with their units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from webform.inputs import Number, Slider
from webform.outputs.cells import Cell, cell
from webform.outputs.figures import Figure, figure
from webform.values import is_number
from webform.web.batch_rows import targets_of

if TYPE_CHECKING:
    from webform.inputs import Input
    from webform.runs import Batch
    from webform.tool import Output
    from webform.web.served import Served

#: Columns of results at most.
MAX_RESULTS = 10


class BatchColumn(NamedTuple):
    """A column: the *name* of a result, its label and unit, and whether it holds numbers alone."""

    name: str
    label: str
    unit: str
    is_numeric: bool


def input_columns(served: Served | None, batch: Batch) -> list[BatchColumn]:
    """Return the columns of *batch* that were filled in; those of inputs that there are no more have no unit."""
    inputs: dict[str, Input] = {}
    for target in targets_of(served.tool.form) if served else ():
        inputs |= {target.label: target.input, f"{target.label} ({target.at})": target.input}
    return [input_column(label, inputs.get(label)) for label in batch.columns]


def input_column(label: str, input_: Input | None) -> BatchColumn:
    """Return the column called *label*, that of *input_*."""
    if not isinstance(input_, Number | Slider):
        return BatchColumn("", label, "", is_numeric=False)
    return BatchColumn("", label, input_.unit, is_numeric=True)


def result_columns(served: Served | None, batch: Batch) -> list[BatchColumn]:
    """Return the columns of what the runs of *batch* came to: those of declared outputs in their order, then others."""
    outputs = outputs_of(served)
    found = dict.fromkeys(name for entry in batch.entries for name in entry.outputs)
    names = [*(key for key in outputs if key in found), *(name for name in found if name not in outputs)]
    return [_result_column(name, outputs.get(name), batch) for name in names[:MAX_RESULTS]]


def _result_column(name: str, output: Output | None, batch: Batch) -> BatchColumn:
    values = [value for entry in batch.entries if (value := entry.outputs.get(name)) is not None]
    is_numeric = bool(values) and all(map(is_number, values))
    if output is None:
        return BatchColumn(name, name, "", is_numeric)
    unit = _figure(output, values[0]).unit if is_numeric and output.type == "number" else output.unit
    return BatchColumn(name, output.label or name, unit, is_numeric)


def outputs_of(served: Served | None) -> dict[str, Output]:
    """Return the declared outputs of a tool by their keys."""
    return {output.key: output for output in served.tool.outputs} if served else {}


def result_cell(value: Any, output: Output | None) -> Cell:
    """Return *value* as a cell: a number as its *output* declares it."""
    if output is None or output.type != "number" or not is_number(value):
        return cell(value)
    shown = _figure(output, value)
    return Cell("number", shown.text, shown.exact if shown.exact != shown.text else "")


def _figure(output: Output, value: float) -> Figure:
    form = output.options.get("format")
    precision = output.options.get("precision")
    return figure(value, form=form if isinstance(form, str) else "", precision=precision, unit=output.unit)
