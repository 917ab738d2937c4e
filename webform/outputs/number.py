"""A number, large."""

from __future__ import annotations

from typing import Any

from webform.inputs.options import Option, one_of, whole_between
from webform.outputs.base import About, Misfit, View, unwrap
from webform.outputs.figures import FORMS, MAX_PRECISION, USUAL, figure, group_from, is_precision
from webform.outputs.types import NUMBER, OutputType
from webform.values import is_number

_PRECISION = whole_between(0, MAX_PRECISION, is_precision)
TYPES = (
    OutputType(
        name="number",
        schema=NUMBER,
        options={
            "format": Option(
                kind=one_of(*FORMS), help="How the number is written.", shown="decimal", example="percent"
            ),
            "precision": Option(kind=_PRECISION, help="Digits after the point.", shown="as many as it has", example=2),
        },
    ),
)


def fits(value: Any) -> bool:
    """Tell whether *value* is a number."""
    return is_number(value)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of a number, as its options `format`, `precision` and `unit` have it."""
    value, about, at = unwrap(value, about)
    if not is_number(value):
        return Misfit()
    shown = figure(
        value,
        form=about.text("format"),
        precision=about.options.get("precision"),
        unit=about.unit,
        grouped=group_from(about.name, 1000 if about.declared else USUAL),
    )
    return View(name="number", at=at, data=shown, copy=shown.exact, small=True)
