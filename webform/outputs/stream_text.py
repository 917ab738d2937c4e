"""A text that arrives piece by piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.outputs.texts import writing
from webform.outputs.types import OutputType, text_of

if TYPE_CHECKING:
    from webform.outputs.base import About, Misfit, View

TYPES = (OutputType(name="stream_text", schema=text_of("text/markdown"), appends=True, stream_rank=4),)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of what has arrived."""
    return writing(value, about, "stream_text")
