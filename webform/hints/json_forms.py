"""The `uischema` of JSON Forms, which is a page: layouts with controls, each with the place of its schema."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from webform.hints.base import ITEMS, Asked, Condition, Hint, Read
from webform.values import as_dict, as_list, join, split

if TYPE_CHECKING:
    from collections.abc import Iterator

Steps = tuple[str | int, ...]

#: Layouts whose label is a heading, and those that only place what is in them.
HEADED = frozenset({"Group", "Category"})
PLAIN = frozenset({"VerticalLayout", "HorizontalLayout", "Categorization"})
#: What the options that are `true` make of a control.
FLAGS = {"multi": "textarea", "slider": "slider", "toggle": "toggle", "autocomplete": "select"}
#: What its `format` makes of a control.
FORMATS = {
    "radio": "radio", "password": "password", "date": "date", "time": "time", "date-time": "datetime",
    "color": "colour",
}  # fmt: skip
#: What each of its other options is here.
OPTIONS = {"placeholder": "placeholder", "step": "step"}
#: The value of `detail` that means no layout of its own.
_GENERATED = frozenset({"DEFAULT", "GENERATED", "REGISTERED"})


@dataclass(frozen=True, kw_only=True)
class _Around:
    """What stands around an element: the steps to the value it is of, a heading, a rule with its place."""

    steps: Steps = ()
    group: Asked | None = None
    rule: Asked | None = None


def read_json_forms(value: Any, at: str) -> Read:
    """Return the hints of the uischema *value*, which stands *at* a pointer of the declaration."""
    reader = _Reader()
    reader.element(value, at, _Around())
    return reader.read


class _Reader:
    """Reads the elements of a page, in their order."""

    def __init__(self) -> None:
        self.read = Read()
        self._positions = count(1)

    def element(self, value: Any, at: str, around: _Around) -> None:
        """Read one element, and those in it."""
        kind = value.get("type") if isinstance(value, dict) else None
        if kind in HEADED | PLAIN:
            self._layout(value, at, around)
        elif kind in ("Control", "ListWithDetail") and isinstance(value.get("scope"), str):
            self._control(value, at, around)
        else:
            self.read.ignore(at, str(kind or value))

    def _layout(self, value: dict[str, Any], at: str, around: _Around) -> None:
        label = value.get("label")
        if value["type"] in HEADED and isinstance(label, str) and label:
            around = replace(around, group=Asked(label, join(at, "label")))
        if "rule" in value:
            around = replace(around, rule=Asked(value["rule"], join(at, "rule")))
        for name in value.get("options") or ():
            self.read.ignore(join(at, "options", name), f"options.{name}")
        for index, element in enumerate(as_list(value.get("elements"))):
            self.element(element, join(at, "elements", index), around)

    def _control(self, value: dict[str, Any], at: str, around: _Around) -> None:
        steps = _steps_of(value["scope"])
        if steps is None:
            self.read.ignore(join(at, "scope"), value["scope"])
            return
        steps = (*around.steps, *steps)
        input_, options = self._options(value, at, steps)
        if around.group:
            options["group"] = around.group
        label = _label(value.get("label"))
        if label:
            options["label"] = Asked(label, join(at, "label"))
        elif "label" in value:
            self.read.ignore(join(at, "label"), "label")
        hint = Hint(at=at, input=input_, options=options, position=next(self._positions))
        self.read.tree.add(steps, hint)
        if around.rule:
            self._rule(around.rule, steps, around, is_own=False)
        if "rule" in value:
            self._rule(Asked(value["rule"], join(at, "rule")), steps, around, is_own=True)

    def _options(self, value: dict[str, Any], at: str, steps: Steps) -> tuple[Asked | None, dict[str, Asked]]:
        """Return the input that the options of a control ask for, and its own options."""
        input_, options = None, dict[str, Asked]()
        for name, part in as_dict(value.get("options")).items():
            place = join(at, "options", name)
            if name in FLAGS and part is True:
                input_ = Asked(FLAGS[name], place)
                options |= {"searchable": Asked(True, place)} if name == "autocomplete" else {}
            elif name == "format" and part in FORMATS:
                input_ = Asked(FORMATS[part], place)
            elif name in OPTIONS:
                options[OPTIONS[name]] = Asked(part, place)
            elif name == "detail" and isinstance(part, dict):
                self.element(part, place, _Around(steps=(*steps, ITEMS)))
            elif not (name == "detail" and part in _GENERATED):
                self.read.ignore(place, f"options.{name}")
        return input_, options

    def _rule(self, asked: Asked, steps: Steps, around: _Around, *, is_own: bool) -> None:
        """Add the condition of *asked* at the input of *steps*, or around it: beside what the condition looks at."""
        condition = _condition(asked.value)
        target = (*around.steps, *condition[0]) if condition else ()
        depth = len(target)
        beside = condition is not None and depth > 0 and depth <= len(steps) and target[:-1] == steps[: depth - 1]
        # What hides more than the input itself is meant where it is the rule of a group.
        if condition is None or not beside or (is_own and depth < len(steps)):
            self.read.ignore(asked.at, "rule")
            return
        show_if = replace(condition[1], key=str(target[-1]))
        self.read.tree.add(steps[:depth], Hint(at=asked.at, show_if=Asked(show_if, asked.at)))


def _label(label: Any) -> str:
    """Return the text of a label, which may be an object; `""` where there is none, or it is not to be shown."""
    match label:
        case str(text) | {"text": str(text), "show": True}:
            return text
        case {"text": str(text)} if "show" not in label:
            return text
    return ""


def _steps_of(scope: str) -> Steps | None:
    """Return the steps to the value whose schema stands at *scope*; `None` where that is no plain place."""
    parts = iter(split(scope.removeprefix("#")))
    return tuple(_steps(parts)) if scope in ("", "#") or scope.startswith("#/") else None


def _steps(parts: Iterator[str]) -> Iterator[str | int]:
    for part in parts:
        if part == "properties":
            yield next(parts, "")
        elif part == "items":
            yield ITEMS
        elif part in ("anyOf", "oneOf", "allOf"):
            next(parts, "")


def _condition(rule: Any) -> tuple[Steps, Condition] | None:
    """Return the steps to what *rule* looks at and the condition it makes of that; `None` where it is none of ours."""
    match rule:
        case {"effect": "SHOW" | "HIDE" as effect, "condition": {"scope": str(scope), "schema": dict(schema)}}:
            found = _values(schema)
        case {"effect": "SHOW" | "HIDE" as effect, "condition": {"scope": str(scope), "expectedValue": value}}:
            found = (value,), False
        case _:
            return None
    steps = _steps_of(scope)
    if found is None or steps is None:
        return None
    values, negated = found
    return steps, Condition(key="", values=values, negated=negated is (effect == "SHOW"))


def _values(schema: dict[str, Any]) -> tuple[tuple[Any, ...], bool] | None:
    """Return the values that *schema* names, and whether it forbids them."""
    match schema:
        case {"const": value} if len(schema) == 1:
            return (value,), False
        case {"enum": list(values)} if len(schema) == 1:
            return tuple(values), False
        case {"not": dict(inner)} if len(schema) == 1 and (found := _values(inner)):
            return found[0], not found[1]
    return None
