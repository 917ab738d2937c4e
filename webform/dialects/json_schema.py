"""A bare JSON Schema, or one with hints beside it: a tool with one form."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.check import unusable
from webform.dialects.base import Dialect, examples_of, slug, unknown_key
from webform.dialects.function_shapes import are_schemas
from webform.hints import BESIDE, HintTree
from webform.hints.x_webform import KEYWORD, OUTPUT
from webform.messages import Phrase
from webform.problems import Problem, wrong_type
from webform.schema import read_schema
from webform.schema.keywords import TYPES
from webform.tool import Example, Tool
from webform.values import as_dict, as_text, brief, join

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.schema.located import Schema

#: The address of a metaschema.
_META = re.compile(r"https?://(?:www\.)?json-schema\.org/", re.IGNORECASE)
#: What files of schemas are called, after the name that counts.
_ENDINGS = (".json", ".schema")


def _typed(value: Any) -> bool:
    names = value if isinstance(value, list) else [value]
    return names != [] and all(isinstance(name, str) and name in TYPES for name in names)


def _several(value: Any) -> bool:
    return isinstance(value, list) and value != [] and all(isinstance(part, dict | bool) for part in value)


#: The keywords that tell a JSON Schema from other documents, with what stands there.
TELLING: dict[str, Callable[[Any], bool]] = {
    "type": _typed, "properties": are_schemas, "$ref": lambda value: isinstance(value, str), "oneOf": _several,
    "anyOf": _several, "allOf": _several, "enum": lambda value: isinstance(value, list), "$defs": are_schemas,
    "definitions": are_schemas, "patternProperties": are_schemas,
    "additionalProperties": lambda value: isinstance(value, dict),
    "items": lambda value: isinstance(value, dict), "prefixItems": _several,
}  # fmt: skip


def says_so(value: Any) -> str:
    """Return why *value* is a JSON Schema by its own word, whatever else it looks like; `""` where it does not say."""
    if _is_beside(value):
        return f'it has a "schema", and "{next(key for key in BESIDE if key in value)}" beside it'
    meta = value.get("$schema") if isinstance(value, dict) else None
    if isinstance(meta, str) and _META.match(meta):
        return f'its "$schema" is {brief(meta)}, a JSON Schema\'s'
    return ""


_DRAFT_07 = "http://json-schema.org/draft-07/schema#"


def _is_beside(value: Any) -> bool:
    """Tell whether *value* is a document with a schema and the hints for it."""
    return (
        isinstance(value, dict) and isinstance(value.get("schema"), dict | bool) and not BESIDE.keys().isdisjoint(value)
    )


def _recognises(value: Any) -> str:
    if not isinstance(value, dict):
        return ""
    if why := says_so(value):
        return why
    found = next((key for key, fits in TELLING.items() if key in value and fits(value[key])), "")
    return found and f'it has the keyword "{found}", as a JSON Schema has'


def _read(value: Any) -> tuple[list[Tool], list[Problem]]:
    if _is_beside(value):
        return _with_hints(value)
    if not isinstance(value, dict | bool):
        return [], [wrong_type("", Phrase("kind.schema"), value)]
    tool, problems = _tool(value)
    return [replace(tool, declaration=value)], problems


def _with_hints(document: dict[str, Any]) -> tuple[list[Tool], list[Problem]]:
    """Read a document that has a schema, hints beside it, and perhaps a value (`formData`, `data`), its example."""
    read = [reader(document[key], join("", key)) for key, reader in BESIDE.items() if key in document]
    schema = document["schema"]
    if isinstance(schema, dict):
        # Their libraries check by this draft where a schema names none.
        schema = {"$schema": _DRAFT_07, **schema}
    tool, problems = _tool(schema, read[0].tree, "/schema")
    values = [Example(name="Example", body=document[key]) for key in ("formData", "data") if key in document]
    known = {"schema", *BESIDE, "formData", "data"}
    unknown = [unknown_key("", Phrase("subject.schema-with-hints"), key, "") for key in document if key not in known]
    problems += [problem for part in read for problem in part.problems] + unknown
    return [replace(tool, declaration=document, examples=(*tool.examples, *values))], problems


def _tool(schema: Schema, hints: HintTree | None = None, at: str = "") -> tuple[Tool, list[Problem]]:
    """Return the tool whose body has *schema*, which stands *at* a pointer of its declaration."""
    # A title that is no text is the schema reader's to say.
    whole = as_dict(schema)
    name = as_text(whole.get("title")) or _file(as_text(whole.get("$id")) or as_text(whole.get("id")))
    tool_id = slug(name)
    form, problems = read_schema(schema, tool_id=tool_id, written=True, hints=hints, at=at)
    tool = Tool(
        id=tool_id,
        name=name or "Tool",
        form=form,
        description=as_text(whole.get("description")),
        dialect=DIALECT.name,
        output_schema=_output(whole),
        examples=examples_of(schema),
    )
    return tool, problems


def _output(schema: dict[str, Any]) -> dict[str, Any] | bool | None:
    """Return the schema of the answer, where *schema* has one in its `x-webform`."""
    output = as_dict(schema.get(KEYWORD)).get(OUTPUT)
    return output if isinstance(output, dict | bool) and not unusable(output) else None


def _file(address: str) -> str:
    """Return what the schema at *address* is called: `person` for `https://a.example/person.schema.json`."""
    name = address.partition("#")[0].rstrip("/").rpartition("/")[2]
    for ending in _ENDINGS:
        name = name.removesuffix(ending)
    return name


DIALECT = Dialect(name="json-schema", recognises=_recognises, read=_read)
