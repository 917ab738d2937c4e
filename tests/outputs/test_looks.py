"""The ways to look at a value, in the address of a page."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest

from webform.outputs.looks import Look, looks_of, query_of


@pytest.mark.parametrize(
    ("name", "text", "looks"),
    [
        ("as/o", "json", {"/o": Look(view="json")}),
        ("page/o", "3", {"/o": Look(page=3)}),
        ("sort/a~1b", "-n", {"/a~1b": Look(sort="-n")}),
        ("find#", "x", {"": Look(find="x")}),
        ("in/o", "/a/0", {"/o": Look(inside="/a/0")}),
        ("page/o", "0", {"/o": Look()}),
        ("page/o", "-3", {"/o": Look()}),
        ("page/o", "9" * 50, {"/o": Look()}),
        ("page/o", "²", {"/o": Look()}),
        ("as", "json", {}),
        ("asx/o", "json", {}),
        ("find/o", "x" * 5000, {}),
        ("q", "x", {}),
    ],
)
def test_an_address_says_how_a_value_is_seen(name, text, looks):
    assert looks == looks_of([(name, text)])


def test_an_address_keeps_what_others_are_seen_as_and_begins_a_new_order_on_page_1():
    looks = looks_of([("as/a", "json"), ("page/o", "4"), ("sort/o", "n")])

    assert parse_qsl(query_of(looks, "/o", sort="-n")) == [("as/a", "json"), ("sort/o", "-n")]
    assert looks_of(parse_qsl(query_of(looks, "/o", page=5))) == {**looks, "/o": Look(page=5, sort="n")}


@pytest.mark.parametrize("at", ["", "/a b", "/a~1b", "/ü/0", "/#", "/&="])
def test_a_pointer_of_any_spelling_comes_back(at):
    assert {at: Look(find="=&#")} == looks_of(parse_qsl(query_of({}, at, find="=&#")))
