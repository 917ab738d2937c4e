"""Images of Pillow: pictures."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from typing import Any

from webform.functions.adapters import Reader
from webform.functions.made_files import MadeFile
from webform.functions.sent_files import file_path

#: What a browser shows; others are written as PNG.
_SHOWN = ("PNG", "JPEG", "GIF", "WEBP")
#: How hard PNG is packed: a quarter larger than by default, in half the time that somebody waits.
_LEVEL = 3


def converted(value: Any) -> Any:
    """Return an image as a file."""
    if not hasattr(value, "save"):
        return str(value)
    form = value.format if value.format in _SHOWN else "PNG"
    target = BytesIO()
    (value if value.mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16") else value.convert("RGBA")).save(
        target, format=form, compress_level=_LEVEL
    )
    return MadeFile(target.getvalue(), f"image.{form.lower()}", f"image/{form.lower()}")


def reader(cls: type) -> Reader:
    """Return how an image is filled in: as a file of one."""
    schema = {"type": "string", "format": "data-url", "contentMediaType": "image/*"}
    return Reader(schema, _opened)


def _opened(value: Any) -> Any:
    # Pillow refuses what is no image with errors that are no ValueError.
    try:
        image = import_module("PIL.Image").open(file_path(value))
        image.load()
    except OSError as error:
        raise ValueError(f"expected an image: {error}") from None
    return image
