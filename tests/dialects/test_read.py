"""Detection of a document's dialect: by its content, and in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import webform
from webform.dialects import DIALECTS, read, recognise
from webform.messages import Phrase
from webform.problems import DeclarationError
from webform.source import read_source
from webform.tool import CallSpec

SAMPLES = Path(__file__).parents[1] / "samples"
TOOL = {"name": "echo", "inputSchema": {"type": "object"}}
DEFINITION = {"name": "Now", "fully_qualified_name": "Clock.Now", "input": {"parameters": []}}
FIELD = {"type": "string", "required": True}
STRING = {"type": "string"}

#: The documents of the samples that declare tools, and the dialect of each.
FILES = {
    "openapi/fastapi.json": "openapi", "openapi/github.json": "openapi",
    "arcade/catalogue.json": "arcade", "arcade/page.json": "arcade", "arcade/preview.json": "arcade",
    "mcp/tool.json": "mcp", "mcp/tools-list.json": "mcp", "mcp/response.json": "mcp",
    "json-schema/order.json": "json-schema", "json-schema/draft-07.json": "json-schema",
    "tool-json/all-types.tool.json": "tool-json",
    "field-maps/agent.json": "field-maps", "field-maps/about_legacy_flat.json": "field-maps",
    "field-maps/field_map_only.json": "field-maps",
    "named-types/kitchen_sink.protocol.yaml": "named-types", "named-types/worker.protocol.yaml": "named-types",
}  # fmt: skip

#: Documents, each with the one dialect that takes it.
DOCUMENTS = [
    ("openapi", {"openapi": "3.1.0", "paths": {"/a": {"get": {}}}}),
    ("openapi", {"openapi": "4.0"}),
    ("openapi", {"swagger": "2.0", "paths": {}}),
    ("arcade", DEFINITION),
    ("arcade", [DEFINITION]),
    ("arcade", {"tools": [DEFINITION]}),
    ("arcade", {"items": [5, DEFINITION]}),
    ("arcade", {"fully_qualified_name": "Clock.Now"}),
    ("arcade", {"name": "Now", "inputs": {"parameters": [{"name": "zone", "schema": STRING}]}}),
    ("mcp", TOOL),
    ("mcp", {"inputSchema": True}),
    ("mcp", {"name": "echo", "description": "Says it again."}),
    ("mcp", {"name": "echo", "input_schema": {"type": "object", "properties": {"text": STRING}}}),
    ("mcp", {"name": "echo", "parameters": {"properties": {"text": STRING}}}),
    ("mcp", [TOOL]),
    ("mcp", [{"name": 5}, TOOL]),
    ("mcp", {"tools": []}),
    ("mcp", {"tools": [TOOL], "nextCursor": "2"}),
    ("mcp", {"jsonrpc": "2.0", "id": 1, "result": {"tools": []}}),
    ("tool-json", []),
    ("tool-json", [{"key": "city", "type": "text", "label": "City"}]),
    ("tool-json", {"inputs": []}),
    ("tool-json", {"id": "a", "name": "A", "inputs": [], "outputs": []}),
    ("named-types", {"types": {"Place": {"city": STRING}}}),
    ("named-types", {"tools": {"find": {"description": "Finds.", "parameters": {"query": STRING}}}}),
    ("named-types", {"triggers": {"greet": {"input": {"NAME": STRING}}}}),
    ("named-types", {"input": {"TOPIC": STRING}, "steps": {"write": {"block": "next-message"}}, "output": "TEXT"}),
    ("field-maps", {"input_schema": {"city": FIELD}, "output_schema": {"sky": FIELD}}),
    (
        "field-maps",
        {"milkyway_version": "1.0", "name": "A", "capabilities": {"ask": {"input_schema": {"city": FIELD}}}},
    ),
    ("field-maps", {"name": "A", "input_schema": {"type": FIELD, "properties": FIELD}}),
    ("field-maps", {"city": FIELD, "name": FIELD, "content": {"type": "array"}}),
    ("json-schema", {"type": "object"}),
    ("json-schema", {"type": ["string", "null"]}),
    ("json-schema", {"$schema": "http://json-schema.org/draft-04/schema#"}),
    ("json-schema", {"properties": {"name": STRING}}),
    ("json-schema", {"properties": {"inputs": STRING, "tools": STRING}}),
    ("json-schema", {"$ref": "#/$defs/a", "$defs": {"a": STRING}}),
    ("json-schema", {"oneOf": [STRING, {"type": "number"}]}),
    ("json-schema", {"enum": ["a", "b"]}),
    ("json-schema", {"type": "object", "title": "T", "properties": {"key": STRING, "inputSchema": STRING}}),
]

#: Documents that declare nothing, and what is said of each.
ANSWERS = [
    ({"tool": TOOL, "backend": {"kind": "local"}, "structured": 1}, Phrase("looks.run-result")),
    ({"value": 1, "stdout": "", "toolCalls": []}, Phrase("looks.execute-result")),
    ({"Value": None, "Stdout": "", "Stderr": "", "Duration": 1}, Phrase("looks.execute-result")),
    ({"content": [{"type": "text", "text": "hi"}]}, Phrase("looks.call-tool-result")),
    ({"content": [], "structuredContent": {"type": "object"}}, Phrase("looks.call-tool-result")),
    ({"content": [], "isError": True}, Phrase("looks.call-tool-result")),
    ([{"type": "text", "text": "hi"}, {"type": "image", "data": "", "mimeType": "image/png"}], Phrase("looks.content")),
    ({"jsonrpc": "2.0", "id": 1, "result": {"content": []}}, Phrase("looks.json-rpc")),
    ({"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no"}}, Phrase("looks.json-rpc")),
    ({"execution_id": "x", "success": True, "output": {"value": 1, "error": None}}, Phrase("looks.arcade-response")),
    ({"invocation_id": "x", "finished_at": "", "success": False}, Phrase("looks.arcade-response")),
    ({"run_id": "x", "tool": {"name": "Now"}, "inputs": {}}, Phrase("looks.arcade-call")),
    ({"kind": "progress", "toolId": "a", "data": {"progress": 1}}, Phrase("looks.stream-event")),
    ({"kind": "error"}, Phrase("looks.stream-event")),
    ([{"kind": "chunk", "data": "a"}, {"kind": "done"}], Phrase("looks.list", {"looks": Phrase("looks.stream-event")})),
    ({"output_key": "reply", "value": "a", "done": False}, Phrase("looks.stream-event")),
    ({"type": "text-start", "id": "1", "responseType": "Report"}, Phrase("looks.stream-event")),
    (
        [{"toolId": "a", "args": {}}, {"toolId": "b", "usePrevious": True}],
        Phrase("looks.list", {"looks": Phrase("looks.chain-step")}),
    ),
    (
        {"toolId": "a", "backend": {"kind": "local"}, "result": {"tool": TOOL, "backend": {}}},
        Phrase("looks.chain-step"),
    ),
    ({"job_id": "x", "status": "completed", "output": {"a": 1}}, Phrase("looks.agent-job")),
    ({"job_id": "x", "task": {"input": {}}, "deadline": 1}, Phrase("looks.agent-job")),
    ({"key": "city", "type": "text", "label": "City"}, Phrase("looks.input")),
]

#: Documents of no known language.
STRANGE = [
    None, 5, "text", {}, {"a": 1}, [1, 2], [[]], [{"id": "a:b", "name": "b", "error": None}], {"type": "module"},
    {"type": []}, {"properties": {"a": 1}}, {"oneOf": []}, {"tools": ["hammer"]}, {"result": 5},
    {"$schema": "https://example.com/package"}, {"items": []}, {"name": 5}, {"input": {"parameters": {}}},
    {"kind": ["progress"]}, {"content": "text"}, {"type": {"a": 1}, "key": "a"}, {"source": "x", "cases": []},
]  # fmt: skip

#: Words that declarations are made of.
WORDS = [
    "name", "title", "description", "inputSchema", "outputSchema", "annotations", "readOnlyHint", "icons", "src", "tags",
    "version", "tools", "items", "result", "jsonrpc", "input", "parameters", "value_schema", "schema", "val_type", "array",
    "inner_val_type", "enum", "properties", "required_keys", "nullable", "output", "available_modes", "requirements",
    "authorization", "oauth2", "scopes", "secrets", "key", "toolkit", "fully_qualified_name", "type", "object", "string",
    "json", "$schema", "$id", "examples", "content", "kind", "toolId", "success", "id", "inputs", "capabilities", "types",
]  # fmt: skip
LEAVES = st.none() | st.booleans() | st.integers() | st.sampled_from(WORDS) | st.text(max_size=4)
VALUES = st.recursive(
    LEAVES,
    lambda leaf: st.lists(leaf, max_size=4) | st.dictionaries(st.sampled_from(WORDS), leaf, max_size=6),
    max_leaves=30,
)


def takers(value) -> list[str]:
    return [dialect.name for dialect in DIALECTS.values() if dialect.recognises(value)]


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, read_source(SAMPLES / file).value) for file, name in FILES.items()] + DOCUMENTS,
    ids=lambda value: json.dumps(value)[:60],
)
def test_a_document_is_of_one_dialect_which_says_why(name, value):
    dialect, why = recognise(value)

    assert takers(value) == [name]
    assert dialect is DIALECTS[name]
    assert why[:1].islower()
    assert [tool.dialect for tool in read(value)[0]] == [name] * len(read(value)[0])


@pytest.mark.parametrize(("value", "looks"), ANSWERS, ids=lambda value: json.dumps(value, default=str)[:60])
def test_what_is_no_declaration_is_said_to_be_what_it_looks_like(value, looks):
    tools, [problem], _ = read(value)

    assert tools == []
    assert (problem.at, problem.code) == ("", "unknown-dialect")
    assert problem.phrase == Phrase("unknown-dialect.looks", {"dialects": tuple(DIALECTS), "looks": looks})


@pytest.mark.parametrize("value", STRANGE, ids=str)
def test_a_document_of_no_known_language_is_a_problem(value):
    tools, [problem], _ = read(value)

    assert tools == []
    assert (problem.code, problem.key) == (
        "unknown-dialect",
        "unknown-dialect.keys" if isinstance(value, dict) and value else "unknown-dialect.value",
    )


def test_the_keys_of_a_strange_document_are_said():
    with pytest.raises(DeclarationError) as raised:
        webform.load({"a": 1, "b": 2})

    assert raised.value.problems[0].phrase == (
        Phrase("unknown-dialect.keys", {"dialects": tuple(DIALECTS), "keys": '["a", "b"]'})
    )


def test_the_dialect_that_is_named_reads_whatever_it_is_given():
    assert recognise(TOOL)[0] is DIALECTS["mcp"]
    assert [tool.dialect for tool in webform.load(TOOL, "json-schema")] == ["json-schema"]
    assert [tool.dialect for tool in webform.load({}, "json-schema")] == ["json-schema"]


@pytest.mark.parametrize("value", [*STRANGE, True, *(value for value, _ in ANSWERS)], ids=lambda leaf: str(leaf)[:60])
def test_a_dialect_that_is_named_falls_over_nothing(value):
    for name in DIALECTS:
        tools, problems, _ = read(value, name)

        assert tools or problems, name
        assert all(problem.phrase for problem in problems), name


@pytest.mark.slow
@given(VALUES, st.sampled_from([None, *DIALECTS]))
def test_any_document_is_tools_or_problems(value, name):
    tools, problems, _ = read(json.dumps(value), name)
    chosen = DIALECTS[name] if name else recognise(value)[0]

    assert tools or problems
    assert {tool.dialect for tool in tools} <= ({chosen.name} if chosen else set())


def test_of_several_tools_each_has_its_own_problems():
    text = '{"tools": [{"name": "a", "inputSchema": {}}, {"name": "b c", "inputSchema": {}}, {"name": "d"}]}'
    good, named, bare = webform.load(text)

    assert [(problem.at, problem.line, problem.column) for problem in named.problems] == [("/tools/1/name", 1, 55)]
    assert [problem.code for problem in bare.problems] == ["missing-input-schema"]
    assert good.problems == ()
    assert [problem.code for problem in webform.lint(text)] == ["bad-name", "missing-input-schema"]


@pytest.mark.parametrize(
    ("document", "call"),
    [
        ({"inputs": []}, CallSpec()),
        ({"name": "now", "inputSchema": {}}, CallSpec(protocol="mcp", name="now")),
        (
            {"name": "now", "inputSchema": {}, "execution": {"taskSupport": "required"}},
            CallSpec(protocol="mcp", name="now", as_task=True),
        ),
        (DEFINITION, CallSpec(protocol="arcade", name="Now")),
        (
            {"name": "Now", "input": {"parameters": [{"name": "zone", "required": True, "schema": STRING}]}},
            CallSpec(protocol="arcade", name="Now", generation="preview"),
        ),
        (
            {"milkyway_version": "1.0", "capabilities": {"search": {"input_schema": {"q": {"type": "string"}}}}},
            CallSpec(protocol="execute", name="search"),
        ),
        ({"input_schema": {"q": {"type": "string"}}}, CallSpec(protocol="execute")),
    ],
)
def test_a_tool_says_how_it_is_called(document, call):
    assert webform.load(document)[0].call == call
