"""Named inputs together, some of them under a condition: a whole form, a row of a table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Input, Shape
from webform.inputs.named import LazyInputs
from webform.inputs.summary import FIELDS, MAX_ITEMS, listed, summary
from webform.values import ABSENT, equal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from datetime import datetime

#: How the row of a key is called that nobody has named yet.
_NEW_ROW = re.compile(r"\+[1-9][0-9]*", re.ASCII)


def is_new_row(token: str) -> bool:
    """Tell whether *token* is that of a row that was added, and whose key is typed beside it."""
    return _NEW_ROW.fullmatch(token) is not None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Record(Input):
    """
    Named inputs. Their conditions (`show_if`) name each other and form no circle.

    Args:
        inputs: those that were declared, in order.
        undeclared: the input of a key that was not; where it is `None`, such a key is no part of a value.
        grows: whether people are offered to add keys of their own.
        sorts: whether the name of such a key says what it holds.
        aside: whether nothing asks for such keys, so that a whole form offers them under "More".
        inactive_keys: the keys that its value at the moment does not ask for; `None` where it never depends.
        unordered: whether its author gave no order: required inputs come first, blank optional ones fold.
    """

    type = "object"
    shape = Shape.RECORD
    marks_itself = True
    has_legend = True

    inputs: Sequence[Input]
    undeclared: Callable[[str], Input] | None = None
    grows: bool = False
    sorts: bool = False
    aside: bool = False
    inactive_keys: Callable[[Any], AbstractSet[str]] | None = None
    unordered: bool = False

    def child(self, key: str) -> Input | None:
        """Return the input of *key*."""
        declared = self.by_key.get(key)
        return self.undeclared(key) if declared is None and self.undeclared else declared

    @cached_property
    def by_key(self) -> Mapping[str, Input]:
        """Its inputs by key."""
        if isinstance(self.inputs, LazyInputs):
            return self.inputs.by_key
        return {input_.key: input_ for input_ in self.inputs}

    @cached_property
    def conditional(self) -> bool:
        """Whether any of its inputs has a condition."""
        return not isinstance(self.inputs, LazyInputs) and any(input_.show_if for input_ in self.inputs)

    @cached_property
    def groups(self) -> list[tuple[str, list[Input]]]:
        """
        Its inputs by heading: a group stands where its first input does; those without one stand as they come.

        Where the author gave no order, the required ones of each come first.
        """
        gathered: dict[str, list[Input]] = {}
        ordered: list[tuple[str, list[Input]]] = []
        for input_ in self.inputs:
            if input_.group in gathered:
                gathered[input_.group].append(input_)
            elif not input_.group and ordered and not ordered[-1][0]:
                ordered[-1][1].append(input_)
            else:
                ordered.append((input_.group, [input_]))
                if input_.group:
                    gathered[input_.group] = ordered[-1][1]
        if self.unordered:
            for _, inputs in ordered:
                inputs.sort(key=lambda input_: not input_.required)
        return ordered

    def conditions(self, input_: Input) -> list[tuple[str, Any]]:
        """Return (key, value) of all that must hold for *input_* to be shown: a hidden target counts for nothing."""
        conditions: list[tuple[str, Any]] = []
        while input_.show_if:
            conditions.append((input_.show_if.key, input_.show_if.equals))
            input_ = self.by_key[input_.show_if.key]
        return conditions

    def shows(self, input_: Input, values: Mapping[str, Any]) -> bool:
        """Tell whether *input_* is shown while the body holds *values*."""
        return all(equal(values.get(key, ABSENT), value) for key, value in self.conditions(input_))

    def settle(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return *values* by the rule for what is hidden: left out, or its default where it is required."""
        if not self.conditional:
            return dict(values)
        settled = dict(values)
        for input_ in self.inputs:
            if input_.show_if and not self.shows(input_, values):
                settled.pop(input_.key, None)
                if input_.required and input_.default is not ABSENT:
                    settled[input_.key] = input_.initial()
        return settled

    def summary(self, value: Any) -> str:
        if not isinstance(value, dict):
            return super().summary(value)
        members = [(self.child(key), key, member) for key, member in list(value.items())[: MAX_ITEMS + 1]]
        parts = [
            (child.label or key, child.summary(member)) if child else (key, summary(member))
            for child, key, member in members
        ]
        return listed([f"{label}: {words}" for label, words in parts if words], value, nouns=FIELDS)

    def sample(self, now: datetime) -> Any:
        values = {
            input_.key: input_.sample(now) if input_.initial() is ABSENT else input_.initial()
            for input_ in self.inputs
            if input_.required
        }
        return self.settle(values)

    def value_schema(self) -> dict[str, Any]:
        conditions = [self._condition(input_) for input_ in self.inputs if input_.show_if]
        return {
            "type": "object",
            "properties": {input_.key: input_.value_schema() for input_ in self.inputs},
            "required": [input_.key for input_ in self.inputs if input_.required and not input_.show_if],
            "additionalProperties": False,
            **({"allOf": conditions} if conditions else {}),
        }

    def _condition(self, input_: Input) -> dict[str, Any]:
        conditions = [
            {"properties": {key: {"const": value}}, "required": [key]} for key, value in self.conditions(input_)
        ]  # fmt: skip
        needed = {"required": [input_.key]}
        otherwise: dict[str, Any] = {"properties": {input_.key: False}}
        if input_.required and input_.default is not ABSENT:
            otherwise = {"properties": {input_.key: {"const": input_.initial()}}, **needed}
        return {"if": {"allOf": conditions}, "then": needed if input_.required else True, "else": otherwise}
