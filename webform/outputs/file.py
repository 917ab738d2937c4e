"""A file to download."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.files import StoredFile
from webform.outputs.base import Misfit
from webform.outputs.base64s import is_data_url
from webform.outputs.embedded import stored
from webform.outputs.types import TEXT, OutputType, object_of

if TYPE_CHECKING:
    from webform.outputs.base import About, View

TYPES = (OutputType(name="file", schema=object_of(filename=TEXT, data=TEXT)),)


def fits(value: Any) -> bool:
    """Tell whether *value* is a data URL, a kept file, or an object of a file's name and data."""
    return is_data_url(value.get("data") if isinstance(value, dict) and "filename" in value else value)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of `{"filename": …, "data": a data URL}`, or of a bare data URL or kept file."""
    if isinstance(value, str | StoredFile):
        return stored(value, "", about)
    if not isinstance(value, dict) or not isinstance(value.get("filename"), str) or "data" not in value:
        return Misfit()
    return stored(value["data"], value["filename"], about, "/data")
