"""One of a few values, by its title."""

from __future__ import annotations

from typing import Any, NamedTuple

from webform.outputs.base import About, Misfit, View
from webform.outputs.pretty import line
from webform.texts import visible


class NamedChoice(NamedTuple):
    """The title of a value, and the value."""

    title: str
    value: str


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of a value that the schema has a title for."""
    title = about.annotations.choice(value)
    if not title:
        return Misfit()
    shown = value if isinstance(value, str) else line(value, limit=200)
    return View(name="choice", data=NamedChoice(visible(title[:200]), visible(shown[:200])), copy=shown, small=True)
