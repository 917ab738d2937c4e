"""Conditions that show an input: for scripts, and in words for people; and the inputs that wait for one."""

from __future__ import annotations

from typing import Any, NamedTuple

from webform.draft import Draft, body_at
from webform.inputs import Input, Record, Shape, UnionLike
from webform.inputs.constant import Constant
from webform.language import gettext
from webform.values import ABSENT, as_dict, brief, join, write_json

_NOTHING = Draft()
#: Inputs whose values are numbers or booleans, each with a rule of its own in `static/src/values.js`.
_READ_BY_RULE = frozenset({"number", "slider", "checkbox", "toggle"})


class Condition(NamedTuple):
    """What an input is shown by: for scripts as JSON, and in words for people; and whether it *holds* now."""

    rule: str
    words: str
    holds: bool


def condition_of(record: Record, input_: Input, hidden: set[str]) -> Condition | None:
    """Return what an input is shown by; the keys of those that are not shown now are *hidden*."""
    if input_.show_if is None:
        return None
    target, value = record.by_key[input_.show_if.key], input_.show_if.equals
    rule: dict[str, Any] = {"at": join("", target.key), "equals": value, **facts_of(target)}
    words = gettext("Only when {label} is {value}", label=target.label, value=_value_words(target, value))
    return Condition(write_json(rule), words, input_.key not in hidden)


def hidden_keys(record: Record, draft: Draft) -> set[str]:
    """Return the keys whose condition does not hold while the controls hold *draft*."""
    if not record.conditional:
        return set()
    values = as_dict(body_at(record, draft, []))
    return {input_.key for input_ in record.inputs if not record.shows(input_, values)}


def facts_of(input_: Input) -> dict[str, bool]:
    """Return what a script that reads the controls of *input_* does not see in them."""
    facts = {}
    if any(text != choice.value for text, choice in getattr(input_, "by_text", {}).items()) or _is_json(input_):
        # Its text, or those of its options, are JSON and not the values themselves.
        facts["typed"] = True
    if getattr(input_, "bbox_format", "") == "flat":
        facts["flat"] = True
    return facts


def _is_json(input_: Input) -> bool:
    """Tell whether the one text of *input_*, which scripts have no rule for, is the JSON of its value."""
    if input_.type in _READ_BY_RULE or input_.takes_json or input_.shape is not Shape.LEAF or [*input_.parts] != [""]:
        return False
    return input_.value_schema().get("type") in ("integer", "number", "boolean")


def inactive_keys(record: Record, draft: Draft) -> set[str]:
    """Return the keys that wait for a condition; what is filled in there is shown all the same."""
    if record.inactive_keys is None:
        return set()
    value = body_at(record, draft, [])
    keys = record.inactive_keys({} if value is ABSENT else value)
    return {key for key in keys if draft.children.get(key, _NOTHING).blank()}


def _value_words(target: Input, value: Any) -> str:
    if isinstance(value, bool) and not hasattr(target, "options"):
        return gettext("on") if value else gettext("off")
    for choice in getattr(target, "options", ()):
        if choice.value == value and type(choice.value) is type(value):
            return str(choice.label)
    return value if isinstance(value, str) and value else brief(value)


def is_unseen(above: Input, input_: Input, draft: Draft | None) -> bool:
    """Tell whether *input_*, an input of what stands at *above*, is on the page, but nobody sees it."""
    settled = isinstance(above, UnionLike) and isinstance(input_, Constant) and draft is not None and draft.presence
    return input_.type == "hidden" or bool(settled)
