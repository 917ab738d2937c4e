"""An address to follow."""

from __future__ import annotations

from typing import Any

from webform.outputs.base import About, Misfit, View
from webform.texts import link_in


def fits(value: Any) -> bool:
    """Tell whether *value* is an address that one may link to."""
    return link_in(value) != ""


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of an address."""
    address = link_in(value)
    if not address:
        return Misfit()
    return View(name="link", data=address, copy=address, small=True)
