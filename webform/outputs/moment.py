"""A day, or a moment."""

from __future__ import annotations

from typing import Any

from webform.outputs.base import About, Misfit, View
from webform.outputs.moments import moment


def fits(value: Any) -> bool:
    """Tell whether *value* is a text that spells a day or a moment as ISO 8601 has it."""
    return moment(value) is not None


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of a day or a moment."""
    found = moment(value)
    if found is None:
        return Misfit()
    return View(name="moment", data=found, copy=found.exact, small=True)
