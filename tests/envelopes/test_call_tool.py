"""MCP's results of calls: content as values, errors, what wraps them."""

from __future__ import annotations

import pytest

import webform
from webform.envelopes import read
from webform.result import Artifact, Authorize
from webform.values import ABSENT


def tool(output=None):
    schema = {"type": "object", "properties": {"a": {"type": "number"}, "b": {}}}
    return webform.load({"name": "t", "inputSchema": schema} | ({"outputSchema": output} if output else {}), "mcp")[0]


TEXT, PNG = {"type": "text", "text": "hi"}, {"type": "image", "data": "eHg=", "mimeType": "image/png"}
LINK = {"type": "resource_link", "uri": "https://x.example/a.csv", "name": "a.csv", "mimeType": "text/csv", "size": 3}


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ([], ABSENT),
        ([TEXT], "hi"),
        ([TEXT, TEXT], ["hi", "hi"]),
        ([PNG], "data:image/png;base64,eHg="),
        ([{"type": "audio", "data": "eHg=", "mimeType": "audio/wav"}], "data:audio/wav;base64,eHg="),
        ([{"type": "resource", "resource": {"uri": "a:b", "text": "t"}}], "t"),
        ([{"type": "resource", "resource": {"uri": "a:b", "blob": "eHg="}}], "data:application/octet-stream;base64,eHg="),
        ([TEXT, PNG, PNG], {"text": "hi", "image": "data:image/png;base64,eHg=", "image 2": "data:image/png;base64,eHg="}),
        ([TEXT, LINK], {"text": "hi", "a.csv": "https://x.example/a.csv"}),
        ([TEXT, {**LINK, "uri": "file:///etc"}],
         {"text": "hi", "a.csv": {"uri": "file:///etc", "name": "a.csv", "mimeType": "text/csv", "size": 3}}),
        ([{"type": "new", "x": 1}], {"type": "new", "x": 1}),
    ],
)  # fmt: skip
def test_content_is_a_value(content, value):
    assert read(tool(), {"content": content}).value == value


def test_a_link_alone_is_an_artifact():
    result = read(tool(), {"content": [LINK]})

    assert result.artifact == Artifact(
        url="https://x.example/a.csv", content_type="text/csv", size=3, description="a.csv"
    )
    assert read(tool(), {"content": [{**LINK, "uri": "javascript:alert(1)"}]}).artifact is None


@pytest.mark.parametrize("structured", [{"a": 1}, [1], 5, False, ""])
def test_a_structured_value_is_the_value_whatever_it_is(structured):
    assert read(tool(), {"content": [TEXT], "structuredContent": structured}).value == structured


WRAPPED = {"type": "object", "properties": {"result": {"type": "integer"}}, "required": ["result"]}


@pytest.mark.parametrize("schema", [WRAPPED, {**WRAPPED, "x-fastmcp-wrap-result": True}])
def test_a_value_that_was_wrapped_is_unwrapped_and_its_problems_too(schema):
    good = read(tool(schema), {"content": [], "structuredContent": {"result": 5}})
    bad = read(tool(schema), {"content": [], "structuredContent": {"result": "x"}})

    assert (good.value, good.problems) == (5, ())
    assert (bad.value, [each.at for each in bad.problems]) == ("x", [""])


def test_a_value_with_more_than_a_result_stays_as_it_is():
    schema = {"type": "object", "properties": {"result": {}, "more": {}}, "required": ["result"]}

    assert read(tool(schema), {"content": [], "structuredContent": {"result": 5}}).value == {"result": 5}


@pytest.mark.parametrize("wrap", [lambda each: each, lambda each: {"jsonrpc": "2.0", "id": 1, "result": each}])
def test_an_error_arrives_as_a_success_and_is_one(wrap):
    result = read(tool(), wrap({"content": [TEXT], "isError": True}))

    assert (result.status, result.message, result.value) == ("error", "hi", ABSENT)


#: What services say of arguments -> the inputs it is said of.
REFUSED = {
    "MCP error -32602: Invalid arguments for tool t: Invalid input: expected number, received string at a": ["/a"],
    'MCP error -32602: Invalid arguments for tool t: [\n {"path": ["b", 0, "c"], "message": "Required"}]': ["/b/0/c"],
    "Error executing tool t: 2 validation errors for tArguments\na\n  Field required [type=missing, input_value={'s': "
    "'s3cret'}, input_type=dict]\n    For further information visit https://x\nb.0\n  Too short [type=x]": [
        "/a",
        "/b/0",
    ],
    "1 validation error for call[t]\na\n  Missing required argument [type=missing_argument, input_value={}]": ["/a"],
    'run: run ns:t:1.0.0 [local]: validation error: input: validating root: validating /properties/a: type: "s3cret" has '
    'type "string", want "number"': ["/a"],
    'run: run t [mcp]: validation error: input: validating root: required: missing properties: ["a", "b"]': [
        "/a",
        "/b",
    ],
}


@pytest.mark.parametrize("text", REFUSED)
def test_an_error_that_names_inputs_lands_there(text):
    result = read(tool(), {"content": [{"type": "text", "text": text}], "isError": True})

    assert (result.status, [each.at for each in result.problems]) == ("invalid", REFUSED[text])
    assert result.message == "The tool refused what was filled in."


@pytest.mark.parametrize(
    "text", ["I looked at a", "a: b", "nothing is at a.", "Error: ENOENT at b", "x" * 100_000 + " at a"]
)
def test_an_error_that_only_sounds_like_it_names_no_input(text):
    result = read(tool(), {"content": [{"type": "text", "text": text}], "isError": True})

    assert (result.status, result.problems) == ("error", ())


def test_an_error_of_json_rpc_is_one():
    result = read(tool(), {"jsonrpc": "2.0", "error": {"code": -32603, "message": "No"}})
    refused = read(tool(), {"jsonrpc": "2.0", "error": {"code": -32602, "message": "No such tool"}})

    assert [(each.status, each.message) for each in (result, refused)] == [("error", "No"), ("invalid", "No such tool")]


def test_an_error_that_sends_a_person_elsewhere_asks_for_permission():
    data = {"elicitations": [{"mode": "url", "url": "https://a.example/x", "message": "Sign in"}]}
    result = read(tool(), {"jsonrpc": "2.0", "error": {"code": -32042, "message": "x", "data": data}})

    assert (result.status, result.authorize) == ("authorize", Authorize(url="https://a.example/x", message="Sign in"))


def test_an_answer_that_looks_alike_is_none():
    plain = webform.load({"inputs": [{"key": "q", "type": "text", "label": "Q"}]})[0]

    for each in (
        {"content": []},
        {"content": ["a"]},
        {"content": [{"type": "paragraph"}]},
        {"content": [TEXT], "title": "t"},
    ):
        assert read(plain, each).value == each
