"""The keywords of JSON Schema by draft: what they may say, and where subschemas stand in them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from webform.messages import Phrase
from webform.values import DRAFT, is_number, is_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
_ANCHOR = re.compile(r"[A-Za-z_][-A-Za-z0-9._]*", re.ASCII)
_ANCHOR_2019 = re.compile(r"[A-Za-z][-A-Za-z0-9.:_]*", re.ASCII)


@dataclass(frozen=True, kw_only=True, slots=True)
class Keyword:
    """
    A keyword of a draft.

    Args:
        words: what it takes.
        takes: tells whether a value is that.
        holds: where subschemas stand: the value is one or a list of them (`here`), an object of them (`named`), or an
            object of them and of lists of keys (`dependent`).
        needs: the keyword that must stand beside it.
    """

    words: Phrase
    takes: Callable[[Any], bool]
    holds: Literal["", "here", "named", "dependent"] = ""
    needs: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class SchemaDraft:
    """
    A draft of JSON Schema.

    Args:
        uri: its `$schema`.
        id_keyword: what names a resource in it.
        reference: the keywords that refer to a schema.
        ref_alone: whether `$ref` silences what stands beside it.
        boolean: whether `true` and `false` are schemas.
    """

    name: str
    uri: str
    keywords: Mapping[str, Keyword] = field(repr=False)
    id_keyword: str = "$id"
    references: tuple[str, ...] = ("$ref",)
    ref_alone: bool = False
    boolean: bool = True


def _is_count(value: Any) -> bool:
    return is_number(value) and value >= 0 and value == value // 1


def _is_schema(value: Any) -> bool:
    return isinstance(value, dict | bool)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_text, value)) and len(set(value)) == len(value)


def _are_types(value: Any) -> bool:
    return value in TYPES if isinstance(value, str) else _are_texts(value) and value and set(value) <= set(TYPES)


def _are_schemas(value: Any) -> bool:
    return isinstance(value, list) and value != []


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


_ANY = Keyword(words=Phrase("kind.value"), takes=lambda _: True)
_TEXT = Keyword(words=Phrase("kind.text"), takes=is_text)
_FLAG = Keyword(words=Phrase("kind.boolean"), takes=lambda value: isinstance(value, bool))
_LIST = Keyword(words=Phrase("kind.array"), takes=lambda value: isinstance(value, list))
_NUMBER = Keyword(words=Phrase("kind.number"), takes=is_number)
_POSITIVE = Keyword(words=Phrase("kind.positive"), takes=lambda value: is_number(value) and value > 0)
_COUNT = Keyword(words=Phrase("kind.natural"), takes=_is_count)
_INTEGER = Keyword(words=_COUNT.words, takes=lambda value: _is_count(value) and isinstance(value, int))
_TEXTS = Keyword(words=Phrase("kind.different-texts"), takes=_are_texts)
_TYPE = Keyword(words=Phrase("kind.json-types", {"types": TYPES}), takes=_are_types)
_ANCHORED = Keyword(words=Phrase("kind.anchor"), takes=lambda value: is_text(value) and bool(_ANCHOR.fullmatch(value)))
_ANCHORED_2019 = Keyword(
    words=Phrase("kind.anchor-2019"),
    takes=lambda value: is_text(value) and bool(_ANCHOR_2019.fullmatch(value)),
)
_SCHEMA = Keyword(words=Phrase("kind.schema"), takes=_is_schema, holds="here")
_SCHEMAS = Keyword(words=Phrase("kind.schemas"), takes=_are_schemas, holds="here")
_TUPLE = Keyword(words=Phrase("kind.schema-or-list"), takes=lambda it: _is_schema(it) or _are_schemas(it), holds="here")
_NAMED = Keyword(words=Phrase("kind.named-schemas"), takes=_is_object, holds="named")
_NEEDED = Keyword(
    words=Phrase("kind.key-lists"),
    takes=lambda value: _is_object(value) and all(map(_are_texts, value.values())),
)
_FILLED = Keyword(words=Phrase("kind.some-texts"), takes=lambda value: _are_texts(value) and value != [])


def _dependent(keys: Keyword) -> Keyword:
    def takes(value: Any) -> bool:
        return _is_object(value) and all(keys.takes(listed) for listed in value.values() if isinstance(listed, list))

    return Keyword(words=Phrase("kind.dependencies"), takes=takes, holds="dependent")


_SHARED: dict[str, Keyword] = {
    "$schema": _TEXT, "$ref": _TEXT, "title": _TEXT, "description": _TEXT, "default": _ANY,
    "type": _TYPE, "enum": _LIST, "format": _TEXT, "pattern": _TEXT, "minLength": _COUNT, "maxLength": _COUNT,
    "multipleOf": _POSITIVE, "minimum": _NUMBER, "maximum": _NUMBER,
    "minItems": _COUNT, "maxItems": _COUNT, "uniqueItems": _FLAG,
    "minProperties": _COUNT, "maxProperties": _COUNT, "required": _TEXTS,
    "$defs": _NAMED, "definitions": _NAMED, "properties": _NAMED, "patternProperties": _NAMED,
    "additionalProperties": _SCHEMA, "dependencies": _dependent(_TEXTS),
    "allOf": _SCHEMAS, "anyOf": _SCHEMAS, "oneOf": _SCHEMAS, "not": _SCHEMA,
}  # fmt: skip
_OLD_ITEMS: dict[str, Keyword] = {"items": _TUPLE, "additionalItems": _SCHEMA}
_DRAFT_04: dict[str, Keyword] = {
    **_SHARED, **_OLD_ITEMS, "id": _TEXT,
    "minLength": _INTEGER, "maxLength": _INTEGER, "minItems": _INTEGER, "maxItems": _INTEGER,
    "minProperties": _INTEGER, "maxProperties": _INTEGER, "required": _FILLED, "dependencies": _dependent(_FILLED),
    "exclusiveMinimum": Keyword(words=_FLAG.words, takes=_FLAG.takes, needs="minimum"),
    "exclusiveMaximum": Keyword(words=_FLAG.words, takes=_FLAG.takes, needs="maximum"),
}  # fmt: skip
_SINCE_06: dict[str, Keyword] = {
    **_SHARED, "$id": _TEXT, "exclusiveMinimum": _NUMBER, "exclusiveMaximum": _NUMBER,
    "const": _ANY, "examples": _LIST, "contains": _SCHEMA, "propertyNames": _SCHEMA,
    "contentMediaType": _TEXT, "contentEncoding": _TEXT,
}  # fmt: skip
_SINCE_07: dict[str, Keyword] = {
    **_SINCE_06, "$comment": _TEXT, "readOnly": _FLAG, "writeOnly": _FLAG,
    "if": _SCHEMA, "then": _SCHEMA, "else": _SCHEMA,
}  # fmt: skip
_SINCE_2019: dict[str, Keyword] = {
    **_SINCE_07, "$anchor": _ANCHORED_2019, "$recursiveRef": _TEXT, "$recursiveAnchor": _FLAG,
    "$vocabulary": Keyword(
        words=Phrase("kind.flags"),
        takes=lambda value: _is_object(value) and all(isinstance(flag, bool) for flag in value.values()),
    ),
    "deprecated": _FLAG, "contentSchema": _SCHEMA, "minContains": _COUNT, "maxContains": _COUNT,
    "dependentSchemas": _NAMED, "dependentRequired": _NEEDED,
    "unevaluatedItems": _SCHEMA, "unevaluatedProperties": _SCHEMA,
}  # fmt: skip
_SINCE_2020: dict[str, Keyword] = {
    **_SINCE_2019, "$dynamicRef": _TEXT,
    "$anchor": _ANCHORED, "$dynamicAnchor": _ANCHORED, "$recursiveAnchor": _ANCHORED,
    "prefixItems": _SCHEMAS,
    "items": Keyword(words=Phrase("kind.items"), takes=_is_schema, holds="here"),
}  # fmt: skip

LATEST = SchemaDraft(
    name="2020-12", uri=DRAFT,
    keywords=_SINCE_2020, references=("$ref", "$dynamicRef"),
)  # fmt: skip
DRAFTS = (
    LATEST,
    SchemaDraft(
        name="2019-09", uri="https://json-schema.org/draft/2019-09/schema",
        keywords=_SINCE_2019 | _OLD_ITEMS, references=("$ref", "$recursiveRef"),
    ),
    SchemaDraft(name="draft-07", uri="http://json-schema.org/draft-07/schema#", keywords=_SINCE_07 | _OLD_ITEMS,
                ref_alone=True),
    SchemaDraft(name="draft-06", uri="http://json-schema.org/draft-06/schema#", keywords=_SINCE_06 | _OLD_ITEMS,
                ref_alone=True),
    SchemaDraft(name="draft-04", uri="http://json-schema.org/draft-04/schema#", keywords=_DRAFT_04, ref_alone=True,
                id_keyword="id", boolean=False),
)  # fmt: skip
_BY_URI = {draft.uri.rstrip("#").partition("://")[2]: draft for draft in DRAFTS}

#: What only informs people, or only gives names: it says nothing of a value.
SILENT = frozenset({
    "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$comment", "$defs",
    "definitions", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly",
})  # fmt: skip
#: What says something of a value, in one draft or another.
TELLING = frozenset(key for draft in DRAFTS for key in draft.keywords) - SILENT
#: What a draft that does not have it gives no meaning to, though an author must think it does.
MEANT = (TELLING | {"$anchor", "$dynamicAnchor"}) - {"contentMediaType", "contentEncoding", "contentSchema"}
#: What applies to the same value as the schema it stands in.
IN_PLACE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies")
#: What leads to others that may hold of the same value: most schemas have nothing of it.
LEADING = frozenset({*IN_PLACE, "dependentRequired", *(keyword for draft in DRAFTS for keyword in draft.references)})


def draft_of(uri: str) -> SchemaDraft | None:
    """Return the draft that `$schema` names, with or without `#` or the s of https."""
    return _BY_URI.get(uri.removesuffix("#").partition("://")[2])


def parts(keyword: Keyword, value: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield the subschemas in the *value* of *keyword*, each with the steps that lead to it."""
    if keyword.holds in ("named", "dependent"):
        lists = keyword.holds == "dependent"
        yield from (((key,), part) for key, part in value.items() if not (lists and isinstance(part, list)))
    elif keyword.holds and isinstance(value, list):
        yield from (((index,), part) for index, part in enumerate(value))
    elif keyword.holds:
        yield (), value
