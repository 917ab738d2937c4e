"""Prefilled links: what they may fill in they fill in as typed, they say so, and they never run."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from tests.as_browser import entries_of
from webform import load
from webform.draft import Draft
from webform.html.decode import decode
from webform.messages import message
from webform.schema import read_schema
from webform.web.prefill import NOTICE, prefilled

A, B = ({"value": letter, "label": letter} for letter in "ab")
ONE_AND_TEXT = [{"value": 1, "label": "a"}, {"value": "1", "label": "b"}]
COLUMNS = [{"key": "a", "label": "A"}, {"key": "b", "label": "B", "type": "number"}]
WRITE_ONLY = {"type": "string", "writeOnly": True}
INPUTS = [
    {"key": "title", "type": "text", "label": "Title"},
    {"key": "n", "type": "number", "label": "Number", "max": 5, "required": False},
    {"key": "on", "type": "checkbox", "label": "On", "default": True},
    {"key": "maybe", "type": "toggle", "label": "Maybe", "required": False},
    {"key": "pick", "type": "select", "label": "Pick", "options": ONE_AND_TEXT, "required": False},
    {"key": "many", "type": "multiselect", "label": "Many", "options": [A, B], "required": False},
    {"key": "tags", "type": "tags", "label": "Tags", "required": False},
    {"key": "data", "type": "json", "label": "Data", "required": False},
    {"key": "at", "type": "map_point", "label": "At", "required": False},
    {"key": "rows", "type": "table", "label": "Rows", "columns": COLUMNS, "required": False},
    {"key": "secret", "type": "json", "label": "Secret", "schema": WRITE_ONLY, "required": False},
    {"key": "up", "type": "file", "label": "File", "required": False},
    {"key": "hid", "type": "hidden", "label": "Hidden", "default": "kept"},
    {"key": "a/b c", "type": "text", "label": "Odd", "required": False},
]  # fmt: skip
DEFAULT = {"on": True, "hid": "kept"}
(TOOL,) = load(INPUTS)


@pytest.fixture
def client(new_app):
    return new_app({"id": "t", "name": "T", "inputs": INPUTS, "outputs": []}).test_client()


def opened(client, **query):
    return client.get("/tools/t", query_string=MultiDict(query.items()))


def body_in(page):
    """Return what submitting the form of *page* untouched would send."""
    form = page.text[page.text.index("<form data-webform") : page.text.index("</form>")]
    return decode(TOOL.form, MultiDict(entries_of(form)))


@pytest.mark.parametrize(
    ("name", "text", "key", "value"),
    [
        ("/title", "Oslo & <b>", "title", "Oslo & <b>"),
        ("/title", "", "title", ""),
        ("/title", "[1, 2", "title", "[1, 2"),
        ("/n", "3.0", "n", 3.0),
        ("/on", "false", "on", False),
        ("/maybe", "true", "maybe", True),
        ("/pick", "1", "pick", 1),
        ("/pick", '"1"', "pick", "1"),
        ("/many", '["b"]', "many", ["b"]),
        ("/tags", '["x", "y"]', "tags", ["x", "y"]),
        ("/data", '{"a": 9007199254740993}', "data", {"a": 9007199254740993}),
        ("/at", "[59.9, 10.7]", "at", [59.9, 10.7]),
        ("/rows", '[{"a": "x", "b": 1}, {"a": "y"}]', "rows", [{"a": "x", "b": 1}, {"a": "y"}]),
        ("/a~1b c", "odd", "a/b c", "odd"),
        ("#/a~1b%20c", "odd", "a/b c", "odd"),
    ],
)
def test_a_link_fills_in_a_value(client, name, text, key, value):
    page = opened(client, **{name: text})

    assert page.status_code == 200
    assert NOTICE in page.text
    assert body_in(page)[0] == DEFAULT | {key: value}


def test_parts_and_cells_have_addresses_of_their_own(client):
    page = opened(client, **{"/at/0": "1", "/at/1": "2", "/rows/0/a": "x", "/rows/1/b": "7"})

    assert body_in(page)[0] == DEFAULT | {"at": [1, 2], "rows": [{"a": "x"}, {"b": 7}]}


def test_the_root_is_the_whole_body(client):
    page = opened(client, **{"#": '{"title": "all", "n": 4, "on": false}'})

    assert body_in(page)[0] == {"title": "all", "n": 4, "on": False, "hid": "kept"}


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("/n", "12abc", "12abc"),
        ("/n", "9", message("maximum", {"limit": "5"})),
        ("/tags", "[", message("not-json.secret", {})),
    ],
)
def test_what_is_wrong_is_shown_as_typed_with_its_problem_and_the_rest_is_not_blamed(client, name, text, words):
    page = opened(client, **{name: text})

    assert words in page.text
    assert f'value="{text}"' in page.text or f">\n{text}</textarea>" in page.text


def test_what_a_link_does_not_fill_in_is_not_wrong():
    link = prefilled(TOOL.form, [("/n", "9")])

    assert ("/title", "required") in [(problem.at, problem.code) for problem in decode(TOOL.form, [("/n", "9")])[1]]
    assert [(problem.at, problem.code) for problem in link.problems] == [("/n", "maximum")]


@pytest.mark.parametrize(
    "name",
    [
        *("/up", "/hid", "/secret", "/nothing", "/rows/0/none", "/title/0", "#%ff", "#%", "/n/x", "/rows/x/a"),
        *(
            "/__proto__/x",
            "/constructor",
            "#/%5f_proto__",
            "/title/__proto__",
            "/rows/0/__proto__",
            "/rows/__proto__/a",
        ),
        *("/rows/999999999/a", "/rows/-1/a", "/rows/1e3/a", "/rows/٣/a", "//", "/" * 3000, "/rows" + "/0" * 3000),
    ],
)
def test_no_link_fills_in_files_hidden_values_secrets_or_what_is_not_there(client, name):
    page = opened(client, **{name: '"kept:x"'})

    assert "which no link can fill in" in page.text
    assert body_in(page)[0] == DEFAULT


def test_nor_what_stands_in_a_secret():
    login = {"type": "object", "writeOnly": True, "properties": {"name": {"type": "string"}}}
    form, _ = read_schema({"type": "object", "properties": {"login": login}})
    found = prefilled(form, [("/login/name", "ann")])

    assert [problem.key for problem in found.problems] == ["unknown-name.link"]
    assert not (found.draft.at("/login/name") or Draft()).text


@pytest.mark.parametrize(
    "text", ['{"up": "data:text/plain;base64,YQ=="}', '{"hid": 1}', '{"secret": "s"}', '{"no": 1}', "[]", "{"]
)
def test_nor_does_the_root(client, text):
    page = opened(client, **{"#": text})

    assert "which no link can fill in" in page.text
    assert body_in(page)[0] == DEFAULT


def test_other_parts_of_a_query_are_none_of_ours(client):
    assert client.get("/tools/t?utm_source=x").data == client.get("/tools/t").data


def test_a_link_never_runs(client, acting):
    for query in ({"/title": "x"}, {"#": '{"title": "x"}'}, {"/title": "x", "do": "run", "run": "1"}):
        assert opened(client, **query).headers["Cache-Control"] == "private, no-store"
    assert client.get("/tools/t/run?/title=x").status_code == 405
    assert acting.bodies == []


def test_the_panel_is_filled_in_likewise(client):
    page = client.get("/tools/t/panel?/title=x")

    assert NOTICE in page.text
    assert body_in(page)[0] == DEFAULT | {"title": "x"}


def test_a_link_of_many_values_is_answered(client):
    page = client.get("/tools/t?" + "&".join(f"/rows/{index}/a=x" for index in range(300)))

    assert len(body_in(page)[0]["rows"]) == 300


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("title=Oslo", {"title": "Oslo"}),
        ("n=3&on=false", {"n": 3, "on": False}),
        ("many=b&many=a", {"many": ["b", "a"]}),
        ("tags=x&tags=y%20z", {"tags": ["x", "y z"]}),
        ('tags=["x"]', {"tags": ["x"]}),
        ('data={"a": 1}', {"data": {"a": 1}}),
        ("a/b c=odd", {"a/b c": "odd"}),
        ("title=key&/title=pointer", {"title": "pointer"}),
        ("/title=pointer&title=key", {"title": "pointer"}),
        ("rows=[]&/rows/0/a=x", {"rows": [{"a": "x"}]}),
    ],
)
def test_a_key_fills_in_as_its_pointer_does_and_the_pointer_comes_first(client, query, expected):
    page = client.get(f"/tools/t?{query}")

    assert NOTICE in page.text
    assert body_in(page)[0] == DEFAULT | expected


def test_names_of_no_input_are_ignored_with_a_notice(client):
    alone, beside = client.get("/tools/t?titel=x&<b>=y"), client.get("/tools/t?titel=x&title=y")

    assert "has values for “titel”, “&lt;b&gt;”, which this form does not have. They were ignored." in alone.text
    assert NOTICE not in alone.text
    assert body_in(alone)[0] == DEFAULT
    assert (NOTICE in beside.text, "“titel”" in beside.text) == (True, True)


@pytest.mark.parametrize("query", ["utm_source=x&utm_medium=y", "fbclid=x", "gclid=x", "ref=x"])
def test_what_others_add_to_links_is_passed_over(client, query):
    assert client.get(f"/tools/t?{query}").data == client.get("/tools/t").data


@pytest.mark.parametrize("name", ["secret", "up", "hid"])
def test_no_key_fills_in_files_hidden_values_or_secrets(client, name):
    page = client.get("/tools/t", query_string={name: '"s3cret"'})

    assert "which no link can fill in" in page.text
    assert "s3cret" not in page.text
    assert body_in(page)[0] == DEFAULT
