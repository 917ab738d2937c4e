"""toolexec's results of runs."""

from __future__ import annotations

import pytest

from tests.envelopes.samples import ANY, TOOLEXEC, sample
from webform.envelopes import read


@pytest.mark.parametrize("name", [each for each in TOOLEXEC if "executeresult" not in each])
def test_an_answer_of_toolexec_is_its_value(name):
    result = read(ANY, sample(f"toolexec/{name}.json"))

    assert (result.status, result.value) == TOOLEXEC[name]


def test_a_call_that_was_an_error_makes_the_run_one():
    call = {"content": [{"type": "text", "text": "No"}], "isError": True}
    answer = {"tool": {"name": "m"}, "backend": {"kind": "mcp"}, "structured": {"a": 1}, "mcpResult": call}
    result = read(ANY, answer)

    assert (result.status, result.message) == ("error", "No")


def test_what_has_a_tool_and_no_backend_is_an_answer():
    assert read(ANY, {"tool": {"name": "m"}}).value == {"tool": {"name": "m"}}
