"""A failure that quotes what is secret: it is kept without the quotation."""

from __future__ import annotations

import pytest

from webform.problems import Problem
from webform.result import Log, Result
from webform.runs.echoes import without_echoes

FAILED = Result(
    status="invalid",
    message="hunter2 is too short",
    problems=(Problem(at="/password", code="x", message="'hunter2' has no digit; hunter22 does"),),
    logs=(Log(message="got hunter2"),),
    value={"hunter2": ["hunter2", 5]},
    details={"code": "hunter2"},
)


def test_nothing_of_a_failure_quotes_a_secret():
    result = without_echoes(FAILED, {"hunter2", ""})

    assert "hunter2" not in str(result.as_record())
    assert result.problems[0].message == "'[hidden]' has no digit; [hidden]2 does"
    assert result.value == {"[hidden]": ["[hidden]", 5]}


def test_the_longer_of_two_secrets_is_hidden_whole():
    assert without_echoes(FAILED, {"hunter", "hunter2"}).message == "[hidden] is too short"


@pytest.mark.parametrize(("message", "kept"), [("at 12 or 120", "at [hidden] or 120"), ("a12", "a12")])
def test_a_short_secret_is_hidden_where_it_stands_alone(message, kept):
    assert without_echoes(Result(status="error", message=message), {"12"}).message == kept


def test_an_answer_that_is_no_failure_stays_whole():
    good = Result(status="ok", value="hunter2")

    assert without_echoes(good, {"hunter2"}) is good
    assert without_echoes(FAILED, set()) is FAILED
