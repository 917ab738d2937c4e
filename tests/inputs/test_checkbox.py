"""checkbox: true or false."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT


@pytest.mark.parametrize("required", [True, False])
@pytest.mark.parametrize("value", [True, False])
def test_a_value_comes_back_as_it_was(value, required):
    one = One("checkbox", required=required)

    assert (value, []) == one.posted(one.sends(value))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, False),
        ({"default": True}, True),
        ({"required": False}, ABSENT),
        ({"required": False, "default": False}, False),
        ({"required": False, "default": True}, True),
    ],
)
def test_it_begins_with_its_default_else_not_ticked_else_not_set(options, expected):
    one = One("checkbox", **options)

    assert (expected, []) == one.posted(one.sends())


@pytest.mark.parametrize("default", [True, False])
def test_a_required_one_may_be_left_unticked(default):
    assert One("checkbox", default=default).posted([("is/x", "boolean")]) == (False, [])


def test_an_optional_one_may_be_not_set():
    assert One("checkbox", required=False, default=True).post({"": ""}) == (ABSENT, [])


@pytest.mark.parametrize(("text", "value"), [("true", True), ("on", True), ("false", False)])
def test_a_post_made_by_hand_is_read(text, value):
    assert (value, []) == One("checkbox").posted([("/x", text)])


def test_a_post_without_its_mark_has_nothing():
    assert One("checkbox").posted([]) == (ABSENT, REQUIRED)


@pytest.mark.parametrize("text", ["yes", "1", "True", "null"])
def test_another_text_is_no_boolean(text):
    assert One("checkbox").posted([("/x", text)]) == (ABSENT, [("", Phrase("not-a-boolean"))])


def test_its_schema_is_a_boolean():
    assert One("checkbox").input.value_schema() == {"type": "boolean"}


@pytest.mark.parametrize(
    ("options", "expected"), [({}, False), ({"default": True}, True), ({"required": False}, ABSENT)]
)
def test_its_sample(options, expected):
    assert expected == One("checkbox", **options).sample


@pytest.mark.parametrize("value", ["true", 1, 0, None])
def test_only_true_and_false_are_booleans(value):
    {"true": '"true"', None: "null"}.get(value, value)

    assert One("checkbox").wrong(value) == [("", Phrase("type", {"type": Phrase("kind.boolean")}))]


def test_what_its_author_should_mend_is_said():
    assert One("checkbox", default=1).found_problems == [
        ("/default", Phrase("bad-default", {"problem": Phrase("type", {"type": Phrase("kind.boolean")})}))
    ]
    assert One("checkbox", options=[]).found_problems == [
        ("/options", Phrase("unknown-option", {"type": "checkbox", "name": "options", "near": ""}))
    ]
