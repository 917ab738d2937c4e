"""Tools that may destroy something: a run by a person is asked about first."""

from __future__ import annotations

import pytest

from tests.acting import acting
from webform import Config, create_app, load

__all__ = ["acting"]


@pytest.fixture
def client(acting, tmp_path):
    """A client of the app with a tool that says it destroys."""
    (tool,) = load({"name": "drop", "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": True}})
    app = create_app([(tool, acting.url)], Config(database=str(tmp_path / "runs"), files=tmp_path / "files"))
    yield app.test_client()
    app.extensions["webform"].close()


def test_a_form_is_asked_whether_it_is_meant(client, acting):
    page = client.post("/tools/drop/run", data={"is#": "object"})

    assert page.status_code == 422
    assert "tick the box above Run" in page.text
    found = client.post("/tools/drop/check", data={"is#": "object"}).json["problems"]
    assert [problem["code"] for problem in found] == ["not-confirmed"]
    assert acting.bodies == []
    assert client.post("/tools/drop/run", data={"is#": "object", "confirm": "yes"}).status_code == 303
    assert acting.bodies == [{}]


def test_a_program_is_not(client, acting):
    assert client.post("/tools/drop/run", json={}).json["state"] == "done"
    assert acting.bodies == [{}]


def test_the_box_is_on_the_page_of_such_a_tool_alone(client):
    (tool,) = load({"name": "look", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}})

    assert 'name="confirm"' in client.get("/tools/drop").text
    assert 'name="confirm"' not in create_app([tool]).test_client().get("/tools/look").text


def test_what_its_author_hints_at_is_said_beside_its_name(client):
    assert "<li>May change or delete things</li>" in client.get("/tools/drop").text
