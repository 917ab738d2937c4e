"""Requests of editors: Markdown as it will look, and what is wrong in the parts of a JSON value."""

from __future__ import annotations

import re

import pytest

NOTES = {"key": "m", "type": "markdown", "label": "Notes", "required": False}
OTHER = {"key": "o~/ü", "type": "markdown", "label": "Other", "required": False}
SCHEMA = {"type": "object", "properties": {"a": {"items": {"type": "integer"}}}, "required": ["b"]}
DATA = {"key": "j", "type": "json", "label": "Data", "schema": SCHEMA}


@pytest.fixture
def client(new_app):
    return new_app({"id": "e", "name": "E", "inputs": [NOTES, OTHER, DATA], "outputs": []}).test_client()


def previews(html):
    """Return the previews in *html*, each with the id of the text before it."""
    return re.findall(r'<textarea[^>]* id="([^"]+)"[^>]*>[^<]*</textarea>\s*<div class="prose[^>]*data-preview>(.*?)</div>', html, re.DOTALL)  # fmt: skip


@pytest.mark.parametrize(
    ("how", "headers"),
    [({"do": "open/m"}, {}), ({}, {"Webform-Fragment": "/m"}), ({}, {"Webform-Fragment": "#/m"})],
    ids=["button", "part", "fragment"],
)
def test_markdown_that_is_asked_for_comes_as_it_will_look(client, how, headers):
    sent = {"/m": "# Hi *you*", "#/o~0~1%C3%BC": "text", **how}

    answer = client.post("/tools/e/form", data=sent, headers=headers)

    assert previews(answer.text) == [("at/m", "<h3>Hi <em>you</em></h3>\n")]
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_the_part_of_a_name_that_is_no_ascii_is_asked_for_as_a_fragment(client):
    answer = client.post("/tools/e/form", data={"/o~0~1ü": "*x*"}, headers={"Webform-Fragment": "#/o~0~1%C3%BC"})

    assert [html for _, html in previews(answer.text)] == ["<p><em>x</em></p>\n"]


@pytest.mark.parametrize("text", ["", " \n"])
def test_a_blank_text_has_no_preview(client, text):
    answer = client.post("/tools/e/form", data={"/m": text}, headers={"Webform-Fragment": "/m"})

    assert answer.status_code == 200
    assert previews(answer.text) == []


def test_nothing_is_shown_that_was_not_asked_for(client):
    sent = {"/m": "# Hi"}

    assert previews(client.post("/tools/e/form", data=sent).text) == []
    assert previews(client.post("/tools/e/form", data=sent, headers={"Webform-Fragment": "#"}).text) == []
    # What is asked for once is not kept for the next.
    client.post("/tools/e/form", data=sent, headers={"Webform-Fragment": "/m"})
    assert previews(client.post("/tools/e/form", data=sent).text) == []


@pytest.mark.parametrize(
    "text",
    ["<script>alert(1)</script>", "[x](javascript:alert(1))", "![x](https://elsewhere.example/x.png)", "<img src=x onerror=alert(1)>",
     '<p style="position:fixed">x</p>', "</div></textarea><script>x</script>"],
)  # fmt: skip
def test_a_preview_holds_nothing_that_runs_or_loads(client, text):
    answer = client.post("/tools/e/form", data={"/m": text}, headers={"Webform-Fragment": "/m"})

    ((_, html),) = previews(answer.text)
    assert {*re.findall(r"<([a-z0-9]+)", html)} <= {"p", "a"}
    assert [
        at for at in re.findall(r"<[^>]* (?:href|src|style|on[a-z]+)=\"([^\"]*)", html) if not at.startswith("https:")
    ] == []


def test_a_preview_from_elsewhere_is_refused(client):
    answer = client.post("/tools/e/form", data={"/m": "x"}, headers={"Webform-Fragment": "/m", "Sec-Fetch-Site": "cross-site"})  # fmt: skip

    assert answer.status_code == 403


def test_what_is_wrong_in_a_json_value_is_told_at_its_part(client):
    answer = client.post("/tools/e/check", data={"/j": '{"a": [1, "x"]}'}, headers={"Accept": "application/json"})

    assert sorted((problem["at"], problem["code"]) for problem in answer.json["problems"]) == [
        ("/j/a/1", "type"),
        ("/j/b", "required"),
    ]
