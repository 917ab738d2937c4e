"""hidden: a value that people do not see."""

from __future__ import annotations

import json

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT


@pytest.mark.parametrize(
    "default", ["v2", "", 42, False, [1, {"a": None}], {}, "a\r\n\x00\ud800", 2**70, 1.0], ids=repr
)
def test_its_default_is_sent_with_its_type(default):
    one = One("hidden", default=default)
    value, problems = one.posted(one.sends())

    assert ([], json.dumps(default)) == (problems, json.dumps(value))


@pytest.mark.parametrize("default", ["v2", 42])
def test_nobody_sees_it(default):
    html = One("hidden", default=default).html()

    assert '<div class="field hidden-field" hidden data-input="hidden" data-at="/x">' in html
    assert "<label" not in html
    assert "<textarea" not in html


@pytest.mark.parametrize(("required", "expected"), [(True, (ABSENT, REQUIRED)), (False, (ABSENT, []))])
def test_blank_is_absent(required, expected):
    assert expected == One("hidden", default="v2", required=required).blank()


def test_its_schema_takes_anything():
    assert One("hidden", default=1).input.value_schema() == {}


@pytest.mark.parametrize(("options", "expected"), [({"default": 42}, 42), ({"default": [1], "required": False}, [1])])
def test_its_sample_is_its_default(options, expected):
    assert expected == One("hidden", **options).sample


@pytest.mark.parametrize("options", [{}, {"default": None}])
def test_it_must_have_a_default(options):
    expected_problems = [("", Phrase("hidden-without-default"))]

    assert expected_problems == One("hidden", **options).found_problems
