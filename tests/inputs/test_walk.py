"""The walk over inputs and values: by token, by part, by path."""

from __future__ import annotations

import pytest

from webform.inputs import INPUTS, STRUCTURE
from webform.inputs.walk import changed, child_input, is_index, parts, parts_of, paths
from webform.values import ABSENT

TEXT = INPUTS["text"](key="city", label="City")
INNER = STRUCTURE["object"](key="inner", label="Inner", inputs=[TEXT])
RECORD = STRUCTURE["object"](key="", label="", inputs=[TEXT, INNER])
LIST = STRUCTURE["list"](key="list", label="List", items=lambda index: INNER if index else TEXT)


@pytest.mark.parametrize(
    ("input_", "token", "found"),
    [
        (RECORD, "city", TEXT),
        (RECORD, "other", None),
        (LIST, "0", TEXT),
        (LIST, "12", INNER),
        (LIST, "1e3", None),
        (LIST, "-1", None),
        (LIST, "1234567890", None),
        (TEXT, "0", None),
        (None, "0", None),
    ],
)
def test_a_child_is_found_by_its_token(input_, token, found):
    assert child_input(input_, token) is found


def test_digits_of_other_scripts_are_no_index():
    assert [token for token in ("0", "01", "٣", "", "x") if is_index(token)] == ["0", "01"]


def test_parts_are_those_of_objects_and_lists_alone():
    assert list(parts({"a": 1, "b": [2]})) == [("a", 1), ("b", [2])]
    assert list(parts([3, 4])) == [("0", 3), ("1", 4)]
    assert [list(parts(value)) for value in ("ab", 1, None, ABSENT)] == [[], [], [], []]


def test_a_value_of_another_kind_than_its_input_has_no_parts():
    assert list(parts_of(RECORD, {"city": 1})) == [("city", 1)]
    assert list(parts_of(LIST, [1])) == [("0", 1)]
    assert [list(parts_of(*pair)) for pair in ((RECORD, [1]), (LIST, {"0": 1}), (TEXT, [1]), (None, [1]))] == [[]] * 4


def test_parts_that_become_absent_are_left_out():
    assert changed({"a": 1, "b": 2}, lambda token, part: ABSENT if token == "a" else part + 1) == {"b": 3}
    assert changed([1, 2, 3], lambda token, part: ABSENT if token == "1" else part) == [1, 3]


def test_paths_lead_to_each_input_that_is_entered():
    assert list(paths(RECORD, lambda _: True)) == [(TEXT,), (INNER,), (INNER, TEXT)]
    assert list(paths(RECORD, lambda input_: input_ is TEXT)) == [(TEXT,)]
    assert list(paths(RECORD, lambda _: True, depth=1)) == [(TEXT,), (INNER,)]
    assert list(paths(TEXT, lambda _: True)) == []
