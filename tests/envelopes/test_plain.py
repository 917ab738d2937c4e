"""A tool without declared outputs: its answer is the value."""

from __future__ import annotations

import pytest

import webform
from webform.envelopes import read
from webform.values import ABSENT

TOOL = webform.load({"inputs": []})[0]


@pytest.mark.parametrize(
    ("response", "value"),
    [
        (b"null", None),
        (b'""', ""),
        (b"0", 0),
        (b"false", False),
        (b"[]", []),
        (b"{}", {}),
        (b'{"value": 1}', {"value": 1}),
        (b'{"error": "0.1", "mean": 5}', {"error": "0.1", "mean": 5}),
        (b'{"detail": "of the house"}', {"detail": "of the house"}),
        (b"9007199254740993", 9007199254740993),
        (b'\xef\xbb\xbf"\xc3\xa9"', "é"),
    ],
)
def test_the_answer_is_the_value_as_it_came(response, value):
    result = read(TOOL, response)

    assert (result.status, result.value, result.problems) == ("ok", value, ())
    assert type(result.value) is type(value)


def test_no_content_is_no_value():
    assert read(TOOL, b"", 204).value is ABSENT
