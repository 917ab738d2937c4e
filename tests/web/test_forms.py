"""Forms that come back after one of their buttons, whole or in part, and forms that are only checked."""

from __future__ import annotations

import json

import pytest
from markupsafe import escape
from werkzeug.datastructures import MultiDict

from tests.as_browser import entries_of
from tests.web.conftest import SMALL
from webform.messages import Phrase, message

TABLE = {
    "id": "rows",
    "name": "Rows",
    "inputs": [
        {"key": "title", "type": "text", "label": "Title", "default": "new"},
        {"key": "rows", "type": "table", "label": "Rows", "columns": [{"key": "a", "label": "A"}], "required": False},
    ],
    "outputs": [],
    "examples": [{"name": "Two rows", "values": {"title": "two", "rows": [{"a": "1"}, {"a": "2"}]}}],
}


@pytest.fixture
def client(new_app):
    return new_app(TABLE, SMALL).test_client()


def post(client, do, *entries, path="/tools/rows/form", **headers):
    return client.post(path, data=MultiDict([*entries, ("do", do)]), headers=headers)


def entries_in(html):
    start = html.index("<form data-webform")
    return entries_of(html[start : html.index("</form>", start)])


def texts(answer):
    return {name: text for name, text in entries_in(answer.text) if name.startswith("/")}


def test_a_row_more_comes_with_everything_that_was_typed(client):
    answer = post(client, "add/rows", ("/title", "12abc"), ("row/rows", "0"), ("/rows/0/a", "x"))

    assert answer.status_code == 200
    assert texts(answer) == {"/title": "12abc", "/rows/0/a": "x", "/rows/1/a": ""}
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_a_row_less_is_the_row_that_was_meant(client):
    rows = [("row/rows", "0"), ("/rows/0/a", "x"), ("row/rows", "7"), ("/rows/7/a", "y")]

    assert texts(post(client, "remove/rows/0", *rows)) == {"/title": "", "/rows/7/a": "y"}


def test_reset_brings_the_defaults(client):
    assert texts(post(client, "reset#", ("/title", "typed"))) == {"/title": "new"}


def test_an_example_fills_the_form(client):
    assert texts(post(client, "example/0", ("/title", "typed"))) == {
        "/title": "two",
        "/rows/0/a": "1",
        "/rows/1/a": "2",
    }


def test_a_body_fills_the_form_and_what_is_wrong_in_it_is_shown(client):
    answer = post(client, "fill", ("body", '{"title": "t", "rows": [{"a": "1"}]}'))
    assert texts(answer) == {"/title": "t", "/rows/0/a": "1"}

    assert message("required", {}) not in post(client, "fill", ("body", '{"rows": []}')).text
    wrong = post(client, "fill", ("body", '{"title": 7}'))
    assert message("type.typed", {"type": Phrase("kind.string")}) in wrong.text

    for text in ("{", "", "nothing"):
        assert message("not-json.secret", {}) in post(client, "fill", ("body", text)).text


def test_a_body_that_is_no_object_is_shown_as_json(client):
    assert ("#", "[\r\n  1,\r\n  2\r\n]") in entries_in(post(client, "fill", ("body", "[1, 2]")).text)


def test_what_a_browser_kept_of_a_form_comes_back_as_it_was(client):
    assert texts(client.post("/tools/rows/form", data={"/title": "12abc"})) == {"/title": "12abc"}


@pytest.mark.parametrize(
    "do", ["run", "add/none", "add/title", "example/9", "example/x", "remove/rows/5/6/7", "add#%ff", "x" * 5000]
)
def test_a_button_that_the_form_does_not_have_is_refused(client, do):
    assert post(client, do, ("/title", "x")).status_code == 422


def test_a_script_gets_the_part_it_asks_for(client):
    answer = post(client, "add/rows", ("/title", "x"), **{"Webform-Fragment": "/rows"})

    assert answer.text.count('data-at="/rows"') == 1
    assert 'data-at="/title"' not in answer.text
    assert "<form" not in answer.text
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_a_script_gets_the_form_alone_where_it_asks_for_the_root(client):
    answer = post(client, "example/0", **{"Webform-Fragment": "#"})

    assert answer.text.strip().startswith("<form data-webform")
    assert answer.text.strip().endswith("</form>")
    assert texts(answer)["/title"] == "two"


@pytest.mark.parametrize("part", ["/none", "/rows/0", "none", "#%ff", ""])
def test_a_part_that_is_not_there_is_refused(client, part):
    assert post(client, "reset#", **{"Webform-Fragment": part}).status_code == 422


def test_nothing_runs(client, acting):
    for do in ("add/rows", "reset#", "example/0", "fill"):
        post(client, do, ("/title", "x"), ("body", '{"title": "x"}'))
    client.post("/tools/rows/check", json={"title": "x"})

    assert acting.bodies == []


def test_a_form_that_is_checked_is_answered_with_its_body_and_its_problems_at_the_controls(client):
    entries = [
        ("/title", "t"),
        ("row/rows", "5"),
        ("row/rows", "8"),
        ("/rows/5/a", ""),
        ("/rows/8/a", "x"),
        ("/rows/8/z", "?"),
    ]
    answer = client.post("/tools/rows/check", data=MultiDict(entries))

    assert answer.json["ok"] is False
    assert answer.json["body"] == {"title": "t", "rows": [{"a": "x"}]}
    assert [problem["at"] for problem in answer.json["problems"]] == ["/rows/8/z"]
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_json_that_is_checked_is_answered_with_problems_at_the_places_of_the_body(client):
    assert client.post("/tools/rows/check", json={"title": "t"}).json == {
        "ok": True,
        "body": {"title": "t"},
        "problems": [],
    }

    found = client.post("/tools/rows/check", json={"title": "t", "rows": [{"a": "x"}, {"a": 1}]}).json

    assert [problem["at"] for problem in found["problems"]] == ["/rows/1/a"]


def test_numbers_keep_their_digits(client):
    text = '{"title": "t", "n": 9007199254740993}'
    answer = client.post("/tools/small/check", data=text, content_type="application/json")

    assert json.loads(answer.text)["body"]["n"] == 9007199254740993


SECRET = {
    "name": "s",
    "inputSchema": {
        "type": "object",
        "properties": {"word": {"type": "string", "format": "password"}, "n": {"type": "integer"}},
    },
}


def test_a_form_that_comes_back_says_that_a_secret_has_to_be_filled_in_again(new_app):
    client = new_app(SECRET).test_client()
    words = escape("Secrets aren't shown again. Enter them again.")

    assert words in client.post("/tools/s/run", data={"is#": "object", "/word": "hunter2x", "/n": "x"}).text
    assert words not in client.post("/tools/s/run", data={"is#": "object", "/word": "", "/n": "x"}).text
    assert words not in client.get("/tools/s").text


def test_a_mask_is_no_secret_to_run_with(new_app, acting):
    client = new_app(SECRET).test_client()
    answer = client.post("/tools/s/run", json={"word": "[hidden]", "n": 1})

    assert (answer.status_code, acting.bodies) == (422, [])
    assert answer.json["problems"] == [{"at": "/word", "code": "masked", "message": message("masked", {})}]
    assert client.post("/tools/s/check", json={"word": "hunter2x"}).json["body"] == {"word": "[hidden]"}
