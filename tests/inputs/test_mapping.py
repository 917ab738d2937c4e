"""mapping: values by names that people choose."""

from __future__ import annotations

import pytest

from tests.inputs.built import Filled, comes_back, made


def sizes(**options):
    return made("mapping", inputs=(), undeclared=lambda key: made("number", key), grows=True, **options)


@pytest.mark.parametrize(
    "value", [{}, {"a": 1, "": 2, "+1": 3, "a/b~c": 4, "two\nlines": 5, "\x00": 6, "__proto__": 7}]
)
def test_a_value_comes_back_as_it_was(value):
    comes_back(
        made("object", inputs=(made("mapping", "sizes", inputs=(), undeclared=lambda key: made("number", key)),)),
        {"sizes": value},
    )
    comes_back(sizes(), value)


def test_a_name_is_added_changed_and_removed():
    page = Filled.with_value(sizes(), {"a": 1})

    page.pressed("add#").submitted(("key/+1", "b"), ("/+1", "2"))
    assert page.body == {"a": 1, "b": 2}
    assert page.submitted(("key/a", "c")).body == {"c": 1, "b": 2}
    assert page.pressed("remove/a").submitted().body == {"b": 2}


def test_a_new_row_that_nobody_filled_in_is_nothing():
    assert Filled.with_value(sizes(), {"a": 1}).pressed("add#").submitted().body == {"a": 1}


def test_two_names_alike_and_a_value_without_one_are_problems():
    page = Filled.with_value(sizes(), {"a": 1, "b": 2})

    assert page.submitted(("key/b", "a")).problems == [("/a", "duplicate-key"), ("/b", "duplicate-key")]
    page = Filled.with_value(sizes(), {}).pressed("add#").submitted(("/+1", "5"))
    assert page.problems == [("/+1", "no-name")]


def test_the_value_comes_after_its_name_and_before_what_removes_the_row():
    page = Filled.with_value(sizes(), {"a": 1}).html

    assert page.index('name="key/a"') < page.index('name="/a"') < page.index('value="remove/a"')
