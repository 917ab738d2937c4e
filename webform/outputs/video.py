"""A video."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.outputs.base64s import is_data_url
from webform.outputs.embedded import shown
from webform.outputs.types import TEXT, OutputType

if TYPE_CHECKING:
    from webform.outputs.base import About, Misfit, View

TYPES = (OutputType(name="video", schema=TEXT),)


def fits(value: Any) -> bool:
    """Tell whether *value* is a data URL of this kind."""
    return is_data_url(value, "video")


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of a data URL; an address becomes a link."""
    return shown("video", value, about)
