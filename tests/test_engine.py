"""Limits of the engine: schemas that grow when they are compiled, values that take exponential time."""

from __future__ import annotations

import pytest

import webform
from webform import bounded, engine
from webform.check import check, checker, fits, unusable
from webform.messages import Phrase
from webform.schema import read_schema
from webform.schema.document import Document

#: A node whose two variants are the same but for a key: what is wrong n levels down is wrong in 2 to the n ways.
TWICE = {
    "anyOf": [
        {"type": "object", "required": ["b"], "properties": {"a": {"$ref": "#"}}},
        {"type": "object", "properties": {"a": {"$ref": "#"}}},
    ]
}


def resources(count, **more):
    """Return resources that refer to each other, and so in as many ways as they can be put in order."""
    parts = {
        f"d{index}": {"$id": f"b{index}", "properties": {f"p{to}": {"$ref": f"b{to}"} for to in range(count)}}
        for index in range(count)
    }
    return {"$id": "https://example.com/a", "$defs": parts, "properties": {"q": {"$ref": "b0"}}, **more}


def doubled(count, **more):
    """Return references to references, each of them twice."""
    parts = {f"d{index}": {"allOf": [{"$ref": f"#/$defs/d{index + 1}"}] * 2, **more} for index in range(count)}
    return {"$defs": {**parts, f"d{count}": {"type": "object"}}, "$ref": "#/$defs/d0"}


def nested(depth, value):
    for _ in range(depth):
        value = {"a": value}
    return value


def test_many_references_are_no_fault():
    leaf = {"type": "object", "properties": {"x": {"type": "string"}}}
    layers = {
        f"l{level}": {"properties": {f"p{index}": {"$ref": f"#/$defs/l{level + 1}"} for index in range(10)}}
        for level in range(6)
    }
    form, _ = read_schema({"$defs": {**layers, "l6": leaf}, "$ref": "#/$defs/l0"})
    body = {"p1": {"p2": {"p3": {"p4": {"p5": {"p6": {"x": 5}}}}}}}

    assert [problem.at for problem in check(form, body)] == ["/p1/p2/p3/p4/p5/p6/x"]


@pytest.mark.slow
def test_a_schema_that_explodes_is_refused_and_its_form_is_there(a_second):
    form, problems = read_schema(resources(12))
    (problem,) = [problem for problem in problems if problem.code == "too-much"]

    assert problem.at.startswith("/$defs/d")
    assert (problem.key, problem.params["reason"][:18]) == ("too-much.schema", "it took more than ")
    assert [problem.code for problem in check(form, {"q": 1})] == ["bad-schema"]
    assert "<form" in webform.render(form)


def test_a_schema_that_explodes_is_unusable():
    assert unusable(resources(12)).startswith("it is too much to be compiled: it took more than ")


@pytest.mark.slow
@pytest.mark.parametrize("value", [{"a": 1}, 5, {f"k{index}": 1 for index in range(100)}])
def test_what_is_looked_at_again_and_again_is_checked_in_bounded_time(value):
    found = checker(doubled(12, unevaluatedProperties=False)).problems(value)

    assert {problem.code for problem in found} & {"unknown-key", "type", "too-much"}


def test_a_part_that_explodes_is_not_compiled_though_nothing_leads_there():
    schema = {"properties": {"a": {"type": "string"}}, "$defs": {"bomb": {**resources(12), "default": {"q": {}}}}}
    form, problems = read_schema(schema)

    assert [problem for problem in problems if problem.severity == "error"] == []
    assert check(form, {"a": "b"}) == []


def test_a_few_resources_are_compiled_after_a_trial():
    form, problems = read_schema(resources(6, required=["q"]))

    assert problems == []
    assert [problem.at for problem in check(form, {})] == ["/q"]


def test_schemas_that_multiply_are_unusable():
    expected = "more than 1,000,000 schemas may hold of one value; say it with fewer"

    assert unusable(doubled(40)) == expected


def test_half_a_surrogate_pair_is_a_character_like_others():
    schema = {"additionalProperties": {"type": "string", "maxLength": 1}}

    assert fits(schema, {"\ud800": "\udfff"})
    assert not fits(schema, {"\ud800": 1})


def test_what_is_wrong_in_too_many_ways_is_a_problem():
    (problem,) = checker(TWICE).problems(nested(40, 1))

    assert (problem.at, problem.code, problem.key) == ("", "too-much", "too-much")
    assert problem.params["reason"].startswith("it took more than ")


def test_what_may_be_wrong_in_many_ways_is_listed_by_another_process():
    found = checker({"items": {"type": "string"}}).problems(["a"] * 60_000 + [1])

    assert [(problem.at, problem.phrase) for problem in found] == [
        ("/60000", Phrase("type.typed", {"type": Phrase("kind.string")}))
    ]


@pytest.mark.parametrize("allowed", [{"enum": [f"o{index}" for index in range(2000)]}, {"not": {"enum": ["x"] * 2000}}])
def test_what_copies_much_of_the_schema_is_listed_by_another_process(allowed, monkeypatch):
    check = checker({"items": allowed})
    monkeypatch.setattr(type(check), "listed", None)
    found = check.problems(["x"] * 600)

    assert [problem.at for problem in found] == [f"/{index}" for index in range(100)]


def test_a_value_that_fits_is_none_the_less_right_at_any_depth():
    assert checker({"properties": {"a": {"$ref": "#"}}}).problems(nested(100, {})) == []


def test_a_part_of_a_value_that_takes_exponential_time_is_not_tried():
    document = Document(TWICE)
    option = document.locate(TWICE["anyOf"][0], document.top.applicable[0])

    assert document.holds(option, nested(60, 1))
    assert not document.holds(option, nested(2, 1))


def test_a_default_that_takes_exponential_time_holds_nothing_up():
    form, problems = read_schema({**TWICE, "default": nested(60, 1)})

    assert [problem.severity for problem in problems if problem.code == "bad-default"] == []
    assert "<form" in webform.render(form)


@pytest.mark.slow
def test_a_long_text_that_a_pattern_looks_around_in_is_a_problem(a_second):
    (problem,) = checker({"pattern": "(?=a*b)c"}).problems("a" * 500_000)

    assert problem.code == "too-much"


@pytest.mark.slow
def test_a_schema_that_had_no_turn_is_tried_again(monkeypatch):
    late = checker(resources(7, required=["late"]))
    with monkeypatch.context() as patched:
        patched.setattr(engine, "SECONDS", 0.05)
        turns = bounded.PROCESSES
        for _ in range(turns):
            bounded._TURNS.acquire()
        try:
            with pytest.raises(bounded.NoTurnError):
                _ = late.validator
        finally:
            for _ in range(turns):
                bounded._TURNS.release()

    assert [problem.at for problem in late.problems({})] == ["/late"]
