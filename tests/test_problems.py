"""Problems: how they are shown, moved and told apart, and the nearest known word."""

from __future__ import annotations

import json

import pytest

from webform.messages import Phrase, kind
from webform.problems import DeclarationError, Problem, counted, errors, nearest

ERROR = Problem(at="/a", code="x", key="verbatim", params={"text": "no number"})
WARNING = Problem(at="/b", code="y", key="verbatim", params={"text": "no need"}, severity="warning", line=3, column=7)


def test_an_error_is_shown_by_its_place_code_and_message():
    assert ERROR.as_json() == {"at": "/a", "code": "x", "message": "no number"}


def test_a_warning_says_so_and_a_position_is_shown():
    assert WARNING.as_json() == {
        "at": "/b", "code": "y", "message": "no need", "severity": "warning", "line": 3, "column": 7,
    }  # fmt: skip


def test_under_puts_the_problem_below_another_place():
    assert ERROR.under("/inputs/0").at == "/inputs/0/a"


@pytest.mark.parametrize(
    "problem",
    [
        Problem(at="/a", code="type", params={"type": kind(["string", "null"])}, line=3, column=7),
        Problem(at="/b", code="refused", key="verbatim", params={"text": "no"}, severity="warning", on_key=True),
        Problem(at="/c", code="enum", params={"options": '"s3cret"'}).redacted(),
        Problem(at="/d", code="show-first"),
    ],
    ids=lambda problem: problem.code,
)
def test_a_problem_comes_back_from_its_record(problem):
    record = json.loads(json.dumps(problem.as_record()))

    assert Problem.from_record(record) == problem


@pytest.mark.parametrize(
    "record",
    [
        # As it was before there were parameters.
        {"at": "/a", "code": "required", "message": "City: must be filled in"},
        # Of a sentence that is gone, and of one that takes other parameters now.
        {"at": "/a", "code": "gone", "key": "", "params": {}, "message": "City: must be filled in"},
        {"at": "/a", "code": "minimum", "key": "", "params": {}, "message": "City: must be filled in"},
    ],
)
def test_a_record_of_an_earlier_version_keeps_its_sentence(record):
    problem = Problem.from_record(record)

    assert problem.as_json() == {"at": "/a", "code": record["code"], "message": "City: must be filled in"}


def test_errors_are_those_that_are_no_warnings():
    assert errors([ERROR, WARNING]) == [ERROR]


def test_equal_warnings_are_one_with_their_count():
    many = [
        Problem(at=f"/b/{index}", code="y", key="verbatim", params={"text": "no need"}, severity="warning")
        for index in range(3)
    ]
    other = Problem(at="/c", code="y", key="verbatim", params={"text": "another"}, severity="warning")
    again = Problem(at="/d", code=ERROR.code, key="verbatim", params={"text": ERROR.message})

    found = counted([ERROR, many[0], other, many[1], again, many[2]])

    assert found == [
        ERROR,
        Problem(
            at="/b/0",
            code="y",
            key="found-times",
            params={"problem": Phrase("verbatim", {"text": "no need"}), "count": 3},
            severity="warning",
        ),
        other,
        again,
    ]


def test_a_declaration_error_carries_its_problems_and_says_them():
    error = DeclarationError(iter([ERROR, WARNING]))

    assert (error.problems, str(error)) == ((ERROR, WARNING), "no number; no need")


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("max_lenght", ["max_length", "min"], "max_length"),
        ("zzz", ["max_length", "min"], ""),
        ("", ["a"], ""),
        ("a", [], ""),
        # Compared, these would take minutes.
        ("a" * 100_000, ["a" * 99_999 + "b"], ""),
        ("name", ["a" * 100_000], ""),
    ],
)
def test_the_nearest_word_is_suggested(word, known, near):
    assert nearest(word, known) == near
