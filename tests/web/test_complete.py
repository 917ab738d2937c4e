"""Suggestions: asked of the tool's own path, answered as values and labels, with scripts and without."""

from __future__ import annotations

import json

import pytest

TOOL = {
    "id": "cities",
    "name": "Cities",
    "provides_autocomplete": True,
    "inputs": [
        {"key": "city", "type": "autocomplete", "label": "City", "endpoint": "/autocomplete/cities"},
        {"key": "evil", "type": "autocomplete", "label": "Evil", "endpoint": "//evil.example/x", "required": False},
        {"key": "title", "type": "text", "label": "Title", "required": False},
    ],
    "outputs": [],
}


@pytest.fixture
def client(new_app):
    return new_app(TOOL).test_client()


def suggested(client, acting, answer):
    acting.suggestions = (json.dumps(answer), 200, {"Content-Type": "application/json"})
    return client.get("/tools/cities/complete?at=/city&q=os")


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ([{"value": "OSL", "label": "Oslo"}], [{"value": "OSL", "label": "Oslo"}]),
        ({"results": [{"value": 7, "label": "Seven"}]}, [{"value": 7, "label": "Seven"}]),
        (["a", 2, True], [{"value": "a", "label": "a"}, {"value": 2, "label": "2"}, {"value": True, "label": "true"}]),
        ([{"value": "x"}, {"value": "y", "label": ""}], [{"value": "x", "label": "x"}, {"value": "y", "label": "y"}]),
        ([{"value": None}, {"label": "z"}, [], {"value": {}}, None], []),
        ([{"value": "b", "label": "<b>", "html": "<script>"}], [{"value": "b", "label": "<b>"}]),
        ([{"value": "l", "label": "x" * 1000}], [{"value": "l", "label": "x" * 200}]),
        ([], []),
    ],
)
def test_what_a_tool_suggests_is_made_plain(client, acting, answer, found):
    assert suggested(client, acting, answer).json == found


def test_no_more_than_fifty_are_passed_on(client, acting):
    assert len(suggested(client, acting, list(range(1000))).json) == 50


def test_the_tool_is_asked_at_its_own_path_with_what_was_typed(client, acting):
    client.get("/tools/cities/complete", query_string={"at": "/city", "q": "Tromsø & " + "x" * 1000})

    assert len(acting.asked) == 1
    assert acting.asked[0].startswith("/autocomplete/cities?q=Troms%C3%B8+%26+xxx")
    assert len(acting.asked[0]) < 300


@pytest.mark.parametrize("at", ["", "/title", "/none", "/city/0", "city", "/city?x"])
def test_nothing_is_suggested_elsewhere(client, acting, at):
    answer = client.get("/tools/cities/complete", query_string={"at": at, "q": "x"})

    assert (answer.status_code, answer.json["error"]["code"]) == (404, "no-suggestions")
    assert acting.asked == []


def test_an_address_of_somebody_else_is_never_asked(client, acting):
    answer = client.get("/tools/cities/complete?at=/evil&q=x")

    assert (answer.status_code, answer.json["error"]["code"]) == (502, "bad-path")
    assert acting.asked == []


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (("no", 500), "tool-failed"),
        (("<html>", 200), "bad-answer"),
        ('{"a": 1}', "bad-answer"),
        ('"text"', "bad-answer"),
        ("[NaN]", "bad-answer"),
    ],
)
def test_a_tool_that_answers_badly_is_said_in_words(client, acting, answer, code):
    acting.suggestions = answer
    found = client.get("/tools/cities/complete?at=/city&q=x")

    assert (found.status_code, found.json["error"]["code"]) == (502, code)


def test_without_scripts_the_suggestions_are_choices_of_the_form(client, acting):
    acting.suggestions = (
        json.dumps([{"value": "OSL", "label": "<b>Oslo</b>"}]),
        200,
        {"Content-Type": "application/json"},
    )
    page = client.post("/tools/cities/form", data={"do": "suggest/city", "/city": "os", "/title": "kept"})

    assert "q=os" in acting.asked[0]
    assert "take[&#34;/city&#34;, &#34;OSL&#34;]" in page.text
    assert "&lt;b&gt;Oslo&lt;/b&gt;" in page.text
    assert 'value="kept"' in page.text


@pytest.mark.parametrize(
    "headers", [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://evil.example"}]
)
def test_another_site_does_not_reach_the_tool(client, acting, headers):
    answer = client.get("/tools/cities/complete?at=/city&q=os", headers=headers)

    assert (answer.status_code, acting.asked) == (403, [])
    assert (
        client.get("/tools/cities/complete?at=/city&q=os", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200
    )
