"""Declared outputs: each there, none beside them, whatever else the answer is."""

from __future__ import annotations

import pytest

import webform
from tests.phrases import not_of_type
from webform.envelopes import read
from webform.envelopes.outputs import MAX_UNDECLARED
from webform.messages import Phrase, sentence_of

TOOL = webform.load(
    {
        "inputs": [],
        "outputs": [
            {"key": "total", "type": "number", "label": "Total"},
            {"key": "a/b", "type": "text", "label": "Odd"},
        ],
    }
)[0]
ONE = webform.load({"inputs": [], "outputs": [{"key": "total", "type": "number", "label": "Total"}]})[0]


def result_problems(result):
    return [(problem.severity, problem.at, problem.code, problem.phrase) for problem in result.problems]


@pytest.mark.parametrize(
    ("answer", "problems"),
    [
        ({"total": 1, "a/b": ""}, []),
        ({"total": {"value": 0, "precision": 2}, "a/b": {"value": "x"}}, []),
        (
            {"total": 1},
            [
                (
                    "error",
                    "/a~1b",
                    "output-missing",
                    Phrase("output-missing.declared", {"name": "a/b", "type": "text", "near": ""}),
                )
            ],
        ),
        (
            {"total": None, "a/b": {"value": None}},
            [
                (
                    "error",
                    "/total",
                    "output-missing",
                    Phrase("output-missing.null", {"name": "total", "type": "number", "near": ""}),
                ),
                (
                    "error",
                    "/a~1b",
                    "output-missing",
                    Phrase("output-missing.null", {"name": "a/b", "type": "text", "near": ""}),
                ),
            ],
        ),
        (
            {"totl": 1, "a/b": "x"},
            [
                (
                    "error",
                    "/total",
                    "output-missing",
                    Phrase("output-missing.declared", {"name": "total", "type": "number", "near": "totl"}),
                ),
                ("warning", "/totl", "output-undeclared", Phrase("output-undeclared", {"name": '"totl"'})),
            ],
        ),
        (
            {"total": "12", "a/b": {"value": 3}},
            [
                ("error", "/total", "output-type", not_of_type("number", '"12"')),
                ("error", "/a~1b/value", "output-type", not_of_type("string", "3")),
            ],
        ),
    ],
)
def test_each_output_is_there_and_of_its_type_or_a_problem_says_so(answer, problems):
    result = read(TOOL, answer)

    assert (result.status, result.value) == ("ok", answer)
    assert result_problems(result) == problems


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("null", sentence_of("result.other", name='"total"', found="null")),
        ("[1]", sentence_of("result.other", name='"total"', found="[1]")),
        ('"12"', sentence_of("result.other", name='"total"', found='"12"')),
        ("{}", sentence_of("result.other", name='"total"', found="{}")),
        ('{"sum": 1}', sentence_of("result.other", name='"total"', found='{"sum": 1}')),
        ('{"detail": "principal must be positive"}', "principal must be positive"),
    ],
)
def test_an_answer_with_no_declared_output_is_an_error(answer, message):
    result = read(ONE, answer)

    assert (result.status, result.code, result.message) == ("error", "no-outputs", message)
    assert result.advice.startswith("Try again.")


def test_how_many_outputs_are_missing_is_said():
    assert read(TOOL, b"", 204).message == sentence_of("result.nothing-of", name='"total"', count=1)


def test_a_flood_of_undeclared_keys_is_cut():
    answer = {"total": 1, "a/b": "x"} | {str(number): 1 for number in range(100_000)}

    assert len(read(TOOL, answer).problems) == MAX_UNDECLARED
