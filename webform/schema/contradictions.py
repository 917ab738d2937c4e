"""Schemas that contradict themselves: what they say leaves no value, or asks for what is declared nowhere."""

from __future__ import annotations

import re
from itertools import islice
from operator import ge, gt
from typing import TYPE_CHECKING, Any

from webform.check import Checker
from webform.engine import NotCheckableError
from webform.problems import Problem, error_at, nearest, warning_at
from webform.schema.keywords import TELLING
from webform.schema.kinds import values_of
from webform.values import ABSENT, brief, equal, join, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.schema.document import Document
    from webform.schema.located import Located

#: Problems of one kind that are looked for.
_MOST = 200
#: Values of an `enum` that are tried.
_MAX_VALUES = 100
#: The limits that belong together.
_LIMITS = (
    ("minLength", "maxLength"), ("minimum", "maximum"), ("minItems", "maxItems"), ("minProperties", "maxProperties"),
    ("minContains", "maxContains"),
)  # fmt: skip
_EXCLUSIVE = (
    ("exclusiveMinimum", "maximum"), ("minimum", "exclusiveMaximum"), ("exclusiveMinimum", "exclusiveMaximum"),
)  # fmt: skip
#: All of them.
_BOUNDS = frozenset(keyword for pair in (*_LIMITS, *_EXCLUSIVE) for keyword in pair)
#: What may contradict something.
_LOOKED_AT = _BOUNDS | {"enum", "const", "not", "required"}
#: What a schema says of a single value by itself, without another schema.
_PLAIN = (
    "type", "pattern", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
    "multipleOf",
)  # fmt: skip
#: What applies to the value of the schema it stands in.
_IN_PLACE = frozenset({"$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas",
                       "dependencies", "patternProperties"})  # fmt: skip
#: What else may leave out values that are listed, beside a type.
_BESIDE = TELLING - {"type", "enum", "const"}
#: What says nothing of a value.
_NOTES = frozenset({"title", "description", "$comment", "examples", "default"})
#: What stands there may exclude everything, or ask for what others declare, with good reason.
CONDITIONAL = re.compile(r"/(?:if|then|else|not|anyOf|oneOf|allOf|dependentSchemas|dependencies|\$defs|definitions)/")
_SHARED = re.compile(r"/(?:if|then|else|not|anyOf|oneOf|allOf|dependentSchemas|dependencies)/")


def contradictions(document: Document) -> list[Problem]:
    """Return what contradicts itself in *document*, at places of its schema."""
    parts = [
        part for part in document.subschemas if isinstance(part.schema, dict) and not _LOOKED_AT.isdisjoint(part.schema)
    ]
    found: list[Problem] = []
    for check in (_limits, _values, _excluded, _undeclared):
        found += islice((problem for part in parts for problem in check(document, part)), _MOST)
    return found


def excludes_all(schema: Any) -> bool:
    """Tell whether *schema* says by its `not` alone that there is no value: `{"not": {}}`."""
    return isinstance(schema, dict) and _takes_all(schema.get("not", False))


def _takes_all(schema: Any) -> bool:
    return schema is True or (isinstance(schema, dict) and schema.keys() <= _NOTES)


def _limits(_document: Document, part: Located) -> Iterator[Problem]:
    """Yield the lower limits that are above the upper ones."""
    stated = part.schema.items() if isinstance(part.schema, dict) else ()
    bounds = {keyword: bound for keyword, bound in stated if keyword in _BOUNDS and kind_of(bound) == "number"}
    for key, pairs, is_above in (("field", _LIMITS, gt), ("exclusive", _EXCLUSIVE, ge)):
        for low, high in pairs:
            if low in bounds and high in bounds and is_above(bounds[low], bounds[high]):
                least, most = brief(bounds[low]), brief(bounds[high])
                at, sentence = join(part.at, low), f"min-above-max.{key}"
                yield error_at(at, "min-above-max", sentence, low=low, high=high, min=least, max=most)


def _values(document: Document, part: Located) -> Iterator[Problem]:
    """Yield the lists of values, and the constants, that nothing is left of by what stands beside them."""
    listed, constant = part.get("enum"), part.get("const")
    if (listed is ABSENT and constant is ABSENT) or CONDITIONAL.search(part.at + "/"):
        return
    if isinstance(listed, list) and constant is not ABSENT and not any(equal(constant, value) for value in listed):
        yield error_at(join(part.at, "const"), "unfit-values", "unfit-values.const", found=brief(constant))
        return
    keyword, values = ("enum", listed) if constant is ABSENT else ("const", [constant])
    if not values:
        yield error_at(join(part.at, keyword), "unfit-values", "unfit-values.empty")
    elif not _leaves_any(document, part, values):
        yield _unfit(part, keyword, values[0])


def _leaves_any(document: Document, part: Located, values: list[Any]) -> bool:
    """Tell whether *part* takes any of *values*, those that it lists."""
    if isinstance(part.schema, dict) and _BESIDE.isdisjoint(part.schema):
        constants = values_of([part], ())
        return constants is None or bool(constants.values)
    return any(document.holds(part, value) for value in values[:_MAX_VALUES])


def _unfit(part: Located, keyword: str, value: Any) -> Problem:
    own = {key: part.get(key) for key in _PLAIN if part.get(key) is not ABSENT}
    at, found = join(part.at, keyword), brief(value)
    try:
        problems = Checker({"$schema": part.resource.draft.uri, **own}).first_problems(value)
    except NotCheckableError:
        problems = []
    if problems:
        return error_at(at, "unfit-values", keyword=keyword, found=found, problem=problems[0].phrase)
    return error_at(at, "unfit-values", "unfit-values.beside", keyword=keyword, found=found)


def _excluded(document: Document, part: Located) -> Iterator[Problem]:
    """Yield each `not` that excludes all that the schema around it takes."""
    excluded = part.get("not")
    if excluded is ABSENT or CONDITIONAL.search(part.at + "/"):
        return
    if _takes_all(excluded):
        # That of a property says that it must not be there, and `never-shown` says so.
        if "properties" not in part.steps[:1]:
            yield error_at(join(part.at, "not"), "excludes-all")
        return
    types = _types(part.schema)
    if isinstance(excluded, dict) and excluded.keys() <= {"type", *_NOTES} and types and types <= _types(excluded):
        names = tuple(sorted(types - {"integer"} or types))
        yield error_at(join(part.at, "not"), "excludes-all", "excludes-all.type", type=names)


def _types(schema: Any) -> set[str]:
    """Return the types that *schema* names; a number may be an integer."""
    types = schema.get("type", [])
    found = {types} if isinstance(types, str) else set(types)
    return found | {"integer"} if "number" in found else found


def _undeclared(_document: Document, part: Located) -> Iterator[Problem]:
    """Yield the keys that are required and declared nowhere."""
    properties, required = part.get("properties"), part.get("required")
    if not isinstance(properties, dict) or not isinstance(required, list) or _SHARED.search(part.at + "/"):
        return
    if not _IN_PLACE.isdisjoint(part.schema if isinstance(part.schema, dict) else ()):
        return
    more = part.get("additionalProperties")
    # A definition may be a part of others, and keys that are not declared may be meant: then only a slip is said.
    is_open = more not in (ABSENT, False) or CONDITIONAL.search(part.at + "/") is not None
    needed = set(required)
    missing = needed - properties.keys()
    spare = [key for key in properties if key not in needed] if missing else []
    for index, key in enumerate(required):
        near = nearest(key, spare) if key in missing else ""
        if key in missing and (near or not is_open):
            problem_at = error_at if more is False else warning_at
            yield problem_at(join(part.at, "required", index), "undeclared-required", name=brief(key), near=near)
