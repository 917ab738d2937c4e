"""Annotations of parameters and results, made fit for pydantic: files, named tuples, typed dicts."""

from __future__ import annotations

import sys
import types
import typing
from dataclasses import dataclass
from pathlib import PurePath
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin

from pydantic_core import core_schema
from typing_extensions import TypedDict, get_type_hints, is_typeddict

from webform.functions.adapters import reader_of
from webform.functions.sent_files import file_bytes, file_path

if typing.TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler

#: Python's own typed dicts tell pydantic enough from here on.
TYPED_DICTS = (3, 12)


@dataclass(frozen=True, eq=False)
class Sent:
    """A value that is read from what was sent by a function of ours: a file, or the rows of a table."""

    read: Callable[[Any], Any]
    schema: dict[str, Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return dict(self.schema)


@dataclass(frozen=True, eq=False)
class _Made:
    """A class that is made of the values of an object."""

    cls: Any
    fields: Any

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(lambda values: self.cls(**values), handler(self.fields))


FILE = {"type": "string", "format": "data-url"}


def prepared(annotation: Any) -> Any:
    """Return *annotation* as pydantic reads it: a file is a data URL, a named tuple an object."""
    if isinstance(annotation, type) and not get_args(annotation):
        return _prepared_class(annotation)
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return Annotated[(prepared(arguments[0]), *arguments[1:])]
    if origin in (None, Literal) or not arguments:
        return annotation
    parts = tuple(part if part is ... else prepared(part) for part in arguments)
    if origin in (Union, types.UnionType):
        return Union[parts]  # noqa: UP007 - their number is not known
    try:
        return origin[parts]
    except TypeError:
        return annotation


def is_sent(annotation: Any) -> bool:
    """Tell whether *annotation*, which was prepared, holds values that are sent otherwise than they are returned."""
    parts = (*get_args(annotation), *getattr(annotation, "__metadata__", ()))
    return any(isinstance(part, Sent) or is_sent(part) for part in parts)


def _prepared_class(cls: type) -> Any:
    if issubclass(cls, PurePath):
        return Annotated[cls, Sent(file_path, FILE)]
    if issubclass(cls, bytes | bytearray):
        return Annotated[cls, Sent(file_bytes, FILE)]
    if reader := reader_of(cls):
        return Annotated[cls, Sent(reader.read, reader.schema)]
    if is_typeddict(cls) and sys.version_info < TYPED_DICTS:
        required: frozenset[str] = getattr(cls, "__required_keys__", frozenset())
        return _typed_dict(cls, lambda name: name in required)
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        defaults: dict[str, Any] = getattr(cls, "_field_defaults", {})
        fields = _typed_dict(cls, lambda name: name not in defaults)
        return Annotated[cls, _Made(cls, fields)]
    return cls


def _typed_dict(cls: type, is_required: Callable[[str], bool]) -> Any:
    hints = {name: prepared(hint) for name, hint in get_type_hints(cls, include_extras=True).items()}
    fields = {name: hint if is_required(name) else NotRequired[hint] for name, hint in hints.items()}
    made: Any = TypedDict(cls.__name__, fields)  # type: ignore[misc]  # made at run time
    made.__doc__ = None if hasattr(cls, "_fields") else cls.__doc__
    return made
