"""Nothing: `null`, where that is the answer."""

from __future__ import annotations

from typing import Any

from webform.outputs.base import About, View


def fits(value: Any) -> bool:
    """Tell whether *value* is `null`."""
    return value is None


def view(value: Any, about: About) -> View:
    """Return the view of nothing."""
    return View(name="null", data="no value", small=True)
