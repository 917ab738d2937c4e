"""Progress, from 0 to 1."""

from __future__ import annotations

from typing import Any

from webform.outputs.base import About, Misfit, View, unwrap
from webform.outputs.figures import Figure, figure
from webform.outputs.types import NUMBER, OutputType
from webform.values import is_number

TYPES = (OutputType(name="progress", schema={**NUMBER, "minimum": 0, "maximum": 1}),)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of a progress."""
    value, _, at = unwrap(value, about)
    if not is_number(value) or not 0 <= value <= 1:
        return Misfit()
    percent = figure(value, form="percent", precision=0)
    return View(name="progress", at=at, data=Figure(percent.text, "", percent.exact), small=True)
