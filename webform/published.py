"""The schemas of a tool for programs: of its body, with all that its author wrote, and of its answer."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from webform.dataurl import MAX_HEAD
from webform.hints.x_webform import KEYWORD, OUTPUT
from webform.inputs import Input, Record
from webform.inputs.choices import Choice, ChoiceLike
from webform.inputs.options import declared_options
from webform.inputs.table import Table
from webform.inputs.uploads import UploadLike
from webform.outputs import TYPES
from webform.schema.hinted_inputs import options_of_hint
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.tool import Output, Tool

Schema = dict[str, Any]

#: The moment that examples are of: a document that says the same each day can be kept.
_MOMENT = datetime(2026, 1, 31, 9, 30)  # noqa: DTZ001 - the author's own clock
#: What a data URL begins with.
_DATA_URL = "^data:[^,]*;base64,"


def body_schema(tool: Tool) -> Schema | bool:
    """
    Return the JSON Schema of the body of *tool*.

    It is the author's own where there is one. Else it has what the author wrote: titles, descriptions, defaults, names
    of options, limits of files, the value of hidden inputs; and as `x-webform` the inputs themselves, by which the same
    form comes of it again.
    """
    form = tool.form
    if form.document is not None or not isinstance(form.root, Record) or not isinstance(form.schema, dict):
        return form.schema
    answer = answer_schema(tool)
    about = {"title": tool.name, "description": tool.description}
    hint = {"order": [input_.key for input_ in form.inputs], **({} if answer is None else {OUTPUT: answer})}
    return {
        **{name: text for name, text in about.items() if text},
        **form.schema,
        **({} if form.probe is ABSENT else {"examples": [form.probe]}),
        "properties": {input_.key: _described(input_) for input_ in form.inputs},
        KEYWORD: hint,
    }


def answer_schema(tool: Tool) -> Schema | bool | None:
    """Return the JSON Schema of what *tool* answers; `None` where it declares nothing of it."""
    if tool.output_schema is not None or not tool.outputs:
        return tool.output_schema
    return {
        "type": "object",
        "properties": {output.key: _of_output(output) for output in tool.outputs},
        "required": [output.key for output in tool.outputs],
    }


def _of_output(output: Output) -> Schema:
    about = {"title": output.label, "description": output.description or output.caption}
    hint = {KEYWORD: {"unit": output.unit}} if output.unit else {}
    return {**{name: text for name, text in about.items() if text}, **_typed(output), **hint}


def _typed(output: Output) -> Schema:
    """Return the schema of the values of *output*; texts, numbers and booleans may have options around them."""
    type_ = TYPES.get(output.type)
    if type_ is None:
        return {}
    if type_.kinds.isdisjoint(("string", "number", "boolean")):
        # An id of its own keeps the references inside it pointing inside it.
        own = {"$id": f"urn:webform:output:{output.key.encode().hex()}"} if "$defs" in type_.schema else {}
        return {**own, **type_.schema}
    wrapped = {"type": "object", "properties": {"value": type_.schema}, "required": ["value"]}
    return {"anyOf": [type_.schema, wrapped]}


def _described(input_: Input) -> Schema:
    """Return the schema of the value of *input_*, with what its author wrote."""
    about = {"title": input_.label, "description": input_.description}
    schema = {**{name: text for name, text in about.items() if text}, **_values(input_)}
    if input_.secret:
        return {**schema, "writeOnly": True, KEYWORD: _hint(input_)}
    if input_.default is not ABSENT:
        schema["default"] = input_.initial()
    elif type(input_).check is not Input.check and "examples" not in schema:
        # What only the input can check, such as the type of a file, no schema leads to.
        schema["examples"] = [input_.sample(_MOMENT)]
    return {**schema, KEYWORD: _hint(input_)}


def _values(input_: Input) -> Schema:
    """Return the schema of the value of *input_*, as close as one can say it."""
    schema = input_.value_schema()
    if input_.type == "hidden" and input_.default is not ABSENT:
        return {"const": input_.default}
    if isinstance(input_, ChoiceLike):
        return _with_names(schema, input_.options)
    if isinstance(input_, UploadLike) and not input_.bare:
        return _with_limit(schema, input_.max_bytes)
    if isinstance(input_, Table):
        titles = {column.key: {"title": column.label} for column in input_.columns}
        columns = {key: {**titles[key], **cell} for key, cell in schema["items"]["properties"].items()}
        return {**schema, "items": {**schema["items"], "properties": columns}}
    return schema


def _with_names(schema: Schema, options: Sequence[Choice]) -> Schema:
    """Return *schema* with the names of *options*, where they are more than their values."""
    if all(option.label == option.value for option in options):
        return schema
    named = [{"const": option.value, "title": option.label} for option in options]
    if "items" in schema:
        return {**schema, "items": {"oneOf": named}}
    return {**{name: part for name, part in schema.items() if name != "enum"}, "oneOf": named}


def _with_limit(schema: Schema, limit: int | None) -> Schema:
    """Return *schema*, of data URLs or a list of them, with how long they may be for *limit* bytes."""
    most = {} if limit is None else {"maxLength": MAX_HEAD + (limit + 2) // 3 * 4}
    one = {"pattern": _DATA_URL, **most}
    return {**schema, "items": {**schema["items"], **one}} if "items" in schema else {**schema, **one}


def _hint(input_: Input) -> Schema:
    """Return the hint that makes the same input of its schema."""
    allowed = ("group", *options_of_hint(input_.type))
    options = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in declared_options(input_).items()
        if name in allowed
    }
    condition = {"show_if": asdict(input_.show_if)} if input_.show_if else {}
    return {"input": input_.type, **options, **condition}
