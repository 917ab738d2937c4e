"""Options of inputs, and settings: declared in one line that types, lints, documents and describes them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any

from webform.messages import Param, Phrase
from webform.problems import Problem, error_at, nearest, warning_at, wrong_type
from webform.values import ABSENT, is_number, is_text, join

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping


#: Halves of characters, which JSON can spell but no encoding has.
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, kw_only=True)
class OptionKind:
    """
    What an option takes.

    Args:
        words: the same in words, after "expected": a phrase.
        takes: tells whether a value is of the kind.
        schema: the same as JSON Schema.
        read: makes the option's value from the declared one, and may report problems inside it; `None`: it is that.
    """

    words: Param
    takes: Callable[[Any], bool]
    schema: Mapping[str, Any] = field(default_factory=dict)
    read: Callable[[Any], tuple[Any, list[Problem]]] | None = None


@dataclass(frozen=True, kw_only=True)
class Option:
    """
    An option of an input, or a setting.

    Args:
        kind: what it takes.
        help: its line of documentation.
        required: whether it must be there.
        shown: its default in the documentation, where that is not the value.
        secret: whether it is never shown.
        example: a value that it takes, as it is declared.
    """

    kind: OptionKind
    help: str
    required: bool = False
    shown: str = ""
    secret: bool = False
    example: Any = ABSENT


def option(  # noqa: PLR0913 - all there is to say of an option
    kind: OptionKind,
    help: str,  # noqa: A002 - the word of the docs
    default: Any = None,
    *,
    required: bool = False,
    shown: str = "",
    secret: bool = False,
    example: Any = ABSENT,
) -> Any:
    """Return the dataclass field of an option; without a default it is `None` where it is not declared."""
    made = Option(kind=kind, help=help, required=required, shown=shown, secret=secret, example=example)
    metadata = {"option": made}
    if isinstance(default, dict):
        return field(default_factory=default.copy, repr=not secret, metadata=metadata)
    return field(default=default, repr=not secret, metadata=metadata)


def options_of(cls: type) -> Mapping[str, Option]:
    """Return the options that the class *cls* takes, by name, base fields first."""
    return _options_of(cls)


@cache
def _options_of(cls: type) -> Mapping[str, Option]:
    return {field_.name: field_.metadata["option"] for field_ in fields(cls) if "option" in field_.metadata}


def declared_options(input_: Any) -> dict[str, Any]:
    """Return the options of *input_* that say something else than where they are not declared."""
    defaults = {field_.name: field_.default for field_ in fields(input_)}
    values = {name: getattr(input_, name) for name in options_of(type(input_))}
    return {
        name: value
        for name, value in values.items()
        if value is not None and value is not ABSENT and value not in ("", defaults[name])
    }


@cache
def _required_of(cls: type) -> tuple[str, ...]:
    return tuple(name for name, spec in _options_of(cls).items() if spec.required)


def read_options(
    cls: type, raw: Mapping[str, Any], *, known: tuple[str, ...] = ()
) -> tuple[dict[str, Any], list[Problem]]:
    """
    Read the options of *cls* out of the declared object *raw*.

    Returns:
        The values of those that are right, and problems (relative to *raw*): an option missing, of the wrong kind, or
        unknown (a warning; *known* ones are the caller's own).
    """
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    options = options_of(cls)
    for name, value in raw.items():
        spec = options.get(name)
        if spec is None:
            if name not in known:
                problems.append(_unknown(cls, name))
        elif not spec.kind.takes(value):
            if value is not None:
                problems.append(wrong_type(join("", name), spec.kind.words, value))
        elif spec.kind.read is None:
            values[name] = value
        else:
            values[name], inside = spec.kind.read(value)
            problems += [problem.under(join("", name)) for problem in inside]
    for name in _required_of(cls):
        if raw.get(name) is None:
            expected = options[name].kind.words
            problems.append(error_at("", f"missing-{name}", "missing-option", name=name, expected=expected))
    return values, problems


def _unknown(cls: type, name: str) -> Problem:
    type_, near = getattr(cls, "type", ""), nearest(name, options_of(cls))
    return warning_at(join("", name), "unknown-option", on_key=True, type=type_, name=name, near=near)


def unknown_keys(raw: Mapping[str, Any], known: Collection[str], what: str, at: str = "") -> list[Problem]:
    """Return a warning for each key of *raw*, a *what* at *at*, that is none of those *known*."""
    unknown = [name for name in raw if name not in known]
    if not unknown:
        return []
    key = f"unknown-option.{what}"
    return [warning_at(join(at, name), "unknown-option", key, on_key=True, name=name) for name in unknown]


def list_of(takes: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Return what tells whether a value is a list of what *takes* takes."""
    return lambda value: isinstance(value, list) and all(map(takes, value))


def one_of(*words: str) -> OptionKind:
    """Return the kind of an option that is one of *words*."""
    return OptionKind(
        words=Phrase("kind.one-of", {"values": tuple(f'"{word}"' for word in words)}),
        schema={"enum": list(words)},
        takes=lambda value: isinstance(value, str) and value in words,
    )


def whole_between(least: int, limit: int, takes: Callable[[Any], bool]) -> OptionKind:
    """Return the kind of an option that is a whole number from *least* to *limit*, as *takes* tells."""
    return OptionKind(
        words=Phrase("kind.whole-between", {"least": least, "limit": limit}),
        schema={"type": "integer", "minimum": least, "maximum": limit},
        takes=takes,
    )


TEXT = OptionKind(words=Phrase("kind.text"), schema={"type": "string"}, takes=is_text)
#: A text that people see: a document may have an object of texts by language in its place, of which one is read.
WORDS = OptionKind(words=TEXT.words, schema={"$ref": "#/$defs/text"}, takes=is_text)
NAME = OptionKind(
    words=Phrase("kind.name"),
    schema={"type": "string", "minLength": 1},
    takes=lambda value: isinstance(value, str) and value != "" and (value.isascii() or not _SURROGATES.search(value)),
)
TEXTS = OptionKind(
    words=Phrase("kind.texts"), schema={"type": "array", "items": {"type": "string"}}, takes=list_of(is_text)
)
FLAG = OptionKind(words=Phrase("kind.boolean"), schema={"type": "boolean"}, takes=lambda value: isinstance(value, bool))
NUMBER = OptionKind(words=Phrase("kind.number"), schema={"type": "number"}, takes=is_number)
STEP = OptionKind(
    words=Phrase("kind.positive"),
    schema={"type": "number", "exclusiveMinimum": 0},
    takes=lambda value: is_number(value) and value > 0,
)
NATURAL = OptionKind(
    words=Phrase("kind.natural"),
    schema={"type": "integer", "minimum": 0},
    takes=lambda value: is_number(value) and value >= 0 and value == int(value),
    read=lambda value: (int(value), []),
)
SCHEMA = OptionKind(
    words=Phrase("kind.schema"),
    schema={"type": ["object", "boolean"]},
    takes=lambda value: isinstance(value, dict | bool),
)
ACCEPT = OptionKind(
    words=Phrase("kind.accept"),
    schema={"type": ["string", "array"], "items": {"type": "string"}},
    takes=lambda value: TEXT.takes(value) or TEXTS.takes(value),
    read=lambda value: (
        tuple(part.strip() for part in (value.split(",") if isinstance(value, str) else value) if part.strip()),
        [],
    ),
)
POINT = OptionKind(
    words=Phrase("kind.point"),
    schema={"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
    takes=lambda value: list_of(is_number)(value) and len(value) == 2 and abs(value[0]) <= 90 and abs(value[1]) <= 180,
)
