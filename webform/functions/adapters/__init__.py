"""Adapters of values of libraries, one file a kind: as JSON values or files, and back from what was sent."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

#: The adapter of values by the package that their class is of. It is imported when such a value comes.
ADAPTERS = {
    "altair": "vega",
    "matplotlib": "figures",
    "numpy": "arrays",
    "pandas": "frames",
    "PIL": "pictures",
    "plotly": "plotly",
    "polars": "frames",
    "pydantic": "models",
}
#: The adapter of parameters of these classes.
READERS = {
    ("PIL", "Image"): "pictures",
    ("pandas", "DataFrame"): "frames",
    ("polars", "DataFrame"): "frames",
}


class Reader(NamedTuple):
    """How a parameter of a class is filled in: the JSON Schema of what is sent, and what reads it."""

    schema: dict[str, Any]
    read: Callable[[Any], Any]


def adapted(value: Any) -> Any:
    """Return *value* as its adapter has it; itself where there is none."""
    for cls in type(value).__mro__:
        name = ADAPTERS.get(cls.__module__.partition(".")[0])
        if name is not None:
            return import_module(f"{__name__}.{name}").converted(value)
    return value


def reader_of(cls: type) -> Reader | None:
    """Return how a parameter of *cls* is filled in; `None` where no adapter knows it."""
    name = READERS.get((cls.__module__.partition(".")[0], cls.__name__))
    reader: Reader | None = import_module(f"{__name__}.{name}").reader(cls) if name else None
    return reader
