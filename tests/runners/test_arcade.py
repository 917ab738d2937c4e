"""The protocol of Arcade's workers, of each generation."""

from __future__ import annotations

import json

import pytest

import webform
from tests.runners.conftest import answer, sent, target

PARAMETER = {"name": "query", "required": True, "value_schema": {"val_type": "string"}}
TODAY = webform.load({
    "name": "Search", "fully_qualified_name": "Web.Search", "toolkit": {"name": "Web", "version": "1.2.0"},
    "input": {"parameters": [PARAMETER]},
})[0]  # fmt: skip
PREVIEW = webform.load({
    "name": "Search", "version": "0.1.0",
    "input": {"parameters": [{"name": "query", "required": True, "schema": {"type": "string"}}]},
})[0]  # fmt: skip


@pytest.mark.parametrize(
    ("definition", "key", "tool"),
    [
        (TODAY, "inputs", {"name": "Search", "toolkit": "Web", "version": "1.2.0"}),
        (PREVIEW, "input", {"name": "Search", "version": "0.1.0"}),
    ],
    ids=["today", "preview"],
)
def test_a_worker_of_arcades_is_called_as_its_generation_has_it(listen, runner, definition, key, tool):
    worker = listen(answer(b'{"execution_id": "x", "success": true, "output": {"value": 5}}'))
    place = target(worker, protocol="arcade", headers={"Authorization": "Bearer k"})

    assert runner.run(definition, place, {"query": "a"}, run_id="r").value == 5
    head, body = sent(worker)
    posted = json.loads(body)
    assert head.startswith("POST /worker/tools/invoke HTTP/1.1")
    assert "Authorization: Bearer k" in head
    assert (posted["tool"], posted[key], posted["context"]) == (tool, {"query": "a"}, {})
    assert posted["run_id"] == posted["execution_id" if key == "inputs" else "invocation_id"]
