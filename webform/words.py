"""What a check found, in words that a person understands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.values import brief

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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


#: What is wrong, by the keyword that says so, of what was wanted and what was found.
WORDS: Mapping[str, Callable[[Any, Any], str]] = {
    "type": lambda want, got: f"expected {type_words(want)}, not {brief(got)}",
    "minimum": lambda want, got: f"expected {brief(want)} or more, not {brief(got)}",
    "maximum": lambda want, got: f"expected {brief(want)} or less, not {brief(got)}",
    "exclusiveMinimum": lambda want, got: f"expected more than {brief(want)}, not {brief(got)}",
    "exclusiveMaximum": lambda want, got: f"expected less than {brief(want)}, not {brief(got)}",
    "multipleOf": lambda want, got: f"expected a multiple of {brief(want)}, not {brief(got)}",
    "minLength": lambda want, got: f"expected at least {_count(want, 'character', 'characters')}, not {_length(got)}",
    "maxLength": lambda want, got: f"expected at most {_count(want, 'character', 'characters')}, not {_length(got)}",
    "minItems": lambda want, got: f"expected at least {want}, not {_length(got)}",
    "maxItems": lambda want, got: f"expected at most {want}, not {_length(got)}",
    "uniqueItems": lambda _, got: f"expected each only once, not {brief(got)}",
    "contains": lambda _, __: "expected at least one item of the form asked for; there is none",
    "minContains": lambda want, _: f"expected at least {want} items of the form asked for; there are fewer",
    "maxContains": lambda want, _: f"expected at most {want} items of the form asked for; there are more",
    "additionalItems": lambda _, __: "more items are there than are expected; leave the last ones out",
    "unevaluatedItems": lambda _, __: "more items are there than are expected; leave the last ones out",
    "minProperties": lambda want, got: f"expected at least {_count(want, 'key', 'keys')}, not {_length(got)}",
    "maxProperties": lambda want, got: f"expected at most {_count(want, 'key', 'keys')}, not {_length(got)}",
    "enum": lambda want, got: f"expected one of {_listed(want)}, not {brief(got)}",
    "const": lambda want, got: f"expected {brief(want)}, not {brief(got)}",
    "pattern": lambda want, got: f"expected a text of the form {brief(want)[1:-1]}, not {brief(got)}",
    "not": lambda _, got: f"expected something else; {brief(got)} is ruled out",
    "falseSchema": lambda _, __: "nothing is expected here; leave it out",
}


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
