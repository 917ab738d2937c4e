"""Inputs that take a value: by their type and their check, best first, and never a secret."""

from __future__ import annotations

import pytest

from webform import load
from webform.fitting import fits

CSV = "data:text/csv;base64,YSxiCjEsMgo="
OPTIONS = ["Oslo", "Bergen"]


def form_of(*inputs):
    return load({"id": "t", "name": "T", "inputs": list(inputs)})[0].form


def named(key, type_, **options):
    return {"key": key, "type": type_, "label": key.upper(), **options}


FORM = form_of(
    named("text", "text"),
    named("short", "text", max_length=3),
    named("long", "textarea"),
    named("number", "number", min=0, max=50),
    named("flag", "checkbox"),
    named("city", "select", options=[{"value": option, "label": option} for option in OPTIONS]),
    named("day", "date"),
    named("csv", "file", accept=[".csv", "text/csv"]),
    named("images", "image", multiple=True),
    named("tags", "tags"),
    named("rows", "table", columns=[{"key": "n", "type": "number", "label": "N"}]),
)


def taking(value, form=FORM):
    return [fit.at for fit in fits(form, value)]


@pytest.mark.parametrize(
    ("value", "inputs"),
    [
        ("Oslo", ["/city", "/text", "/long"]),
        ("abc", ["/text", "/short", "/long"]),
        ("2026-01-31", ["/text", "/long", "/day"]),
        (42, ["/number", "/text", "/short", "/long"]),
        (99, ["/text", "/short", "/long"]),
        (True, ["/flag", "/text", "/long"]),
        (CSV, ["/csv"]),
        ([CSV], ["/csv"]),
        ("data:image/gif;base64,R0lGODlhAQABAAAAACw=", ["/images"]),
        (["a", "b"], ["/tags", "/long"]),
        ([{"n": 1}], ["/rows", "/long"]),
        ({"a": 1}, ["/long"]),
        (None, []),
    ],
)
def test_an_input_takes_what_its_type_and_its_check_take(value, inputs):
    assert sorted(taking(value)) == sorted(inputs)


def test_what_is_made_for_a_value_stands_before_what_takes_any():
    assert taking("Oslo")[0] == "/city"
    assert taking(42)[0] == "/number"
    assert taking("42") == ["/text", "/short", "/long", "/number"]


def test_a_converted_value_is_of_the_type_of_its_input():
    found = {fit.at: fit.value for fit in fits(FORM, "42")}
    assert (found["/number"], found["/text"]) == (42, "42")
    assert next(fit.value for fit in fits(FORM, 42) if fit.at == "/text") == "42"


def test_inputs_of_objects_are_named_with_them_and_nothing_is_changed_by_looking():
    schema = {
        "title": "t",
        "type": "object",
        "properties": {
            "ship": {"type": "object", "title": "Ship to", "properties": {"city": {"type": "string", "title": "City"}}},
            "secret": {"type": "string", "writeOnly": True},
        },
    }
    form = load(schema)[0].form
    value = {"city": "Oslo"}

    assert [(fit.at, fit.label) for fit in fits(form, "Oslo")] == [("/ship/city", "Ship to › City")]
    assert taking(value, form) == ["/ship"]
    assert value == {"city": "Oslo"}


def test_what_other_inputs_depend_on_does_not_hide_them():
    mode = named("mode", "radio", options=[{"value": "a", "label": "A"}, {"value": "b", "label": "B"}], default="a")
    form = form_of(mode, named("shown", "text", show_if={"key": "mode", "equals": "a"}),
                   named("hidden", "text", show_if={"key": "mode", "equals": "b"}))  # fmt: skip

    assert taking("b", form) == ["/mode", "/shown"]


def test_a_body_that_is_no_object_takes_a_value_as_a_whole():
    form = load({"title": "t", "type": "array", "items": {"type": "number"}})[0].form

    assert taking([1, 2], form) == [""]
    assert taking(["x"], form) == []
