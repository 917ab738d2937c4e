"""The output type `level`: a number from 0 to 1 on a scale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.outputs.base import Misfit, View
from webform.outputs.types import NUMBER, OutputType

if TYPE_CHECKING:
    from webform.outputs.base import About

#: What declarations call it, and the JSON Schema that an answer is held to.
TYPES = (OutputType(name="level", schema={**NUMBER, "minimum": 0, "maximum": 1, "examples": [0.4]}),)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of *value*: its template gets the number as `view.data`."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return Misfit()
    return View(name="level", data=value, copy=str(value), small=True)
