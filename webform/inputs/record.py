"""Named inputs together, some of them under a condition: a whole form, a row of a table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from webform.inputs.base import Input, Shape
from webform.inputs.named import LazyInputs
from webform.inputs.summary import MAX_ITEMS, listed, summary
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

    type: ClassVar[str] = "object"
    shape: ClassVar[Shape] = Shape.RECORD
    marks_itself: ClassVar[bool] = True

    inputs: Sequence[Input]
    undeclared: Callable[[str], Input] | None = None
    grows: bool = False
    sorts: bool = False
    aside: bool = False
    inactive_keys: Callable[[Any], AbstractSet[str]] | None = None
    unordered: bool = False

    @property
    def several(self) -> bool:
        return True

    def child(self, key: str) -> Input | None:
        """Return the input of *key*."""
        declared = self.by_key.get(key)
        return self.undeclared(key) if declared is None and self.undeclared else declared

    @cached_property
    def by_key(self) -> Mapping[str, Input]:
        """Its inputs by key."""
        if isinstance(self.inputs, LazyInputs):
            return self.inputs.by_key
        return {each.key: each for each in self.inputs}

    @cached_property
    def conditional(self) -> bool:
        """Whether any of its inputs has a condition."""
        return not isinstance(self.inputs, LazyInputs) and any(each.show_if for each in self.inputs)

    @cached_property
    def groups(self) -> list[tuple[str, list[Input]]]:
        """
        Its inputs by heading: a group stands where its first input does; those without one stand as they come.

        Where the author gave no order, the required ones of each come first.
        """
        gathered: dict[str, list[Input]] = {}
        ordered: list[tuple[str, list[Input]]] = []
        for each in self.inputs:
            if each.group in gathered:
                gathered[each.group].append(each)
            elif not each.group and ordered and not ordered[-1][0]:
                ordered[-1][1].append(each)
            else:
                ordered.append((each.group, [each]))
                if each.group:
                    gathered[each.group] = ordered[-1][1]
        if self.unordered:
            for _, inputs in ordered:
                inputs.sort(key=lambda each: not each.required)
        return ordered

    def conditions(self, each: Input) -> list[tuple[str, Any]]:
        """Return (key, value) of all that must hold for *each* to be shown: a hidden target counts for nothing."""
        held: list[tuple[str, Any]] = []
        while each.show_if:
            held.append((each.show_if.key, each.show_if.equals))
            each = self.by_key[each.show_if.key]
        return held

    def shows(self, each: Input, values: Mapping[str, Any]) -> bool:
        """Tell whether *each* is shown while the body holds *values*."""
        return all(equal(values.get(key, ABSENT), value) for key, value in self.conditions(each))

    def settle(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return *values* by the rule for what is hidden: left out, or its default where it is required."""
        if not self.conditional:
            return dict(values)
        settled = dict(values)
        for each in self.inputs:
            if each.show_if and not self.shows(each, values):
                settled.pop(each.key, None)
                if each.required and each.default is not ABSENT:
                    settled[each.key] = each.initial()
        return settled

    def summary(self, value: Any) -> str:
        if not isinstance(value, dict):
            return super().summary(value)
        told = [(self.child(key), key, each) for key, each in list(value.items())[: MAX_ITEMS + 1]]
        parts = [
            (child.label or key, child.summary(each)) if child else (key, summary(each)) for child, key, each in told
        ]
        return listed([f"{label}: {words}" for label, words in parts if words], value, one="field")

    def sample(self, now: datetime) -> Any:
        values = {
            each.key: each.sample(now) if each.initial() is ABSENT else each.initial()
            for each in self.inputs
            if each.required
        }
        return self.settle(values)

    def value_schema(self) -> dict[str, Any]:
        conditions = [self._condition(each) for each in self.inputs if each.show_if]
        return {
            "type": "object",
            "properties": {each.key: each.value_schema() for each in self.inputs},
            "required": [each.key for each in self.inputs if each.required and not each.show_if],
            "additionalProperties": False,
            **({"allOf": conditions} if conditions else {}),
        }

    def _condition(self, each: Input) -> dict[str, Any]:
        held = [
            {"properties": {key: {"const": value}}, "required": [key]} for key, value in self.conditions(each)
        ]  # fmt: skip
        needed = {"required": [each.key]}
        if not each.required:
            otherwise: dict[str, Any] = {"properties": {each.key: False}}
        elif each.default is ABSENT:
            otherwise = {"properties": {each.key: False}}
        else:
            otherwise = {"properties": {each.key: {"const": each.initial()}}, **needed}
        return {"if": {"allOf": held}, "then": needed if each.required else True, "else": otherwise}
