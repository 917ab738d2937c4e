"""Problems within a choice: about the chosen variant, not about what it might have been."""

from __future__ import annotations

import pytest

import webform
from webform.draft import find
from webform.messages import Phrase
from webform.messages import one_of as any_of
from webform.schema import read_schema
from webform.values import read_json, write_json

ONE = {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "string"}}, "required": ["x", "y"]}
OTHER = {"type": "object", "properties": {"z": {"type": "number"}}, "required": ["z"]}
CHOICES = {
    "at a key": ({"properties": {"u": {"oneOf": [ONE, OTHER]}}}, "/u", []),
    "by reference": (
        {"$defs": {"u": {"anyOf": [{"$ref": "#/$defs/one"}, OTHER]}, "one": ONE}, "properties": {"u": {"$ref": "#/$defs/u"}}},
        "/u",
        [],
    ),
    "in a list": (
        {"properties": {"l": {"type": "array", "items": {"oneOf": [ONE, OTHER]}}}}, "/l/0", [("row/l", "7"), ("is/l", "list")],
    ),
    "under a name": (
        {"properties": {"m": {"type": "object", "additionalProperties": {"oneOf": [ONE, OTHER]}}}},
        "/m/it",
        [("is/m", "object"), ("row/m", "7"), ("key/m/7", "it")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("mark", ["object", "object.1"])
@pytest.mark.parametrize(("schema", "at", "around"), CHOICES.values(), ids=CHOICES)
def test_the_problems_are_those_of_the_variant_chosen(schema, at, around, mark):
    form, _ = read_schema({"type": "object", **schema})
    name = at.replace("/0", "/7").replace("/it", "/7")

    _, problems = webform.decode(form, [*around, (f"is{name}", mark)])

    wanted = ["/x", "/y"] if mark == "object" else ["/z"]
    assert sorted(problem.at for problem in problems) == [at + pointer for pointer in wanted]


def one_of(*options, keyword="oneOf"):
    return {keyword: [*options]}


def needing(key):
    return {"type": "object", "properties": {key: {"type": "string"}}, "required": [key]}


A, B, C, D = map(needing, "abcd")
#: A union that no single choice makes, by its schema.
WITHIN = {
    "in the first option": one_of(one_of(A, B), C),
    "in the last option": one_of(A, one_of(B, one_of(C, D), keyword="anyOf")),
    "by reference": one_of({"$ref": "#/$defs/choice"}, C, keyword="anyOf"),
    "in a schema with a name of its own": {"$ref": "named"},
    "below an empty key": {"$ref": "#/$defs/"},
    "joined by allOf": {"allOf": [one_of(A, B), one_of(C, D)]},
    "beside each other": {**one_of(A, B), **one_of(C, D, keyword="anyOf")},
    "in another and joined": {"allOf": [one_of(one_of(A, B), C), one_of(D, {**D, "properties": {"e": {}}})]},
}
SHARED = {
    "choice": one_of(A, B, keyword="anyOf"),
    "named": {"$id": "named", **one_of(one_of(A, B), C)},
    "": one_of(one_of(A, B), one_of(C, D)),
}


def variants_and_problems(union):
    """Yield each variant of *union* at `/u`, with what is wrong while nothing is filled in."""
    schema = {"type": "object", "properties": {"u": union}, "required": ["u"], "$defs": SHARED}
    # Read from a text, no two of its parts are one object.
    form, _ = read_schema(read_json(write_json(schema)))
    for mark, variant in find(form, None, "/u").by_mark.items():
        yield variant, webform.decode(form, [("is/u", mark)])[1]


@pytest.mark.parametrize("union", WITHIN.values(), ids=WITHIN)
def test_of_choices_within_each_other_each_is_that_which_was_made(union):
    found = [
        (
            {input_.key for input_ in variant.input.inputs if input_.required},
            {problem.at for problem in problems},
            problems,
        )
        for variant, problems in variants_and_problems(union)
    ]

    assert len(found) > 2
    assert [at for _, at, _ in found] == [{f"/u/{key}" for key in keys} for keys, _, _ in found]
    assert {problem.code for _, _, problems in found for problem in problems} == {"required"}


def test_a_group_beside_a_choice_is_none_of_it():
    group = {"anyOf": [{"required": ["p"]}, {"required": ["q"]}]}
    form, _ = read_schema({**one_of(one_of(A, B, keyword="anyOf"), C), **group})

    for mark in form.root.by_mark:
        _, problems = webform.decode(form, [("is#", mark)])
        assert [problem.phrase for problem in problems if problem.at == ""] == [
            Phrase("no-alternative.missing", {"names": any_of(['"p"', '"q"'])})
        ]


def test_of_texts_that_one_control_serves_none_other_is_asked_for():
    short, long = ({"type": "string", "maxLength": 2}, {"type": "string", "minLength": 9})
    form, _ = read_schema({"type": "object", "properties": {"u": one_of(one_of(short, long), A, {"type": "array"})}})

    _, problems = webform.decode(form, [("is/u", "string"), ("/u", "four")])

    assert [(problem.at, problem.code) for problem in problems] == [("/u", "maxLength")]
