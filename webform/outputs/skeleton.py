"""The placeholder of a result that is still to come."""

from __future__ import annotations

from typing import Any

from webform.outputs.base import About, View


def view(value: Any, about: About) -> View:
    """Return the view of a value that is not there yet."""
    return View(name="skeleton", data=about.type)
