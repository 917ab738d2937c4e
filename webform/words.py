"""What a check found, in words that a person understands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.values import brief

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

#: What stands for a secret where the rest of a value is shown.
MASK = "[hidden]"

_ARTICLES = {
    "string": "text", "number": "a number", "integer": "a whole number", "boolean": "true or false",
    "null": "null", "array": "a list", "object": "an object",
}  # fmt: skip


def _count(many: Any, one: str, several: str) -> str:
    return f"{many} {one if many == 1 else several}"


def type_words(types: Any) -> str:
    """Return the JSON types *types*, a name or several, in words."""
    *names, last = [_ARTICLES.get(name, name) for name in dict.fromkeys([types] if isinstance(types, str) else types)]
    return f"{', '.join(names)} or {last}" if names else last


def _listed(values: list[Any]) -> str:
    """Return *values* in words, as many as a message has room for."""
    shown = ""
    for index, each in enumerate(values):
        if len(shown) > 60:
            return f"{shown}, … ({len(values) - index} more)"
        shown += (", " if index else "") + brief(each)
    return shown


def _length(value: Any) -> int:
    return len(value) if isinstance(value, str | list | dict) else 0


#: What people type, not choose or build.
_TYPED = ("string", "number", "integer")
#: What to do, by the keyword that says so, of what was wanted: nothing of the value, which may be a secret.
EXPECTED: Mapping[str, Callable[[Any], str]] = {
    "type": lambda want: f"{'Enter' if want in _TYPED else 'Must be'} {type_words(want)}",
    "minimum": lambda want: f"Must be {brief(want)} or more",
    "maximum": lambda want: f"Must be {brief(want)} or less",
    "exclusiveMinimum": lambda want: f"Must be more than {brief(want)}",
    "exclusiveMaximum": lambda want: f"Must be less than {brief(want)}",
    "multipleOf": lambda want: f"Must be a multiple of {brief(want)}",
    "minLength": lambda want: f"Use at least {_count(want, 'character', 'characters')}",
    "maxLength": lambda want: f"Use {_count(want, 'character', 'characters')} or fewer",
    "minItems": lambda want: f"Add at least {_count(want, 'item', 'items')}",
    "maxItems": lambda want: f"Use {_count(want, 'item', 'items')} or fewer",
    "uniqueItems": lambda _: "Remove duplicates",
    "contains": lambda _: "No item is of the kind needed; add one",
    "minContains": lambda want: f"Add items of the kind needed; at least {want} must be",
    "maxContains": lambda want: f"Too many items of one kind; the limit is {want}",
    "additionalItems": lambda _: "Too many items; remove the last ones",
    "unevaluatedItems": lambda _: "Too many items; remove the last ones",
    "minProperties": lambda want: f"Add at least {_count(want, 'entry', 'entries')}",
    "maxProperties": lambda want: f"Use {_count(want, 'entry', 'entries')} or fewer",
    "enum": lambda want: f"Must be one of {_listed(want)}",
    "const": lambda want: f"Must be {brief(want)}",
    "pattern": lambda want: f"Must match the pattern {brief(want)[1:-1]}",
    "not": lambda _: "This value is not allowed",
    "falseSchema": lambda _: "This field is not allowed here",
}
#: Keywords that speak of how long a value is.
_LENGTHS = frozenset({"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"})


def words(keyword: str, want: Any, got: Any) -> str:
    """Return what to do about *got*, of which *keyword* wants *want*: what is visible beside it is not repeated."""
    return EXPECTED[keyword](want) + (f" ({_length(got)} now)" if keyword in _LENGTHS else "")


#: What a problem of a code says where nothing of the value may be told, neither what it is nor what it should be.
PLAIN_WORDS: Mapping[str, str] = {
    "required": "Required",
    "not-json": "Enter valid JSON",
    "not-a-number": "Enter a number",
    "not-a-boolean": "Must be true or false",
    "not-a-date": "Enter a date, e.g. 2026-01-31",
    "not-a-time": "Enter a time, e.g. 09:30",
    "not-a-datetime": "Enter a date and time, e.g. 2026-01-31T09:30",
    "not-a-colour": "Enter a colour, e.g. #5563d1",
    "not-an-option": "Choose one of the options",
    "enum": "Choose one of the options",
    "const": "Only one value is allowed here",
    "pattern": "Doesn't match the required pattern",
    "unknown-key": "This field is not allowed here",
    "unknown-name": "This form has no such field",
    "unknown-variant": "Choose one of the options",
    "no-variant": "Doesn't match any of the options",
    "file-gone": "This file is no longer stored; choose it again",
    "too-large": "This file is too large",
    "wrong-file-type": "This file has the wrong type",
    "masked": f"{MASK} stands for a secret; enter the secret itself",
}
#: What any other says.
UNQUOTED = "Not valid (the value is hidden because it may be a secret)"
#: What to do about an input that is empty, by its type; of any other it is said that it is required.
_EMPTY: Mapping[str, str] = {
    **dict.fromkeys(("file", "image", "audio"), "Choose a file"),
    **dict.fromkeys(("select", "radio", "multiselect"), "Choose an option"),
}


def required_words(type_: str) -> str:
    """Return what to do about a required input of *type_* that is empty."""
    return _EMPTY.get(type_, PLAIN_WORDS["required"])


def sentence(text: str) -> str:
    """Return *text* with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def pattern_words(parent: Any) -> str:
    """Return what a text should be, as the schema *parent* of a pattern says it to people."""
    said = parent if isinstance(parent, dict) else {}
    examples = (
        [each for each in said.get("examples", ()) if isinstance(each, str)]
        if isinstance(said.get("examples", ()), list)
        else []
    )
    meaning = next(
        (each for each in (said.get("description"), said.get("title")) if isinstance(each, str) and each), ""
    )
    like = f", e.g. {examples[0][:60]}" if examples else ""
    if meaning:
        return f"Must match: {meaning.splitlines()[0][:120].rstrip('.')}{like}"
    if examples:
        return f"Must look like {brief(examples[0])}"
    return EXPECTED["pattern"](said.get("pattern"))
