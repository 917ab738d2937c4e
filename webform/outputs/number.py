"""A number people came for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.outputs.base import Misfit, View, unwrap
from webform.outputs.figures import USUAL, figure, group_from, is_number
from webform.outputs.types import NUMBER, OutputType

if TYPE_CHECKING:
    from webform.outputs.base import About

TYPES = (OutputType(name="number", schema=NUMBER),)


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
