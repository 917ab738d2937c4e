"""Differences between values and between texts, within bounds."""

from __future__ import annotations

import pytest

from webform.differences import MAX_DIFFERENCES, MAX_OF_ONE, DiffBudget, DiffRow, Piece, compare, compare_texts
from webform.values import ABSENT


def differences(before, after):
    return compare(before, after).rows


@pytest.mark.parametrize(
    ("before", "after", "rows"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, [DiffRow("/b", "changed", 2, 3)]),
        ({"a": 1}, {"b": 1}, [DiffRow("/a", "removed", 1, ABSENT), DiffRow("/b", "added", ABSENT, 1)]),
        ({"a/b": [1]}, {"a/b": [2]}, [DiffRow("/a~1b/0", "changed", 1, 2)]),
        ([1, 2, 3], [0, 1, 2, 3], [DiffRow("/0", "added", ABSENT, 0)]),
        ([1, 2, 3], [1, 3], [DiffRow("/1", "removed", 2, ABSENT)]),
        ([{"a": 1}, 2, 3], [{"a": 2}, 3], [DiffRow("/0/a", "changed", 1, 2), DiffRow("/1", "removed", 2, ABSENT)]),
        (1, True, [DiffRow("", "changed", 1, True)]),
        ({}, [], [DiffRow("", "changed", {}, [])]),
        ({"a": []}, {"a": [1]}, [DiffRow("/a/0", "added", ABSENT, 1)]),
        (None, ABSENT, [DiffRow("", "removed", None, ABSENT)]),
        (ABSENT, ABSENT, []),
    ],
)
def test_what_differs_is_named_by_its_pointer(before, after, rows):
    assert differences(before, after) == rows


def test_values_that_are_the_same_are_counted_and_kept():
    found = compare({"a": 1, "b": [1.0, {}]}, {"b": [1, {}], "a": 1})

    assert found.rows == []
    assert [row.at for row in found.same] == ["/a", "/b/0", "/b/1"]
    assert (found.same_count, found.complete) == (3, True)


@pytest.mark.parametrize(
    "make",
    [lambda step: [{"n": number + step} for number in range(50_000)], lambda step: [1] * 50_000],
    ids=["different", "same"],
)
def test_what_is_too_large_is_compared_in_part_and_says_so(make):
    found = compare(make(0), make(1))

    assert not found.complete
    assert len(found.rows) <= MAX_DIFFERENCES


def test_a_large_series_does_not_hide_what_stands_beside_it():
    before, after = ({"series": [{"n": at + step} for at in range(50_000)], "total": step} for step in (0, 1))
    found = compare(before, after)

    assert found.rows[-1] == DiffRow("/total", "changed", 0, 1)
    assert len(found.rows) == MAX_OF_ONE + 1
    assert found.more["/series"] > MAX_OF_ONE
    assert not found.complete


def test_texts_differ_by_words_in_the_lines_that_differ():
    before, after, complete = compare_texts("one\nthe brown fox\nlast", "one\nthe red fox\nlast", DiffBudget())

    assert [piece for piece in before if piece.differs] == [Piece(True, "brown ")]
    assert [piece for piece in after if piece.differs] == [Piece(True, "red ")]
    assert complete


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a\nb\n" * 20_000, "b\na\n" * 20_000),
        ("x " * 20_000, "y " * 20_000),
        ("", "new"),
        ("a b", "a b c"),
        ("same", "same"),
    ],
)
def test_the_pieces_of_a_text_are_the_text(before, after):
    texts = compare_texts(before, after, DiffBudget())

    assert "".join(piece.text for piece in texts.before) == before[:50_000]
    assert "".join(piece.text for piece in texts.after) == after[:50_000]


def test_what_many_equal_elements_would_cost_is_bounded():
    budget = DiffBudget()
    for _ in range(100):
        compare_texts("a\nb\n" * 60, "b\nb\na\n" * 40, budget)

    assert budget.pairs >= 0
