"""Problems of a choice within a choice, in pages and in JSON: at controls that are on the page."""

from __future__ import annotations

import pytest

from tests.html.parsed import Parsed

AS_JSON = {"Accept": "application/json"}


def needing(key):
    return {"type": "object", "properties": {key: {"type": "string"}}, "required": [key]}


UNION = {
    "type": "object",
    "properties": {"u": {"oneOf": [{"oneOf": [needing("a"), needing("b")]}, needing("c")]}},
    "required": ["u"],
}


@pytest.fixture
def client(new_app):
    return new_app({"name": "t", "inputSchema": UNION}).test_client()


def targets(page):
    """Return what the summary of *page* leads to, each with whether it is on the page."""
    elements = Parsed(page.text).elements
    ids = {attributes.get("id") for _, attributes in elements}
    links = [attributes["href"][1:] for tag, attributes in elements if tag == "a" and "#at" in attributes["href"]]
    return [(link, link in ids) for link in links]


@pytest.mark.parametrize(("mark", "key"), [("object", "a"), ("object.1", "b"), ("object.2", "c")])
def test_problems_are_at_controls_of_the_variant_that_was_chosen(client, mark, key):
    page = client.post("/tools/t/run", data={"is/u": mark})
    answer = client.post("/tools/t/run", data={"is/u": mark}, headers=AS_JSON)

    assert (page.status_code, targets(page)) == (422, [(f"at/u/{key}", True)])
    assert [(problem["at"], problem["code"]) for problem in answer.json["problems"]] == [(f"/u/{key}", "required")]


def test_a_body_of_json_is_wrong_by_the_variant_that_the_page_shows_it_in(client):
    body = {"u": {"b": 1, "x": 2}}
    page = client.post("/tools/t/run", json=body, headers={"Accept": "text/html"})
    answer = client.post("/tools/t/run", json=body, headers=AS_JSON)

    assert targets(page) == [("at/u/b", True)]
    assert [(problem["at"], problem["code"]) for problem in answer.json["problems"]] == [("/u/b", "type")]
