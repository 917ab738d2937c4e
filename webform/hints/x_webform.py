"""`x-webform` beside a schema: the name of an input, or an object with its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.hints.base import Asked, Condition, Hint
from webform.inputs.options import TEXT, OptionKind, list_of
from webform.messages import Phrase
from webform.problems import warning_at
from webform.values import brief, is_number, is_text, join

if TYPE_CHECKING:
    from webform.problems import Problem

#: The keyword.
KEYWORD = "x-webform"
#: What stands at the top of a schema for others than forms: the schema of the answer.
OUTPUT = "output"


def read_hint(value: Any, at: str) -> tuple[Hint | None, list[Problem]]:
    """Return the hint that *value* is, which stands *at* a pointer of the declaration, and what is wrong with it."""
    if isinstance(value, str):
        return Hint(at=at, input=Asked(value, at)), []
    if not isinstance(value, dict):
        return None, [warning_at(at, "bad-hint", expected=Phrase("kind.hint"), found=brief(value))]
    problems = [
        warning_at(join(at, name), "bad-hint", expected=kind.words, found=brief(value[name]))
        for name, kind in _KINDS.items()
        if name in value and not kind.takes(value[name])
    ]
    right = {
        name: Asked(part, join(at, name))
        for name, part in value.items()
        if name != OUTPUT and (name not in _KINDS or _KINDS[name].takes(part))
    }
    listed, number = _order(right.get("order"))
    condition = right.get("show_if")
    return Hint(
        at=at,
        input=right.get("input"),
        options={name: asked for name, asked in right.items() if name not in _KINDS},
        order=listed,
        position=number,
        show_if=condition
        and Asked(Condition(key=condition.value["key"], values=(condition.value["equals"],)), condition.at),
    ), problems


def _order(asked: Asked | None) -> tuple[Asked | None, float | None]:
    """Return the order of the properties of an object, and the position among others that *asked* says."""
    if asked is None or isinstance(asked.value, list):
        return asked, None
    return None, float(asked.value)


def _is_condition(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {"key", "equals"} and isinstance(value["key"], str)


#: What else a hint may say than options of the input.
_KINDS = {
    "input": TEXT,
    "order": OptionKind(words=Phrase("kind.order"), takes=lambda value: is_number(value) or list_of(is_text)(value)),
    "show_if": OptionKind(words=Phrase("kind.condition"), takes=_is_condition),
}
