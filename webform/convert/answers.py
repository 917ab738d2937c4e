"""Outputs of a tool.json for the schema of an answer."""

from __future__ import annotations

from typing import Any

from webform.values import as_dict, at_pointer

#: The output types by the types of a schema.
_TYPES = {"string": "text", "number": "number", "integer": "number", "boolean": "boolean"}
#: The output types of texts of a media type.
_MEDIA = {"text/markdown": "markdown", "text/csv": "code"}
#: The output types that a schema tells without more words.
TOLD = frozenset({*_TYPES.values(), "markdown", "table"})
#: References that lead to one another at most.
_MAX_REFERENCES = 20


def outputs_of(schema: Any) -> list[dict[str, Any]] | None:
    """
    Return the outputs for the keys of an answer by *schema*; `None` where they would not show all of it.

    A declared output has to be there, and an answer has no others: every key must be required, and of a type that an
    output has.
    """
    whole = as_dict(_resolved(schema, schema))
    properties = as_dict(whole.get("properties"))
    if not properties or {*properties} != {*whole.get("required", ())}:
        return None
    outputs = [_output(key, _resolved(part, schema), schema) for key, part in properties.items()]
    return None if None in outputs else [output for output in outputs if output]


def _output(key: str, schema: Any, root: Any) -> dict[str, Any] | None:
    kind = schema.get("type") if isinstance(schema, dict) else None
    if kind == "array":
        type_ = "table" if as_dict(_resolved(schema.get("items"), root)).get("type") == "object" else ""
    elif kind == "string" and schema.get("contentEncoding"):
        type_ = ""
    else:
        type_ = _MEDIA.get(schema.get("contentMediaType", "")) or _TYPES.get(kind, "") if isinstance(kind, str) else ""
    if not type_:
        return None
    about = {"label": schema.get("title") or key, "description": schema.get("description")}
    return {"key": key, "type": type_, **{name: text for name, text in about.items() if isinstance(text, str)}}


def _resolved(schema: Any, root: Any) -> Any:
    """Return what *schema* refers to within *root*, where it does."""
    for _ in range(_MAX_REFERENCES):
        reference = schema.get("$ref") if isinstance(schema, dict) else None
        if not isinstance(reference, str) or not reference.startswith("#/"):
            break
        schema = at_pointer(root, reference[1:])
    return schema
