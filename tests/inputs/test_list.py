"""list: items in an order."""

from __future__ import annotations

import pytest

from tests.inputs.built import Filled, comes_back, made
from webform.draft import begin, fill, to_controls
from webform.problems import Problem


def numbers(**options):
    return made("list", "n", items=lambda _: made("number"), **options)


def pairs(**options):
    return made("list", items=lambda index: made("text" if index == 0 else "number"), fixed=1, **options)


def root(**options):
    return made("object", inputs=(numbers(**options),))


@pytest.mark.parametrize("value", [[], [1], [3, 1, 2, 1.5, 2**70]])
def test_a_value_comes_back_as_it_was(value):
    comes_back(root(), {"n": value})
    comes_back(numbers(), value)
    comes_back(made("list", items=lambda _: numbers()), [value, value])


def test_an_item_has_the_input_of_its_place():
    comes_back(pairs(), ["a", 1, 2])


def test_an_optional_list_that_nobody_touched_is_absent_and_an_empty_one_is_empty():
    page = Filled(root(required=False))
    page.draft = begin(page.form)

    assert page.submitted().body == {}
    page.pressed("open/n")
    assert page.pressed("remove/n/0").submitted().body == {"n": []}


def test_it_begins_with_the_least_items():
    page = Filled(root(min_rows=2))
    page.draft = begin(page.form)

    assert page.submitted(("/n/0", "1"), ("/n/1", "2")).body == {"n": [1, 2]}
    assert "remove/n/0" not in page.html


def test_items_are_added_moved_copied_and_removed_with_what_was_typed():
    page = Filled.with_value(root(), {"n": [1, 2, 3]})

    assert page.pressed("up/n/2").submitted().body == {"n": [1, 3, 2]}
    assert page.pressed("down/n/0").submitted().body == {"n": [3, 1, 2]}
    assert page.pressed("copy/n/0", ("/n/0", "9")).submitted().body == {"n": [3, 9, 9, 2]}
    assert page.pressed("remove/n/2").submitted().body == {"n": [9, 9, 2]}
    page.pressed("add/n", ("/n/0", "12abc"))
    assert ('value="12abc"' in page.html, page.submitted().problems) == (True, [("/n/0", "not-a-number")])


def test_items_with_a_place_of_their_own_are_not_moved():
    html = Filled.with_value(pairs(), ["a", 1, 2]).html

    assert ("up/1" in html, "down/0" in html, "up/2" in html) == (False, False, True)


def test_no_more_than_the_most_are_offered():
    html = Filled.with_value(root(max_rows=1), {"n": [1]}).html

    assert ("add/n" in html, "copy/n/0" in html) == (False, False)


def test_problems_go_with_their_items():
    page = Filled.with_value(root(), {"n": [1, 2, 3]}).pressed("up/n/2").submitted()
    assert page.body == {"n": [1, 3, 2]}

    problem = Problem(at="/n/1", code="x", key="verbatim", params={"text": ""})
    assert [problem.at for problem in to_controls(page.draft, [problem])] == ["/n/2"]


def test_items_that_are_not_on_the_page_travel_with_it():
    draft = fill(root(), {"n": [1]})
    draft.children["n"].hidden_rows_json = "[2, 3]"
    page = Filled(root(), draft)

    assert page.submitted().body == {"n": [1, 2, 3]}
    page.pressed("rest/n")
    assert ('name="/n/2"' in page.html, page.submitted().body) == (True, {"n": [1, 2, 3]})


FLAT = [
    made("text", "name"),
    made("number", "size", required=False),
    made("checkbox", "sure"),
    made("date", "day", required=False),
]


@pytest.mark.parametrize(
    ("value", "table"),
    [
        ([{"name": "", "sure": False}, {"name": "a", "size": 1.0, "sure": True, "day": "2026-01-31"}], True),
        ([{"name": "a\nb", "sure": True}], False),
        ([{"name": "a", "sure": True, "more": 1}], False),
        ([{"name": "a", "sure": 5}], False),
    ],
)
def test_items_that_are_flat_are_rows_of_a_table_where_a_table_can_hold_them(value, table):
    def item(_):
        return made("object", inputs=FLAT, undeclared=lambda key: made("number", key))

    root = made("object", inputs=(made("list", "n", items=item),))

    assert ("<table" in Filled.with_value(root, {"n": value}).html) == table
    comes_back(root, {"n": value})


def test_a_row_of_a_table_is_added_and_removed():
    root = made("object", inputs=(made("list", "n", items=lambda _: made("object", inputs=FLAT)),))
    page = Filled.with_value(root, {"n": [{"name": "a", "sure": True}]})

    page.pressed("add/n").submitted(("/n/1/name", "b"))
    assert page.body == {"n": [{"name": "a", "sure": True}, {"name": "b", "sure": False}]}
    assert page.pressed("remove/n/0").submitted().body == {"n": [{"name": "b", "sure": False}]}
