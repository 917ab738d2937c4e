"""MCP's results of calls: content as values, errors, what wraps them."""

from __future__ import annotations

import pytest

import webform
from webform.envelopes import read
from webform.result import Artifact, Authorize, Part
from webform.values import ABSENT


def tool(output=None):
    schema = {"type": "object", "properties": {"a": {"type": "number"}, "b": {}}}
    return webform.load({"name": "t", "inputSchema": schema} | ({"outputSchema": output} if output else {}), "mcp")[0]


TEXT, PNG = {"type": "text", "text": "hi"}, {"type": "image", "data": "eHg=", "mimeType": "image/png"}
LINK = {"type": "resource_link", "uri": "https://x.example/a.csv", "name": "a.csv", "description": "Rows",
        "mimeType": "text/csv", "size": 3}  # fmt: skip


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
        ([PNG, PNG], ["data:image/png;base64,eHg="] * 2),
        ([TEXT, PNG, TEXT], "hi"),
        ([PNG, TEXT], "data:image/png;base64,eHg="),
        ([LINK, TEXT], ABSENT),
        ([{"type": "new", "x": 1}], {"type": "new", "x": 1}),
    ],
)  # fmt: skip
def test_content_is_a_value(content, value):
    assert read(tool(), {"content": content}).value == value


def test_a_link_alone_is_an_artifact():
    result = read(tool(), {"content": [LINK]})

    assert result.artifact == Artifact(
        url="https://x.example/a.csv", content_type="text/csv", size=3, title="a.csv", description="Rows"
    )


@pytest.mark.parametrize("uri", ["file:///etc", "javascript:alert(1)", "demo://a"])
def test_a_link_that_nobody_may_be_sent_to_is_a_part(uri):
    result = read(tool(), {"content": [{**LINK, "uri": uri}]})

    assert (result.artifact, result.value) == (None, ABSENT)
    assert result.parts == (
        Part(type="link", title="a.csv", description="Rows", uri=uri, media_type="text/csv", size=3),
    )


@pytest.mark.parametrize("structured", [{"a": 1}, [1], 5, False, ""])
def test_a_structured_value_is_the_value_whatever_it_is(structured):
    assert read(tool(), {"content": [TEXT], "structuredContent": structured}).value == structured


WRAPPED = {"type": "object", "properties": {"result": {"type": "integer"}}, "required": ["result"]}


@pytest.mark.parametrize("schema", [WRAPPED, {**WRAPPED, "x-fastmcp-wrap-result": True}])
def test_a_value_that_was_wrapped_is_unwrapped_and_its_problems_too(schema):
    good = read(tool(schema), {"content": [], "structuredContent": {"result": 5}})
    bad = read(tool(schema), {"content": [], "structuredContent": {"result": "x"}})

    assert (good.value, good.problems) == (5, ())
    assert (bad.value, [problem.at for problem in bad.problems]) == ("x", [""])


def test_a_value_with_more_than_a_result_stays_as_it_is():
    schema = {"type": "object", "properties": {"result": {}, "more": {}}, "required": ["result"]}

    assert read(tool(schema), {"content": [], "structuredContent": {"result": 5}}).value == {"result": 5}


@pytest.mark.parametrize("wrap", [lambda result: result, lambda result: {"jsonrpc": "2.0", "id": 1, "result": result}])
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

    assert (result.status, [problem.at for problem in result.problems]) == ("invalid", REFUSED[text])
    assert result.message == "The tool rejected your input."


@pytest.mark.parametrize(
    "text", ["I looked at a", "a: b", "nothing is at a.", "Error: ENOENT at b", "x" * 100_000 + " at a"]
)
def test_an_error_that_only_sounds_like_it_names_no_input(text):
    result = read(tool(), {"content": [{"type": "text", "text": text}], "isError": True})

    assert (result.status, result.problems) == ("error", ())


def test_an_error_of_json_rpc_is_one():
    result = read(tool(), {"jsonrpc": "2.0", "error": {"code": -32603, "message": "No"}})
    refused = read(tool(), {"jsonrpc": "2.0", "error": {"code": -32602, "message": "No such tool"}})

    assert [(result.status, result.message) for result in (result, refused)] == [
        ("error", "No"),
        ("invalid", "No such tool"),
    ]


def test_an_error_of_json_rpc_has_its_code_and_may_be_a_text():
    numbered = read(tool(), {"jsonrpc": "2.0", "id": 1, "error": {"code": -32000, "message": "Broken"}})
    text = read(tool(), {"jsonrpc": "2.0", "id": 1, "error": "boom"})

    assert (numbered.message, numbered.details) == ("Broken", {"code": -32000})
    assert (text.status, text.message, text.details) == ("error", "boom", {})


@pytest.mark.parametrize("code", [-32602, 1])
@pytest.mark.parametrize(
    "data",
    [
        [{"loc": ["body", "a"], "msg": "14 is unlucky"}],
        {"errors": [{"path": ["a"], "message": "14 is unlucky"}]},
    ],
)
def test_the_data_of_an_error_of_json_rpc_says_which_inputs_are_wrong(code, data):
    error = {"code": code, "message": "Invalid params", "data": data}
    result = read(tool(), {"jsonrpc": "2.0", "id": 1, "error": error})

    (problem,) = result.problems
    assert (result.status, result.message, result.parts) == ("invalid", "Invalid params", ())
    assert (problem.at, problem.params["reason"]) == ("/a", "14 is unlucky")


@pytest.mark.parametrize("value", [5, "hi", [1], True, None, {"a": 1}, {"error": "x"}, {"status": "failed"}])
def test_a_result_of_json_rpc_is_the_value(value):
    plain = webform.load({"inputs": [{"key": "q", "type": "text", "label": "Q"}]})[0]

    for answer in ({"jsonrpc": "2.0", "id": 1, "result": value}, {"jsonrpc": "2.0", "result": value, "error": None}):
        result = read(plain, answer)
        assert (result.status, result.value) == ("ok", value)
    assert read(plain, answer, 500).status == "error"


def test_a_result_of_json_rpc_has_the_declared_outputs():
    output = {"key": "total", "type": "number", "label": "Total"}
    adder = webform.load({"inputs": [{"key": "q", "type": "text", "label": "Q"}], "outputs": [output]})[0]

    result = read(adder, {"jsonrpc": "2.0", "id": 1, "result": {"total": "much"}})
    assert (result.value, [problem.at for problem in result.problems]) == ({"total": "much"}, ["/total"])
    assert (
        read(adder, {"jsonrpc": "2.0", "id": 1, "result": None, "error": {"code": 1, "message": "No"}}).message == "No"
    )


def test_an_error_that_sends_a_person_elsewhere_asks_for_permission():
    data = {"elicitations": [{"mode": "url", "url": "https://a.example/x", "message": "Sign in"}]}
    result = read(tool(), {"jsonrpc": "2.0", "error": {"code": -32042, "message": "x", "data": data}})

    assert (result.status, result.authorize) == ("authorize", Authorize(url="https://a.example/x", message="Sign in"))


def test_an_answer_that_looks_alike_is_none():
    plain = webform.load({"inputs": [{"key": "q", "type": "text", "label": "Q"}]})[0]

    for answer in (
        {"content": []},
        {"content": ["a"]},
        {"content": [{"type": "paragraph"}]},
        {"content": [TEXT], "title": "t"},
    ):
        assert read(plain, answer).value == answer


def texts(*all_texts):
    return [{"type": "text", "text": text} for text in all_texts]


def test_blocks_beside_the_value_are_parts_in_their_order():
    """Name, address, media type and size of a block stay, and a block that nobody knows stays whole."""
    resource = {"uri": "file:///a.md", "mimeType": "text/markdown", "text": "# A"}
    blob = {"uri": "demo://b", "mimeType": "application/pdf", "blob": "eHg=", "title": "B"}
    page = {"uri": "ui://c", "mimeType": "text/html", "text": "<p>"}
    content = [
        TEXT,
        PNG,
        LINK,
        *({"type": "resource", "resource": resource} for resource in (resource, blob, page)),
        {"type": "x"},
    ]
    result = read(tool(), {"content": content})

    assert result.value == "hi"
    assert result.parts == (
        Part(type="image", value="data:image/png;base64,eHg=", media_type="image/png"),
        Part(type="link", title="a.csv", description="Rows", uri=LINK["uri"], media_type="text/csv", size=3),
        Part(type="text", value="# A", uri="file:///a.md", media_type="text/markdown"),
        Part(type="file", value="data:application/pdf;base64,eHg=", title="B", uri="demo://b",
             media_type="application/pdf"),
        Part(type="html", value="<p>", uri="ui://c", media_type="text/html"),
        Part(type="json", value={"type": "x"}),
    )  # fmt: skip


def test_a_resource_alone_is_the_value_and_says_what_it_came_as():
    resource = {"uri": "file:///a.md", "mimeType": "text/markdown", "text": "# A"}
    result = read(tool(), {"content": [{"type": "resource", "resource": resource}]})

    assert (result.value, result.parts) == (
        "# A",
        (Part(type="source", uri="file:///a.md", media_type="text/markdown"),),
    )


@pytest.mark.parametrize(
    ("structured", "repeats"),
    [
        ({"a": 1, "b": [2]}, texts('{"b":[2],"a":1.0}')),
        ({"a": 1}, texts('{\n  "a": 1\n}')),
        ({"result": {"a": 1}}, texts('{"a": 1}')),
        ({"result": "hi"}, texts("hi")),
        ({"result": True}, texts("True")),
        ({"result": 1.5}, texts("1.5")),
        ({"result": None}, texts("null")),
        ({"result": ["a", {"b": 1}, 2]}, texts("a", '{"b": 1}', "2")),
        ({"result": [[1, 2], [3]]}, texts("1", "2", "3")),
        ({"content": "held"}, texts("held")),
        ({"content": [PNG]}, [PNG]),
    ],
)
def test_what_only_says_the_structured_value_again_is_no_part(structured, repeats):
    result = read(tool(), {"content": [*repeats, LINK], "structuredContent": structured})

    assert (result.value, [part.type for part in result.parts]) == (structured, ["link"])


def test_what_says_more_than_the_structured_value_is_a_part():
    result = read(tool(), {"content": [*texts('{"a": 1}', "more"), PNG], "structuredContent": {"a": 1}})

    assert [part.value for part in result.parts] == ["more", "data:image/png;base64,eHg="]


def test_the_json_of_a_text_is_the_value_and_the_text_stays():
    text = ' {"a": 1.10, "n": 9007199254740993}\n'
    result = read(tool(), {"content": texts(text)})

    assert (result.value, result.parts) == ({"a": 1.1, "n": 2**53 + 1}, (Part(type="source", value=text),))
    assert read(tool(), {"content": texts('{"a":1}', "[2]")}).value == [{"a": 1}, [2]]


@pytest.mark.parametrize("text", ["5", '"a"', "true", "{", "[link](x)", '{"a": 1} and more', "[1] [2]"])
def test_a_text_that_is_no_one_object_or_list_stays_a_text(text):
    result = read(tool(), {"content": texts(text)})

    assert (result.value, result.parts) == (text, ())


def test_a_text_stays_one_where_the_tool_declares_a_text():
    assert read(tool({"type": "string"}), {"content": texts("[1]")}).value == "[1]"
    assert read(tool({"type": "object"}), {"content": texts("{}")}).value == {}


def test_nothing_of_a_call_that_failed_is_dropped():
    content = [*texts("No such city", "Known: Oslo"), PNG, LINK]
    result = read(tool(), {"content": content, "isError": True, "structuredContent": {"code": 5}})

    assert (result.status, result.message, result.value) == ("error", "No such city", ABSENT)
    assert [part.type for part in result.parts] == ["text", "image", "link", "json"]
    assert (result.parts[0].value, result.parts[-1].value) == ("Known: Oslo", {"code": 5})


def test_a_failure_without_an_end_of_its_sentence_is_cut():
    result = read(tool(), {"content": texts("x" * 600), "isError": True})

    assert result.message == "x" * 499 + "…"


def test_a_long_text_of_a_failure_is_kept_whole():
    text = "It failed.\n" + "because of this\n" * 100 + "end"
    result = read(tool(), {"content": texts(text), "isError": True})

    assert result.message.startswith("It failed.")
    assert len(result.message) <= 500
    assert [part.value for part in result.parts] == [text]


def test_what_is_meant_for_developers_is_in_no_part_of_a_failure():
    trace = 'Boom\nTraceback (most recent call last):\n  File "/srv/a.py", line 3'
    structured = {"code": 5, "stacktrace": "at x", "developer_message": "d"}
    result = read(tool(), {"content": texts("No", trace), "isError": True, "structuredContent": structured})

    assert [part.value for part in result.parts] == ["Boom\n", {"code": 5}]


def test_a_failure_told_as_json_says_its_message():
    result = read(
        tool(), {"content": texts('{"error": "No such city", "known": ["Oslo"], "stack": "at x"}'), "isError": True}
    )

    assert result.message == "No such city"
    assert [part.value for part in result.parts] == [{"error": "No such city", "known": ["Oslo"]}]


def test_the_data_of_an_error_of_json_rpc_is_a_part():
    error = {"code": -32603, "message": "No", "data": {"city": "Oslo"}}

    assert [part.value for part in read(tool(), {"jsonrpc": "2.0", "error": error}).parts] == [{"city": "Oslo"}]
