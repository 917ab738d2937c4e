"""Declared options of a choice: values of any scalar type with their labels, and their texts in a form."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Input, Texts, UnreadableError
from webform.inputs.options import WORDS, OptionKind, option, unknown_keys
from webform.inputs.texts import is_word
from webform.messages import Param, Phrase
from webform.problems import Problem, error_at, listed, warning_at, wrong_type
from webform.values import ABSENT, NotJSONError, brief, equal, join, kind_of, read_json, write_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime


#: The kinds of values that an option may have.
_SCALARS = ("string", "number", "boolean")
#: The keys of an option.
_KEYS = {"value", "label"}
#: Options that a problem writes as they are meant.
_MAX_MEANT = 20


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One option: the value the body gets and what people read."""

    value: Any
    label: str


def _read_choice(index: int, raw: Any, problems: list[Problem]) -> Choice | None:
    at = f"/{index}"
    if not isinstance(raw, dict):
        problems.append(wrong_type(at, Phrase("kind.choice"), raw))
        return None
    if raw.keys() != _KEYS:
        problems += unknown_keys(raw, _KEYS, "choice", at)
    value = raw.get("value", ABSENT)
    if kind_of(value) not in _SCALARS:
        problems.append(
            wrong_type(join(at, "value"), Phrase("kind.scalar"), value)
            if "value" in raw
            else error_at(at, "wrong-type", "wrong-type.choice-value")
        )
        return None
    label = raw.get("label")
    if not isinstance(label, str):
        problems.append(
            wrong_type(join(at, "label"), Phrase("kind.label"), label)
            if "label" in raw
            else error_at(at, "wrong-type", "wrong-type.choice-label")
        )
        label = _label_of(value)
    return Choice(value=value, label=label)


def _read_choices(raw: list[Any]) -> tuple[tuple[Choice, ...], list[Problem]]:
    plain = {index for index, item in enumerate(raw) if kind_of(item) in _SCALARS}
    problems = [_plain(raw, is_read=len(plain) == len(raw) and all(map(_is_label, raw)))] if plain else []
    if problems and problems[0].severity == "warning":
        return tuple(Choice(value=item, label=item) for item in raw), problems
    choices = [_read_choice(index, item, problems) for index, item in enumerate(raw) if index not in plain]
    return tuple(choice for choice in choices if choice), problems


def _is_label(value: Any) -> bool:
    """Tell whether *value* can be both what is sent and what is read: a text that is seen."""
    return isinstance(value, str) and value.strip() != ""


def _plain(raw: list[Any], *, is_read: bool) -> Problem:
    """Return the one problem with all that are plain values, and how they are written; *is_read*: taken as they are."""
    meant = [
        {"value": item, "label": _label_of(item)} if kind_of(item) in _SCALARS else item for item in raw[:_MAX_MEANT]
    ]
    problem = warning_at("", "plain-options", options=listed(meant))
    return problem if is_read else replace(problem, key="plain-options.unread", severity="error")


def _label_of(value: Any) -> str:
    return value if isinstance(value, str) else write_json(value)


#: Options of the examples: texts, and a number beside the text alike.
COUNTRIES = [{"value": "GB", "label": "United Kingdom"}, {"value": "US", "label": "United States"}]
ONES = [{"value": 1, "label": "One"}, {"value": "1", "label": "Text"}]
CHOICES = OptionKind(
    words=Phrase("kind.choices"),
    schema={
        "type": "array",
        "minItems": 1,
        "items": {
            "type": "object",
            "properties": {"value": {"type": ["string", "number", "boolean"]}, "label": WORDS.schema},
            "required": ["value", "label"],
        },
    },
    takes=lambda value: isinstance(value, list) and bool(value),
    read=_read_choices,
)


@dataclass(frozen=True, kw_only=True)
class ChoiceLike(Input):
    """An input whose value is one of its options, or several."""

    in_schema = frozenset({"options"})

    options: tuple[Choice, ...] = option(CHOICES, "The choices.", required=True, example=COUNTRIES)

    @cached_property
    def by_text(self) -> dict[str, Choice]:
        """The options by their text in a form: their own where all are plain strings, else their JSON text."""
        plain = all(map(is_word, [choice.value for choice in self.options]))
        texts: dict[str, Choice] = {}
        for choice in self.options:
            texts.setdefault(str(choice.value) if plain else write_json(choice.value), choice)
        return texts

    @cached_property
    def _text_of(self) -> dict[tuple[Any, Any], str]:
        """The texts of the options by their value: with its Python type, where spelling counts, and as JSON has it."""
        found: dict[tuple[Any, Any], str] = {}
        for text, choice in self.by_text.items():
            if isinstance(choice.value, dict | list):
                continue
            found.setdefault((type(choice.value), choice.value), text)
            found.setdefault((kind_of(choice.value), choice.value), text)
        return found

    def choice_text(self, value: Any) -> str | None:
        """Return the text of the option that is *value*: the one spelled alike, else one that is equal."""
        if isinstance(value, dict | list):
            return next((text for text, choice in self.by_text.items() if equal(choice.value, value)), None)
        if isinstance(value, str) and value in self.by_text and self.by_text[value].value == value:
            return value
        return self._text_of.get((type(value), value)) or self._text_of.get((kind_of(value), value))

    def choice_value(self, text: str) -> Any:
        """Return the value of the option that *text* names, or `ABSENT`."""
        if (named := self.by_text.get(text)) is not None:
            return named.value
        meant = [text]
        with suppress(NotJSONError):
            meant.append(read_json(text))
        values = [choice.value for choice in self.options if any(equal(choice.value, value) for value in meant)]
        return values[0] if len(values) == 1 else ABSENT

    def summary(self, value: Any) -> str:
        chosen = value if isinstance(value, list) else [value]
        texts = [self.choice_text(chosen_value) for chosen_value in chosen]
        if not chosen or None in texts:
            return super().summary(value)
        return ", ".join(self.by_text[text].label for text in texts if text is not None)

    def labels(self) -> tuple[Param, ...]:
        """Return the labels of the first options, for a problem with a text that names none."""
        return (*(f'"{choice.label}"' for choice in self.options[:6]), *(["…"] if len(self.options) > 6 else ()))

    def lint(self) -> Iterator[Problem]:
        seen: set[tuple[type, Any]] = set()
        for index, choice in enumerate(self.options):
            if isinstance(choice.value, dict | list):
                continue
            spelled = type(choice.value), choice.value
            if spelled in seen:
                yield warning_at(f"/options/{index}/value", "duplicate-option", value=brief(choice.value))
            seen.add(spelled)


@dataclass(frozen=True, kw_only=True)
class OneChoice(ChoiceLike):
    """An input whose value is one of its options."""

    def texts(self, value: Any) -> Texts | None:
        text = self.choice_text(value)
        return None if text is None else {"": [text]}

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        text = texts[""][-1]
        value = self.choice_value(text)
        if value is ABSENT:
            raise UnreadableError("not-an-option", options=self.labels())
        return value

    def value_schema(self) -> dict[str, Any]:
        return {"enum": [choice.value for choice in self.options]}

    def sample(self, now: datetime) -> Any:
        return self.options[0].value
