"""Hostile posts to forms of schemas: whatever is sent or pressed, something is made of it, nothing raises."""

from __future__ import annotations

import json
import re
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

import webform
from tests.as_browser import entries_of
from tests.html.tree import ids, references, tree
from tests.schema.drawn import ANYTHING, KEYS, PAIRS, VALUES
from webform.draft import act, begin, to_controls
from webform.files import FileStore
from webform.html.decode import body_of, read_form
from webform.html.render import render_draft, render_part
from webform.runs import without_secrets
from webform.schema import read_schema
from webform.values import equal, join, to_name
from webform.web import Config, create_app
from webform.web.prefill import prefilled
from webform.web.sent import keep_files

pytestmark = pytest.mark.slow

#: Each part a value of its own, as JSON has it: drawn, one may stand in several places.
SCHEMAS = st.one_of(
    PAIRS.map(lambda pair: pair[0]), ANYTHING.filter(lambda document: isinstance(document, dict | bool))
).map(lambda schema: json.loads(json.dumps(schema)))
TOKENS = st.one_of(
    KEYS, st.sampled_from(["0", "1", "00", "+1", "-", "9" * 12, "100000", "\ud800", "kind", "it", "more"])
)
POINTERS = st.one_of(
    st.lists(TOKENS, max_size=3).map(lambda tokens: join("", *tokens)),
    st.sampled_from(["/a" * 64, "/a" * 65, "/0" * 64, "/" * 3]),
)
WORDS = st.sampled_from(["is", "to", "row", "key", "rest", "draft"])
DRAFTS = st.sampled_from(
    ['{"":{"text":["x"]}}', '{"object":{"kids":{"a":{"mark":"json","text":["1"]}},"rows":["a"]}}', '{"list":[1]}', "[", "[1]",
     '{"string":{"text":[1,"b"],"mark":7,"rows":"x","kids":[]}}', '{"object":' * 60 + "1" + "}" * 60]
)  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from(
        ["", "x", "1", "1e400", "true", "null", "json", "absent", "string", "number", "boolean", "object", "object.1",
         "list", "enum", "options", "0", "1", "2", "00", "+1", "/a", "#/%ff", "{}", "[]", '{"a":1}', "[1,[2],null]", "[[",
         "2026-01-31", "a\nb", "\x00", " "]
    ),
    st.text(max_size=6),
    DRAFTS,
)  # fmt: skip
VERBS = st.sampled_from(["add", "remove", "up", "down", "copy", "choose", "open", "rest"])
NAMES = st.one_of(
    st.builds(lambda word, pointer: word + to_name(pointer), st.just("") | WORDS, POINTERS),
    st.sampled_from(["#/%ff", "#%", "is", "row#", "draft#", "rest#", "to#", "do", "x", "#/%ed%a0%80", "/~2"]),
)


@st.composite
def posts(draw, form):
    """What might be sent for *form*: what its page sends, with some of it changed, left out and added."""
    entries = entries_of(render_draft(form, begin(form)))
    if entries and draw(st.booleans()):
        entries = [entry for entry in entries if draw(st.integers(0, 5))]
        for index in draw(st.lists(st.integers(0, max(len(entries) - 1, 0)), max_size=4)) if entries else ():
            entries[index] = entries[index][0], draw(TEXTS)
    names = st.one_of(NAMES, *([st.sampled_from([name for name, _ in entries])] if entries else []))
    entries += draw(st.lists(st.tuples(names, TEXTS), max_size=8))
    # Of several texts the last counts, which a page that comes back has alone.
    several = [entry for entry in entries if entry[0].startswith("row")]
    # A whole form is never left out, nor null: the page that comes back is the form.
    entries = [entry for entry in entries if entry not in (("is#", "absent"), ("is#", "null"))]
    return [*dict(entry for entry in entries if entry not in several).items(), *several]


def pressed(draw, html):
    """Draw a button of *html*, or one that it does not have, at a place that is there or is not."""
    there = [button["value"] for button in tree(html).of("button", name="do") if button["value"] != "reset#"]
    names = [name[re.search("[/#]", name).start() :] for name, _ in entries_of(html)]
    made = st.builds("{}{}".format, VERBS, st.one_of(POINTERS.map(to_name), st.sampled_from(names or ["#"])))
    return draw(st.one_of(made, st.sampled_from(there or ["add#"])))


def shown(form, draft, problems=(), opened=None):
    """Return the page of *draft*, which must be well-formed, and name nothing that is not there."""
    html = render_draft(form, draft, problems, opened=opened)
    html.encode()
    page = tree(html)
    there = ids(page)
    assert sorted(set(there)) == sorted(there), html
    assert not {
        reference for reference in references(page) if reference not in there and unquote(reference) not in there
    }, html
    return html


def assert_comes_back(form, draft, html):
    body, problems = body_of(form, draft)
    again, unknown = read_form(form, entries_of(html))
    came_back, found = body_of(form, again)
    if not problems:
        assert (unknown, found) == ([], []), html
        assert equal(came_back, body), html


@settings(max_examples=300)
@given(SCHEMAS, st.data())
def test_every_post_and_every_button_is_answered_with_a_form_that_means_the_same(tmp_path_factory, schema, data):
    form, _ = read_schema(schema)
    draft, problems = read_form(form, data.draw(posts(form)))
    body, found = body_of(form, draft)
    html = shown(form, draft, to_controls(draft, problems + found))
    if not problems:
        assert_comes_back(form, draft, html)
    without_secrets(form, body)
    for _ in range(data.draw(st.integers(0, 3))):
        opened = act(form, draft, pressed(data.draw, html))
        html = shown(form, draft, opened=opened)
        if not problems:
            assert_comes_back(form, draft, html)
        if opened is not None:
            render_part(form, draft, opened)


@settings(max_examples=150)
@given(SCHEMAS, st.data())
def test_every_link_is_shown_and_means_the_same(schema, data):
    form, _ = read_schema(schema)
    found = prefilled(form, data.draw(st.lists(st.tuples(NAMES, TEXTS), max_size=5)))
    if found:
        assert_comes_back(form, found.draft, shown(form, found.draft, found.problems))


@settings(max_examples=150)
@given(SCHEMAS, VALUES)
def test_files_of_any_value_are_kept(store, schema, value):
    form, _ = read_schema(schema)

    assert equal(keep_files(form.root, value, store), value)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return FileStore(tmp_path_factory.mktemp("files"))


#: One schema with all that forms are built of, so that one app serves every example.
EVERYTHING = {
    "type": "object",
    "properties": {
        "a": {"type": "array", "items": {"anyOf": [{"type": "object", "additionalProperties": {"$ref": "#"}}, {"type": "string"}]}},
        "b": {"oneOf": [{"type": "object", "properties": {"kind": {"const": letter}, "it": {}}} for letter in "xy"]},
        "c": {"type": "string", "format": "password"},
        "it": {},
        "more": {"type": ["object", "null"], "properties": {"0": {"const": {"a": [1]}}, "1": {"$ref": "#"}}},
        "": {"type": "array", "prefixItems": [{"type": "boolean"}, {"enum": [1, None, "x"]}], "uniqueItems": True},
    },
    "if": {"required": ["c"]},
    "then": {"properties": {"kind": {"type": "number"}}},
}  # fmt: skip


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    path = tmp_path_factory.mktemp("fuzz")
    (tool,) = webform.load({"name": "t", "description": "T", "inputSchema": EVERYTHING})
    app = create_app(
        [(tool, "http://127.0.0.1:9/run")], Config(database=str(path / "runs.sqlite"), files=path / "files")
    )
    yield app.test_client()
    app.extensions["webform"].close()


@settings(max_examples=150)
@given(st.data())
def test_every_post_to_the_app_is_answered(client, data):
    form, _ = read_schema(EVERYTHING)
    entries = [(name, text.encode("utf-8", "replace")) for name, text in data.draw(posts(form)) if name != "do"]
    verb, pointer = data.draw(VERBS), data.draw(POINTERS)
    for path, do in (("form", [("do", verb + to_name(pointer))]), ("form", []), ("check", []), ("run", [])):
        headers = data.draw(st.sampled_from([{}, {"Webform-Fragment": "#"}, {"Webform-Fragment": to_name(pointer)}]))
        sent = MultiDict([(name.encode("utf-8", "replace").decode(), text) for name, text in entries + do])
        answer = client.post(f"/tools/t/{path}", data=sent, headers=headers)
        assert answer.status_code < 500, answer.text
