"""The inputs of a record by their keys, each made when it is first looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, overload

from webform.late import LateMapping

if TYPE_CHECKING:
    from webform.inputs.base import Input


class LazyInputs(Sequence["Input"]):
    """
    Inputs without conditions, each made when it is first looked at: of a large record few are.

    Args:
        keys: returns their keys, in order.
        make: returns the input of a key.
    """

    def __init__(self, keys: Callable[[], Iterable[str]], make: Callable[[str], Input]) -> None:
        self._keys, self._make = keys, make

    @cached_property
    def by_key(self) -> Mapping[str, Input]:
        """The inputs by key."""
        return LateMapping(self._keys(), self._make)

    def __iter__(self) -> Iterator[Input]:
        return iter(self.by_key.values())

    def __len__(self) -> int:
        return len(self.by_key)

    @overload
    def __getitem__(self, index: int) -> Input: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Input]: ...
    def __getitem__(self, index: int | slice) -> Input | Sequence[Input]:
        keys = list(self.by_key)[index]
        return [self.by_key[key] for key in keys] if isinstance(keys, list) else self.by_key[keys]
