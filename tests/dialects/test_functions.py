"""Function tools: the formats of each provider, by tools of the shapes that its own documentation shows."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

import webform
from tests.as_browser import entries_of
from tests.phrases import wrong
from webform.dialects import read, recognise
from webform.messages import Phrase
from webform.problems import errors
from webform.sample import sample
from webform.values import equal

SAMPLES = Path(__file__).parents[1] / "samples/functions"
#: The files, each with the ids of its tools and where its provider shows the shape.
FORMATS = {
    # https://platform.openai.com/docs/guides/function-calling?api-mode=chat
    "openai-chat.json": ["find_train", "ping"],
    # https://platform.openai.com/docs/guides/function-calling?api-mode=responses
    "openai-responses.json": ["find_train"],
    # https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use
    "anthropic.json": ["book_room"],
    # https://ai.google.dev/api/caching#FunctionDeclaration
    "gemini.json": ["set_light", "dim"],
    # https://python.langchain.com/docs/concepts/tools/
    "langchain.json": ["multiply", "lookup"],
    # https://developers.llamaindex.ai/python/framework-api-reference/tools
    "llamaindex.json": ["query_notes", "count_words"],
    # https://learn.microsoft.com/en-us/semantic-kernel/concepts/ai-services/chat-completion/function-calling/
    "semantic-kernel.json": ["list-add_item", "List-Clear", "list-show"],
    # https://docs.ollama.com/capabilities/tool-calling
    "ollama.json": ["temperature"],
}
SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
#: Bodies with everything filled in.
FILLED = {
    "find_train": {"station": "Bergen", "day": "2026-05-17", "class": "first", "seats": None},
    "book_room": {"room": "Fjord", "people": 4, "equipment": ["screen", "camera"]},
    "set_light": {"rooms": ["hall", "kitchen"], "brightness": 40, "tone": None},
    "multiply": {"a": 6, "b": 7},
    "list-add_item": {"item": "bread", "count": 2},
    "List-Clear": {"sure": True},
}
CASES = [
    pytest.param(tool, id=f"{name}-{tool.id}") for name in FORMATS for tool in webform.load(SAMPLES / name)
]  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_the_tools_of_each_format_are_read(name):
    tools, problems, source = read(SAMPLES / name)

    assert recognise(source.value)[0].name == "functions"
    assert [tool.id for tool in tools] == FORMATS[name]
    assert [tool.call.name for tool in tools] == FORMATS[name]
    assert errors(problems) == []


@pytest.mark.parametrize("tool", CASES)
def test_each_is_sampled_filled_in_and_comes_back(tool):
    bodies = [sample(tool.form, date(2026, 5, 17)), *(example.body for example in tool.examples)]
    for body in [*bodies, FILLED.get(tool.id, bodies[0])]:
        came_back, problems = webform.decode(tool.form, entries_of(webform.render(tool.form, body)))

        assert webform.check(tool.form, body) == []
        assert problems == []
        assert equal(came_back, body)


def test_what_the_provider_runs_itself_is_left_out():
    _, problems, _ = read(SAMPLES / "anthropic.json")

    assert [(problem.at, problem.code, problem.severity) for problem in problems] == [
        ("/tools/1", "hosted-tool", "warning")
    ]


def test_a_schema_of_gemini_is_the_json_schema_it_means():
    light, dim = webform.load(SAMPLES / "gemini.json")

    assert list(light.form.schema["properties"]) == ["rooms", "brightness", "tone"]
    assert light.form.schema["properties"] == {
        "rooms": {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1},
        "brightness": {"type": "integer", "format": "int32", "minimum": 0, "maximum": 100},
        "tone": {"type": ["string", "null"], "enum": ["day", "warm", None]},
    }
    assert light.output_schema == {"type": "object", "properties": {"done": {"type": "boolean"}}}
    assert dim.form.schema["additionalProperties"] is False


def test_the_parameters_of_semantic_kernel_are_properties():
    add, clear, _ = webform.load(SAMPLES / "semantic-kernel.json")

    assert add.form.schema == {
        "type": "object",
        "properties": {
            "item": {"type": "string", "description": "What to buy"},
            "count": {"type": "integer", "default": 1},
        },
        "required": ["item"],
    }
    assert add.output_schema == {"type": "integer"}
    assert clear.form.schema["properties"] == {"sure": {"type": "boolean", "description": "Whether to do it"}}


def test_arguments_of_langchain_without_a_default_are_required():
    multiply, _ = webform.load(SAMPLES / "langchain.json")

    assert multiply.form.schema["required"] == ["a"]


def test_the_examples_of_anthropic_are_examples():
    [tool] = webform.load(SAMPLES / "anthropic.json")

    assert [example.body for example in tool.examples] == [{"room": "Fjord", "people": 4, "equipment": ["screen"]}]


@pytest.mark.parametrize(
    "document",
    [
        {"name": "f", "parameters": SCHEMA},
        [{"name": "f", "parameters": SCHEMA}],
        {"functions": [{"name": "f", "parameters": SCHEMA}]},
        {"tools": [{"type": "function", "name": "f", "parameters": SCHEMA}]},
        {"type": "function", "function": {"name": "f", "parameters": SCHEMA}},
        {"function_declarations": [{"name": "f", "parameters_json_schema": SCHEMA}]},
        [{"tools": [{"functionDeclarations": [{"name": "f", "parameters": SCHEMA}]}]}],
    ],
    ids=str,
)
def test_one_a_list_and_an_object_of_lists_are_read(document):
    [tool] = webform.load(document)

    assert (tool.id, tool.form.schema, tool.problems) == ("f", SCHEMA, ())


@pytest.mark.parametrize(
    ("document", "at", "phrase"),
    [
        ({"type": "function", "function": {}}, "/function", Phrase("missing.text", {"name": "name"})),
        ([{"type": "function", "name": "f", "parameters": 5}], "/0/parameters", wrong("schema", "5")),
        ({"tools": [{"name": "f", "input_schema": SCHEMA}, 5]}, "/tools/1", wrong("tool", "5")),
    ],
)
def test_a_mistake_has_its_place_in_what_was_written(document, at, phrase):
    tools, problems, _ = read(document)

    assert [(problem.at, problem.phrase) for problem in problems] == [(at, phrase)]
    assert len(tools) == 1


@pytest.mark.parametrize(
    ("tool", "at"),
    [
        (
            {"name": "f", "input_schema": {"type": "object", "properties": {"a": {"type": "no"}}}},
            "input_schema/properties",
        ),
        ({"name": "f", "description": "", "args": {"a": {"type": "no"}}}, "args"),
        ({"name": "f", "parameters": {"type": "OBJECT", "properties": {"a": {"type": "NO"}}}}, "parameters/properties"),
    ],
)
def test_a_mistake_in_a_schema_has_its_place(tool, at):
    _, [problem], _ = read([tool])

    assert (problem.at, problem.code) == (f"/0/{at}/a/type", "invalid-schema")


def test_a_mistake_in_a_parameter_of_semantic_kernel_has_its_place():
    tool = {"name": "f", "parameters": [{"name": "b/c", "schema_data": {"type": "no"}}]}
    _, [problem], _ = read(tool)

    assert problem.at == "/parameters/0/schema_data/type"


def test_a_list_with_a_tool_of_mcp_is_one_of_mcp():
    assert recognise([{"name": "a", "input_schema": SCHEMA}, {"name": "b", "inputSchema": SCHEMA}])[0].name == "mcp"


def test_a_number_has_no_functions():
    assert [problem.code for problem in read("5", "functions")[1]] == ["wrong-type"]
