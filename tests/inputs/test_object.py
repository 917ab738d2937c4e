"""object: named inputs together, nested, left out or there."""

from __future__ import annotations

import pytest

from tests.inputs.built import Filled, comes_back, made
from webform.draft import begin
from webform.values import ABSENT


def text(key, **options):
    return made("text", key, **options)


def address(**options):
    return made("object", "address", inputs=(text("street"), text("city", required=False)), **options)


def person(**options):
    return made("object", inputs=(text("name"), address(**options)))


@pytest.mark.parametrize(
    "value", [{"name": "A", "address": {"street": "S", "city": "C"}}, {"address": {}}, {"name": ""}]
)
def test_a_value_comes_back_as_it_was(value):
    comes_back(person(required=False), value)


def test_an_optional_object_that_nobody_touched_is_absent():
    page = Filled(root := person(required=False), None)
    page.draft = begin(page.form)

    assert page.submitted().body == {}
    assert root.by_key["address"].initial() is ABSENT


def test_it_is_opened_filled_in_left_out_and_comes_back_as_it_was_typed():
    page = Filled(person(required=False))
    page.draft = begin(page.form)

    assert page.pressed("open/address").submitted(("/address/street", "S")).body == {"address": {"street": "S"}}
    assert page.pressed("remove/address").submitted().body == {}
    assert page.pressed("open/address").submitted().body == {"address": {"street": "S"}}


def test_a_required_object_is_there_at_once():
    page = Filled(person())
    page.draft = begin(page.form)

    assert page.submitted(("/name", "A")).body == {"name": "A", "address": {}}
    assert "remove/address" not in page.html


def test_what_was_not_declared_is_kept_under_its_name():
    root = made("object", inputs=(text("name"),), undeclared=lambda key: made("number", key))

    comes_back(root, {"name": "A", "size": 4, 'a"b/c~\n': 5})
    assert "add#" not in Filled.with_value(root, {}).html


def test_what_waits_for_a_condition_comes_and_goes_with_it_and_is_never_lost():
    root = made(
        "object",
        inputs=(text("mode"), text("speed", required=False)),
        inactive_keys=lambda value: set() if value.get("mode") == "fast" else {"speed"},
    )
    page = Filled.with_value(root, {"mode": "slow"})

    assert 'data-at="/speed"' not in page.html
    assert 'data-at="/speed"' in page.submitted(("/mode", "fast")).html
    assert 'data-at="/speed"' in page.submitted(("/speed", "9"), ("/mode", "slow")).html
    assert page.body == {"mode": "slow", "speed": "9"}
