"""`{"status": "cancelled"}` is a cancelled run, unless it is an answer."""

from __future__ import annotations

import pytest

import webform
from webform.envelopes import read

PLAIN = webform.load({"inputs": []})[0]
ORDER = webform.load({"inputs": [], "outputs": [{"key": "status", "type": "text", "label": "Status"}]})[0]


@pytest.mark.parametrize(
    "response",
    [
        {"status": "cancelled"},
        {"id": "1", "status": "canceled"},
        {"status": "cancelled", "run_id": "1", "message": "x"},
    ],
)
def test_a_cancelled_run_says_so(response):
    result = read(PLAIN, response)

    assert (result.status, result.message) == ("cancelled", "Cancelled.")


@pytest.mark.parametrize(
    ("tool", "response"),
    [
        (PLAIN, {"status": "cancelled", "order": 17}),
        (PLAIN, {"status": "Cancelled"}),
        (PLAIN, ["cancelled"]),
        (ORDER, {"status": "cancelled"}),
    ],
)
def test_an_answer_about_something_cancelled_is_an_answer(tool, response):
    result = read(tool, response)

    assert (result.status, result.value) == ("ok", response)
