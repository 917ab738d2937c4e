"""A tool that fails or refuses: FastAPI's `detail` becomes problems at the inputs, a bad status becomes words."""

from __future__ import annotations

import pytest

import webform
from tests.envelopes.samples import ANY
from webform.envelopes import read
from webform.envelopes.error_texts import MAX_PROBLEMS

TOOL = webform.load(
    {
        "inputs": [
            {"key": "principal", "type": "number", "label": "Principal"},
            {"key": "query", "type": "text", "label": "Query"},
            {"key": "a/b~c", "type": "text", "label": "Odd"},
            {
                "key": "assets",
                "type": "table",
                "label": "Assets",
                "columns": [{"key": "t", "label": "T", "type": "text"}],
            },
        ],
        "outputs": [{"key": "total", "type": "number", "label": "Total"}],
    }
)[0]
REFUSED = "The tool rejected your input."


def detail(*locs):
    return {"detail": [{"loc": list(loc), "msg": "Field required", "type": "missing"} for loc in locs]}


@pytest.mark.parametrize(
    ("loc", "at"),
    [
        (["body", "principal"], "/principal"),
        (["body", "assets", 0, "t"], "/assets/0/t"),
        (["body", "a/b~c"], "/a~1b~0c"),
        (["body", "inputs", "principal"], "/principal"),
        (["body", "inputs", "assets", 2], "/assets/2"),
        (["body", "query"], "/query"),
        (["principal"], "/principal"),
        (["assets", 1, "t"], "/assets/1/t"),
        (["query"], "/query"),
    ],
)
@pytest.mark.parametrize("status", [422, 400, 200])
def test_a_detail_is_a_problem_at_its_input(loc, at, status):
    result = read(TOOL, detail(loc), status)
    problem = result.problems[0]

    assert (result.status, result.code, result.message) == ("invalid", "refused", REFUSED)
    assert (problem.at, problem.code, problem.message) == (at, "missing", "Field required")


@pytest.mark.parametrize(
    ("loc", "message"),
    [
        (["body"], "Field required"),
        (["body", 17], "Field required"),
        (["body", "unknown"], "unknown: Field required"),
        (["body", "inputs", "unknown"], "inputs unknown: Field required"),
        (["query", "token"], "query token: Field required"),
        (["header", "principal"], "header principal: Field required"),
        ([], "Field required"),
        ([None, {}], "Field required"),
    ],
)
def test_a_detail_that_names_no_input_is_said_of_the_whole(loc, message):
    result = read(TOOL, detail(loc), 422)

    assert (result.status, result.message) == ("invalid", message)
    assert [(problem.at, problem.message) for problem in result.problems] == [("", message)]


def test_details_at_inputs_and_elsewhere_are_all_told():
    result = read(TOOL, detail(["body", "principal"], ["query", "token"]), 422)

    assert [problem.at for problem in result.problems] == ["/principal", ""]
    assert result.message == REFUSED


def test_a_flood_of_details_is_cut():
    assert len(read(TOOL, detail(*(["body", "assets", row] for row in range(10_000))), 422).problems) == MAX_PROBLEMS


@pytest.mark.parametrize(
    ("response", "status", "came_to"),
    [
        ({"detail": "principal must be positive"}, 422, "invalid refused: principal must be positive"),
        ({"detail": "principal must be positive"}, 400, "invalid refused: principal must be positive"),
        ({"detail": {"message": "no such account"}}, 404, "error http-404: no such account"),
        ({"error": {"code": 7, "message": "out of memory"}}, 500, "error http-500: out of memory"),
        ({"errors": ["x"]}, 500, "error http-500: x"),
        ({"detail": ["one", "two"]}, 500, "error http-500: one. two"),
        ({"detail": "Not Found"}, 404, "error http-404: The tool's address has no /run."),
        ({"detail": "Method Not Allowed."}, 405, "error http-405: The tool's address takes no runs."),
        ({"detail": "Internal Server Error"}, 500, "error http-500: The tool failed."),
        ("Internal Server Error", 500, "error http-500: The tool failed."),
        ("<h1>502 Bad Gateway</h1>", 502, "error http-502: The tool failed."),
        ("", 503, "error http-503: The tool is not available now."),
        ("", 401, "error http-401: The tool did not accept this page's credentials."),
        ("", 413, "error http-413: Your input is larger than the tool accepts."),
        ("", 429, "error http-429: The tool is busy."),
        ("", 418, "error http-418: The tool refused the request."),
        ({"total": 1}, 500, "error http-500: The tool failed."),
        ({"total": 1}, 307, "error redirect: The tool's address sends us elsewhere, which is never followed."),
    ],
)
def test_a_bad_status_is_told_in_words(response, status, came_to):
    result = read(TOOL, response, status)

    assert f"{result.status} {result.code}: {result.message}" == came_to
    assert result.advice
    assert result.http_status == status


def test_a_declared_output_called_detail_is_an_output():
    tool = webform.load({"inputs": [], "outputs": [{"key": "detail", "type": "table", "label": "Detail"}]})[0]

    assert read(tool, detail(["body", "x"])).status == "ok"


@pytest.mark.parametrize(
    "answer",
    [{"error": {"code": "x", "message": "No"}}, {"type": "error", "errorType": "x", "message": "No", "source": "s"}],
)
def test_an_error_of_a_service_is_one_whatever_its_status(answer):
    result = read(ANY, answer)

    assert (result.status, result.message) == ("error", "No")


def test_an_error_that_says_when_to_come_back_is_heard():
    result = read(ANY, {"type": "error", "message": "Busy", "retryable": True, "retryAfter": 7})

    assert (result.can_retry, result.retry_after) == (True, 7)


@pytest.mark.parametrize(
    ("answer", "advice"),
    [
        ({"detail": "No street is called Foxtrot"}, "Change your input and run it again."),
        ({"detail": "Not Found"}, "Contact this site's owner. They need to fix the tool's address."),
    ],
)
def test_what_a_service_does_not_find_is_no_fault_of_its_address_where_it_says_more(answer, advice):
    assert read(TOOL, answer, 404).advice.startswith(advice)
