"""A file to download."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from webform.files import StoredFile
from webform.outputs.base import About, Misfit, View
from webform.outputs.base64s import TYPE_KEYS, is_data_url
from webform.outputs.embedded import stored
from webform.outputs.types import TEXT, OutputType, object_of

#: The keys of a file of which nothing is lost: its data says the rest itself.
_KEYS = {"filename", "data", "caption", "type", "size", *TYPE_KEYS}
TYPES = (OutputType(name="file", schema=object_of(filename=TEXT, data=TEXT)),)


def fits(value: Any) -> bool:
    """Tell whether *value* is a data URL, a kept file, or an object of a file's name and data."""
    if not isinstance(value, dict):
        return is_data_url(value)
    is_whole = value.keys() <= _KEYS and isinstance(value.get("caption", ""), str)
    return "filename" in value and is_data_url(value.get("data")) and is_whole


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of `{"filename": …, "data": a data URL}`, or of a bare data URL or kept file."""
    if isinstance(value, str | StoredFile):
        return stored(value, "", about)
    if not isinstance(value, dict) or not isinstance(value.get("filename"), str) or "data" not in value:
        return Misfit()
    seen = stored(value["data"], value["filename"], about, "/data")
    caption = value.get("caption")
    return replace(seen, caption=caption) if isinstance(seen, View) and isinstance(caption, str) else seen
