"""A text, as it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from webform.outputs.base import About, Misfit, View
from webform.outputs.texts import writing
from webform.outputs.types import OutputType, text_of

#: A longer text is no figure, and worth a file.
_SHORT = 80

TYPES = (OutputType(name="text", schema=text_of("text/plain"), appends=True, stream_rank=2),)


def fits(value: Any) -> bool:
    """Tell whether *value* is a text."""
    return isinstance(value, str)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of a text."""
    seen = writing(value, about, "text")
    if isinstance(seen, Misfit) or len(seen.data.text) > _SHORT or "\n" in seen.data.text:
        return seen
    return replace(seen, small=True, downloads=())
