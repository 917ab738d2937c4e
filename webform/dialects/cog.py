"""The OpenAPI document of a cog model: one tool, of its `Input` and `Output`."""

from __future__ import annotations

from typing import Any

from webform.dialects.base import Dialect, changed_parts, slug, usable_schema
from webform.dialects.function_shapes import gemini_schema
from webform.messages import Phrase
from webform.problems import Problem, wrong_type
from webform.schema import read_schema
from webform.tool import CallSpec, Tool
from webform.values import as_dict

_SCHEMAS = "/components/schemas"


def _recognises(value: Any) -> str:
    known = isinstance(value, dict) and isinstance(value.get("openapi"), str) and _schemas(value) is not None
    known = known and isinstance(value.get("paths"), dict) and "/predictions" in value["paths"]
    return 'it is an OpenAPI document with "/predictions" and an "Input", as a cog model has' if known else ""


def _schemas(value: dict[str, Any]) -> dict[str, Any] | None:
    """Return the schemas of a document, where `Input` is one of them."""
    schemas = as_dict(as_dict(value.get("components")).get("schemas"))
    return schemas if isinstance(schemas.get("Input"), dict) else None


def _read(value: Any) -> tuple[list[Tool], list[Problem]]:
    schemas = _schemas(value) if isinstance(value, dict) else None
    if schemas is None:
        return [], [wrong_type("", Phrase("kind.cog"), value)]
    problems: list[Problem] = []
    title = str(as_dict(value.get("info")).get("title") or "")
    name = title if title and title != "Cog" else "Prediction"
    # References are from the root of the document.
    shared = {"components": {"schemas": {name: _forms(schema) for name, schema in schemas.items()}}}
    inputs = _ordered(_forms(schemas["Input"]))
    form, found = read_schema({"type": "object"} | inputs | shared, tool_id=slug(name.lower()), ordered=True)
    tool = Tool(
        id=slug(name.lower()),
        name=name,
        form=form,
        declaration=value,
        dialect=DIALECT.name,
        output_schema=_output(schemas, shared, problems),
        call=CallSpec(protocol="cog"),
    )
    return [tool], problems + [
        problem if problem.at.startswith(_SCHEMAS) else problem.under(f"{_SCHEMAS}/Input") for problem in found
    ]


def _output(schemas: dict[str, Any], shared: dict[str, Any], problems: list[Problem]) -> dict[str, Any] | bool | None:
    """Return the schema of the output; `None` where it says nothing that can be used."""
    schema = schemas.get("Output")
    if not isinstance(schema, dict):
        return None
    # cog gives all of them this title.
    named = _forms({key: value for key, value in schema.items() if (key, value) != ("title", "Output")})
    return usable_schema(named | shared, f"{_SCHEMAS}/Output", problems)


def _forms(schema: Any) -> Any:
    """Return *schema* as one of JSON Schema, with the addresses of files as files."""
    return _files(gemini_schema(schema))


def _files(schema: Any) -> Any:
    made = changed_parts(schema, _files)
    return made | {"format": "data-url"} if isinstance(made, dict) and made.get("format") == "uri" else made


def _ordered(schema: dict[str, Any]) -> dict[str, Any]:
    """Return *schema* with its properties in the order of `x-order`."""
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return schema
    return schema | {"properties": dict(sorted(properties.items(), key=lambda item: _order(item[1])))}


def _order(schema: Any) -> float:
    order = as_dict(schema).get("x-order")
    return order if isinstance(order, int | float) else float("inf")


DIALECT = Dialect(name="cog", recognises=_recognises, read=_read)
