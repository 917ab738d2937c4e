"""What a program sends that has read nothing but a tool's openapi.json: it is accepted."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import jsonschema
import pytest

import webform
from webform.hints.x_webform import KEYWORD, OUTPUT
from webform.published import body_schema
from webform.values import at_pointer, read_json, write_json

ROOT = Path(__file__).parents[2]
FOLDERS = ("tests/samples", "examples")
#: Files that declare no tool: what tools answer, and the rules of when an input is shown.
NO_TOOLS = {
    "tests/samples/arcade/engine_execute_responses.json",
    "tests/samples/arcade/today_worker_responses.json",
    "tests/samples/field-maps/execute_responses.json",
    "tests/samples/show_if.json",
    "tests/samples/tool-json/all-types.response.json",
    "tests/samples/tool-json/stream-events.json",
    "tests/samples/toolexec/code_executeresult.json",
    "tests/samples/toolexec/runresult_local.json",
    "tests/samples/toolexec/runresult_mcp.json",
    "tests/samples/toolexec/runresult_null.json",
    "tests/samples/toolexec/runtime_executeresult.json",
    "tests/samples/toolexec/stepresult.json",
    "tests/samples/toolexec/streamevents.json",
}
#: What says of a value what it may be, the best first, and which part of that is the value.
STATED = {
    "const": lambda value: value, "default": lambda value: value, "examples": lambda values: values[0],
    "enum": lambda values: values[0],
}  # fmt: skip


@cache
def tools():
    """Return the tools of all samples and demos, by their file and id."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.*"))]
    files = {
        path.relative_to(ROOT).as_posix()
        for path in paths
        if path.suffix in (".json", ".yaml") and path.name != "documented.json"
    }
    assert files >= NO_TOOLS
    return {f"{file}:{tool.id}": tool for file in sorted(files - NO_TOOLS) for tool in webform.load(ROOT / file)}


def filled(schema, whole):
    """Return a value as a program makes it that has read *schema*, a part of *whole*, and nothing else."""
    schema = {} if schema is True else schema
    for word, pick in STATED.items():
        if word in schema:
            return pick(schema[word])
    if "$ref" in schema:
        return filled(at_pointer(whole, schema["$ref"].removeprefix("#")), whole)
    parts = [*schema.get("anyOf", ())[:1], *schema.get("oneOf", ())[:1], *schema.get("allOf", ())]
    if "type" not in schema and "properties" not in schema and parts:
        return filled(parts[0], whole)
    kind = schema.get("type", "object")
    return FILLED[kind if isinstance(kind, str) else kind[0]](schema, whole)


def an_object(schema, whole):
    """Return an object with all that *schema* or what holds beside it requires."""
    properties = dict(schema.get("properties", {}))
    made = {key: filled(properties.get(key, True), whole) for key in schema.get("required", ())}
    for rule in schema.get("allOf", ()):
        is_met = "if" not in rule or jsonschema.Draft202012Validator(rule["if"]).is_valid(made)
        then = rule.get("then" if is_met else "else", {}) if "if" in rule else rule
        for key in then.get("required", ()) if isinstance(then, dict) else ():
            stated = then.get("properties", {}).get(key, properties.get(key, True))
            made.setdefault(key, filled(stated, whole))
    return made


def a_list(schema, whole):
    """Return the shortest list of *schema*."""
    first = schema.get("prefixItems", [])
    items = [*first, *[schema.get("items", True)] * schema.get("minItems", 0)]
    return [filled(part, whole) for part in items[: max(len(first), schema.get("minItems", 0))]]


def a_number(schema, _):
    """Return the least number of *schema*."""
    return schema.get("minimum", schema.get("exclusiveMinimum", 0) + ("exclusiveMinimum" in schema))


FORMATS = {"date": "2026-01-31", "time": "10:00:00", "date-time": "2026-01-31T10:00:00Z", "email": "a@example.com"}
FILLED = {
    "object": an_object,
    "array": a_list,
    "string": lambda schema, _: FORMATS.get(schema.get("format"), "a" * max(schema.get("minLength", 0), 1)),
    "number": a_number,
    "integer": a_number,
    "boolean": lambda _, __: True,
    "null": lambda _, __: None,
}


def test_there_are_tools_of_every_dialect_and_demo():
    # Only servers that run have those two.
    assert {tool.dialect for tool in tools().values()} == {*webform.dialects.DIALECTS} - {"cog", "gradio"}
    assert sum(name.startswith("examples/") for name in tools()) >= 9


@pytest.mark.parametrize("name", tools())
def test_what_the_openapi_alone_leads_to_is_accepted(name, new_app):
    tool = tools()[name]
    client = new_app(tool).test_client()
    document = client.get(f"/tools/{tool.id}/openapi.json").json
    body = document["paths"][f"/tools/{tool.id}/run"]["post"]["requestBody"]["content"]["application/json"]
    schema = body["schema"]
    made = filled(schema, schema)

    jsonschema.validators.validator_for(schema)(schema).validate(made)
    for value in (made, body["example"]):
        answer = client.post(f"/tools/{tool.id}/run", json=value)
        assert answer.status_code in (200, 202), (value, answer.json)


@pytest.mark.parametrize("name", [name for name, tool in tools().items() if tool.dialect == "tool-json"])
def test_the_schema_of_a_tool_json_leads_to_the_same_form_again(name):
    tool = tools()[name]
    schema = body_schema(tool)

    (again,) = webform.load(read_json(write_json(schema)))

    waiting = {input_.key for input_ in tool.form.inputs if input_.show_if}
    assert _facts(again, waiting) == _facts(tool, waiting)
    assert [problem.code for problem in again.problems if problem.code != "any-value"] == []
    assert again.output_schema == schema[KEYWORD].get(OUTPUT)


def _facts(tool, waiting):
    """Return what the inputs of *tool* are; those *waiting* for others are required while they are shown alone."""
    return [
        (
            input_.key, input_.type, input_.label, input_.description, input_.group, input_.initial(),
            input_.required or input_.key in waiting,
        )
        for input_ in tool.form.inputs
    ]  # fmt: skip
