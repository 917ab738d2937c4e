"""An answer held to the output schema of its tool: said in development, an error in production."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import webform
from tests.phrases import not_of_type, on_page
from webform.envelopes import read
from webform.envelopes.output_schema import hold
from webform.html.results import render_result
from webform.messages import Phrase
from webform.result import Artifact, Result
from webform.tool import Price, Tool
from webform.values import ABSENT

SAMPLES = Path(__file__).parents[1] / "samples/field-maps"
SEARCH, PING = webform.load(SAMPLES / "agent.json")
ANSWER = {"summary": "…", "sources": ["https://example.org"], "resultCount": 1, "cached": False, "meta": {}}
NOT_SHOWN = "InternalError: the tool's answer is not what the tool declares, so it is not shown."


def tool(schema, price=None):
    form = webform.load({"inputs": []})[0].form
    return Tool(id="t", name="T", form=form, output_schema=schema, price=price)


def result_problems(result):
    return [(problem.at, problem.code, problem.phrase) for problem in result.problems]


#: Answers that are not what the tool declares, and what is said of them.
WRONG = [
    ({**ANSWER, "sources": "s3cret"}, [("/sources", "output-type", not_of_type("array", '"s3cret"'))]),
    ({**ANSWER, "resultCount": "1"}, [("/resultCount", "output-type", not_of_type("number", '"1"'))]),
    ({**ANSWER, "cached": 1}, [("/cached", "output-type", not_of_type("boolean", "1"))]),
    ({**ANSWER, "summary": None}, [("/summary", "output-type", not_of_type("string", "null"))]),
    (
        {key: value for key, value in ANSWER.items() if key != "meta"},
        [("/meta", "output-missing", Phrase("output-missing", {"name": '"meta"'}))],
    ),
    (
        {**ANSWER, "sources": {}, "meta": [], "resultCount": True},
        [
            ("/sources", "output-type", not_of_type("array", "{}")),
            ("/resultCount", "output-type", not_of_type("number", "true")),
            ("/meta", "output-type", not_of_type("object", "[]")),
        ],
    ),
    (["s3cret"], [("", "output-type", not_of_type("object", '["s3cret"]'))]),
    (None, [("", "output-type", not_of_type("object", "null"))]),
]


@pytest.mark.parametrize("mode", ["dev", "production"])
@pytest.mark.parametrize(
    "answer",
    [
        ANSWER,
        {**ANSWER, "more": 1, "": None},
        {**ANSWER, "sources": [1, None, {}], "meta": {"a": [1]}, "resultCount": 1.5},
    ],
    ids=str,
)
def test_what_is_declared_passes_and_so_do_more_keys(answer, mode):
    result = read(SEARCH, answer, mode=mode)

    assert ("ok", answer, ()) == (result.status, result.value, result.problems)


@pytest.mark.parametrize(("answer", "problems"), WRONG, ids=str)
def test_in_development_what_is_wrong_is_said_beside_the_value(answer, problems):
    result = read(SEARCH, answer, mode="dev")

    assert ("ok", answer) == (result.status, result.value)
    assert sorted(problems, key=str) == sorted(result_problems(result), key=str)


@pytest.mark.parametrize("answer", [case for case, _ in WRONG], ids=str)
def test_in_production_it_is_an_error_without_the_value_and_not_charged(answer):
    result = read(SEARCH, answer, mode="production")

    assert ("error", "internal-error", f"{NOT_SHOWN} You are not charged.") == (
        result.status,
        result.code,
        result.message,
    )
    assert (result.value, result.problems, result.raw) == (ABSENT, (), None)
    assert "s3cret" not in json.dumps(result.as_record())
    assert "You are not charged." in render_result(result, SEARCH)


@pytest.mark.parametrize("price", [None, Price(model="free", amount="0", currency="USDC")])
def test_of_a_charge_nothing_is_said_where_there_is_none(price):
    assert read(tool({"type": "object"}, price), 1, mode="production").message == NOT_SHOWN


def test_a_page_shows_each_output_with_its_description_and_what_is_wrong_with_it():
    answer = {"summary": "Found", "sources": "none", "resultCount": 1, "meta": {}, "extra": 5}
    html = str(render_result(read(SEARCH, answer), SEARCH))

    for text in (
        "Concise summary",
        "URLs consulted",
        "Total results",
        on_page("output-type", type=Phrase("kind.array"), found='"none"'),
        on_page("output-missing", name='"cached"'),
    ):
        assert text in html
    assert on_page("output-undeclared.shown", name="extra") not in html


#: Any schema holds, not only that of a map of fields.
SCHEMAS = [
    (
        {"properties": {"a": {}}, "required": ["a"], "additionalProperties": False},
        {"b": 1},
        ["output-missing", "output-unknown-key"],
    ),
    ({"type": "array", "items": {"type": "integer"}}, [1, "x"], ["output-type"]),
    ({"enum": [1]}, 2, ["output-enum"]),
    (False, 1, ["output-falseSchema"]),
    ({"$defs": {"n": {"minimum": 3}}, "$ref": "#/$defs/n"}, 1, ["output-minimum"]),
    ({"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "string"}]}, [1], ["output-type"]),
]


@pytest.mark.parametrize(("schema", "answer", "codes"), SCHEMAS, ids=str)
def test_the_output_schema_of_any_tool_holds(schema, answer, codes):
    assert codes == sorted(problem.code for problem in read(tool(schema), answer).problems)
    assert read(tool(schema), answer, mode="production").status == "error"


@pytest.mark.parametrize("schema", [None, True, {}, {"type": 5}, {"$ref": "#/nowhere"}, {"pattern": "["}], ids=str)
def test_a_schema_that_says_nothing_or_is_none_holds_nothing(schema):
    result = read(tool(schema), {"a": 1}, mode="production")

    assert (result.status, result.value) == ("ok", {"a": 1})


def test_no_answer_is_none_of_the_declared():
    assert [problem.code for problem in read(PING, b"", 204).problems] == ["output-missing"]
    assert read(PING, b"", 204, mode="production").code == "internal-error"


def test_a_file_at_an_address_of_its_own_is_an_answer():
    made = Result(status="ok", artifact=Artifact(url="https://example.org/a.pdf"))

    assert hold(SEARCH, made, "production") is made


@pytest.mark.parametrize(
    ("response", "status"), [(b"<h1>", 502), ({"detail": "no"}, 400), ({"status": "cancelled"}, 200)]
)
def test_what_is_no_answer_stays_what_it_is(response, status):
    assert read(PING, response, status, mode="production").code != "internal-error"


def test_a_declared_output_of_any_name_is_no_failure():
    named = webform.load(
        {"input_schema": {}, "output_schema": {"status": {"type": "string"}, "detail": {"type": "array"}}}
    )
    answer = {"status": "cancelled", "detail": [{"loc": ["a"], "msg": "m"}]}
    result = read(named[0], answer)

    assert (result.status, result.value, result.problems) == ("ok", answer, ())
