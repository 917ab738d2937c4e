"""toolexec's results of runs."""

from __future__ import annotations

import pytest

from tests.envelopes.samples import ANY, TOOLEXEC, sample
from webform.envelopes import read


@pytest.mark.parametrize("name", [case for case in TOOLEXEC if "executeresult" not in case])
def test_an_answer_of_toolexec_is_its_value(name):
    result = read(ANY, sample(f"toolexec/{name}.json"))

    assert (result.status, result.value) == TOOLEXEC[name]


def test_a_call_that_was_an_error_makes_the_run_one():
    call = {"content": [{"type": "text", "text": "No"}], "isError": True}
    answer = {"tool": {"name": "m"}, "backend": {"kind": "mcp"}, "structured": {"a": 1}, "mcpResult": call}
    result = read(ANY, answer)

    assert (result.status, result.message) == ("error", "No")


TOOL = {"tool": {"name": "m"}, "backend": {"kind": "mcp"}}
PNG = {"type": "image", "mimeType": "image/png", "data": "eHg="}


def test_the_structured_value_wins_over_the_texts_of_the_call_and_its_other_blocks_are_parts():
    call = {"content": [{"type": "text", "text": '{"a": 1}'}, PNG], "structuredContent": {"a": 2}}
    result = read(ANY, {**TOOL, "structured": {"a": 1}, "mcpResult": call})

    assert result.value == {"a": 1}
    assert [(part.type, part.value) for part in result.parts] == [
        ("image", "data:image/png;base64,eHg="),
        ("json", {"a": 2}),
    ]


def test_without_a_structured_value_the_text_of_the_call_is_read():
    call = {"content": [{"type": "text", "text": "[1, 2]"}]}

    assert read(ANY, {**TOOL, "mcpResult": call}).value == [1, 2]
    assert read(ANY, {**TOOL, "structured": None, "mcpResult": call}).value == [1, 2]


def test_a_call_that_failed_keeps_its_structured_value():
    call = {"content": [{"type": "text", "text": "No"}, PNG], "isError": True}
    result = read(ANY, {**TOOL, "structured": {"code": 5}, "mcpResult": call})

    assert [part.value for part in result.parts] == ["data:image/png;base64,eHg=", {"code": 5}]


def test_what_has_a_tool_and_no_backend_is_an_answer():
    assert read(ANY, {"tool": {"name": "m"}}).value == {"tool": {"name": "m"}}


def test_which_tool_ran_and_where_are_details():
    details = read(ANY, sample("toolexec/runresult_local.json")).details

    assert details == {
        "tool": {"name": "search", "namespace": "docs", "version": "1.0.0"},
        "backend": {"kind": "local", "local": {"name": "h"}},
    }
    assert "backend" not in read(ANY, sample("toolexec/stepresult.json")).details
