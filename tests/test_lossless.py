"""Lossless: what a form shows for a value, it gives back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import webform
from tests.as_browser import entries_of
from tests.declared import forms, inputs
from webform.inputs import INPUTS
from webform.values import equal, join


def assert_round_trip(declared, body) -> None:
    tool = webform.load(declared)[0]
    assert webform.check(tool.form, body) == []

    html = webform.render(tool.form, body)
    came_back, problems = webform.decode(tool.form, entries_of(html))

    assert problems == []
    assert equal(came_back, body)
    # Spelt alike too: 1.0 stays 1.0.
    assert json.dumps(came_back, sort_keys=True) == json.dumps(body, sort_keys=True)


@pytest.mark.parametrize("kind", INPUTS)
@given(data=st.data())
def test_a_value_of_every_type_comes_back(kind, data):
    declared, value = data.draw(inputs(kind))

    assert_round_trip([declared], {} if value is ... else {declared["key"]: value})


@given(forms())
def test_a_whole_form_comes_back(form):
    declared, body = form

    assert_round_trip(declared, body)


@pytest.mark.parametrize("kind", INPUTS)
@given(data=st.data())
def test_the_sample_of_every_type_passes_its_own_check(kind, data):
    declared, _ = data.draw(inputs(kind))
    form = webform.load([declared])[0].form

    assert webform.check(form, webform.sample(form)) == []


@pytest.mark.parametrize("kind", INPUTS)
@given(data=st.data())
def test_what_a_value_lacks_stays_missing(kind, data):
    declared, _ = data.draw(inputs(kind))
    form = webform.load([declared | {"required": True}])[0].form

    came_back, problems = webform.decode(form, entries_of(webform.render(form, {})))

    assert (came_back, [(problem.at, problem.code) for problem in problems]) == (
        {},
        [(join("", declared["key"]), "required")],
    )


@given(forms(), st.data())
def test_a_form_that_lacks_something_comes_back_without_it(form, data):
    declared, body = form
    tool = webform.load(declared)[0]
    kept = {key: value for key, value in body.items() if data.draw(st.booleans())}
    kept = tool.form.root.settle(kept)

    came_back, _ = webform.decode(tool.form, entries_of(webform.render(tool.form, kept)))

    assert equal(came_back, kept)
