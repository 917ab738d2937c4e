"""Texts to the values that were meant."""

from __future__ import annotations

import pytest

import webform

FORM = webform.load(
    [
        {"key": "n", "type": "number", "label": "N"},
        {"key": "s", "type": "slider", "label": "S", "min": 0, "max": 9},
        {"key": "b", "type": "checkbox", "label": "B"},
        {"key": "t", "type": "text", "label": "T"},
        {"key": "c", "type": "select", "label": "C", "options": [{"value": 1, "label": "One"}]},
        {"key": "r", "type": "table", "label": "R", "columns": [{"key": "w", "label": "W", "type": "number"}]},
    ]
)[0].form


@pytest.mark.parametrize(
    ("body", "coerced"),
    [
        ({"n": "42", "s": "0.5", "b": "true"}, {"n": 42, "s": 0.5, "b": True}),
        ({"n": "9007199254740993"}, {"n": 9007199254740993}),
        ({"t": "42"}, {"t": "42"}),
        ({"n": "forty", "b": "maybe"}, {"n": "forty", "b": "maybe"}),
        ({"c": "1"}, {"c": "1"}),
        ({"r": [{"w": "3"}, "x"]}, {"r": [{"w": 3}, "x"]}),
        ({"other": "1"}, {"other": "1"}),
        ("text", "text"),
    ],
)
def test_a_text_becomes_the_value_of_the_declared_type(body, coerced):
    assert webform.coerce(FORM, body) == coerced
