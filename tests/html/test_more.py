"""Forms of schemas: what is required first, blank optional fields under "More options"."""

from __future__ import annotations

import pytest

import webform
from tests.html.parsed import Parsed
from webform.problems import Problem
from webform.schema import read_schema
from webform.values import ABSENT

TEXT = {"type": "string"}
MANY = {f"o{number}": TEXT for number in range(7)}


def form_of(properties, *required, **more):
    return read_schema({"type": "object", "properties": properties, "required": list(required), **more}, tool_id="t")[0]


def order(html) -> list[str]:
    return [element["data-at"] for element in Parsed(html).of("div") if "data-at" in element]


def folded(html) -> list[str]:
    """The places inside the folds of *html*."""
    return [at for part in html.split('<details class="more"')[1:] for at in order(part.split("</details>")[0])]


def test_required_inputs_come_first_where_the_author_gave_no_order():
    properties = {"a": TEXT, "b": TEXT, "c": TEXT, "d": TEXT}
    assert order(webform.render(form_of(properties, "d", "b"))) == ["/b", "/d", "/a", "/c"]


@pytest.mark.parametrize(
    "more",
    [
        {"x-order": ["a", "b", "c"]},
        {"properties": {"a": {**TEXT, "x-order": 1}, "b": {**TEXT, "x-order": 2}, "c": TEXT}},
    ],
    ids=["list", "numbers"],
)
def test_an_order_that_the_author_gave_stays_and_nothing_folds(more):
    properties = {"a": TEXT, "b": TEXT, "c": TEXT, **MANY}
    properties = more.get("properties", {}) | {key: TEXT for key in properties if key not in more.get("properties", {})}
    html = webform.render(form_of(properties, "c", **{key: more[key] for key in more if key != "properties"}))

    assert (order(html)[:3], folded(html)) == (["/a", "/b", "/c"], [])


def test_a_declaration_whose_inputs_are_a_list_stays_as_it_is():
    inputs = [{"key": f"k{number}", "type": "text", "label": "K", "required": number == 8} for number in range(9)]
    (tool,) = webform.load({"id": "t", "name": "T", "inputs": inputs})
    html = webform.render(tool.form)

    assert (order(html), folded(html)) == ([f"/k{number}" for number in range(9)], [])


@pytest.mark.parametrize(
    ("properties", "required", "count"),
    [
        ({"r": TEXT, **MANY}, ["r"], 7),
        ({"r": TEXT, **dict(list(MANY.items())[:5])}, ["r"], 0),
        (MANY, [], 0),
        ({f"o{number}": TEXT for number in range(11)}, [], 6),
        ({"r": TEXT, **{f"o{number}": {"type": "integer", "default": 1} for number in range(6)}}, ["r"], 6),
    ],
    ids=["many", "a handful", "none required", "many and none required", "defaults"],
)
def test_blank_optional_fields_fold_unless_they_are_few(properties, required, count):
    html = webform.render(form_of(properties, *required))

    assert len(folded(html)) == count
    assert (f"<summary>More options ({count})</summary>" in html) == bool(count)


def test_what_is_filled_in_or_wrong_is_shown_in_its_order():
    form = form_of({"r": TEXT, **MANY, "last": TEXT}, "r")
    html = webform.render(
        form,
        {"r": "", "last": "x"},
        [Problem(at="/o0", code="pattern", key="verbatim", params={"text": "it is wrong"})],
    )

    assert order(html)[:3] == ["/r", "/o0", "/last"]
    assert folded(html) == [f"/o{number}" for number in range(1, 7)]


def test_an_object_that_may_be_null_is_an_object_that_may_be_left_out():
    part = {"anyOf": [{"type": "object", "properties": {"a": TEXT}}, {"type": "null"}]}
    form = form_of({"p": part, "q": part, "r": part}, "r")
    html = webform.render(form, {"p": None, "q": {"a": "x"}, "r": None})
    page = Parsed(html)

    assert [button["value"] for button in page.of("button") if button.get("value", "").startswith("open")] == [
        "open/r", "open/p",
    ]  # fmt: skip
    boxes = {control["name"] for control in page.of("input", type="checkbox", value="null") if "checked" in control}
    assert boxes == {"is/p", "is/r"}
    assert "Leave out q" in html
    value, problems = webform.decode(form, [("is/p", "null"), ("is/q", "object"), ("/q/a", "x"), ("is/r", "null")])
    assert (value, problems) == ({"p": None, "q": {"a": "x"}, "r": None}, [])
    assert webform.render(form, ABSENT).count("checked") == 1
