"""Parts of a tool that a format has no place for, by their places."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from webform.convert.base import DRAFT, function_name, not_carried
from webform.inputs.options import options_of
from webform.schema import read_schema
from webform.tool import Tool
from webform.values import ABSENT, join

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.convert.base import Writer
    from webform.inputs import Input
    from webform.problems import Problem

#: The fields of a tool that say something to whoever uses it, with the key of a declaration.
_FACTS = {
    "description": "description", "outputs": "outputs", "output_schema": "outputSchema", "version": "version",
    "category": "category", "icon": "icon", "tags": "tags", "layout": "layout", "examples": "examples",
    "price": "pricing", "permissions": "permissions", "hints": "annotations",
    "max_runtime_seconds": "max_runtime_seconds", "concurrent": "concurrent", "input_transport": "input_transport",
}  # fmt: skip
_DEFAULTS = {field.name: field.default for field in fields(Tool)}


def losses(tool: Tool, writer: Writer) -> Iterator[Problem]:
    """Yield a warning for each part of *tool* that what *writer* makes does not have."""
    if tool.dialect == writer.name:
        return
    if not writer.inputs and function_name(tool) != (tool.call.name or tool.id) and writer.name != "json-schema":
        yield not_carried("/id", "id", writer.name)
    for field, key in _FACTS.items():
        value = getattr(tool, field)
        if field not in writer.keeps and value not in (_DEFAULTS[field], ()) and value is not None:
            yield from _parts(value, key, writer)
    schema = tool.form.schema
    if writer.name == "openapi" and isinstance(schema, dict) and schema.get("$schema", DRAFT) != DRAFT:
        # The schemas of OpenAPI are read as those of 2020-12.
        yield not_carried("/$schema", "$schema", writer.name)
    for at, name in _lost_inputs(tool, writer):
        yield not_carried(at, name, writer.name)


def _parts(value: Any, key: str, writer: Writer) -> Iterator[Problem]:
    """Yield a warning for each output, and for any other fact as a whole."""
    if key == "outputs":
        for index, output in enumerate(value):
            yield not_carried(f"/outputs/{index}", output.key, writer.name)
    else:
        yield not_carried(f"/{key}", key, writer.name)


def _lost_inputs(tool: Tool, writer: Writer) -> Iterator[tuple[str, str]]:
    """Yield the place and name of each option of an input that is not in the schema of the body."""
    if writer.inputs:
        declared = [input_.type for input_ in tool.form.inputs]
        written = [input_["type"] for input_ in writer.write(tool)["inputs"]]
        for input_, before, after in zip(tool.form.inputs, declared, written, strict=True):
            if before != after:
                yield join("", input_.key), "type"
        return
    if tool.form.document is not None:
        return
    again = {input_.key: input_ for input_ in read_schema(tool.form.schema)[0].inputs}
    for index, input_ in enumerate(tool.form.inputs):
        for name in _different(input_, again.get(input_.key)):
            yield join(_place(tool, index, input_), name), name


def _place(tool: Tool, index: int, input_: Input) -> str:
    """Return where *input_* stands: in a tool.json, else in the body."""
    if tool.dialect != "tool-json":
        return join("", input_.key)
    return f"/inputs/{index}" if isinstance(tool.declaration, dict) else f"/{index}"


def _different(input_: Input, again: Input | None) -> Iterator[str]:
    if again is None or again.type != input_.type:
        yield "type"
    defaults = {field.name: field.default for field in fields(input_)}
    for name in options_of(type(input_)):
        value = getattr(input_, name)
        is_declared = value is not None and value is not ABSENT and value not in ("", defaults[name])
        if name != "key" and is_declared and value != getattr(again, name, None):
            yield name
