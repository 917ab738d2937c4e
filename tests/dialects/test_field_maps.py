"""Field maps: every form of document read, and recognised."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import webform
from webform.check import check
from webform.dialects.field_maps import DIALECT
from webform.messages import Phrase
from webform.tool import Permission, Price

SAMPLES = Path(__file__).parents[1] / "samples"
AGENT, FLAT, BARE = (
    json.loads((SAMPLES / "field-maps" / name).read_text("utf-8"))
    for name in ("agent.json", "about_legacy_flat.json", "field_map_only.json")
)
URI = "https://json-schema.org/draft/2020-12/schema"

#: The examples of the dialect's page, each whole.
DECLARING = {
    "query": {
        "type": "string",
        "required": True,
        "description": "Search term",
        "minLength": 3,
        "maxLength": 500,
    },
    "limit": {"type": "number", "required": False, "default": 10, "min": 1, "max": 100},
    "format": {"type": "string", "required": False, "enum": ["json", "text", "markdown"], "default": "json"},
}
REQUIRED_OR_NOT = {
    "query": {"type": "string", "required": True},
    "limit": {"type": "number", "required": False, "default": 10},
    "verbose": {"type": "boolean", "required": False},
}
OUTPUT = {
    "summary": {"type": "string", "description": "Summary text"},
    "sources": {"type": "array", "description": "Source URLs"},
    "resultCount": {"type": "number", "description": "Total results found"},
}
FULL = {
    "capabilities": {
        "search": {
            "description": "Search for information and return a summary.",
            "pricing": {"model": "per_job", "amount": "0.05", "currency": "USDC"},
            "input_schema": {
                "query": {
                    "type": "string",
                    "required": True,
                    "description": "What to search for",
                    "minLength": 3,
                    "maxLength": 500,
                },
                "limit": {
                    "type": "number",
                    "required": False,
                    "default": 5,
                    "description": "Max results",
                    "min": 1,
                    "max": 20,
                },
            },
            "output_schema": {
                "summary": {"type": "string", "description": "Concise summary of findings"},
                "sources": {"type": "array", "description": "URLs consulted"},
                "resultCount": {"type": "number", "description": "Total number of results found"},
            },
        }
    }
}
#: Every document that is right, with a body it takes.
DOCUMENTS = {
    "agent.json": (AGENT, {"query": "latest ETH price", "limit": 5}),
    "about_legacy_flat.json": (FLAT, {"q": ""}),
    "field_map_only.json": (BARE, {"query": "abc", "rating": 2, "domains": ["a"], "headers": {}}),
    "declaring": (DECLARING, {"query": "abc", "format": "text"}),
    "required or not": (REQUIRED_OR_NOT, {"query": "", "verbose": True}),
    "output": ({"input_schema": {}, "output_schema": OUTPUT}, {}),
    "full": (FULL, {"query": "abc", "limit": 20}),
}


def form_of(fields):
    return webform.load({"input_schema": fields, "output_schema": {}}, "field-maps")[0].form


def lint_problems(document, dialect="field-maps"):
    return [(problem.severity, problem.at, problem.code, problem.phrase) for problem in webform.lint(document, dialect)]


# what is read


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_example_is_recognised_without_a_problem_and_takes_its_body(name):
    document, body = DOCUMENTS[name]
    tools = webform.load(document)

    assert {"field-maps"} == {tool.dialect for tool in tools}
    assert webform.lint(document) == []
    assert webform.check(tools[0].form, webform.coerce(tools[0].form, body)) == []
    assert webform.check(tools[0].form, webform.sample(tools[0].form)) == []


def test_an_agent_is_a_tool_for_each_capability():
    search, ping = webform.load(AGENT)

    assert (search.id, search.name, search.description) == ("search", "search", "Search and return a summary.")
    assert (search.category, search.max_runtime_seconds, search.declaration) == ("DATA", 30, AGENT)
    assert Price(model="per_job", amount="0.05", currency="USDC") == search.price
    assert search.permissions == (
        Permission(type="ACCESS_EXTERNAL_APIS", reason="web search"),
        Permission(
            type="EXECUTE_TRANSACTIONS",
            reason="pays for results",
            limits=(("token", "USDC"), ("max_per_transaction", "5"), ("max_lifetime", "50")),
        ),
    )
    assert ("ping", Price(model="free", amount="0", currency="USDC"), ()) == (ping.id, ping.price, ping.permissions)
    assert list(ping.form.inputs) == []


def test_a_capability_may_have_any_name_and_has_an_id_for_addresses():
    tool = webform.load({"milkyway_version": "1.0", "capabilities": {"Find it / now": BARE}})[0]

    assert (tool.id, tool.name) == ("Find-it-now", "Find it / now")


def test_the_older_form_is_a_tool_for_each_name():
    document = {**FLAT, "capabilities": ["run", "walk"]}
    tools = webform.load(document)

    assert [(tool.name, tool.description) for tool in tools] == [
        ("run", "Legacy flat /about"),
        ("walk", "Legacy flat /about"),
    ]
    assert {Price(model="per_job", amount="0.01", currency="USDC")} == {tool.price for tool in tools}
    assert [[input_.key for input_ in tool.form.inputs] for tool in tools] == [["q"], ["q"]]


def test_schemas_and_fields_alone_are_one_tool():
    schemas, fields = webform.load(BARE)[0], webform.load(DECLARING)[0]

    assert (schemas.id, schemas.name, schemas.price) == ("tool", "Tool", None)
    assert [input_.key for input_ in schemas.form.inputs] == [
        "query",
        "limit",
        "format",
        "rating",
        "verbose",
        "domains",
        "headers",
    ]
    assert ([input_.key for input_ in fields.form.inputs], fields.output_schema) == (["query", "limit", "format"], None)


def test_a_body_is_what_its_fields_say_as_json_schema():
    assert webform.load(BARE)[0].form.schema == {
        "$schema": URI,
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "What to search for", "minLength": 3, "maxLength": 500},
            "limit": {"type": "number", "description": "Max results", "minimum": 1, "maximum": 20, "default": 5},
            "format": {
                "type": "string",
                "description": "Answer format",
                "enum": ["json", "text", "markdown"],
                "default": "json",
            },
            "rating": {"type": "number", "description": "Numeric enum", "enum": [1, 2, 3]},
            "verbose": {"type": "boolean", "description": "More detail"},
            "domains": {"type": "array", "description": "Domains to include"},
            "headers": {
                "type": "object",
                "description": "Free-form object",
                "additionalProperties": True,
                "default": {"accept": "*/*"},
            },
        },
        "required": ["query"],
    }


def test_an_answer_is_held_to_keys_and_types_alone():
    fields = {
        "n": {"type": "number", "min": 1, "max": 2, "enum": [1], "required": False, "default": 1},
        "t": OUTPUT["summary"],
    }
    tool = webform.load({"input_schema": {}, "output_schema": fields})[0]

    assert tool.output_schema == {
        "$schema": URI,
        "type": "object",
        "properties": {"n": {"type": "number"}, "t": {"type": "string", "description": "Summary text"}},
        "required": ["n", "t"],
    }
    assert [(output.key, output.description) for output in tool.outputs] == [("n", ""), ("t", "Summary text")]


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        ({"type": "string"}, ["", "abc", "a\nb"], [1, True, None, [], {}]),
        ({"type": "number"}, [0, -1.5, 9007199254740993], ["1", False, None]),
        ({"type": "boolean"}, [True, False], ["true", 1, 0, None]),
        ({"type": "array"}, [[], ["a"], [1, None, {"a": []}]], ["a", {}, None]),
        ({"type": "object"}, [{}, {"a": [1]}], [[], "a", None]),
        ({"type": "number", "min": 1, "max": 3}, [1, 2.5, 3], [0, 3.1]),
        ({"type": "string", "minLength": 2, "maxLength": 3}, ["ab", "abc", "é€"], ["a", "abcd"]),
        ({"type": "string", "enum": ["a", "b"]}, ["a"], ["c", 1]),
        ({"type": "number", "enum": [1, 2.5]}, [1, 2.5], [2, "1"]),
    ],
    ids=str,
)
def test_a_field_takes_what_its_type_and_constraints_say(field, good, bad):
    form = form_of({"x": field})

    assert [[]] * len(good) == [webform.check(form, {"x": value}) for value in good]
    assert [{"/x"}] * len(bad) == [{problem.at for problem in webform.check(form, {"x": value})} for value in bad]


def test_required_is_false_unless_it_is_said():
    form = form_of({"a": {"type": "string"}, "b": {"type": "string", "required": True}})

    assert [(problem.at, problem.code) for problem in webform.check(form, {})] == [("/b", "required")]


# what is recognised


RECOGNISED = {
    'its "capabilities" have schemas and prices, as in an agent.json': [
        AGENT,
        FULL,
        {"milkyway_version": "1.0", "capabilities": {}},
        {"capabilities": {"a": {"pricing": {}}, "b": 5}},
    ],
    'it has an "input_schema" or "output_schema" of fields, as an agent has': [
        FLAT,
        BARE,
        {"input_schema": {}},
        {"input_schema": None, "output_schema": OUTPUT},
        {"input_schema": {"q": "string"}},
        {"milkyway_version": "1.0", "capabilities": ["a"]},
    ],
    'what stands at its keys are fields, {"type": …}, as in a field map': [
        DECLARING,
        REQUIRED_OR_NOT,
        OUTPUT,
        {"type": {"type": "string"}, "properties": {"type": "object"}, "items": {"type": "array"}},
        {"q": {"type": "string"}, "n": {"tpye": "number"}},
        {"q": {"type": "string"}, "n": "number"},
        {"q": {"type": "string"}, "n": {}},
        {"items": {"type": "array", "required": True}},
        {"contains": {"type": "number", "min": 1}},
        {"__proto__": {"type": "string"}, "": {"type": "string"}},
    ],
}
NOT_RECOGNISED = [
    None, True, 5, "text", [], [{"type": "string"}], {},
    # tool.json
    {"inputs": []}, {"inputs": [{"key": "q", "type": "text", "label": "Q"}]}, {"id": "a", "name": "A", "outputs": []},
    {"key": "q", "type": "string", "label": "Q"},
    # JSON Schema
    {"type": "object"}, {"type": "object", "properties": {"q": {"type": "string"}}}, {"type": ["object", "null"]},
    {"properties": {"type": {"type": "string"}}}, {"properties": {"q": {"type": "string"}}, "required": ["q"]},
    {"type": "array", "items": {"type": "string"}}, {"items": {"type": "string"}}, {"not": {"type": "object"}},
    {"if": {"type": "object"}, "then": {"type": "object"}}, {"additionalProperties": {"type": "number"}},
    {"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}}, {"$schema": URI, "items": {"type": "string"}},
    {"$defs": {"type": {"type": "string"}}}, {"anyOf": [{"type": "string"}]}, {"enum": [1], "items": {"type": "array"}},
    {"title": "T", "items": {"type": "object"}}, {"allOf": [], "contains": {"type": "string"}},
    # MCP and other tools
    {"name": "m", "inputSchema": {"type": "object"}}, {"inputSchema": {"type": "object"}},
    {"tools": [{"name": "m", "inputSchema": {"type": "object"}}]},
    {"name": "m", "description": "d", "input_schema": {"type": "object", "properties": {"q": {"type": "string"}}}},
    {"name": "m", "input_schema": {"properties": {}}}, {"name": "m", "input_schema": True},
    {"name": "m", "parameters": {"type": "object", "properties": {}}}, {"type": "function", "function": {"name": "f"}},
    {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "s"}},
    # Arcade
    {"name": "S", "toolkit": {"name": "D"}, "input": {"parameters": []}, "output": {"value_schema": {"val_type": "json"}}},
    # named types
    {"types": {"Address": {"street": {"type": "string"}}}, "input": {"TOPIC": {"type": "string"}}},
    {"types": {"List": {"type": "array", "items": {"type": "Address"}}}},
    {"List": {"type": "array", "items": {"type": "string"}}, "Address": {"street": {"type": "string"}}},
    # a call of an agent and its answer
    {"milkyway_version": "1.0", "job_id": "1", "task": {"capability": "search", "input": {"query": "x"}}},
    {"milkyway_version": "1.0", "job_id": "1", "status": "failed", "error": "x: Required"},
]  # fmt: skip


@pytest.mark.parametrize(
    ("why", "document"), [(why, document) for why, documents in RECOGNISED.items() for document in documents], ids=str
)
def test_a_field_map_is_recognised_and_why_is_said(why, document):
    assert why == DIALECT.recognises(document)


@pytest.mark.parametrize("document", NOT_RECOGNISED, ids=str)
def test_other_documents_are_left_to_their_languages(document):
    assert DIALECT.recognises(document) == ""


OTHERS = [path for path in sorted(SAMPLES.glob("*/*.json")) if path.parent.name != "field-maps"]


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_samples_of_other_languages_are_left_to_them(path):
    assert DIALECT.recognises(json.loads(path.read_text("utf-8"))) == ""


# much and odd


def test_any_key_is_a_field():
    keys = ["", "a b", "a/b", "a~b", 'a"b', "data", "__proto__", "is", "#", "0", "é", "process", "\ud800"]
    document = {"input_schema": {key: {"type": "number"} for key in keys}, "output_schema": {}}
    form = webform.load(document)[0].form

    assert webform.coerce(form, dict.fromkeys(keys, "1")) == dict.fromkeys(keys, 1)
    assert webform.check(form, dict.fromkeys(keys, 1)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    [
        lambda: {f"f{index}": {"type": "number", "min": 1, "max": 5, "default": 9} for index in range(14_000)},
        lambda: {"input_schema": {"q": {f"k{index}": 1 for index in range(70_000)}}},
        lambda: {"q": {"type": "string", "enum": [str(index) for index in range(90_000)], "default": "x"}},
        lambda: {"milkyway_version": "1.0", "capabilities": {f"c{index}": {} for index in range(40_000)}},
        lambda: {"input_schema": {}, "capabilities": [f"c{index}" for index in range(70_000)]},
        lambda: {
            "q": {"type": "string", "minLength": 10**300, "default": "x"},
            "n": {"type": "number", "min": 10**3000},
        },
    ],
    ids=["fields", "keys", "enum", "capabilities", "names", "digits"],
)
def test_a_flood_is_read_in_time(make):
    assert webform.load(make(), "field-maps") != []


@pytest.mark.slow
def test_more_capabilities_than_anyone_has_are_cut_and_that_is_said():
    document = {"milkyway_version": "1.0", "capabilities": {f"c{index}": BARE for index in range(1001)}}

    assert lint_problems(document) == [
        (
            "error",
            "/capabilities",
            "too-many-tools",
            Phrase("too-many-tools.capabilities", {"limit": 1000, "count": 1001}),
        )
    ]
    assert len(webform.load(document)) == 1000


def test_the_schema_of_a_body_is_one_that_the_check_takes():
    for document, body in DOCUMENTS.values():
        for tool in webform.load(document):
            assert isinstance(check(tool.form, body), list)
