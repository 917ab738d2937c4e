"""Items of a list that fold to a line, and the table of contents of a long form."""

from __future__ import annotations

import pytest

import webform
from tests.html.parsed import Parsed
from webform.problems import Problem
from webform.schema import read_schema

TEXT = {"type": "string"}
STEP = {
    "type": "object",
    "properties": {
        "id": {**TEXT, "writeOnly": True},
        "count": {"type": "integer"},
        "pin": {"type": "integer", "writeOnly": True},
        "uses": TEXT,
        "name": TEXT,
        "kind": {"oneOf": [{"const": "a", "title": "First"}, {"const": "b", "title": "Second"}]},
        "with": {"type": "object", "properties": {"deep": TEXT}},
    },
    "required": ["uses"],
}
FORM = read_schema({"type": "object", "properties": {"steps": {"type": "array", "items": STEP}}}, tool_id="t")[0]


def lines(html) -> list[tuple[str, bool]]:
    """The line of each item of *html*, and whether it is open."""
    items = [part.split("</summary>")[0] for part in html.split('<details class="item"')[1:]]
    return [(part.split("data-item-line>")[1].split("<")[0], " open>" in part.split("<summary>")[0]) for part in items]


@pytest.mark.parametrize(
    ("step", "line"),
    [
        ({"uses": "checkout@v4", "name": "Checkout code", "count": 3}, ("Checkout code · checkout@v4", False)),
        ({"uses": "checkout@v4", "count": 3}, ("checkout@v4 · 3", False)),
        ({"uses": "", "kind": "b", "id": "secret", "pin": 4815}, ("Second", False)),
        ({"uses": "<b>\n&", "with": {"deep": "x"}}, ("&lt;b&gt;", False)),
        ({"uses": "x" * 99}, ("x" * 60 + "…", False)),
        ({"with": {"deep": "x"}}, ("Item", True)),
        ({}, ("Item", True)),
    ],
    ids=["name first", "no name", "option", "escaped", "cut", "nothing says it", "empty"],
)
def test_an_item_folds_to_what_it_is(step, line):
    assert lines(webform.render(FORM, {"steps": [step]})) == [line]


def test_an_item_with_a_problem_is_open():
    html = webform.render(
        FORM,
        {"steps": [{"uses": "a"}, {"uses": "b"}]},
        [Problem(at="/steps/1/uses", code="pattern", key="verbatim", params={"text": "it is wrong"})],
    )
    assert lines(html) == [("a", False), ("b", True)]


def part(count: int) -> dict:
    return {"type": "object", "properties": {f"k{number}": TEXT for number in range(count)}}


@pytest.mark.parametrize(("count", "listed"), [(5, False), (12, True)])
def test_a_form_of_many_fields_has_a_table_of_contents(count, listed):
    names = ["one", "two", "three"]
    form = read_schema({"properties": {"a": TEXT} | dict.fromkeys(names, part(count)), "required": names}, tool_id="t")[
        0
    ]
    value = {name: {f"k{number}": "x" for number in range(count)} for name in names}
    html = webform.render(
        form, value, [Problem(at="/two/k1", code="pattern", key="verbatim", params={"text": "it is wrong"})]
    )
    links = [link for link in Parsed(html).of("a") if "#" in link["href"] and "/k1" not in link["href"]]

    assert ("Contents" in html) is listed
    expected = [("#at/one", False), ("#at/two", True), ("#at/three", False)] if listed else []
    assert [(link["href"].replace("t-at", "at"), "data-bad" in link) for link in links] == expected


@pytest.mark.parametrize(("count", "listed"), [(30, 0), (31, 31), (201, 0)])
def test_a_form_of_many_fields_and_no_parts_lists_its_fields(count, listed):
    form = read_schema({**part(count), "required": [f"k{number}" for number in range(count)]}, tool_id="t")[0]
    links = [link for link in Parsed(webform.render(form)).of("a") if link["href"].startswith("#t-at/k")]

    assert len(links) == listed
