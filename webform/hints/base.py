"""Hints: what an author asks for beside a schema, and where: an input, its options, its heading, when it is shown."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.problems import Problem
from webform.values import brief, equal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from webform.messages import Param

#: The step to the items of a list; that to the item of an index alone is the index and one.
ITEMS = 0
#: What stands in the order of properties for those that are not named.
OTHERS = "*"


class Asked(NamedTuple):
    """A part of a hint, and where it stands in the declaration."""

    value: Any
    at: str

    def ignored(self, key: str, **params: Param) -> Problem:
        """Return the warning that it is ignored, in the sentence *key*, whose beginning is its code."""
        return Problem(at=self.at, code=key.partition(".")[0], key=key, params=params, severity="warning")


@dataclass(frozen=True, kw_only=True)
class Condition:
    """The input is shown while the property *key* beside it has one of *values*; *negated*: while it has none."""

    key: str
    values: tuple[Any, ...]
    negated: bool = False

    def holds(self, siblings: Mapping[str, Any]) -> bool:
        """Tell whether it holds while the properties are *siblings*."""
        found = self.key in siblings and any(equal(siblings[self.key], value) for value in self.values)
        return found is not self.negated


@dataclass(frozen=True, kw_only=True)
class Hint:
    """
    What an author asks for at one place.

    Args:
        at: where it stands in the declaration.
        input: the name of an input.
        options: options of the input, by the names that a tool.json has for them.
        order: the keys of an object, in order.
        position: the place of a property among the others.
        show_if: when it is shown.
    """

    at: str
    input: Asked | None = None
    options: Mapping[str, Asked] = field(default_factory=dict)
    order: Asked | None = None
    position: float | None = None
    show_if: Asked | None = None

    def over(self, other: Hint | None) -> Hint:
        """Return the hint that asks for the same, and for what only *other* does."""
        if other is None:
            return self
        return replace(
            self,
            input=self.input or other.input,
            options={**other.options, **self.options},
            order=self.order or other.order,
            position=other.position if self.position is None else self.position,
            show_if=self.show_if or other.show_if,
        )


class HintTree:
    """The hints of a value and, by steps, of what is in it: keys of objects, `ITEMS` for the items of a list."""

    def __init__(self) -> None:
        self.hint: Hint | None = None
        self._below: dict[str | int, HintTree] = {}

    def add(self, steps: Sequence[str | int], hint: Hint) -> None:
        """Add *hint*, which is of the place that *steps* lead to; one that is there already counts first."""
        tree = self
        for step in steps:
            tree = tree._below.setdefault(step, HintTree())
        tree.hint = hint if tree.hint is None else tree.hint.over(hint)

    def below(self, step: str | int, *, is_additional: bool = False) -> HintTree | None:
        """Return the hints of the property *step*, or of the item at that index, which comes after those of a tuple."""
        items = self._below.get(ITEMS)
        if isinstance(step, str):
            # A uischema says of an object, as of a list, what is in it by a layout of its own.
            return self._below.get(step) or (items.below(step) if items else None)
        # A uiSchema says of a list, which has no properties, what its items are as if they were one.
        own = self._below.get("additionalItems" if is_additional else step + 1)
        return own or items or self._below.get("items")

    def __iter__(self) -> Iterator[HintTree]:
        """Yield it and all trees below it."""
        yield self
        for tree in self._below.values():
            yield from tree


@dataclass(slots=True)
class Read:
    """What a reader found: the hints, and what is wrong with them."""

    tree: HintTree = field(default_factory=HintTree)
    problems: list[Problem] = field(default_factory=list)

    def ignore(self, at: str, name: str) -> None:
        """Note that what is called *name*, which stands *at* a pointer, has no counterpart here."""
        self.problems.append(Asked(name, at).ignored("hint-ignored", name=brief(name)))
