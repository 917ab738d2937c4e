"""What a check found, in words that a person understands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.values import brief

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

#: What stands for a secret where the rest of a value is shown.
MASK = "[hidden]"

_ARTICLES = {
    "string": "a text", "number": "a number", "integer": "a whole number", "boolean": "true or false",
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


#: What is expected, by the keyword that says so, of what was wanted.
EXPECTED: Mapping[str, Callable[[Any], str]] = {
    "type": lambda want: f"expected {type_words(want)}",
    "minimum": lambda want: f"expected {brief(want)} or more",
    "maximum": lambda want: f"expected {brief(want)} or less",
    "exclusiveMinimum": lambda want: f"expected more than {brief(want)}",
    "exclusiveMaximum": lambda want: f"expected less than {brief(want)}",
    "multipleOf": lambda want: f"expected a multiple of {brief(want)}",
    "minLength": lambda want: f"expected at least {_count(want, 'character', 'characters')}",
    "maxLength": lambda want: f"expected at most {_count(want, 'character', 'characters')}",
    "minItems": lambda want: f"expected at least {want}",
    "maxItems": lambda want: f"expected at most {want}",
    "uniqueItems": lambda _: "expected each only once",
    "contains": lambda _: "expected at least one item of the form asked for; there is none",
    "minContains": lambda want: f"expected at least {want} items of the form asked for; there are fewer",
    "maxContains": lambda want: f"expected at most {want} items of the form asked for; there are more",
    "additionalItems": lambda _: "more items are there than are expected; leave the last ones out",
    "unevaluatedItems": lambda _: "more items are there than are expected; leave the last ones out",
    "minProperties": lambda want: f"expected at least {_count(want, 'key', 'keys')}",
    "maxProperties": lambda want: f"expected at most {_count(want, 'key', 'keys')}",
    "enum": lambda want: f"expected one of {_listed(want)}",
    "const": lambda want: f"expected {brief(want)}",
    "pattern": lambda want: f"expected a text of the form {brief(want)[1:-1]}",
    "not": lambda _: "expected something else",
    "falseSchema": lambda _: "nothing is expected here; leave it out",
}
#: Keywords that speak of how long a value is; of those that say nothing of it; and of all others, its words.
_LENGTHS = frozenset({"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"})
_SILENT = frozenset({
    "contains", "minContains", "maxContains", "additionalItems", "unevaluatedItems", "falseSchema",
})  # fmt: skip


def _found(keyword: str, got: Any) -> str:
    if keyword in _SILENT:
        return ""
    if keyword == "not":
        return f"; {brief(got)} is ruled out"
    return f", not {_length(got) if keyword in _LENGTHS else brief(got)}"


def _worded(keyword: str) -> Callable[[Any, Any], str]:
    return lambda want, got: EXPECTED[keyword](want) + _found(keyword, got)


#: What is wrong, by the keyword that says so, of what was wanted and what was found.
WORDS: Mapping[str, Callable[[Any, Any], str]] = {keyword: _worded(keyword) for keyword in EXPECTED}
#: What a problem of a code says where nothing of the value may be told, neither what it is nor what it should be.
PLAIN_WORDS: Mapping[str, str] = {
    "required": "this is required; fill it in",
    "not-json": "expected JSON",
    "not-a-number": "expected a number",
    "not-a-boolean": "expected true or false",
    "not-a-date": "expected a date, such as 2026-01-31",
    "not-a-time": "expected a time, such as 09:30",
    "not-a-datetime": "expected a day and a time, such as 2026-01-31T09:30",
    "not-an-option": "expected one of the options",
    "enum": "expected one of the options",
    "const": "expected the one value that is possible",
    "pattern": "expected a text of another form",
    "unknown-key": "this is not expected here",
    "unknown-name": "this is none of the form's inputs",
    "unknown-variant": "expected one of the kinds there are",
    "no-variant": "expected one of the kinds there are; this is none of them",
    "file-gone": "this file is no longer kept; choose it again",
    "too-large": "this file is too large",
    "wrong-file-type": "expected a file of another type",
    "masked": f"{MASK} stands for a secret; fill in the secret itself",
}
#: What any other says.
UNQUOTED = "something else is expected here; what was found is not shown, since it may be secret"


def pattern_words(parent: Any, got: Any) -> str:
    """Return what the text *got* should have been, as the schema *parent* of a pattern says it to people."""
    said = parent if isinstance(parent, dict) else {}
    examples = (
        [each for each in said.get("examples", ()) if isinstance(each, str)]
        if isinstance(said.get("examples", ()), list)
        else []
    )
    meaning = next(
        (each for each in (said.get("description"), said.get("title")) if isinstance(each, str) and each), ""
    )
    like = f" such as {brief(examples[0])}" if examples else ""
    if meaning:
        return f"expected {meaning.splitlines()[0][:120].rstrip('.')}{like}; {brief(got)} is not"
    if examples:
        return f"expected a text{like}, not {brief(got)}"
    return WORDS["pattern"](said.get("pattern"), got)
