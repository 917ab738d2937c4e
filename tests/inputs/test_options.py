"""Options: what a kind takes is what its schema says, and what it is called in words."""

from __future__ import annotations

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.declared import JSON
from webform.format_schema import format_schema
from webform.inputs import INPUTS
from webform.inputs.options import options_of, read_options

#: The kinds of options, by what they are called.
KINDS = {option.kind.words: option.kind for cls in INPUTS.values() for option in options_of(cls).values()}
#: What the schemas of kinds refer to.
DEFS = {"text": format_schema()["$defs"]["text"]}
NEARLY = st.one_of(
    JSON,
    st.sampled_from([0, 1, 2.0, 2.5, -1, 10**400, True, "", "a", "python", "flat", ".csv", "2026-01-31", "2026-02-30"]),
    st.lists(st.one_of(st.floats(-200, 200), st.text(max_size=2)), max_size=3),
    st.fixed_dictionaries({"key": JSON}, optional={"equals": JSON, "then": JSON}),
    st.lists(st.fixed_dictionaries({}, optional={"value": JSON, "label": JSON, "key": JSON, "type": JSON}), max_size=2),
)


@pytest.mark.parametrize("words", KINDS)
@settings(max_examples=30)
@given(value=NEARLY)
def test_what_is_read_without_a_problem_is_what_the_schema_takes(words, value):
    kind = KINDS[words]
    fine = kind.takes(value) and (kind.read is None or not kind.read(value)[1])

    assert not fine or jsonschema_rs.validator_for({"$defs": DEFS, **kind.schema}).is_valid(value)


@pytest.mark.parametrize("kind", INPUTS)
def test_every_option_says_what_it_takes_and_is_for(kind):
    for option in options_of(INPUTS[kind]).values():
        assert option.help.endswith(".")
        assert option.kind.words != ""


def test_all_that_is_wrong_with_options_is_said_at_once():
    _, problems = read_options(
        INPUTS["slider"], {"key": 5, "min": "0", "step": -1, "steps": 2, "type": "slider"}, known=("type",)
    )

    assert [(problem.at, problem.code) for problem in problems] == [
        ("/key", "wrong-type"), ("/min", "wrong-type"), ("/step", "wrong-type"), ("/steps", "unknown-option"),
        ("", "missing-label"), ("", "missing-max"),
    ]  # fmt: skip


def test_null_is_an_option_that_is_not_given():
    values, problems = read_options(INPUTS["text"], {"key": "a", "label": "A", "max_length": None, "group": None})

    assert (values, problems) == ({"key": "a", "label": "A"}, [])
