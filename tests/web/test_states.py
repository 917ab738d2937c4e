"""Every answer of the samples is a run in the right state, as JSON and as a page."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask, Response

from tests.envelopes.samples import (
    ANY,
    ARCADE,
    ENGINE,
    EVENTS,
    EXECUTED,
    MARKET,
    SEARCH,
    TOOLEXEC,
    WORKER,
    sample,
)
from webform.values import ABSENT
from webform.web import Config, create_app

#: Name -> the tool, the answer's status and body, the state of the run.
ANSWERS = {
    **{name: (ANY, 200, (WORKER | ENGINE)[name], ARCADE[name][0]) for name in ARCADE},
    **{
        f"marketplace {index}": (SEARCH, answer["http"], answer["body"], MARKET[index][0])
        for index, answer in enumerate(EXECUTED)
    },
    **{name: (ANY, 200, sample(f"toolexec/{name}.json"), TOOLEXEC[name][0]) for name in TOOLEXEC},
    "stream": (ANY, 200, EVENTS[:4], "ok"),
    "stream that failed": (ANY, 200, EVENTS[4:], "error"),
}


@pytest.fixture
def answered(serve, tmp_path):
    """`answered(name) -> client, ID of the tool`: of a tool that gives the answer of that name."""
    made = []

    def make(name, **settings):
        tool, status, body, _ = ANSWERS[name]
        fake = Flask("fake")
        text = "" if body is None else json.dumps(body)
        fake.add_url_rule(
            "/run", "run", lambda: Response(text, status, content_type="application/json"), methods=["POST"]
        )
        config = Config(database=str(tmp_path / "r.sqlite"), files=tmp_path / "f", **settings)
        made.append(create_app([(tool, serve(fake) + "/run")], config))
        return made[-1].test_client(), tool.id

    yield make
    for run in made:
        run.extensions["webform"].close()


@pytest.mark.parametrize("name", ARCADE)
def test_what_is_for_developers_is_on_no_page_of_production(answered, name):
    client, tool_id = answered(name, mode="production", raw=True)
    found = client.post(f"/tools/{tool_id}/run", json={}, headers={"Accept": "application/json"}).json
    address = f"/runs/{found['run']}"
    answer = json.dumps(found) + client.get(address).text + client.get(f"{address}/download?part=raw").text

    assert not any(words in answer for words in ("boom", "geocoder", "Traceback", "Pydantic validation"))


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_a_run_in_its_state(answered, name):
    client, tool_id = answered(name)
    body = {"query": "abc"} if ANSWERS[name][0] is SEARCH else {}
    found = client.post(f"/tools/{tool_id}/run", json=body, headers={"Accept": "application/json"}).json
    page = client.get(f"/runs/{found['run']}").text

    assert (found["state"], found["status"]) == ("done", ANSWERS[name][3])
    assert re.search(r'data-result[^>]*data-status="(\w+)"', page)[1] == ANSWERS[name][3]
    if ANSWERS[name][3] == "authorize":
        assert 'href="https://accounts.example/auth"' in page
    if name in ARCADE and ARCADE[name][1] not in (ABSENT, ""):
        assert found["value"] == ARCADE[name][1]
