"""Large parameters of tests, which are made when their test begins: all tests of a process are there from the first on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Large:
    """A parameter that *make* returns: `pytest.mark.parametrize("text", [Large(lambda: "x" * 1_000_000)])`."""

    make: Callable[[], Any]

    def __repr__(self) -> str:
        return "large"


def make_large(values: dict[str, Any]) -> None:
    """Make the large ones of *values*, in place."""
    values.update({name: value.make() for name, value in values.items() if isinstance(value, Large)})
