"""Requests of operations: parameters in groups, bodies by their media type, what is read and written alone."""

from __future__ import annotations

import pytest

import webform
from tests.dialects.openapi import OK, document, operation, problems
from webform.check import check
from webform.envelopes.error_places import place_of
from webform.operation import Parameter, RequestBody

# parameters


def test_parameters_of_a_path_and_an_operation_are_one_list():
    shared = [
        {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}},
        {"$ref": "#/components/parameters/page"},
    ]
    own = [
        {"name": "page", "in": "query", "schema": {"type": "string"}, "description": "Which.", "example": "two"},
        {"name": "filter", "in": "query", "style": "deepObject", "explode": True, "schema": {"type": "object"}},
        {"name": "X-Trace", "in": "header", "schema": {"type": "string"}},
        {"name": "Authorization", "in": "header", "schema": {"type": "string"}},
        {"name": "session", "in": "cookie", "schema": {"type": "string"}, "allowReserved": True},
        {
            "name": "where",
            "in": "query",
            "required": True,
            "content": {"application/json": {"schema": {"type": "array"}}},
        },
    ]
    [tool] = webform.load(
        document(
            {"/a/{id}": {"parameters": shared, "get": {"parameters": own}}},
            components={"parameters": {"page": {"name": "page", "in": "query", "schema": {"type": "integer"}}}},
        )
    )

    assert tool.call.operation.parameters == (
        Parameter(name="id", location="path"),
        Parameter(name="page", location="query", style="form", explode=True),
        Parameter(name="filter", location="query", style="deepObject", explode=True),
        Parameter(name="X-Trace", location="header"),
        Parameter(name="session", location="cookie", style="form", explode=True, allow_reserved=True),
        Parameter(name="where", location="query", style="form", explode=True, media="application/json"),
    )
    schema = tool.form.schema
    assert list(schema["properties"]) == ["path", "query", "headers", "cookies"]
    assert schema["required"] == ["path", "query"]
    assert schema["properties"]["query"]["required"] == ["where"]
    assert schema["properties"]["query"]["properties"]["page"] == {
        "type": "string", "description": "Which.", "examples": ["two"],
    }  # fmt: skip
    assert [input_.label for input_ in tool.form.inputs] == ["Path", "Query", "Headers", "Cookies"]
    assert [input_.default for input_ in tool.form.inputs[2:]] == [{}, {}], "a group that may be left out is open"


def test_the_media_type_of_a_parameter_may_be_a_reference():
    where = {
        "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Place"}}, "example": [{"city": "Oslo"}],
    }  # fmt: skip
    components = {
        "mediaTypes": {"where": where},
        "schemas": {"Place": {"type": "object", "properties": {"city": {"type": "string"}}}},
    }
    content = {"application/json": {"$ref": "#/components/mediaTypes/where"}}
    gone = {"application/json": {"$ref": "#/components/mediaTypes/gone"}}
    declared = document(
        {
            "/a": {"get": {"parameters": [{"name": "where", "in": "query", "content": content}], **OK}},
            "/b": {"get": {"parameters": [{"name": "where", "in": "query", "content": gone}], **OK}},
        },
        components=components,
    )
    [followed, lost] = webform.load(declared)

    [query] = followed.form.inputs
    assert query.by_key["where"].type == "list"
    assert query.by_key["where"].item(0).by_key["city"].type == "text"
    assert followed.form.schema["properties"]["query"]["properties"]["where"]["examples"] == [[{"city": "Oslo"}]]
    assert followed.call.operation.parameters[0].media == "application/json"
    assert check(followed.form, {"query": {"where": [{"city": 5}]}})[0].at == "/query/where/0/city"
    at = "/paths/~1b/get/parameters/0/content/application~1json"
    assert problems(declared) == [(at, "unresolved-reference", "warning")]
    assert lost.call.operation.parameters[0].media == "application/json"


def test_defaults_of_parameters_stand_in_the_form_as_it_opens():
    def query(name, schema, **rest):
        return {"name": name, "in": "query", "schema": schema, **rest}

    declared = [
        query("page", {"type": "integer", "default": 1}), query("all", {"type": "boolean", "default": False}),
        query("after", {"type": ["string", "null"], "default": None}), query("word", {"type": "string"}),
        query("old", {"type": "string", "default": "x"}, deprecated=True),
    ]  # fmt: skip
    tool = operation({"parameters": declared}, method="get")
    [group] = tool.form.inputs

    assert group.default == {"page": 1, "all": False}
    assert check(tool.form, {}) == check(tool.form, {"query": {}}) == [], "what is left out stays left out"


def test_a_part_of_the_path_that_nobody_declares_is_a_text():
    value = document({"/a/{id}": {"get": OK}})
    [tool] = webform.load(value)

    assert problems(value) == [("/paths/~1a~1{id}", "undeclared-parameter", "warning")]
    assert tool.form.schema["properties"]["path"]["required"] == ["id"]


def test_a_parameter_of_no_known_place_is_left_out():
    value = document({"/a": {"get": {"parameters": [{"name": "a", "in": "body"}, {"in": "query"}]}}})

    assert [code for _, code, _ in problems(value)] == ["bad-parameter", "bad-parameter"]


def test_a_whole_query_string_is_one_part_of_the_form():
    schema = {"type": "object", "required": ["q"], "properties": {"q": {"type": "string"}}}
    encoding = {"q": {"style": "form"}}
    media = "application/x-www-form-urlencoded"
    declared = {
        "name": "any", "in": "querystring", "required": True, "description": "What to find.",
        "content": {media: {"schema": schema, "encoding": encoding}},
    }  # fmt: skip
    tool = operation({"parameters": [declared]}, method="get")
    [input_] = tool.form.inputs

    [parameter] = tool.call.operation.parameters
    assert (parameter.location, parameter.media, parameter.encoding) == ("querystring", media, encoding)
    assert (input_.key, input_.label, input_.description) == ("querystring", "Query string", "What to find.")
    assert [inner.key for inner in input_.inputs] == ["q"]
    assert tool.form.schema["required"] == ["querystring"]
    assert [problem.at for problem in check(tool.form, {"querystring": {}})] == ["/querystring/q"]
    assert place_of(tool, ["query", "q"]) == place_of(tool, ["q"]) == "/querystring/q"


# bodies


def body_of(content, **keys):
    return operation({"requestBody": {"content": content, **keys}})


@pytest.mark.parametrize(
    ("media", "chosen"),
    [
        (["text/plain", "application/xml", "multipart/form-data", "application/json"], "application/json"),
        (["application/octet-stream", "application/merge-patch+json"], "application/merge-patch+json"),
        (["application/x-www-form-urlencoded", "multipart/form-data"], "multipart/form-data"),
        (["image/png", "text/plain"], "text/plain"),
        (["*/*"], "application/json"),
        (["image/png"], "image/png"),
    ],
)
def test_of_several_media_types_the_one_that_a_form_fills_best_is_sent(media, chosen):
    assert body_of({name: {} for name in media}).call.operation.body == RequestBody(media=chosen)


@pytest.mark.parametrize(
    ("media", "schema", "type_", "accept"),
    [
        ("application/octet-stream", {"type": "string", "format": "binary"}, "file", ()),
        ("image/png", {}, "file", ("image/png",)),
        ("text/plain", {}, "text", None),
        ("application/xml", {"type": "object"}, "text", None),
        ("application/json", {}, "unknown", None),
    ],
)
def test_a_body_has_the_input_of_its_media_type(media, schema, type_, accept):
    tool = body_of({media: {"schema": schema}}, required=True)
    [input_] = tool.form.inputs

    assert (input_.label, input_.type, getattr(input_, "accept", None)) == ("Body", type_, accept)
    assert input_.required


def test_files_of_a_form_are_file_inputs_and_encodings_are_kept():
    encoding = {"photo": {"contentType": "image/png"}}
    properties = {
        "photo": {"type": "string", "format": "binary"},
        "scan": {"type": "string", "contentMediaType": "application/octet-stream"},
        "note": {"type": "string"},
    }
    tool = body_of(
        {"multipart/form-data": {"schema": {"type": "object", "properties": properties}, "encoding": encoding}}
    )
    [body] = tool.form.inputs

    assert [input_.type for input_ in body.inputs] == ["file", "file", "text"]
    assert tool.call.operation.body.encoding == encoding


def test_what_is_only_read_is_not_sent_and_what_is_only_written_is_not_answered():
    thing = {
        "type": "object",
        "required": ["id", "name", "key"],
        "properties": {
            "id": {"type": "integer", "readOnly": True}, "name": {"type": "string"},
            "key": {"type": "string", "writeOnly": True}, "made": {"allOf": [{"$ref": "#/components/schemas/Made"}]},
        },
    }  # fmt: skip
    content = {
        "application/json": {"schema": {"allOf": [{"$ref": "#/components/schemas/Thing"}, {"required": ["id"]}]}}
    }
    tool = operation(
        {"requestBody": {"content": content}, "responses": {"200": {"description": "", "content": content}}},
        components={"schemas": {"Thing": thing, "Made": {"type": "string", "readOnly": True}}},
    )

    sent = tool.form.schema["$defs"]["Thing"]
    assert (list(sent["properties"]), sent["required"]) == (["name", "key", "made"], ["name", "key"])
    assert tool.form.schema["properties"]["body"]["allOf"][0]["allOf"][1] == {"required": []}
    answered = tool.output_schema["$defs"]["Thing"]
    assert (list(answered["properties"]), answered["required"]) == (["id", "name", "made"], ["id", "name"])


def test_examples_of_a_body_stand_beside_those_of_parameters():
    tool = operation(
        {
            "parameters": [{"name": "id", "in": "query", "schema": {}, "example": 5}],
            "requestBody": {
                "content": {
                    "application/json": {
                        "examples": {
                            "one": {"summary": "One", "value": 1},
                            "two": {"$ref": "#/components/examples/two"},
                        }
                    }
                }
            },
        },
        components={"examples": {"two": {"value": 2}}},
    )

    assert [(example.name, example.body) for example in tool.examples] == [
        ("One", {"query": {"id": 5}, "body": 1}),
        ("two", {"query": {"id": 5}, "body": 2}),
    ]
