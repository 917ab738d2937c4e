"""Ids: two forms of one page never share one, whatever their inputs are called."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest

import webform
from tests.html.results import CALL, run
from tests.html.tree import controls, ids, references, tree
from webform.draft import begin
from webform.html.render import render_part
from webform.html.results import render_result
from webform.problems import Problem
from webform.raw import Raw
from webform.result import Log, Result

SAMPLE = Path(__file__).parents[1] / "samples/tool-json/all-types.tool.json"
TOOL = webform.load(SAMPLE)[0]
CITY = [{"key": "city", "type": "text", "label": "City", "group": "Where"}]


def one(name):
    return webform.load({"id": name, "name": name, "inputs": CITY, "outputs": []})[0]


def test_the_forms_of_two_tools_share_no_id():
    page = tree(webform.render(one("from").form) + webform.render(one("to").form))

    assert sorted(ids(page)) == sorted(set(ids(page)))
    labels = {label["for"]: label.above() for label in page.of("label") if label["for"]}
    assert len(labels) == 2
    for name, around in labels.items():
        (form,) = [form for form in around if form.tag == "form"]
        assert [control["id"] for control in form.of("input", name="/city")] == [name]


@pytest.mark.parametrize("times", [1, 3])
def test_two_forms_of_one_tool_share_no_id_where_each_has_its_prefix(times):
    problems = [
        Problem(at=f"/{input_.key}", code="x", key="verbatim", params={"text": "wrong"}) for input_ in TOOL.form.inputs
    ]
    for _ in range(times):
        # What was rendered before is kept, and belongs to the form that it was rendered for.
        made = [webform.render(TOOL.form, id_prefix=word) for word in ("left", "right")]
        made += [webform.render(TOOL.form, problems=problems, id_prefix=text) for text in ("a.b", "c:d")]
    page = tree("".join(made))

    assert sorted(ids(page)) == sorted(set(ids(page)))
    for form in page.of("form"):
        inside = set(ids(form))
        assert {unquote(reference) for reference in references(form)} <= inside
        assert all(control["id"] in inside for control in controls(form) if control["id"])


def test_what_a_button_leads_to_is_in_its_own_form():
    (form,) = tree(webform.render(TOOL.form, id_prefix="left")).of("form")
    fragments = [
        unquote(button["formaction"].partition("#")[2]) for button in form.of("button") if button["formaction"]
    ]

    assert any(fragments)
    assert all(fragment.startswith("left-") for fragment in fragments if fragment)


def test_a_form_has_the_same_ids_each_time():
    assert webform.render(TOOL.form) == webform.render(webform.load(SAMPLE)[0].form)


def test_a_part_has_the_ids_of_its_form():
    whole = webform.render(TOOL.form, id_prefix="left")
    part = render_part(TOOL.form, begin(TOOL.form), "/band", id_prefix="left")

    assert part is not None
    assert part in whole


def test_without_a_prefix_ids_are_the_pointers():
    html = webform.render(one("from").form, id_prefix="")

    assert 'id="at/city"' in html
    assert "id-prefix" not in html


def test_the_prefix_is_no_part_of_the_body():
    body, problems = webform.decode(one("from").form, {"id-prefix": "left", "/city": "Oslo"})

    assert (body, problems) == ({"city": "Oslo"}, [])


@pytest.mark.parametrize("prefix", ['a"b', "a b", "<i>", "ü", "x" * 129])
def test_a_prefix_that_no_id_can_hold_is_refused(prefix):
    with pytest.raises(ValueError, match="Expected an id_prefix of at most 128 letters"):
        webform.render(one("from").form, id_prefix=prefix)


@pytest.mark.parametrize(("prefix", "link"), [(None, "#from-at/city"), ("left", "#left-at/city"), ("", "#at/city")])
def test_a_problem_in_a_result_links_to_its_own_form(prefix, link):
    result = Result(status="invalid", problems=(Problem(at="/city", code="x", key="verbatim", params={"text": "odd"}),))
    page = tree(webform.render_result(result, one("from"), id_prefix=prefix))

    assert [link["href"] for link in page.of("a")] == [link]


def test_two_results_share_no_id_where_each_has_its_prefix():
    value = {"rows": [{"a": index, "b": "x"} for index in range(20)], "text": "t"}
    shown = Result(status="ok", value=value, raw=Raw(status=200, body=b"{}"), logs=(Log(message="m"),))
    made = [render_result(shown, None, {"n": 1}, run(), call=CALL, id_prefix=text) for text in ("", "left", "right")]
    page = tree("".join(f"<div>{html}</div>" for html in made))

    assert sorted(ids(page)) == sorted(set(ids(page)))
    for part in page.parts:
        inside = set(ids(part))
        assert {unquote(reference) for reference in references(part)} <= inside
        assert {button["data-copy"][1:] for button in part.of("button") if button["data-copy"]} <= inside
