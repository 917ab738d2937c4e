"""The marketplace's answers, each its state; what failed is said not to be charged."""

from __future__ import annotations

import json

import pytest

from tests.envelopes.samples import EXECUTED, MARKET, SEARCH
from webform.envelopes import read


@pytest.mark.parametrize(("answer", "expected"), list(zip(EXECUTED, MARKET, strict=True)))
def test_an_answer_of_the_marketplace_is_its_state(answer, expected):
    # The sample's inputs are called x and limit; the tool's first is query.
    body = json.loads(json.dumps(answer["body"]).replace("x: Required", "query: Required"))
    text = "" if body is None else json.dumps(body)
    result = read(SEARCH, text, answer["http"], answer.get("headers"))

    assert (result.status, result.code, [problem.at for problem in result.problems]) == expected


def test_the_output_of_the_marketplace_is_the_value():
    assert read(SEARCH, EXECUTED[0]["body"]).value == EXECUTED[0]["body"]["output"]


def test_a_service_that_is_busy_says_when_to_come_back():
    assert read(SEARCH, "", 503, {"Retry-After": "10"}).retry_after == 10
    assert read(SEARCH, "", 503, {"Retry-After": "soon"}).retry_after is None
    assert read(SEARCH, "", 503, {"Retry-After": "9" * 400}).retry_after == 86_400


@pytest.mark.parametrize("index", [1, 6, 7])
def test_a_run_that_failed_is_said_not_to_be_charged(index):
    answer = EXECUTED[index]

    assert "You are not charged." in read(SEARCH, answer["body"], answer["http"]).message
