"""Nothing, where it is an answer and where it is none."""

from __future__ import annotations

import pytest

from tests.outputs.showing import output, phrases, shaped, tool
from webform.messages import Phrase
from webform.outputs.views import views_of
from webform.result import Result


def test_an_undeclared_null_is_shown_as_such():
    assert shaped(None).name == "null"


@pytest.mark.parametrize(("value", "words", "found"), [({"o": None}, "no value", "null"), ({}, "not given", "nothing")])
def test_null_and_nothing_for_a_declared_output_are_problems(value, words, found):
    (view,) = views_of(tool(output("number")), Result(status="ok", value=value))

    assert (view.name, view.data) == ("null", words)
    assert phrases(view) == [Phrase("output-type.absent", {"type": "number", "found": found})]
