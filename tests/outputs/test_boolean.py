"""Yes and no."""

from __future__ import annotations

import pytest

from tests.outputs.showing import declared, phrases, shaped
from webform.messages import Phrase


@pytest.mark.parametrize(
    ("value", "options", "label"),
    [
        (True, {}, "Yes"),
        (False, {}, "No"),
        (True, {"true_label": "Passed", "false_label": "Failed"}, "Passed"),
        (False, {"true_label": "Passed", "false_label": "Failed"}, "Failed"),
        ({"value": True, "true_label": "Open"}, {}, "Open"),
        (False, {"false_label": 3}, "No"),
    ],
)
def test_a_boolean_is_said_in_the_words_of_the_declaration(value, options, label):
    view = declared("boolean", value, **options)

    assert ("boolean", label) == (view.name, view.data.label)


@pytest.mark.parametrize("value", [1, 0, "true", "", {"value": 1}])
def test_one_and_true_are_not_the_same(value):
    view = declared("boolean", value)

    assert view.name != "boolean"
    assert phrases(view)[0].params["type"] == Phrase("kind.boolean")


def test_an_undeclared_boolean_is_one():
    assert shaped(False).name == "boolean"
