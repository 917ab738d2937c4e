"""Values that are made when they are first asked for: of a thousand declared tools few are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class Late(Generic[Value]):
    """A value that *make* makes when it is first asked for."""

    def __init__(self, make: Callable[[], Value]) -> None:
        self._make = make

    @cached_property
    def value(self) -> Value:
        """The value."""
        return self._make()


class LateMapping(Mapping[str, Value]):
    """Values by *keys*, in their order, each as *make* makes it of its key when it is first asked for."""

    def __init__(self, keys: Iterable[str], make: Callable[[str], Value]) -> None:
        self._keys, self._make = dict.fromkeys(keys), make
        self._made: dict[str, Value] = {}

    def __getitem__(self, key: str) -> Value:
        if key not in self._made:
            if key not in self._keys:
                raise KeyError(key)
            self._made[key] = self._make(key)
        return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


class LateField(Generic[Value]):
    """A field of a dataclass that takes a value or, in a `Late`, what makes it; *default* where it has one."""

    def __init__(self, *default: Value) -> None:
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, record: Any, owner: type) -> Value:
        if record is None:
            # So a dataclass asks for the default of a field.
            if self._default:
                return self._default[0]
            raise AttributeError(self._name)
        value: Value | Late[Value] = record.__dict__[self._name]
        return value.value if isinstance(value, Late) else value

    def __set__(self, record: Any, value: Value | Late[Value]) -> None:
        record.__dict__[self._name] = value
