"""A bare JSON Schema is a tool with one form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import webform
from tests.phrases import wrong
from webform.dialects import read

SAMPLES = Path(__file__).parents[1] / "samples/json-schema"


def test_a_schema_is_a_tool():
    [tool] = webform.load(SAMPLES / "order.json")
    declared = json.loads((SAMPLES / "order.json").read_text(encoding="utf-8"))

    assert (tool.id, tool.name, tool.description) == ("Order", "Order", "What is sent where.")
    assert tool.form.schema == declared
    assert tool.form.tool_id == "Order"
    assert tool.declaration == declared
    assert tool.dialect == "json-schema"
    assert [(example.name, example.body) for example in tool.examples] == [("Example 1", declared["examples"][0])]
    assert tool.problems == ()


@pytest.mark.parametrize(
    ("schema", "tool_id", "name"),
    [
        ({"title": "Two words/ä"}, "Two-words", "Two words/ä"),
        ({"title": "", "$id": "https://a.example/person.schema.json"}, "person", "person"),
        ({"$id": "https://a.example/schemas/sample.json#"}, "sample", "sample"),
        ({"$id": "https://a.example/person/"}, "person", "person"),
        ({"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://a.example/old"}, "old", "old"),
        ({"type": "string"}, "tool", "Tool"),
        (True, "tool", "Tool"),
        (False, "tool", "Tool"),
        ({}, "tool", "Tool"),
    ],
    ids=str,
)
def test_it_is_called_by_its_title_or_its_address(schema, tool_id, name):
    [tool], _, _ = read(schema, "json-schema")

    assert (tool.id, tool.name) == (tool_id, name)
    assert tool.form.document == schema


@pytest.mark.parametrize(
    "schema",
    [{"title": 5, "description": [], "$id": {}, "examples": 5}, {"title": None, "description": None, "examples": None}],
    ids=str,
)
def test_what_is_said_of_it_wrongly_costs_nothing(schema):
    [tool], _, _ = read(schema, "json-schema")

    assert (tool.id, tool.name, tool.description, tool.examples) == ("tool", "Tool", "", ())


@pytest.mark.parametrize(("value", "found"), [(5, "5"), ("text", '"text"'), (None, "null"), ([], "[]")])
def test_what_is_no_schema_is_a_problem(value, found):
    # A text given to read is a document; here it is a value in one.
    tools, [problem], _ = read(json.dumps(value), "json-schema")

    assert tools == []
    assert (problem.at, problem.code, problem.phrase) == ("", "wrong-type", wrong("schema", found))


def test_a_problem_of_the_schema_has_its_place():
    text = '{\n  "type": "object",\n  "properties": {\n    "a": {"type": "strnig"}\n  }\n}'
    [tool] = webform.load(text)

    assert {(problem.at, problem.line) for problem in tool.problems} == {("/properties/a/type", 4)}


@pytest.mark.parametrize("name", ["order.json", "draft-07.json"])
def test_its_sample_is_a_body_that_it_takes(name):
    [tool] = webform.load(SAMPLES / name)

    assert webform.check(tool.form, webform.sample(tool.form)) == []
    assert f'data-tool="{tool.id}"' in webform.render(tool.form)


@pytest.mark.parametrize(
    "keys",
    [
        {"inputs": [{"key": "a", "type": "text"}]},
        {"inputSchema": {"type": "object"}, "name": "a"},
        {"id": "a", "outputs": []},
        {"types": {"Address": {"street": {"type": "string"}}}},
        {"tools": {"add": {"parameters": {"A": {"type": "string"}}}}},
        {"input_schema": {"a": {"type": "string"}}},
        {"fully_qualified_name": "a.b", "input": {"parameters": []}},
        {"openapi": "3.0.0", "paths": {}},
        {"name": {"type": "string"}},
    ],
    ids=lambda keys: next(iter(keys)),
)
@pytest.mark.parametrize(
    "address", ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"]
)
def test_a_schema_that_says_so_is_one_whatever_keys_it_has(address, keys):
    [tool] = webform.load({"$schema": address, **keys})

    assert tool.dialect == "json-schema"
