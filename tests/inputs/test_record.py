"""Inputs together: what shows what, what is left out, and the schema that says the same."""

from __future__ import annotations

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import webform
from tests.as_browser import entries_of
from webform.draft import body_at, fill
from webform.inputs.named import LazyInputs
from webform.inputs.object import Object
from webform.inputs.text import Text

MODE = {
    "key": "mode", "type": "select", "label": "Mode", "default": "fast",
    "options": [{"value": "fast", "label": "Fast"}, {"value": "tuned", "label": "Tuned"}],
}  # fmt: skip
TEMPERATURE = {
    "key": "temperature", "type": "slider", "label": "Temperature", "min": 0, "max": 2, "step": 0.1, "default": 0.7,
    "show_if": {"key": "mode", "equals": "tuned"},
}  # fmt: skip
#: A condition on a condition on a condition; the last of them optional, one without a default.
CHAIN = [
    {"key": "a", "type": "checkbox", "label": "A"},
    {"key": "b", "type": "checkbox", "label": "B", "default": True, "show_if": {"key": "a", "equals": True}},
    {"key": "c", "type": "text", "label": "C", "show_if": {"key": "b", "equals": True}},
    {"key": "d", "type": "number", "label": "D", "required": False, "show_if": {"key": "c", "equals": "x"}},
]
FORM = webform.load(CHAIN)[0].form


@pytest.mark.parametrize(
    ("mode", "typed", "temperature"),
    [("fast", "1.5", 0.7), ("tuned", "1.5", 1.5), ("tuned", "", None), ("fast", "x", 0.7)],
)
def test_the_example_of_the_seed_sends_its_body(mode, typed, temperature):
    form = webform.load([MODE, TEMPERATURE])[0].form
    body, problems = webform.decode(form, {"/mode": mode, "/temperature": typed})

    assert ({"mode": mode} | ({} if temperature is None else {"temperature": temperature})) == body
    assert ([] if temperature is not None else ["/temperature"]) == [problem.at for problem in problems]


@pytest.mark.parametrize(
    ("values", "settled"),
    [
        ({"a": False, "b": False, "c": "x", "d": 5}, {"a": False, "b": True}),
        ({"a": True, "b": False, "c": "x", "d": 5}, {"a": True, "b": False}),
        ({"a": True, "b": True, "c": "y", "d": 5}, {"a": True, "b": True, "c": "y"}),
        ({"a": True, "b": True, "c": "x", "d": 5}, {"a": True, "b": True, "c": "x", "d": 5}),
        ({}, {"b": True}),
    ],
)
def test_what_is_hidden_is_left_out_or_has_its_default(values, settled):
    assert settled == FORM.root.settle(values)
    assert values == {**values}


BODIES = st.fixed_dictionaries(
    {}, optional={"a": st.booleans(), "b": st.booleans(), "c": st.sampled_from("xy"), "d": st.integers(0, 2)}
)


@given(BODIES)
def test_what_is_settled_stays_so(values):
    assert FORM.root.settle(values) == FORM.root.settle(FORM.root.settle(values))


@given(BODIES)
def test_the_schema_takes_what_is_settled_and_complete(values):
    settled = FORM.root.settle(values)
    missing = [
        input_.key
        for input_ in FORM.inputs
        if input_.required and FORM.root.shows(input_, values) and input_.key not in values
    ]

    assert (missing == []) is jsonschema_rs.validator_for(FORM.schema).is_valid(settled)
    assert (missing == []) is (webform.check(FORM, settled) == [])


@given(BODIES)
def test_what_is_settled_comes_back_from_the_form(values):
    settled = FORM.root.settle(values)
    body, _ = webform.decode(FORM, entries_of(webform.render(FORM, settled)))

    assert body == settled


def test_of_a_large_record_the_inputs_are_made_that_a_value_has():
    made = []

    def make(key):
        made.append(key)
        return Text(key=key, label=key, required=False)

    record = Object(key="", label="", inputs=LazyInputs(lambda: map(str, range(350)), make))
    draft = fill(record, {"7": "x", "3": "y"})

    assert body_at(record, draft, []) == {"3": "y", "7": "x"}
    assert [*draft.children] == made == ["3", "7"]
    assert [input_.key for input_ in record.inputs[348:]] == ["348", "349"]
    assert record.inputs[-1] is record.by_key["349"]
    assert (len(record.inputs), "350" in record.by_key, len(made)) == (350, False, 4)
