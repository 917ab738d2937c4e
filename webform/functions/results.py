"""Values that functions return, as JSON values or as a file."""

from __future__ import annotations

import dataclasses
import enum
import math
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from datetime import date, datetime, time
from decimal import Decimal
from io import BufferedIOBase
from pathlib import Path, PurePath
from typing import Any

from webform.functions.adapters import adapted
from webform.functions.made_files import MadeFile, file_of
from webform.values import MAX_DIGITS

#: Values within each other at most.
MAX_DEPTH = 60
_PLAIN = (str, bool, int, type(None))


def answer_of(value: Any) -> Any:
    """
    Return *value* as a JSON value, or as the `MadeFile` that it is.

    Raises:
        TypeError: it is nothing that can be shown.
        OSError: the file that it names cannot be read.
    """
    value = _opened(adapted(value))
    return value if isinstance(value, MadeFile) else as_json(value)


def as_json(value: Any, depth: int = 0) -> Any:
    """Return *value* as a JSON value, files within it as data URLs; the errors are those of `answer_of`."""
    if type(value) in _PLAIN:
        return value
    if depth > MAX_DEPTH:
        raise TypeError(f"the value goes deeper than {MAX_DEPTH} levels, or holds itself")
    value = _opened(adapted(value))
    convert = next((convert for kinds, convert in _CONVERTERS if isinstance(value, kinds)), None)
    if convert is not None:
        return convert(value, depth + 1)
    if dataclasses.is_dataclass(value):
        return {item.name: as_json(getattr(value, item.name), depth + 1) for item in dataclasses.fields(value)}
    if hasattr(value, "__geo_interface__"):
        return as_json(value.__geo_interface__, depth + 1)
    from pydantic_core import PydanticSerializationError, to_jsonable_python  # noqa: PLC0415 - rarely needed

    try:
        return to_jsonable_python(value)
    except PydanticSerializationError:
        raise TypeError(f"a {type(value).__qualname__} cannot be shown; return text, a dict or a list") from None


def _opened(value: Any) -> Any:
    """Return the file that *value* is; anything else as it is."""
    if isinstance(value, bytes | bytearray | memoryview):
        return MadeFile(bytes(value))
    if isinstance(value, BufferedIOBase):
        value.seek(0)
        return MadeFile(value.read(), Path(str(getattr(value, "name", ""))).name)
    return file_of(Path(value)) if isinstance(value, PurePath) else value


def _of_mapping(value: Mapping[Any, Any], depth: int) -> Any:
    filename, data = value.get("filename"), value.get("data")
    if isinstance(filename, str) and isinstance(data, bytes | bytearray):
        # Only with both does it say what the file is.
        return {
            "filename": filename,
            "data": MadeFile(bytes(data), "", MadeFile(bytes(data), filename).media).as_json(),
        }
    return {_key(key): as_json(part, depth) for key, part in value.items()}


def _key(key: Any) -> str:
    return key if isinstance(key, str) else str(key.value if isinstance(key, enum.Enum) else key)


def _of_float(value: float, depth: int) -> Any:
    return float(value) if math.isfinite(value) else None


def _of_decimal(value: Decimal, depth: int) -> Any:
    if not value.is_finite():
        return None
    # An integer keeps its digits, a float has 17.
    is_whole = value == value.to_integral_value() and value.adjusted() < MAX_DIGITS
    return int(value) if is_whole else _of_float(float(value), depth)


def _of_record(value: Any, depth: int) -> Any:
    if hasattr(value, "_fields"):
        return {name: as_json(part, depth) for name, part in zip(value._fields, value, strict=True)}
    return [as_json(part, depth) for part in value]


#: Classes, and what makes JSON values of theirs; the first is taken. NaN and the like are no numbers of JSON.
_CONVERTERS: tuple[tuple[Any, Callable[[Any, int], Any]], ...] = (
    (enum.Enum, lambda value, depth: as_json(value.value, depth)),
    (MadeFile, lambda value, _: value.as_json()),
    (str, lambda value, _: str(value)),
    (bool, lambda value, _: bool(value)),
    (int, lambda value, _: int(value)),
    (float, _of_float),
    (Decimal, _of_decimal),
    (Mapping, _of_mapping),
    ((list, tuple), _of_record),
    (AbstractSet, lambda value, depth: [as_json(part, depth) for part in value]),
    ((date, datetime, time), lambda value, _: value.isoformat()),
)
