"""The value of a JSON text that is still being written."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webform.envelopes.unfinished import unfinished
from webform.values import ABSENT


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", ABSENT),
        ("{", {}),
        ('{"a', {}),
        ('{"a"', {}),
        ('{"a":', {}),
        ('{"a": "x', {"a": "x"}),
        ('{"a": "x\\', {"a": "x"}),
        ('{"a": "x\\u00', {"a": "x"}),
        ('{"a": "x\\u00e9', {"a": "xé"}),
        ('{"a": "x\\\\', {"a": "x\\"}),
        ('{"a": [{"b": 1', {"a": [{"b": 1}]}),
        ('{"a": [{"b": 1}, {"c": tr', {"a": [{"b": 1}, {}]}),
        ('{"a": "}]{[", "b": [1,', {"a": "}]{[", "b": [1]}),
        ("[1, -", [1]),
        ('"tex', "tex"),
        ("tru", ABSENT),
        ("}", ABSENT),
        ("[}", ABSENT),
        ("no JSON", ABSENT),
    ],
)
def test_what_is_there_is_the_value(text, value):
    assert unfinished(text) == value


def test_a_text_that_may_be_the_beginning_of_another_waits_for_its_end():
    text = '{"type": "content_with", "n": 1}'

    assert unfinished(text[:18], {"type"}) == {}
    assert unfinished(text[:22], {"type"}) == {}
    assert unfinished(text[:23], {"type"}) == {"type": "content_with"}
    assert unfinished(text[:17]) == {"type": "content"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=10,
)


@given(JSON, st.integers(0, 200), st.booleans())
def test_whatever_was_cut_off_is_no_more_than_the_whole(value, length, ascii_only):
    text = json.dumps(value, ensure_ascii=ascii_only)
    found = unfinished(text[:length])

    assert found is ABSENT or _is_part(found, value)
    assert unfinished(text) == value


def _is_part(found, whole):
    if isinstance(found, dict):
        return isinstance(whole, dict) and all(
            key in whole and _is_part(value, whole[key]) for key, value in found.items()
        )
    if isinstance(found, list):
        return isinstance(whole, list) and len(found) <= len(whole) and all(map(_is_part, found, whole))
    if isinstance(found, str):
        return isinstance(whole, str) and (whole.startswith(found) or "\ud800" <= max(found, default="") <= "\udfff")
    return str(whole).startswith(str(found))
