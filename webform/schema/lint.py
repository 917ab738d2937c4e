"""Problems for the author of a schema that can be read: what should be mended before anyone sees the form."""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from webform.problems import Problem, warning_at
from webform.schema.contradictions import CONDITIONAL, contradictions, excludes_all
from webform.schema.controls import MAX_PROPERTIES
from webform.schema.keywords import TYPES
from webform.values import ABSENT, as_dict, brief, join, write_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.schema.document import Document, SchemaVariant
    from webform.schema.located import Located

#: Values, and pairs of alternatives, that are looked at: a large schema has the same mistakes over and over.
_MOST = 200
#: Parts whose controls are looked at.
_MAX_PARTS = 3000
#: Characters of a description: a longer one may take too long to be formatted, and is shown as plain text then.
MAX_DESCRIPTION = 10_000
#: What more a schema may say beside a type so that another control is needed, or none can be.
_MORE = frozenset({"enum", "const", "allOf", "anyOf", "oneOf", "not", "if", "$ref", "$dynamicRef", "$recursiveRef"})
#: Problems that say why no value fits.
_NO_VALUE = frozenset({"unfit-values", "excludes-all", "never-shown"})


def lint(document: Document, *, written: bool) -> list[Problem]:
    """Return what is odd in *document*, at places of its schema; *written*: as an author wrote it."""
    checks = (_values, _never, _alike, _crowded, _long)
    found = contradictions(document)
    found += [problem for check in checks for problem in islice(check(document), _MOST)]
    return [*found, *islice(_unshaped(document, found), _MOST)] if written else found


def _values(document: Document) -> Iterator[Problem]:
    """Yield the defaults and examples that their own schema does not take."""
    values = (
        (schema, keyword, steps, value)
        for schema in document.subschemas
        for keyword in ("default", "examples")
        for steps, value in _values_at(schema, keyword)
    )
    for schema, keyword, steps, value in islice(values, _MOST):
        if not document.holds(schema, value):
            code = "bad-default" if keyword == "default" else "bad-example"
            yield warning_at(join(schema.at, keyword, *steps), code, f"{code}.schema", found=brief(value))


def _long(document: Document) -> Iterator[Problem]:
    """Yield the descriptions that a page may not have the time to format."""
    for part in document.subschemas:
        text = part.get("description")
        if isinstance(text, str) and len(text) > MAX_DESCRIPTION:
            at = join(part.at, "description")
            yield warning_at(at, "long-description", limit=MAX_DESCRIPTION, length=len(text))


def _values_at(located: Located, keyword: str) -> Iterator[tuple[tuple[int, ...], Any]]:
    value = located.get(keyword)
    if keyword == "default":
        # null as a default says that there is none.
        yield from () if value is ABSENT or value is None else [((), value)]
    elif isinstance(value, list):
        yield from (((index,), example) for index, example in enumerate(value))


def _never(document: Document) -> Iterator[Problem]:
    """Yield the properties that can never have a value."""
    for located in document.subschemas:
        parts = as_dict(located.get("properties")).items()
        never = [key for key, schema in parts if schema is False or excludes_all(schema)]
        for key in never if never and not CONDITIONAL.search(located.at + "/") else ():
            at = join(located.at, "properties", key)
            yield warning_at(at, "never-shown", "never-shown.property", name=brief(key)[1:-1])


def _unshaped(document: Document, found: list[Problem]) -> Iterator[Problem]:
    """Yield the parts that have no control of their own, and nothing else *found*: they take any value, or JSON."""
    wrong = [*document.problems, *(problem for problem in found if problem.code in _NO_VALUE)]
    mended = {pointer for problem in wrong for pointer in (problem.at, problem.at.rpartition("/")[0])}
    parts = ((parent, *part) for parent in document.subschemas for part in _odd_parts(parent))
    for parent, at, schema in islice(parts, _MAX_PARTS):
        place = document.place([document.locate(schema, parent)])
        if schema is not False and at not in mended and (place.anything or not place.variants):
            yield warning_at(at, "any-value", "" if place.anything else "any-value.none")


def _is_plain(schema: Any) -> bool:
    """Tell whether *schema* is plainly that of one type."""
    return (
        isinstance(schema, dict)
        and isinstance(schema.get("type"), str)
        and schema["type"] in TYPES
        and _MORE.isdisjoint(schema)
    )


def _odd_parts(located: Located) -> Iterator[tuple[str, Any]]:
    """Yield the schemas of its properties and items that are not plain, with the places where they stand."""
    properties, items = as_dict(located.get("properties")), located.get("items")
    if items is not ABSENT and not isinstance(items, list) and not _is_plain(items):
        yield join(located.at, "items"), items
    for key, property_ in properties.items():
        if not _is_plain(property_):
            yield join(located.at, "properties", key), property_


def _crowded(document: Document) -> Iterator[Problem]:
    """Yield the objects that have too many properties for a page."""
    for located in document.subschemas:
        properties = as_dict(located.get("properties"))
        if len(properties) > MAX_PROPERTIES:
            at = join(located.at, "properties")
            yield warning_at(at, "too-many-properties", limit=MAX_PROPERTIES, count=len(properties))


def _alike(document: Document) -> Iterator[Problem]:
    """Yield the alternatives that no value tells apart."""
    groups = (
        (located, keyword, options)
        for located in document.subschemas
        for keyword in ("oneOf", "anyOf")
        for options in [located.get(keyword)]
        if isinstance(options, list) and len(options) > 1
    )
    for group in islice(groups, _MOST):
        yield from _alike_in(document, *group)


def _alike_in(document: Document, located: Located, keyword: str, options: list[Any]) -> Iterator[Problem]:
    for (first, one), (second, other) in islice(combinations(enumerate(options), 2), _MOST):
        at = join(located.at, keyword, second)
        if write_json(one) == write_json(other):
            yield warning_at(at, "same-alternative", number=first + 1)
        elif _look_alike(_object(document, located, one), _object(document, located, other)):
            yield warning_at(at, "alternatives-alike", number=first + 1)


def _object(document: Document, located: Located, option: Any) -> SchemaVariant | None:
    variants = document.place([document.locate(option, located)]).variants
    return variants[0] if len(variants) == 1 and variants[0].kind == "object" else None


def _look_alike(one: SchemaVariant | None, other: SchemaVariant | None) -> bool:
    if one is None or other is None or not (one.members.properties or other.members.properties):
        return False
    if one.members.required - set(other.members.properties) or other.members.required - set(one.members.properties):
        return False
    both = [key for key in one.members.properties if key in other.members.properties]
    return not any(_apart(one.child(key).variants, other.child(key).variants) for key in both)


def _apart(some: tuple[SchemaVariant, ...], others: tuple[SchemaVariant, ...]) -> bool:
    """Tell whether no value is of both."""
    kinds = {variant.kind for variant in some}, {variant.kind for variant in others}
    if kinds == ({"enum"}, {"enum"}):
        texts = [{write_json(value) for variant in part for value in variant.values} for part in (some, others)]
        return not texts[0] & texts[1]
    return "enum" not in kinds[0] | kinds[1] and not kinds[0] & kinds[1]
