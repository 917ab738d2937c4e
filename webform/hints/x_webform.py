"""`x-webform` beside a schema: the name of an input, or an object with its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.hints.base import Asked, Condition, Hint
from webform.messages import Phrase
from webform.problems import Problem, wrong_type
from webform.values import join, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable

#: The keyword.
KEYWORD = "x-webform"
#: What stands at the top of a schema for others than forms: the schema of the answer.
OUTPUT = "output"


def read_hint(value: Any, at: str) -> tuple[Hint | None, list[Problem]]:
    """Return the hint that *value* is, which stands *at* a pointer of the declaration, and what is wrong with it."""
    if isinstance(value, str):
        return Hint(at=at, input=Asked(value, at)), []
    if not isinstance(value, dict):
        return None, [_warning(at, Phrase("kind.hint"), value)]
    problems = [
        _warning(join(at, name), _EXPECTED[name], value[name])
        for name, takes in _TAKES.items()
        if name in value and not takes(value[name])
    ]
    right = {
        name: Asked(part, join(at, name))
        for name, part in value.items()
        if name != OUTPUT and _TAKES.get(name, _anything)(part)
    }
    listed, number = _order(right.get("order"))
    condition = right.get("show_if")
    return Hint(
        at=at,
        input=right.get("input"),
        options={name: asked for name, asked in right.items() if name not in _TAKES},
        order=listed,
        position=number,
        show_if=condition and Asked(_condition(condition.value), condition.at),
    ), problems


def _order(asked: Asked | None) -> tuple[Asked | None, float | None]:
    """Return the order of the properties of an object, and the position among others that *asked* says."""
    if asked is None or isinstance(asked.value, list):
        return asked, None
    return None, float(asked.value)


def _condition(value: dict[str, Any]) -> Condition:
    return Condition(key=value["key"], values=(value["equals"],))


def _anything(_: Any) -> bool:
    return True


def _is_order(value: Any) -> bool:
    return kind_of(value) == "number" or (isinstance(value, list) and all(isinstance(key, str) for key in value))


def _is_condition(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {"key", "equals"} and isinstance(value["key"], str)


_TAKES: dict[str, Callable[[Any], bool]] = {
    "input": lambda value: isinstance(value, str),
    "order": _is_order,
    "show_if": _is_condition,
}
_EXPECTED = {"input": Phrase("kind.text"), "order": Phrase("kind.order"), "show_if": Phrase("kind.condition")}


def _warning(at: str, expected: Phrase, found: Any) -> Problem:
    problem = wrong_type(at, expected, found)
    return Problem(at=at, code="bad-hint", params=problem.params, severity="warning")
