"""constant: the one value that is possible."""

from __future__ import annotations

import pytest

from tests.inputs.built import Filled, comes_back, made
from webform.draft import begin


@pytest.mark.parametrize("value", ["click", "", 0, 1.0, True, None, [], {"a": [1]}, "a\nb"])
@pytest.mark.parametrize("required", [True, False])
def test_a_value_comes_back_as_it_was(value, required):
    comes_back(made("object", inputs=(made("constant", "it", constant=value, required=required),)), {"it": value})


def test_it_is_there_at_once_where_it_is_required_and_ticked_where_not():
    page = Filled(
        made("object", inputs=(made("constant", "a", constant=1), made("constant", "b", constant=2, required=False)))
    )
    page.draft = begin(page.form)

    assert page.submitted().body == {"a": 1}
    assert page.submitted(("is/b", "enum")).body == {"a": 1, "b": 2}


def test_another_value_is_a_problem():
    page = Filled.with_value(made("object", inputs=(made("constant", "a", constant=1),)), {"a": 1})

    assert page.submitted(("/a", "2")).problems == [("/a", "not-an-option")]
