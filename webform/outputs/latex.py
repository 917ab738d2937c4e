"""A formula in LaTeX, drawn as MathML, and its source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.outputs.texts import writing
from webform.outputs.types import OutputType, text_of

if TYPE_CHECKING:
    from webform.outputs.base import About, Misfit, View

TYPES = (OutputType(name="latex", schema=text_of("text/x-latex")),)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of a formula."""
    return writing(value, about, "latex", ".tex", "latex")
