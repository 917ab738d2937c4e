"""Values against schemas: one engine, its verdicts in words, and what only the inputs can say."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from webform.files import StoredFile
from webform.inputs import Input, Record, Shape
from webform.problems import Problem, did_you_mean
from webform.values import ABSENT, at_pointer, brief, join, read_json, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from webform.tool import Form

#: The most problems of one value that anyone wants to read.
MAX_PROBLEMS = 100
#: The engine takes UTF-8; a lone surrogate is none.
_SURROGATES = re.compile("[\ud800-\udfff]")
_ARTICLES = {
    "string": "a text", "number": "a number", "integer": "a whole number", "boolean": "true or false",
    "null": "null", "array": "a list", "object": "an object",
}  # fmt: skip


class Checker:
    """A JSON Schema, compiled once. No reference is ever fetched."""

    def __init__(self, schema: Any) -> None:
        self.schema = schema

    @cached_property
    def validator(self) -> Any:
        """The compiled schema; raises `ValueError` where it is no usable one."""
        return jsonschema_rs.validator_for(
            _plain(self.schema), pattern_options=jsonschema_rs.RegexOptions(), offline=True
        )  # fmt: skip

    def problems(self, value: Any) -> list[Problem]:
        """Return what is wrong with *value*, in words."""
        stand_in = _plain(value)
        found: list[Problem] = []
        for error in self.validator.iter_errors(stand_in):
            found += _in_words(error, stand_in)
            if len(found) >= MAX_PROBLEMS:
                break
        return found


@lru_cache(maxsize=512)
def _checker(text: str) -> Checker:
    return Checker(read_json(text))


def checker(schema: Any) -> Checker:
    """Return the compiled *schema*, kept by content."""
    return _checker(write_json(schema))


def unusable(schema: Any) -> str:
    """Return why *schema* cannot be used to check values, or `""`."""
    try:
        _ = checker(schema).validator
    except (ValueError, RecursionError) as error:
        return str(error).splitlines()[0][:200]
    return ""


def check(form: Form, body: Any) -> list[Problem]:
    """Return what is wrong with *body*: by the form's schema, then by what only its inputs can say."""
    found = _form_checker(form).problems(body)
    wrong = {each.at for each in found}
    for each in _inputs(form.root, body, "", wrong):
        found.append(each)
        if len(found) >= MAX_PROBLEMS:
            break
    return found


def _form_checker(form: Form) -> Checker:
    made = form.__dict__.get("_checker")
    if made is None:
        # Beside the schema itself: compiled once for the life of the form.
        made = form.__dict__["_checker"] = Checker(form.schema)
    return made


def _inputs(given: Input, value: Any, at: str, wrong: set[str]) -> Iterator[Problem]:
    """Yield the inputs' own problems with *value*, save where the schema has spoken."""
    if given.shape is Shape.RECORD and isinstance(given, Record) and isinstance(value, dict):
        for each in given.inputs:
            if each.key in value:
                yield from _inputs(each, value[each.key], join(at, each.key), wrong)
    elif given.shape is Shape.ROWS and isinstance(value, list):
        for index, row in enumerate(value):
            yield from _inputs(given.row, row, join(at, index), wrong)  # type: ignore[attr-defined]  # what rows have
    elif not any(each == at or each.startswith(at + "/") for each in wrong):
        for problem in given.check(value):
            yield problem.under(at)


def _plain(value: Any) -> Any:
    """Return *value* as the engine takes it: files by a stand-in, texts without surrogates."""
    if isinstance(value, StoredFile):
        return value.head
    if isinstance(value, str):
        return _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", value)
    if isinstance(value, dict):
        return {_plain(key): _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list) else value


def _in_words(error: Any, whole: Any) -> list[Problem]:
    at = join("", *error.instance_path)
    kind, facts = error.kind.name, error.kind.as_dict()
    if kind == "required":
        return [Problem(at=join(at, facts["property"]), code="required", message="this is required; fill it in")]
    if kind in ("additionalProperties", "unevaluatedProperties"):
        known = [key for key in error.instance if key not in facts["unexpected"]]
        return [
            Problem(
                at=join(at, key), code="unknown-key", message=f'"{key}" is not expected here{did_you_mean(key, known)}'
            )
            for key in facts["unexpected"]
        ]
    value = at_pointer(whole, at) if at else whole
    words = _WORDS.get(kind)
    message = words(getattr(error.kind, "value", None), value) if words else error.message
    return [Problem(at=at, code=kind, message=message)]


def _count(many: Any, one: str, several: str) -> str:
    return f"{many} {one if many == 1 else several}"


def _type_words(types: Any) -> str:
    names = [types] if isinstance(types, str) else list(types)
    return " or ".join(_ARTICLES.get(name, name) for name in names)


def _length(value: Any) -> int:
    return len(value) if isinstance(value, str | list | dict) else 0


_WORDS: Mapping[str, Callable[[Any, Any], str]] = {
    "type": lambda want, got: f"expected {_type_words(want)}, not {brief(got)}",
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
    "enum": lambda want, got: (
        f"expected one of {brief(want)[1:-1] if isinstance(want, list) else brief(want)}, not {brief(got)}"
    ),
    "const": lambda want, got: f"expected {brief(want)}, not {brief(got)}",
    "pattern": lambda want, got: f"expected a text of the form {brief(want)[1:-1]}, not {brief(got)}",
    "falseSchema": lambda _, __: "nothing is expected here; leave it out",
}


def fits(schema: Any, value: Any) -> bool:
    """Tell whether *value* satisfies *schema*."""
    return value is not ABSENT and not checker(schema).problems(value)
