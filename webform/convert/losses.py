"""Parts of a tool that a format has no place for, by their places."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from webform.convert.answers import TOLD, outputs_of
from webform.convert.base import Writer, body_schema, is_own_name, not_carried
from webform.convert.declared_inputs import lost_of_cell
from webform.convert.lost_rules import Rules
from webform.dialects import read
from webform.inputs import Input, Record
from webform.inputs.list import List
from webform.inputs.options import declared_options
from webform.schema import read_schema
from webform.tool import Output, Tool
from webform.values import DRAFT, escape, join

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from webform.problems import Problem

#: The fields of a tool that say something to whoever uses it, with the key of a declaration.
_FACTS = {
    "description": "description", "outputs": "outputs", "output_schema": "outputSchema", "version": "version",
    "category": "category", "icon": "icon", "tags": "tags", "layout": "layout", "examples": "examples",
    "price": "pricing", "permissions": "permissions", "hints": "annotations",
    "max_runtime_seconds": "max_runtime_seconds", "concurrent": "concurrent", "input_transport": "input_transport",
}  # fmt: skip
#: Keywords of places on a map: each is a pair, whatever is said of its list.
_COUNTS = ("minItems", "maxItems")
_DEFAULTS = {field.name: field.default for field in fields(Tool)}


def losses(tool: Tool, writer: Writer) -> Iterator[Problem]:
    """Yield a warning for each part of *tool* that what *writer* makes does not have."""
    if tool.dialect == writer.name:
        return
    if not writer.inputs and not is_own_name(tool) and writer.name != "json-schema":
        yield not_carried("/id", "id", writer.name)
    for field, key in _FACTS.items():
        value = getattr(tool, field)
        if field == "outputs" and field in writer.keeps:
            yield from _lost_of_outputs(value, writer)
        elif field == "output_schema" and writer.inputs and outputs_of(value):
            # Its outputs are written.
            continue
        elif field not in writer.keeps and value not in (_DEFAULTS[field], ()) and value is not None:
            yield from _parts(value, key, writer)
    if tool.translations and tool.form.document is None and not (writer.hints or writer.inputs):
        yield not_carried("", "languages", writer.name)
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


def _lost_of_outputs(outputs: Iterable[Output], writer: Writer) -> Iterator[Problem]:
    """Yield a warning for what a schema of the answer does not say of *outputs*: how they are shown."""
    if writer.inputs:
        return
    for index, output in enumerate(outputs):
        lost = {"type": output.type not in TOLD, "caption": output.caption and output.description,
                "layout": output.layout != "panel", "streaming": output.streaming}  # fmt: skip
        for name in [*(name for name, is_lost in lost.items() if is_lost), *output.options]:
            yield not_carried(join(f"/outputs/{index}", name), name, writer.name)


def _lost_inputs(tool: Tool, writer: Writer) -> Iterator[tuple[str, str]]:
    """Yield the place and name of each option of an input that is not in the schema of the body."""
    if writer.inputs:
        if not isinstance(tool.form.root, Record):
            yield "/type", "type"
            return
        written, rules = read(writer.write(tool), writer.name)[0][0].form, Rules(tool.form.schema)
        yield from ((f"/{name}", name) for name in rules.lost_of_body())
        for before, after in zip(tool.form.inputs, written.inputs, strict=True):
            for name in _weaker(before, after, rules):
                yield f"{join('', before.key)}/{name}", name
        return
    if tool.form.document is not None:
        return
    again = {input_.key: input_ for input_ in read_schema(body_schema(tool, hints=writer.hints))[0].inputs}
    # A condition is a hint as well: the form of a schema asks it of the object, not of the input.
    kept = {"key", "show_if"} if writer.hints else {"key"}
    for index, input_ in enumerate(tool.form.inputs):
        for name in _different(input_, again.get(input_.key)):
            if name not in kept:
                yield join(_place(tool, index, input_), name), name


def _weaker(before: Input, after: Input, rules: Rules) -> Iterator[str]:
    """Yield what *after*, the declared input, does not have of *before*, of which *rules* say more."""
    if after.type == "json":
        if before.type not in ("json", "unknown"):
            yield "type"
        return
    if before.nullable or before.secret:
        yield "null" if before.nullable else "type"
    yield from rules.lost_of_input(before.key, after, _COUNTS if before.type.startswith("map_") else ())
    cells = getattr(before.item(0), "inputs", ()) if isinstance(before, List) else ()
    if any(cell.required for cell in cells):
        yield "items/required"
    for cell in cells:
        yield from (f"items/properties/{escape(cell.key)}/{name}" for name in lost_of_cell(cell))


def _place(tool: Tool, index: int, input_: Input) -> str:
    """Return where *input_* stands: in a tool.json, else in the body."""
    if tool.dialect != "tool-json":
        return join("", input_.key)
    return f"/inputs/{index}" if isinstance(tool.declaration, dict) else f"/{index}"


def _different(input_: Input, again: Input | None) -> Iterator[str]:
    if again is None or again.type != input_.type:
        yield "type"
    for name, value in declared_options(input_).items():
        if value != getattr(again, name, None):
            yield name
