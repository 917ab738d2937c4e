"""The walk over inputs and values: what stands below an input, and below a value of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.inputs.base import Input, Shape
from webform.inputs.record import Record
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


#: Digits of an index: no list is so long that it needs more.
MAX_DIGITS = 9
#: How deep declared inputs are within each other: a schema may lead back to itself.
MAX_DEPTH = 16


def is_index(token: str) -> bool:
    """Tell whether *token* is the index of an item."""
    return token.isascii() and token.isdigit() and len(token) <= MAX_DIGITS


def child_input(input_: Input | None, token: str) -> Input | None:
    """Return the input at *token* right below *input_*; `None` where none is."""
    if isinstance(input_, Record):
        return input_.child(token)
    if input_ is not None and input_.shape is Shape.ROWS and is_index(token):
        return input_.item(int(token))
    return None


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parts of *value* with their tokens: the members of an object, the items of a list."""
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield str(index), item


def parts_of(input_: Input | None, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parts of *value* with their tokens where it is built as *input_* is; nothing else has inputs below."""
    built_as = dict if isinstance(input_, Record) else list if input_ and input_.shape is Shape.ROWS else ()
    if isinstance(value, built_as):
        yield from parts(value)


def changed(value: Any, change: Callable[[str, Any], Any]) -> Any:
    """Return *value*, an object or a list, its parts as *change* makes them of token and part; `ABSENT` is left out."""
    made: dict[str, Any] = {}
    # A comprehension would be another frame at each level of a deep value.
    for token, part in parts(value):
        new = change(token, part)
        if new is not ABSENT:
            made[token] = new
    return made if isinstance(value, dict) else list(made.values())


def paths(input_: Input, enters: Callable[[Input], bool], depth: int = MAX_DEPTH) -> Iterator[tuple[Input, ...]]:
    """Yield each declared input up to *depth* below *input_* that *enters* takes, after those that it is in."""
    for inner in input_.inputs if isinstance(input_, Record) and depth else ():
        if enters(inner):
            yield (inner,)
            for path in paths(inner, enters, depth - 1):
                yield inner, *path
