"""The marketplace's protocol: what is posted, and what is refused."""

from __future__ import annotations

import json
import time
from pathlib import Path
from uuid import UUID

import pytest

import webform
from tests.runners.conftest import answer, sent, target

SEARCH = webform.load(Path(__file__).parents[1] / "samples/field-maps/agent.json")[0]


def test_a_job_of_the_marketplace_has_an_id_of_its_own_and_a_deadline(listen, runner):
    done = {"milkyway_version": "1.0", "job_id": "x", "status": "completed", "output": {"summary": "s"}}
    tool = listen(answer(json.dumps(done).encode()))
    results = [
        runner.run(SEARCH, target(f"{tool.url}/execute", timeout=30), {"query": "abc"}, run_id="r") for _ in range(2)
    ]

    assert [result.value for result in results] == [{"summary": "s"}] * 2
    (head, first), (_, second) = (map(_read_json, sent(tool, index)) for index in (0, 1))
    assert head.startswith("POST /execute HTTP/1.1")
    assert first["task"] == {"capability": "search", "input": {"query": "abc"}}
    assert UUID(first["job_id"]).version == 4
    assert first["job_id"] != second["job_id"]
    assert 25 <= first["deadline"] - time.time() <= 31


def _read_json(text):
    return json.loads(text) if isinstance(text, bytes) else text


def test_a_bare_schema_names_no_capability(listen, runner):
    tool = listen(answer(b'{"milkyway_version": "1.0", "status": "completed", "output": {}}'))
    runner.run(
        webform.load({"input_schema": {"q": {"type": "string"}}})[0],
        target(f"{tool.url}/execute"),
        {"q": ""},
        run_id="r",
    )

    assert json.loads(sent(tool)[1])["task"] == {"input": {"q": ""}}


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        ("402 Payment Required", b'{"x402Version": 1, "accepts": [{"description": "0.05 USDC"}]}', "payment"),
        ("408 Request Timeout", b'{"milkyway_version": "1.0", "status": "expired", "error": "Late"}', "deadline"),
        ("503 Service Unavailable", b"", "http-503"),
    ],
)
def test_what_the_marketplace_refuses_is_an_error_of_its_own(listen, runner, status, body, code):
    tool = listen(answer(body, status, "Retry-After: 10"))
    result = runner.run(SEARCH, target(f"{tool.url}/execute"), {"query": "abc"}, run_id="r")

    assert (result.status, result.code) == ("error", code)
    assert result.retry_after == (None if code == "payment" else 10)
