"""Problems: how they are shown, moved and told apart, and the nearest known word."""

from __future__ import annotations

import pytest

from webform.problems import DeclarationError, Problem, counted, did_you_mean, errors

ERROR = Problem(at="/a", code="x", message="Expected a number, not true")
WARNING = Problem(at="/b", code="y", message="no need", severity="warning", line=3, column=7)


def test_an_error_is_shown_by_its_place_code_and_message():
    assert ERROR.as_json() == {"at": "/a", "code": "x", "message": "Expected a number, not true"}


def test_a_warning_says_so_and_a_position_is_shown():
    assert WARNING.as_json() == {
        "at": "/b", "code": "y", "message": "no need", "severity": "warning", "line": 3, "column": 7,
    }  # fmt: skip


def test_under_puts_the_problem_below_another_place():
    assert ERROR.under("/inputs/0").at == "/inputs/0/a"


def test_errors_are_those_that_are_no_warnings():
    assert errors([ERROR, WARNING]) == [ERROR]


def test_equal_warnings_are_one_with_their_count():
    many = [Problem(at=f"/b/{index}", code="y", message="no need", severity="warning") for index in range(3)]
    other = Problem(at="/c", code="y", message="another", severity="warning")
    again = Problem(at="/d", code=ERROR.code, message=ERROR.message)

    found = counted([ERROR, many[0], other, many[1], again, many[2]])

    assert found == [
        ERROR,
        Problem(at="/b/0", code="y", message="no need (found 3 times, here first)", severity="warning"),
        other,
        again,
    ]


def test_a_declaration_error_carries_its_problems_and_says_them():
    error = DeclarationError(iter([ERROR, WARNING]))

    assert (error.problems, str(error)) == ((ERROR, WARNING), "Expected a number, not true; no need")


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("max_lenght", ["max_length", "min"], '; did you mean "max_length"?'),
        ("zzz", ["max_length", "min"], ""),
        ("", ["a"], ""),
        ("a", [], ""),
        # Compared, these would take minutes.
        ("a" * 100_000, ["a" * 99_999 + "b"], ""),
        ("name", ["a" * 100_000], ""),
    ],
)
def test_the_nearest_word_is_suggested(word, known, hint):
    assert did_you_mean(word, known) == hint
