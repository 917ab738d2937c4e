"""unknown: any value, by its own shape."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.inputs.built import Filled, comes_back, made
from webform.schema.builder import unknown

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_any_value_comes_back_as_it_was(value):
    comes_back(made("object", inputs=(unknown("it", "It"),)), {"it": value})
    comes_back(unknown(label="It"), value)


@pytest.mark.parametrize(
    ("token", "typed", "body"),
    [
        ("string", [("/it", "a")], "a"),
        ("number", [("/it", "4")], 4),
        ("boolean", [("/it", "false")], False),
        ("null", [], None),
        ("json", [("/it", "[1]")], [1]),
        ("list", [], []),
        ("object", [], {}),
    ],
)
def test_its_kind_is_chosen(token, typed, body):
    page = Filled.with_value(made("object", inputs=(unknown("it", "It"),)), {})
    page.pressed("choose/it", ("to/it", token))

    assert page.submitted(*typed).body == {"it": body}
