"""Arcade: definitions of today and of the preview; every mistake with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import webform
from tests.phrases import unknown, wrong
from webform.dialects.arcade_values import SCALARS, TYPES
from webform.messages import Phrase
from webform.tool import Permission

SAMPLES = Path(__file__).parents[1] / "samples/arcade"
BARE = {"name": "Do", "fully_qualified_name": "Kit.Do"}


def tool(**keys):
    [read] = webform.load(BARE | {"input": {"parameters": []}} | keys, "arcade")
    return read


def taking(*parameters, key="input"):
    [read] = webform.load(BARE | {key: {"parameters": list(parameters)}}, "arcade")
    return read


def schema_of(**value_schema):
    """Return the schema of a value, and what is wrong with it."""
    read = taking({"name": "x", "required": False, "value_schema": value_schema})
    return read.form.schema["properties"]["x"], [
        (problem.at, problem.code, problem.phrase) for problem in read.problems
    ]


def test_a_catalogue_is_read():
    find, remind = webform.load(SAMPLES / "catalogue.json")

    assert (find.id, find.name, find.category, find.version) == ("Library.FindBooks", "FindBooks", "Library", "0.4.1")
    assert find.description == "Finds books."
    assert find.problems == remind.problems == ()
    assert find.form.schema == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "title": {"type": "string", "description": "Part of the title"},
            "year": {"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "When it came out"},
            "rating": {"type": "number", "description": "At least"},
            "in_print": {"type": "boolean"},
            "format": {"type": "string", "enum": ["paper", "audio"]},
            "languages": {"type": "array", "items": {"type": "string", "enum": ["en", "nb", "fr"]}},
            "filters": {},
            "author": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "description": "As on the cover"},
                    "born": {"type": "integer"},
                },
                "required": ["name"],
            },
            "shelves": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"room": {"type": "string"}, "row": {"type": "integer"}},
                    "required": ["room", "row"],
                },
            },
        },
        "required": ["title"],
        "additionalProperties": False,
    }
    assert list(find.form.schema["properties"])[:3] == ["title", "year", "rating"]
    assert find.output_schema == {"type": "array", "items": {}, "description": "The books"}


def test_what_a_tool_needs_is_a_permission_and_what_is_deprecated_is_said():
    _, remind = webform.load(SAMPLES / "catalogue.json")

    assert remind.description == "**Deprecated.** Use Notify.\n\nReminds a reader."
    assert remind.output_schema is None
    assert remind.permissions == (
        Permission(type="authorization", reason="postbox (oauth2): mail.send, mail.read"),
        Permission(type="secret", reason="POSTBOX_KEY"),
        Permission(type="metadata", reason="client_id"),
    )


def test_the_preview_is_read():
    [read] = webform.load(SAMPLES / "preview.json")

    assert (read.id, read.name, read.version, read.problems) == ("Repeat", "Repeat", "0.1.0", ())
    assert read.form.schema["properties"] == {
        "text": {"type": "string", "description": "What to say"},
        "times": {"type": "integer"},
        "pause": {"type": "number"},
        "loud": {"type": "boolean"},
        "voice": {"type": "string", "enum": ["high", "low"]},
        "options": {},
    }
    assert read.form.schema["required"] == ["text"]
    assert read.output_schema == {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert read.permissions == (Permission(type="authorization", reason="token"),)


def test_a_page_of_a_service_is_read():
    [read] = webform.load(SAMPLES / "page.json")

    assert (read.id, read.version, read.problems) == ("Clock.Now", "1.2.0", ())
    assert webform.sample(read.form) == {}


def test_the_parameters_may_be_called_inputs():
    assert list(
        taking({"name": "x", "required": True, "schema": {"type": "json"}}, key="inputs").form.schema["properties"]
    ) == ["x"]


@pytest.mark.parametrize(
    ("declared", "tool_id", "name"),
    [
        ({"name": "Do", "fully_qualified_name": "Kit.Do"}, "Kit.Do", "Do"),
        ({"name": "Do", "fully_qualified_name": "Kit.Do@1.0.0"}, "Kit.Do", "Do"),
        ({"fully_qualified_name": "Kit.Do"}, "Kit.Do", "Kit.Do"),
        ({"name": "Do", "toolkit": {"name": "My Kit"}}, "My-Kit.Do", "Do"),
        ({"name": "Do"}, "Do", "Do"),
        ({"name": "Do", "toolkit": None, "fully_qualified_name": None}, "Do", "Do"),
    ],
)
def test_the_id_is_the_qualified_name(declared, tool_id, name):
    [read] = webform.load(declared | {"input": {"parameters": []}})

    assert (read.id, read.name, read.form.tool_id) == (tool_id, name, tool_id)


@pytest.mark.parametrize(
    ("declared", "version"),
    [
        ({"toolkit": {"name": "Kit", "version": "2"}, "version": "1"}, "2"),
        ({"toolkit": {"name": "Kit", "version": None}, "version": "1"}, "1"),
        ({"fully_qualified_name": "Kit.Do@3"}, "3"),
        ({}, ""),
    ],
)
def test_the_version_is_the_toolkits(declared, version):
    assert tool(**declared).version == version


@pytest.mark.parametrize(
    ("declared", "schema"),
    [
        ({"val_type": "string"}, {"type": "string"}),
        ({"val_type": "integer"}, {"type": "integer"}),
        ({"val_type": "number"}, {"type": "number"}),
        ({"val_type": "float"}, {"type": "number"}),
        ({"val_type": "boolean"}, {"type": "boolean"}),
        ({"val_type": "json"}, {}),
        ({"val_type": "json", "properties": {}}, {}),
        ({"type": "string"}, {"type": "string"}),
        ({"val_type": "string", "enum": []}, {"type": "string"}),
        ({"val_type": "string", "enum": ["a", "b", "a"]}, {"type": "string", "enum": ["a", "b"]}),
        ({"val_type": "number", "enum": [1, 2.5]}, {"type": "number", "enum": [1, 2.5]}),
        ({"val_type": "json", "enum": [1, "1", {"a": 1}]}, {"enum": [1, "1", {"a": 1}]}),
        ({"val_type": "string", "nullable": True}, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        ({"val_type": "string", "nullable": False}, {"type": "string"}),
        ({"val_type": "string", "description": "A"}, {"type": "string", "description": "A"}),
        ({"val_type": "string", "description": "No description provided."}, {"type": "string"}),
        ({"val_type": "array", "inner_val_type": "json"}, {"type": "array", "items": {}}),
        ({"val_type": "array", "items": {"val_type": "array", "inner_val_type": "integer"}},
         {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}),
        ({"val_type": "json", "properties": {"a/b": {"val_type": "json", "properties": {"c": {"val_type": "string"}}}}},
         {"type": "object", "properties": {"a/b": {"type": "object", "properties": {"c": {"type": "string"}}, "required": []}},
          "required": []}),
    ],
    ids=str,
)  # fmt: skip
def test_a_value_schema_is_a_json_schema(declared, schema):
    assert schema_of(**declared) == (schema, [])


@pytest.mark.parametrize(
    ("declared", "schema", "at", "code", "phrase"),
    [
        (
            {}, {}, "", "missing-type",
            Phrase("missing-type.value", {"name": "val_type", "types": TYPES}),
        ),
        (
            {"val_type": "strnig"}, {}, "/val_type", "unknown-type",
            Phrase("unknown-type.value", {"types": TYPES, "found": '"strnig"', "near": "string"}),
        ),
        (
            {"val_type": ["string"]}, {}, "/val_type", "unknown-type",
            Phrase("unknown-type.value", {"types": TYPES, "found": '["string"]', "near": ""}),
        ),
        (
            {"val_type": "array"}, {"type": "array", "items": {}}, "", "missing-type",
            Phrase("missing-type.value", {"name": "inner_val_type", "types": tuple(SCALARS)}),
        ),
        (
            {"val_type": "array", "inner_val_type": "array"}, {"type": "array", "items": {}}, "/inner_val_type", "unknown-type",
            Phrase("unknown-type.value", {"types": tuple(SCALARS), "found": '"array"', "near": ""}),
        ),
        (
            {"val_type": "string", "enum": ["a", 1]}, {"type": "string", "enum": ["a"]}, "/enum/1", "bad-option",
            Phrase("bad-option", {"type": "string", "found": "1"}),
        ),
        (
            {"val_type": "integer", "enum": [True]}, {"type": "integer"}, "/enum/0", "bad-option",
            Phrase("bad-option", {"type": "integer", "found": "true"}),
        ),
        ({"val_type": "string", "enum": "a"}, {"type": "string"}, "/enum", "wrong-type", wrong("array", '"a"')),
        ({"val_type": "string", "nullable": "yes"}, {"type": "string"}, "/nullable", "wrong-type", wrong("boolean", '"yes"')),
        ({"val_type": "json", "properties": []}, {}, "/properties", "wrong-type", wrong("object", "[]")),
        (
            {"val_type": "json", "properties": {"a": {"val_type": "string"}, "b": 5}},
            {"type": "object", "properties": {"a": {"type": "string"}, "b": {}}, "required": []},
            "/properties/b", "wrong-type", wrong("arcade-schema", "5"),
        ),
        (
            {"val_type": "json", "properties": {"city": {"val_type": "string"}}, "required_keys": ["ctiy"]},
            {"type": "object", "properties": {"city": {"type": "string"}}, "required": []},
            "/required_keys/0", "unknown-property",
            Phrase("unknown-property", {"found": '"ctiy"', "near": "city"}),
        ),
        (
            {"val_type": "string", "Nullable": True}, {"type": "string"}, "/Nullable", "unknown-key",
            unknown("schema", "Nullable", "nullable"),
        ),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_a_mistake_in_a_value_schema_costs_that_part_alone(declared, schema, at, code, phrase):
    assert schema_of(**declared) == (schema, [(f"/input/parameters/0/value_schema{at}", code, phrase)])


@pytest.mark.parametrize(
    ("parameter", "at", "code", "phrase"),
    [
        (5, "", "wrong-type", wrong("parameter", "5")),
        ({"required": True, "schema": {"type": "json"}}, "", "missing-name", Phrase("missing.text", {"name": "name"})),
        ({"name": 5, "required": True, "schema": {"type": "json"}}, "/name", "wrong-type", wrong("text", "5")),
        (
            {"name": "a", "required": True, "schema": {"type": "json"}}, "/name", "duplicate-name",
            Phrase("duplicate-name.parameter", {"name": '"a"'}),
        ),
        (
            {"name": "b", "schema": {"type": "json"}}, "", "missing-required",
            Phrase("missing-required"),
        ),
        ({"name": "b", "required": "yes", "schema": {"type": "json"}}, "/required", "wrong-type", wrong("boolean", '"yes"')),
        (
            {"name": "b", "required": True}, "", "missing-schema",
            Phrase("missing-schema", {"name": "value_schema"}),
        ),
        ({"name": "b", "required": True, "schema": {"type": "json"}, "inferrable": 1}, "/inferrable", "wrong-type", wrong("boolean", "1")),
        ({"name": "b", "required": True, "schema": {"type": "json"}, "description": 1}, "/description", "wrong-type", wrong("text", "1")),
        (
            {"name": "b", "required": True, "valueSchema": {}, "schema": {"type": "json"}}, "/valueSchema", "unknown-key",
            unknown("parameter", "valueSchema", "value_schema"),
        ),
    ],
    ids=str,
)  # fmt: skip
def test_a_bad_parameter_costs_no_other(parameter, at, code, phrase):
    good = [{"name": name, "required": True, "value_schema": {"val_type": "string"}} for name in "az"]
    read = taking(good[0], parameter, good[1])

    assert [(problem.at, problem.code, problem.phrase) for problem in read.problems] == [
        (f"/input/parameters/1{at}", code, phrase)
    ]
    assert [name for name in read.form.schema["properties"] if name != "b"] == ["a", "z"]


@pytest.mark.parametrize(
    ("declared", "at", "code", "phrase"),
    [
        ({"name": None, "fully_qualified_name": None}, "", "missing-name", Phrase("missing.text", {"name": "name"})),
        ({"name": 5}, "/name", "wrong-type", wrong("text", "5")),
        ({"description": 5}, "/description", "wrong-type", wrong("text", "5")),
        ({"toolkit": "Kit"}, "/toolkit", "wrong-type", wrong("object", '"Kit"')),
        ({"toolkit": {"name": 5}}, "/toolkit/name", "wrong-type", wrong("text", "5")),
        ({"deprecation_message": True}, "/deprecation_message", "wrong-type", wrong("text", "true")),
        ({"output": []}, "/output", "wrong-type", wrong("object", "[]")),
        ({"output": {"available_modes": "value"}}, "/output/available_modes", "wrong-type", wrong("array", '"value"')),
        (
            {"output": {"value_schema": 5}}, "/output/value_schema", "wrong-type",
            wrong("arcade-schema", "5"),
        ),
        ({"requirements": 5}, "/requirements", "wrong-type", wrong("object", "5")),
        (
            {"requirements": {"authorization": 5}}, "/requirements/authorization", "wrong-type",
            wrong("authorization", "5"),
        ),
        ({"requirements": {"metadata": ["id"]}}, "/requirements/metadata/0", "wrong-type", wrong("arcade-metadata", '"id"')),
        ({"requirements": {"secrets": ["KEY"]}}, "/requirements/secrets/0", "wrong-type", wrong("arcade-secret", '"KEY"')),
        (
            {"requirements": {"authorization": {"oauth2": {"scopes": "mail"}}}}, "/requirements/authorization/oauth2/scopes",
            "wrong-type", wrong("array", '"mail"'),
        ),
        ({"outputs": {}}, "/outputs", "unknown-key", unknown("definition", "outputs", "output")),
    ],
    ids=str,
)  # fmt: skip
def test_a_mistake_beside_the_inputs_costs_no_form(declared, at, code, phrase):
    read = tool(**declared)

    assert [(problem.at, problem.code, problem.phrase) for problem in read.problems] == [(at, code, phrase)]
    assert read.form.schema["properties"] == {}


@pytest.mark.parametrize(
    ("declared", "at", "code"),
    [
        ({}, "", "missing-parameters"),
        ({"input": None}, "/input", "missing-parameters"),
        ({"input": {}}, "/input", "missing-parameters"),
        ({"input": 5}, "/input", "wrong-type"),
        ({"input": {"parameters": {}}}, "/input/parameters", "wrong-type"),
    ],
    ids=str,
)
def test_without_parameters_any_object_is_taken(declared, at, code):
    [read] = webform.load(BARE | declared)

    assert [(problem.at, problem.code) for problem in read.problems] == [(at, code)]
    assert read.form.schema["type"] == "object"
    assert "additionalProperties" not in read.form.schema


@pytest.mark.parametrize(
    ("asked", "permissions"),
    [
        (None, ()),
        ("none", ()),
        ("token", (Permission(type="authorization", reason="token"),)),
        ({"provider_id": "postbox"}, (Permission(type="authorization", reason="postbox"),)),
        ({"provider_type": "oauth2"}, (Permission(type="authorization", reason="oauth2"),)),
        ({}, (Permission(type="authorization", reason="an account"),)),
    ],
)
def test_an_authorization_is_a_permission(asked, permissions):
    assert tool(requirements={"authorization": asked, "secrets": None, "metadata": []}).permissions == permissions


@pytest.mark.parametrize(
    ("document", "at", "code", "phrase"),
    [
        ({"items": [BARE | {"input": {"parameters": []}}], "total_count": 40}, "/total_count", "more-tools", Phrase("more-tools.counted", {"count": 1, "total": 40})),
        ([BARE | {"input": {"parameters": []}}, 5], "/1", "wrong-type", wrong("tool", "5")),
        (5, "", "wrong-type", wrong("arcade", "5")),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_catalogue_is_said(document, at, code, phrase):
    assert [(problem.at, problem.code, problem.phrase) for problem in webform.lint(document, "arcade")] == [
        (at, code, phrase)
    ]


@pytest.mark.parametrize("name", ["catalogue.json", "preview.json", "page.json"])
def test_its_sample_is_a_body_that_it_takes(name):
    for read in webform.load(SAMPLES / name):
        assert webform.check(read.form, webform.sample(read.form)) == []
        assert f'data-tool="{read.id}"' in webform.render(read.form)


def test_any_name_is_a_parameter():
    names = ["__proto__", "constructor", "", "a/b", "~", "data", "ключ", '"><script>']
    read = taking(*({"name": name, "required": False, "value_schema": {"val_type": "string"}} for name in names))

    assert list(read.form.schema["properties"]) == names
    assert "<script>" not in webform.render(read.form)


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    [
        lambda: {"val_type": "json", "properties": {f"p{number}": {"val_typ": "x"} for number in range(25_000)}},
        lambda: {"val_type": "json", "properties": {f"p{number}": {"val_type": "strnig"} for number in range(25_000)}},
        lambda: {
            "val_type": "json",
            "properties": {"p": {"val_type": "json"}},
            "required_keys": [f"q{n}" for n in range(50_000)],
        },
        lambda: {"val_type": "string", "enum": list(range(90_000))},
        lambda: {"val_type": "string", **{f"key{number}": 1 for number in range(50_000)}},
    ],
    ids=["spelling", "types", "keys", "options", "strangers"],
)
def test_nothing_falls_over(make):
    text = json.dumps(BARE | {"input": {"parameters": [{"name": "x", "required": True, "value_schema": make()}]}})
    [read] = webform.load(text)

    assert list(read.form.schema["properties"]) == ["x"]
