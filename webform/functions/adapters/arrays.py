"""Arrays and scalars of NumPy: lists and numbers, and an array of pixels is a picture."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from webform.functions.adapters import pictures

#: The least height and width of a picture.
_LEAST = 8


def converted(value: Any) -> Any:
    """Return an array as lists, a scalar as what it holds."""
    if _is_picture(value) and find_spec("PIL") is not None:
        return pictures.converted(import_module("PIL.Image").fromarray(value))
    return value.tolist() if hasattr(value, "tolist") else str(value)


def _is_picture(value: Any) -> bool:
    shape: tuple[int, ...] = getattr(value, "shape", ())
    return len(shape) == 3 and shape[2] in (3, 4) and min(shape[:2]) >= _LEAST and str(value.dtype) == "uint8"
