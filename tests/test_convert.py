"""Tools in the formats of others: what is written is read again, and what has no place there is said."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

import webform
from tests.schema.test_hints import Stars
from webform.cli import main
from webform.convert import WRITERS, SeveralToolsError, convert, lost
from webform.convert.base import DRAFT, body_schema
from webform.dialects import read
from webform.inputs import INPUTS
from webform.messages import message
from webform.problems import errors
from webform.sample import sample

SAMPLES = Path(__file__).parent / "samples"
FILES = [
    "tool-json/all-types.tool.json", "mcp/tool.json", "mcp/tools-list.json", "field-maps/agent.json",
    "arcade/catalogue.json", "json-schema/order.json", "functions/gemini.json", "functions/openai-chat.json",
]  # fmt: skip
#: The formats whose documents have the very schema of the body.
EXACT = [name for name in WRITERS if name not in ("tool-json", "openapi")]
#: What says nothing of a value.
FACTS = ("$schema", "title", "description", "examples")
TODAY = date(2026, 5, 17)
LOST = {"name": "version", "format": "anthropic"}
CITY = {"key": "city", "type": "text", "label": "City"}


def schema_of(tool, to="") -> object:
    """Return the schema of the body as *to* has it: a tool.json's with its words, for others than models with hints."""
    schema = body_schema(tool, hints=WRITERS[to].hints, answer=to == "json-schema") if to else tool.form.schema
    return {key: value for key, value in schema.items() if key not in FACTS} if isinstance(schema, dict) else schema


def run(tmp_path, document, *args):
    file = tmp_path / "tool.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return CliRunner().invoke(main, ["convert", str(file), *args])


@pytest.mark.parametrize("to", EXACT)
@pytest.mark.parametrize("file", FILES)
def test_what_is_written_is_read_again_with_the_same_schema(file, to):
    for tool in webform.load(SAMPLES / file):
        [again] = webform.load(json.dumps(convert([tool], to)))

        assert errors(again.problems) == errors(tool.problems) == []
        assert schema_of(again) == schema_of(tool, to)
        assert again.form.schema.get("$schema", DRAFT) == DRAFT or tool.dialect == "json-schema"


@pytest.mark.parametrize("file", FILES)
def test_a_tool_json_takes_the_bodies_of_the_tool(file):
    for tool in webform.load(SAMPLES / file):
        [again] = webform.load(convert([tool], "tool-json"))
        body = sample(tool.form, TODAY)

        assert again.dialect == "tool-json"
        assert errors(again.problems) == []
        assert errors(webform.check(again.form, body)) == []


@pytest.mark.parametrize("to", ["openai", "openai-responses", "anthropic", "gemini", "langchain", "mcp"])
def test_several_tools_are_one_document(to):
    tools = webform.load(SAMPLES / "functions/gemini.json")

    assert [tool.id for tool in webform.load(json.dumps(convert(tools, to)))] == ["set_light", "dim"]


@pytest.mark.parametrize("to", ["json-schema", "tool-json"])
def test_a_format_of_one_tool_takes_no_more(to):
    with pytest.raises(SeveralToolsError):
        convert(webform.load(SAMPLES / "functions/gemini.json"), to)


def test_an_operation_of_openapi_posts_the_body():
    [tool] = webform.load([CITY])
    document = convert([tool], "openapi")
    operation = document["paths"]["/tool/run"]["post"]

    assert document["openapi"] == "3.1.0"
    assert operation["requestBody"]["content"]["application/json"]["schema"]["required"] == ["city"]


@pytest.mark.parametrize("file", FILES)
def test_an_operation_of_openapi_has_the_same_schema_in_its_body(file):
    for tool in webform.load(SAMPLES / file):
        [again] = webform.load(json.dumps(convert([tool], "openapi")))

        assert again.dialect == "openapi"
        assert errors(again.problems) == []
        assert body_of_operation(again) == schema_of(tool, "openapi")
        assert errors(webform.check(again.form, {"body": sample(tool.form, TODAY)})) == []


def test_an_operation_of_openapi_keeps_what_its_schema_refers_to():
    tree = {"type": "object", "properties": {"next": {"$ref": "#/$defs/tree"}, "size": {"type": "integer"}}}
    schema = {
        "$schema": DRAFT,
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/tree"}},
        "$defs": {"tree": tree},
    }
    [tool] = webform.load(schema)
    [again] = webform.load(json.dumps(convert([tool], "openapi")))
    problems = webform.check(again.form, {"body": {"a": {"next": {"size": "x"}}}})

    assert errors(again.problems) == []
    assert body_of_operation(again) == {"$id": "urn:webform:tool"} | schema_of(tool)
    assert [problem.at for problem in problems] == ["/body/a/next/size"]


def test_an_older_draft_of_a_body_is_no_part_of_an_operation():
    [tool] = webform.load({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {}})

    assert [(problem.at, problem.code) for problem in lost(tool, "openapi")] == [("/$schema", "not-carried")]
    assert lost(tool, "mcp") == []


def body_of_operation(tool) -> object:
    [schema] = tool.form.schema["properties"]["body"]["allOf"]
    return {key: value for key, value in schema.items() if key not in FACTS}


def test_what_has_no_place_is_said_by_its_pointer():
    inputs = [
        CITY,
        {"key": "where", "type": "map_point", "label": "Where", "show_if": {"key": "city", "equals": "Oslo"}},
        {"key": "photo", "type": "file", "label": "Photo", "max_size_mb": 2},
    ]
    output = {"key": "sky", "type": "text", "label": "Sky"}
    [tool] = webform.load({"id": "sky", "name": "Sky", "inputs": inputs, "outputs": [output]})
    places = {problem.at for problem in lost(tool, "openai")}

    assert {"/outputs/0", "/inputs/1/show_if", "/inputs/2/max_size_mb"} <= places
    assert lost(tool, "tool-json") == []


@pytest.mark.parametrize("to", ["json-schema", "mcp", "openapi", "openai"])
def test_a_condition_has_a_place_where_hints_have_one(to):
    mode = {"key": "mode", "type": "checkbox", "label": "More"}
    note = {"key": "note", "type": "text", "label": "Note", "show_if": {"key": "mode", "equals": True}}
    [tool] = webform.load({"id": "t", "name": "T", "inputs": [mode, note], "outputs": []})

    [again] = webform.load(convert([tool], to))

    body = again.form.root if to != "openapi" else again.form.root.by_key["body"]
    is_kept = body.inactive_keys is not None and body.inactive_keys({"mode": False}) == {"note"}
    assert [problem.at for problem in lost(tool, to)] == ([] if is_kept else ["/inputs/1/show_if"])
    assert is_kept is (to != "openai")


def test_a_tool_json_comes_back_from_a_schema_that_has_its_hints():
    tool = webform.load(SAMPLES.parents[1] / "examples/weather/tool.json")[0]
    lists = {to: [problem.at for problem in lost(tool, to)] for to in ("json-schema", "mcp", "openapi")}

    for to, places in lists.items():
        [again] = webform.load(convert([tool], to))
        assert not any(place.startswith("/inputs") for place in places)
        assert {"/version", "/outputs/0/layout", "/outputs/1/precision", "/outputs/3/type"} <= {*places}
        assert "/outputs/1/type" not in places
        assert set(again.output_schema["properties"]) == {output.key for output in tool.outputs}
    [again] = webform.load(convert([tool], "mcp"))
    assert [(one.type, one.label, one.default) for one in again.form.inputs] == [
        (one.type, one.label, one.default) for one in tool.form.inputs
    ]


def test_a_tool_json_has_the_inputs_and_outputs_that_a_schema_asks_for():
    row = {"type": "object", "properties": {"day": {"type": "string", "format": "date"}, "kg": {"type": "number"}}}
    properties = {
        "days": {"type": "array", "items": {**row, "required": ["day"]}},
        "words": {"type": "array", "items": {"type": "string"}},
        "until": {"type": ["string", "null"], "format": "date"},
        "place": {"type": "object", "properties": {"lat": {"type": "number", "maximum": 90}}, "required": ["lat"]},
        "code": {"type": "string", "pattern": "^[A-Z]+$"},
        "count": {"type": "integer"},
    }
    answer = {"type": "object", "properties": {"mean": {"type": "number", "title": "Mean"}}, "required": ["mean"]}
    [tool] = webform.load(
        {"name": "a", "inputSchema": {"type": "object", "properties": properties}, "outputSchema": answer}
    )
    document = convert([tool], "tool-json")

    assert [input_["type"] for input_ in document["inputs"]] == ["table", "tags", "date", "json", "text", "number"]
    assert document["inputs"][3]["schema"] == properties["place"]
    assert document["outputs"] == [{"key": "mean", "type": "number", "label": "Mean"}]
    assert [problem.at for problem in lost(tool, "tool-json")] == [
        "/days/items/required", "/until/null", "/place/type", "/code/pattern", "/count/type",
    ]  # fmt: skip


def test_rows_of_a_schema_are_a_table_wherever_cells_have_their_values():
    line, none = {"type": "string"}, {"type": "null"}
    cells = {
        "what": {**line, "maxLength": 9, "description": "A thing"},
        "count": {"type": "integer", "minimum": 0, "default": 1},
        "note": {"anyOf": [line, none], "default": None},
    }
    other = {"flag": {"type": "boolean"}, "kind": {"enum": ["a", "b"]}, "tags": {"type": "array", "items": line}}

    def rows(properties, *required):
        row = {"type": "object", "properties": properties, "required": [*required]}
        return {"type": "array", "items": row}

    properties = {
        "table": rows(cells, "what"), "null": rows(cells, "note"),
        **{key: rows({"a": line, key: schema}) for key, schema in other.items()},
    }  # fmt: skip
    [tool] = webform.load({"name": "a", "inputSchema": {"type": "object", "properties": properties}})
    table, *others = convert([tool], "tool-json")["inputs"]

    assert [column["type"] for column in table["columns"]] == ["text", "number", "text"]
    assert [input_["type"] for input_ in others] == ["json"] * 4
    assert [problem.at for problem in lost(tool, "tool-json") if problem.at.startswith("/table")] == [
        "/table/items/properties/count/type", "/table/items/required",
        "/table/items/properties/what/description", "/table/items/properties/what/max_length",
        "/table/items/properties/count/default", "/table/items/properties/count/min",
        "/table/items/properties/note/null",
    ]  # fmt: skip


TEXT, NONE = {"type": "string"}, {"const": "none"}
WORDS, LINES = ({"type": "array", "items": items} for items in (TEXT, {"type": "object", "properties": {"a": TEXT}}))
#: What a schema says of its property `x`, beside it, or around it, and where the rule is that no tool.json has.
LOST_RULES = [
    ({"x": TEXT}, {"minProperties": 1}, "/minProperties"),
    ({"x": TEXT}, {"additionalProperties": TEXT}, "/additionalProperties"),
    ({"x": TEXT}, {"patternProperties": {"^y": TEXT}}, "/patternProperties"),
    ({"x": TEXT, "y": TEXT}, {"dependentRequired": {"x": ["y"]}}, "/dependentRequired"),
    ({"x": TEXT, "y": TEXT}, {"if": {"required": ["x"]}, "then": {"required": ["y"]}}, "/if"),
    ({"x": TEXT, "y": TEXT}, {"anyOf": [{"required": ["x"]}, {"required": ["y"]}]}, "/anyOf"),
    ({"x": TEXT, "y": TEXT}, {"not": {"required": ["x", "y"]}}, "/not"),
    ({"x": TEXT}, {"allOf": [{"properties": {"x": {"minLength": 3}}}]}, "/x/minLength"),
    ({"x": {"$ref": "#/$defs/a"}}, {"$defs": {"a": {**TEXT, "pattern": "^b"}}}, "/x/pattern"),
    ({"x": {**TEXT, "minLength": 3}}, {"$schema": "http://json-schema.org/draft-07/schema#"}, "/x/minLength"),
    ({"x": {"allOf": [{"type": "integer"}]}}, {}, "/x/type"),
    ({"x": {**TEXT, "not": NONE}}, {}, "/x/not"),
    ({"x": {**TEXT, "anyOf": [{"pattern": "^b"}, {"maxLength": 0}]}}, {}, "/x/anyOf"),
    ({"x": {"anyOf": [{**TEXT, "minLength": 3}, {"type": "null"}]}}, {}, "/x/null", "/x/minLength"),
    ({"x": {"enum": ["a", "b"], "not": NONE}}, {}, "/x/not"),
    ({"x": {**WORDS, "minItems": 2}}, {}, "/x/minItems"),
    ({"x": {**WORDS, "contains": NONE}}, {}, "/x/contains"),
    ({"x": {**WORDS, "items": {**TEXT, "pattern": "^b"}}}, {}, "/x/items/pattern"),
    ({"x": {**WORDS, "items": {"enum": ["a", "b"]}, "uniqueItems": True, "maxItems": 1}}, {}, "/x/maxItems"),
    ({"x": {**LINES, "contains": {"required": ["a"]}}}, {}, "/x/contains"),
    ({"x": {**LINES, "items": {**LINES["items"], "minProperties": 1}}}, {}, "/x/items/minProperties"),
    ({"x": {**LINES, "items": {"type": "object", "properties": {"a/b": {**TEXT, "minLength": 3}}}}}, {},
     "/x/items/properties/a~1b/minLength"),
    # What an input has, or makes no difference, is not lost.
    ({"x": {"oneOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]}}, {"additionalProperties": False}),
    ({"x": {**TEXT, "maxLength": 3}, "y": {"type": "number", "minimum": 3}}, {"required": ["x"]}),
    ({"x": {**LINES, "minItems": 2, "maxItems": 3}}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("properties", "around", "places"), [(one, two, [*rest]) for one, two, *rest in LOST_RULES])
def test_each_rule_of_a_schema_that_a_tool_json_lacks_is_named(properties, around, places):
    [tool] = webform.load({"type": "object", "properties": properties, **around})

    assert [problem.at for problem in lost(tool, "tool-json")] == places


def test_an_input_of_whole_numbers_has_the_type_of_a_schema(monkeypatch):
    monkeypatch.setitem(INPUTS, "stars", Stars)
    stars = {"type": "integer", "maximum": 5, "x-webform": {"input": "stars"}}
    [tool] = webform.load({"type": "object", "properties": {"x": stars, "y": {"type": "integer"}}})

    assert [problem.at for problem in lost(tool, "tool-json")] == ["/y/type"]


def test_a_body_that_is_no_object_has_no_place_in_a_tool_json(tmp_path):
    result = run(tmp_path, {"title": "words", **WORDS}, "--to", "tool-json")

    assert (result.exit_code, json.loads(result.stdout)["inputs"]) == (0, [])
    assert "/type" in result.stderr


def test_an_output_schema_is_kept_where_there_is_a_place():
    [tool] = webform.load(SAMPLES / "mcp/tool.json")
    places = {to: "/outputSchema" in {problem.at for problem in lost(tool, to)} for to in WRITERS}

    assert [to for to, is_lost in places.items() if not is_lost] == ["gemini", "mcp", "openapi"]


def test_the_command_prints_the_document_and_what_is_lost(tmp_path):
    result = run(tmp_path, {"id": "a", "name": "A", "inputs": [CITY], "version": "1"}, "--to", "anthropic")

    assert result.exit_code == 0
    assert json.loads(result.stdout)[0]["input_schema"]["required"] == ["city"]
    assert f"tool.json#/version: warning[not-carried]: {message('not-carried', LOST)}" in result.stderr


def test_a_declaration_with_errors_is_not_written(tmp_path):
    result = run(tmp_path, [{"key": "city", "type": "txt", "label": "City"}], "--to", "mcp")

    assert (result.exit_code, result.stdout) == (1, "")
    assert "error[unknown-type]" in result.stderr


def test_one_of_several_tools_has_to_be_chosen_for_a_format_of_one(tmp_path):
    document = json.loads((SAMPLES / "functions/gemini.json").read_text(encoding="utf-8"))

    assert run(tmp_path, document, "--to", "json-schema").exit_code == 2
    assert json.loads(run(tmp_path, document, "--to", "json-schema", "--tool", "dim").stdout)["title"] == "dim"
    assert run(tmp_path, document, "--to", "json-schema", "--tool", "dam").exit_code == 2


def test_errors_of_a_form_that_is_read_late_are_said_and_nothing_is_written(tmp_path):
    body = {"type": "object", "properties": {"a": {"type": "strng"}}}
    operation = {"operationId": "one", "requestBody": {"content": {"application/json": {"schema": body}}},
                 "responses": {"200": {"description": "done"}}}  # fmt: skip
    file = tmp_path / "openapi.json"
    paths = {"/one": {"post": operation}}
    file.write_text(json.dumps({"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}), "utf-8")
    result = CliRunner().invoke(main, ["convert", str(file), "--to", "openai"])

    assert (result.exit_code, result.stdout) == (1, "")
    assert "strng" in result.stderr


@pytest.mark.parametrize("to", ["openai", "mcp", "openapi"])
def test_tools_whose_names_would_be_alike_have_names_of_their_own(to):
    long = "a" * 70
    schema = {"type": "object", "properties": {"n": {"type": "number"}}}
    declared = {"tools": [{"name": name, "inputSchema": schema} for name in ("a.b", "a_b", f"{long}1", f"{long}2")]}
    tools = read(declared)[0]

    document = convert(tools, to)

    names = [tool.call.name or tool.id for tool in read(json.loads(json.dumps(document)))[0]]
    assert sorted(names) == sorted({"a_b", "a_b_2", "a" * 64, "a" * 62 + "_2"})
