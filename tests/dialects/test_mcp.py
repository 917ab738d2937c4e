"""MCP tools: what is read of one, of a list and of a server's answer; every mistake with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import webform
from tests.phrases import unknown, wrong
from webform.dialects.base import MAX_TOOLS
from webform.messages import Phrase
from webform.problems import errors
from webform.tool import Hints

SAMPLES = Path(__file__).parents[1] / "samples/mcp"
PNG = "data:image/png;base64,iVBORw0KGgo="


def tool(**keys):
    [read] = webform.load({"name": "echo", "inputSchema": {"type": "object"}} | keys, "mcp")
    return read


def problems(**keys) -> list[tuple[str, str, str, Phrase]]:
    return [(problem.at, problem.code, problem.severity, problem.phrase) for problem in tool(**keys).problems]


def test_all_that_a_tool_says_is_read():
    [read] = webform.load(SAMPLES / "tool.json")
    declared = json.loads((SAMPLES / "tool.json").read_text(encoding="utf-8"))

    assert (read.id, read.name, read.version) == ("maps:plan_route:v2.1.0-beta.1", "Plan a route", "v2.1.0-beta.1")
    assert read.description == "Finds a way between two places."
    assert read.tags == ("travel", "by-train")
    assert read.hints == Hints(read_only=True, idempotent=True)
    assert read.icon == PNG
    assert read.form.schema == declared["inputSchema"]
    assert read.form.tool_id == read.id
    assert read.output_schema == declared["outputSchema"]
    assert [example.body for example in read.examples] == [{"from": "Bergen", "to": "Oslo", "by": "train"}]
    assert read.declaration == declared
    assert read.problems == ()


@pytest.mark.parametrize(
    ("document", "ids"),
    [
        ("tool.json", ["maps:plan_route:v2.1.0-beta.1"]),
        ("tools-list.json", ["echo", "drop_table", "ping"]),
        ("response.json", ["area"]),
    ],
)
def test_a_tool_a_list_and_a_response_are_read(document, ids):
    read = webform.load(SAMPLES / document)

    assert [tool.id for tool in read] == ids
    assert [tool.problems for tool in read] == [()] * len(ids)


def test_a_bare_list_is_as_good_as_an_answer():
    listed = json.loads((SAMPLES / "tools-list.json").read_text(encoding="utf-8"))["tools"]

    assert [tool.id for tool in webform.load(listed)] == ["echo", "drop_table", "ping"]


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ({}, "echo"),
        ({"namespace": "demo"}, "demo:echo"),
        ({"namespace": "demo", "version": "1.2.3"}, "demo:echo:1.2.3"),
        ({"version": "1.2.3"}, "echo"),
        ({"namespace": "", "version": ""}, "echo"),
        ({"namespace": None, "version": None}, "echo"),
        ({"namespace": "demo", "version": "newest"}, "demo:echo"),
        ({"namespace": "demo", "version": "1.0.0+linux"}, "demo:echo:1.0.0-linux"),
        ({"name": "a b"}, "a-b"),
    ],
)
def test_the_id_is_the_name_within_its_namespace(declared, expected):
    assert tool(**declared).id == expected


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ({"title": "Echo", "annotations": {"title": "Repeat"}}, "Echo"),
        ({"annotations": {"title": "Repeat"}}, "Repeat"),
        ({"title": "", "annotations": {"title": "Repeat"}}, "Repeat"),
        ({"title": None, "annotations": None}, "echo"),
        ({}, "echo"),
        ({"name": None}, "Tool"),
    ],
)
def test_it_is_called_by_its_title_that_of_its_annotations_or_its_name(declared, expected):
    assert tool(**declared).name == expected


@pytest.mark.parametrize("name", ["a", "a.b_c-D9", "x" * 128])
def test_a_name_of_1_to_128_plain_characters_is_good(name):
    assert problems(name=name) == []


@pytest.mark.parametrize(
    ("name", "at", "code", "phrase"),
    [
        ("", "/name", "bad-name", Phrase("bad-name", {"limit": 128, "found": '""'})),
        ("a b", "/name", "bad-name", Phrase("bad-name", {"limit": 128, "found": '"a b"'})),
        ("a:b", "/name", "bad-name", Phrase("bad-name", {"limit": 128, "found": '"a:b"'})),
        ("é", "/name", "bad-name", Phrase("bad-name", {"limit": 128, "found": '"é"'})),
        ("a\n", "/name", "bad-name", Phrase("bad-name", {"limit": 128, "found": '"a\\n"'})),
        (
            "x" * 129, "/name", "bad-name",
            Phrase("bad-name.long", {"limit": 128, "length": 129}),
        ),
        (5, "/name", "wrong-type", wrong("text", "5")),
        (None, "", "missing-name", Phrase("missing.text", {"name": "name"})),
    ],
)  # fmt: skip
def test_a_bad_name_is_said_and_costs_no_form(name, at, code, phrase):
    assert problems(name=name) == [(at, code, "error", phrase)]
    assert tool(name=name).form.schema == {"type": "object"}


@pytest.mark.parametrize("version", ["1.2.3", "v1.2.3", "0.0.0", "1.0.0-rc.1", "10.20.30-x-y.7+build.5"])
def test_a_version_is_semver_with_or_without_v(version):
    assert problems(version=version) == []
    assert tool(version=version).version == version


@pytest.mark.parametrize("version", ["1", "1.2", "V1.2.3", "01.2.3", "1.2.3.4", "newest", "1.2.3-", "1.2.3 ", "１.2.3"])
def test_another_version_is_said_and_left_out(version):
    [(at, code, severity, phrase)] = problems(version=version)

    assert (at, code, severity) == ("/version", "bad-version", "error")
    assert phrase == Phrase("bad-version", {"found": f'"{version}"'})
    assert tool(version=version).version == ""


@pytest.mark.parametrize("schema", [False, {"type": "object", "properties": {"a": {"type": "string"}}}])
def test_every_schema_is_legal(schema):
    assert tool(inputSchema=schema).form.document == schema


@pytest.mark.parametrize("schema", [{}, True, {"$schema": "https://json-schema.org/draft/2020-12/schema"}])
def test_a_schema_that_says_nothing_is_that_of_an_object(schema):
    form = tool(inputSchema=schema).form

    assert form.document == {"type": "object"} | (schema if isinstance(schema, dict) else {})
    assert (form.root.type, form.root.aside) == ("mapping", True)


@pytest.mark.parametrize(
    ("declared", "at", "code", "phrase"),
    [
        (
            {"name": "a"}, "", "missing-input-schema",
            Phrase("missing-input-schema"),
        ),
        (
            {"name": "a", "inputSchema": None}, "/inputSchema", "missing-input-schema",
            Phrase("missing-input-schema"),
        ),
        ({"name": "a", "inputSchema": []}, "/inputSchema", "wrong-type", wrong("schema", "[]")),
        (
            {"name": "a", "inputSchema": "{}"}, "/inputSchema", "wrong-type",
            wrong("schema", '"{}"'),
        ),
    ],
)  # fmt: skip
def test_without_a_schema_any_object_is_taken(declared, at, code, phrase):
    [read] = webform.load(declared)

    assert [(problem.at, problem.code, problem.phrase) for problem in read.problems] == [(at, code, phrase)]
    assert read.form.schema == {"type": "object"}


@pytest.mark.parametrize("key", ["input_schema", "InputSchema", "inputschema", "parameters"])
def test_a_misspelt_schema_is_said_and_read(key):
    schema = {"type": "object", "properties": {"text": {"type": "string"}}}
    [read] = webform.load({"name": "a", key: schema}, "mcp")

    assert [(problem.at, problem.code, problem.phrase, problem.on_key) for problem in read.problems] == [
        (f"/{key}", "missing-input-schema", unknown("mcp-tool", key, "inputSchema"), True)
    ]
    assert read.form.schema == schema


def test_arguments_that_are_no_object_are_warned_about():
    assert problems(inputSchema={"type": "string"}) == [
        (
            "/inputSchema/type", "not-an-object", "warning",
            Phrase("not-an-object", {"found": '"string"'}),
        )
    ]  # fmt: skip


@pytest.mark.parametrize("key", ["input-transport", "x-owner", "category", "enabled", "serverInfo"])
def test_unknown_keys_are_let_be(key):
    assert problems(**{key: 1}) == []


@pytest.mark.parametrize(
    ("key", "meant"),
    [("output_schema", "outputSchema"), ("Title", "title"), ("tag", "tags"), ("desciption", "description"), ("meta", "_meta")],
)  # fmt: skip
def test_a_key_nearly_known_is_a_warning(key, meant):
    assert problems(**{key: {}}) == [(f"/{key}", "unknown-key", "warning", unknown("mcp-tool", key, meant))]


def test_a_key_is_near_nothing_that_is_there():
    assert problems(title="Echo", titel="Echo") == []


@pytest.mark.parametrize(
    ("notes", "hints"),
    [
        ({}, Hints()),
        ({"readOnlyHint": True}, Hints(read_only=True)),
        ({"destructiveHint": True, "openWorldHint": True}, Hints(destructive=True, open_world=True)),
        ({"destructiveHint": False, "idempotentHint": True, "readOnlyHint": None}, Hints(idempotent=True)),
        ({"audience": ["user"]}, Hints()),
    ],
)
def test_annotations_are_hints(notes, hints):
    read = tool(annotations=notes)

    assert read.hints == hints
    assert read.problems == ()


def test_a_tool_that_reads_only_and_destroys_is_taken_to_destroy():
    read = tool(annotations={"readOnlyHint": True, "destructiveHint": True})

    assert read.hints == Hints(destructive=True)
    assert [(problem.at, problem.code) for problem in read.problems] == [
        ("/annotations/readOnlyHint", "hints-disagree")
    ]


def test_a_misspelt_hint_is_a_warning():
    assert problems(annotations={"destructive": True}) == [
        (
            "/annotations/destructive", "unknown-key", "warning",
            unknown("annotations", "destructive", "destructiveHint"),
        )
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sources", "icon"),
    [
        ([], ""),
        (["https://a.example/i.png"], "https://a.example/i.png"),
        (["https://a.example/i.png", PNG], PNG),
        (["javascript:alert(1)", "https://a.example/i.svg"], "https://a.example/i.svg"),
    ],
)
def test_the_icon_is_the_first_that_a_page_may_show(sources, icon):
    assert tool(icons=[{"src": source} for source in sources]).icon == icon


@pytest.mark.parametrize(
    "source",
    [
        "javascript:alert(1)", "JaVa\tScript:alert(1)", "http://a.example/i.png", "//evil.example/i.png", "/i.png", "i.png",
        "data:text/html;base64,PGI+", "data:image/png,raw", "data:image/png;base64,???", "https:evil", " https://a.example",
        "https://a.example/\n", "file:///etc/passwd", "https://", "", "data:image/png;base64," + "A" * 4 * 30_000,
    ],
    ids=lambda source: source[:30],
)  # fmt: skip
def test_an_icon_elsewhere_is_never_shown(source):
    read = tool(icons=[{"src": source}])

    assert read.icon == ""
    assert [(problem.at, problem.code, problem.severity) for problem in read.problems] == [
        ("/icons/0/src", "bad-icon", "warning")
    ]


def test_tags_are_normalised():
    assert tool(tags=[" Two  Words ", "two words", "", "Ä", "x" * 99]).tags == ("two-words", "ä", "x" * 64)
    assert len(tool(tags=[f"tag {number}" for number in range(99)]).tags) == 20


@pytest.mark.parametrize(
    ("schema", "kept"),
    [(None, None), ({}, {}), (True, True), ({"type": "string"}, {"type": "string"}), (5, None), ({"type": 5}, None)],
)
def test_an_output_schema_that_cannot_be_used_is_left_out(schema, kept):
    read = tool(outputSchema=schema)

    assert read.output_schema == kept
    assert [problem.at for problem in read.problems] == ([] if schema == kept else ["/outputSchema"])


def test_the_output_schema_fetches_nothing():
    [(at, code, severity, phrase)] = problems(outputSchema={"$ref": "http://127.0.0.1:9/schema"})

    assert (at, code, severity) == ("/outputSchema", "bad-schema", "warning")
    assert (phrase.key, "127.0.0.1" in phrase.params["reason"]) == ("bad-schema.output", True)


def test_all_is_said_at_once_with_its_place():
    text = {
        "name": "a b", "title": 5, "description": [], "version": "new", "namespace": "c d", "tags": ["a", 5], "icons": ["b"],
        "annotations": {"readOnlyHint": "yes"}, "inputSchema": 5, "outputSchema": 5,
    }  # fmt: skip
    found = webform.lint({"tools": [{"name": "good", "inputSchema": {}}, text, 5]})

    assert sorted(problem.at for problem in found) == sorted(
        [f"/tools/1/{text}" for text in text if text not in ("tags", "icons", "annotations")]
        + ["/tools/1/tags/1", "/tools/1/icons/0", "/tools/1/annotations/readOnlyHint", "/tools/2"]
    )
    assert len(webform.load({"tools": [{"name": "good", "inputSchema": {}}, text, 5]})) == 2


def test_tools_of_one_id_are_said():
    read = webform.load(
        [{"name": "a", "inputSchema": {}}, {"name": "b", "inputSchema": {}}, {"name": "a", "inputSchema": {}}]
    )

    assert [tool.id for tool in read] == ["a", "b", "a"]
    assert [(problem.at, problem.phrase) for problem in read[2].problems] == [
        ("/2/name", Phrase("duplicate-name.id", {"id": "a", "number": 1}))
    ]


@pytest.mark.parametrize(
    ("document", "at", "code", "phrase"),
    [
        ({"tools": []}, "/tools", "no-tools", Phrase("no-tools")),
        ({"jsonrpc": "2.0", "id": 1, "result": {"tools": []}}, "/result/tools", "no-tools", Phrase("no-tools")),
        (
            {"tools": [{"name": "a", "inputSchema": {}}], "nextCursor": "x"}, "/nextCursor", "more-tools",
            Phrase("more-tools"),
        ),
        (
            {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "a", "inputSchema": {}}], "nextCursor": "x"}},
            "/result/nextCursor", "more-tools",
            Phrase("more-tools"),
        ),
        (5, "", "wrong-type", wrong("mcp", "5")),
    ],
)  # fmt: skip
def test_what_is_wrong_with_the_list_is_said(document, at, code, phrase):
    assert [(problem.at, problem.code, problem.phrase) for problem in webform.lint(document, "mcp")] == [
        (at, code, phrase)
    ]


@pytest.mark.slow
def test_a_document_of_too_many_tools_is_cut():
    document = {"tools": [{"name": f"t{number}", "inputSchema": {}} for number in range(20_000)]}
    read = webform.load(document)

    assert len(read) == MAX_TOOLS
    assert [problem.phrase for problem in webform.lint(document)] == [
        Phrase("too-many-tools", {"limit": 1000, "count": 20_000})
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    [
        lambda: {
            "tools": [
                {"name": f"t {number}", "inputSchema": 5, "v": 5, "tag": 1, "ico": 1, "ann": 1, "nam": 1}
                for number in range(10_000)
            ]
        },
        lambda: {"name": "a", "inputSchema": {}, **{f"key{number}": 1 for number in range(90_000)}},
        lambda: {"name": "a", "inputSchema": {}, "tags": list(range(90_000))},
        lambda: {"name": "a", "inputSchema": {}, "annotations": {f"Hint{number}": 1 for number in range(90_000)}},
    ],
    ids=["tools", "keys", "tags", "annotations"],
)
def test_nothing_falls_over(make):
    found = webform.lint(make())

    assert errors(found) != [] or found == []
