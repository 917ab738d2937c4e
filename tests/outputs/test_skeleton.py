"""Placeholders of results that are still to come."""

from __future__ import annotations

from dataclasses import replace

from tests.outputs.showing import output, phrases, tool
from webform.outputs.views import views_of
from webform.result import Result

GIVEN = tool(output("text", "a", label="First"), output("chart_line", "b"))


def partial(value: object, declaration=GIVEN):
    return [
        (view.name, view.title, phrases(view))
        for view in views_of(declaration, Result(status="ok", value=value), partial=True)
    ]


def test_a_declared_part_that_is_missing_is_still_to_come_while_the_answer_is_not_whole():
    assert partial({"a": "x"}) == [("text", "First", []), ("skeleton", "b", [])]
    assert [view.name for view in views_of(GIVEN, Result(status="ok", value={"a": "x"}))] == ["text", "null"]


def test_so_is_a_part_that_the_schema_declares():
    schema = {"type": "object", "properties": {"n": {"type": "number"}, "list": {"type": "array", "title": "Rows"}}}

    assert partial({"n": 1}, replace(tool(), output_schema=schema)) == [("number", "n", []), ("skeleton", "Rows", [])]


def test_a_part_that_is_not_whole_is_shown_as_far_as_it_is_there_and_nothing_is_wrong_with_it():
    assert [kind[0] for kind in partial({"b": {"x": [1]}})] == ["skeleton", "json"]
    assert all(not wrong for *_, wrong in partial({"b": {"x": [1]}, "more": 1}))
