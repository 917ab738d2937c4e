"""Results as HTML: every view, the tabs beside it, and what can be taken away."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.html.parsed import Parsed, dangers
from tests.html.results import CALL, TOOL, run
from tests.outputs.embedding import HONEST, HTML, SVG, url
from tests.outputs.showing import DECLARED, PNG, RESPONSE, output, tool, view_of
from webform.dialects import load
from webform.html.panels import MAX_CARRIED
from webform.html.results import render_result
from webform.outputs import OUTPUTS
from webform.outputs.views import download
from webform.raw import Raw
from webform.result import Log, Result


@pytest.mark.parametrize("declared", DECLARED, ids=lambda declared: declared.type)
def test_every_type_is_drawn_by_the_template_of_its_view(declared):
    html = render_result(Result(status="ok", value={declared.key: RESPONSE[declared.key]}), tool(declared))
    drawn = [attributes for _, attributes in Parsed(html).elements if "data-at" in attributes]

    assert dangers(html) == []
    assert drawn[0]["data-at"].startswith(f"/{declared.key}")
    assert drawn[0]["data-view"] == ("link" if declared.type == "video" else view_of(declared.type))


ANYTHING = (
    None, True, 0, -1.5, 1e300, 10**400, float("inf"), "", "text", [], {}, [[]], [{}], {"value": None},
    {"": {"": []}}, {"rows": [[None]]}, {"pairs": [{"key": None}]}, {"lines": [{}]}, {"filename": "", "data": ""},
    {"value": {"value": 1}},
)  # fmt: skip


@pytest.mark.parametrize("kind", OUTPUTS)
def test_a_value_of_any_making_is_shown_for_every_type(kind):
    for value in ANYTHING:
        html = render_result(Result(status="ok", value={"o": value}), tool(output(kind, label="The label")), {}, run())

        assert "The label" in Parsed(html).text, value


#: A value of each type in which there is nothing, and what is said of it.
EMPTY = {
    "text": ("", "An empty text."),
    "markdown": ("", "An empty text."),
    "latex": ("", "An empty text."),
    "code": ({"value": "", "language": "python"}, "An empty text."),
    "stream_text": ("", "An empty text."),
    "table": ({"columns": [], "rows": []}, "No rows."),
    "kv": ({"pairs": []}, "No keys."),
    "chart_line": ({"x": [], "series": []}, "Nothing to draw."),
    "chart_pie": ({"slices": []}, "Nothing to draw."),
    "chart_histogram": ({"values": []}, "Nothing to draw."),
    "chart_boxplot": ({"series": []}, "Nothing to draw."),
    "chart_sankey": ({"nodes": [], "links": []}, "Nothing to draw."),
    "chart_treemap": ({"nodes": []}, "Nothing to draw."),
    "chart_network": ({"nodes": [], "edges": []}, "Nothing to draw."),
    "map_points": ({"points": []}, "Nothing to draw."),
    "map_polygons": ({"polygons": []}, "Nothing to draw."),
    "image_grid": ({"images": []}, "No images."),
    "diff": ({"before": "", "after": ""}, "Both texts are the same."),
    "tree": ({"root": {"label": "", "children": []}}, "An empty tree."),
    "timeline": ({"events": []}, "No events."),
    "gantt": ({"tasks": []}, "No tasks."),
    "log": ({"lines": []}, "No lines."),
}


@pytest.mark.parametrize("kind", EMPTY)
def test_where_there_is_nothing_it_is_said_once(kind):
    value, words = EMPTY[kind]
    html = render_result(Result(status="ok", value={"o": value}), tool(output(kind, label="Label")), {}, run())
    shown = html[: html.index('id="tab-request"')]

    assert re.findall(r'class="nothing">([^<]*)<', shown) == [words]
    assert '<details class="behind"' not in shown


@pytest.mark.parametrize("inputs", [[], [{"key": "a", "type": "text"}]])
def test_only_who_has_something_to_fill_in_is_told_to(inputs):
    (declared,) = load({"id": "t", "name": "T", "inputs": inputs})

    assert ("Fill in the form" in render_result(None, declared)) == bool(inputs)


def test_a_value_of_no_characters_is_said_to_be_one():
    html = render_result(Result(status="ok", value={"a": "", "b": "x"}), None, {}, run())

    assert '<dt dir="auto">a</dt><dd><span class="nothing">empty</span></dd>' in html


def test_no_value_is_a_dash_that_is_read_out_wherever_it_stands():
    rows = [{"a": None, "b": 1}, {"b": "x", "c": 2.5}]
    value = {"rows": rows, "pairs": {"a": None, "b": 1}, "items": [None, 1], "alone": None}
    shown = render_result(Result(status="ok", value=value), None).partition('id="tab-json"')[0]
    dash = '<span data-kind="{}" title="{}"><span aria-hidden="true">—</span><span class="visually-hidden">{}</span></span>'

    assert shown.count(dash.format("null", "no value", "no value")) == 4
    assert shown.count(dash.format("missing", "not given", "not given")) == 2
    assert "null<" not in shown
    # A number is in one piece, beside texts in its column too.
    assert shown.count('<td class="whole">1</td>') == 1
    assert shown.count('<span class="num">1</span>') == 2


@pytest.mark.parametrize("family", HONEST)
def test_honest_media_is_shown(family):
    html = render_result(Result(status="ok", value=url(*HONEST[family])))
    tag = {"image": "img"}.get(family, family)

    assert [element["src"] for element in Parsed(html).of(tag)] == [url(*HONEST[family])]


def test_the_alternative_text_of_an_image_is_its_caption_or_its_title():
    by_title = render_result(Result(status="ok", value={"o": PNG}), tool(output("image", label="L")))
    by_caption = render_result(Result(status="ok", value={"o": PNG}), tool(output("image", label="L", caption="C")))

    assert [Parsed(html).of("img")[0]["alt"] for html in (by_title, by_caption)] == ["L", "C"]


# tabs


def test_the_tabs_are_those_there_is_something_for():
    def tabs(html):
        return [link["href"] for link in Parsed(html).of("a") if link["href"].startswith("#tab-")]

    whole = Result(status="ok", value={"a": 1}, logs=(Log(message="m"),), details={"a": 1}, raw=Raw(status=200))

    assert tabs(render_result(whole, None, {}, run(), call=CALL)) == [
        "#tab-result", "#tab-request", "#tab-json", "#tab-raw", "#tab-details", "#tab-log", "#tab-code",
    ]  # fmt: skip
    assert tabs(render_result(Result(status="error"), None, None)) == ["#tab-result", "#tab-request"]
    assert tabs(render_result(None)) == []


def test_every_tab_and_every_copy_button_names_what_is_there_once():
    html = render_result(
        Result(status="ok", value=RESPONSE, logs=(Log(message="m"),)), TOOL, {"a": 1}, run(), call=CALL
    )
    elements = Parsed(html).elements
    ids = [attributes["id"] for _, attributes in elements if "id" in attributes]
    named = [attributes["data-copy"][1:] for _, attributes in elements if "data-copy" in attributes]
    linked = [
        attributes["href"][1:] for tag, attributes in elements if tag == "a" and attributes["href"].startswith("#")
    ]

    assert len(ids) == len(set(ids))
    assert {*named, *linked} <= set(ids)
    assert len(named) > 10


def test_raw_and_request_keep_their_digits_and_outline_what_is_long():
    value = {"n": 9007199254740993, "f": 0.1, "file": "data:image/png;base64," + "A" * 2000}
    text = Parsed(render_result(Result(status="ok", value=1), None, value)).text

    assert all(
        words in text for words in ('"n": 9007199254740993', '"f": 0.1', '"data:image/png;base64,… (2,022 characters)"')
    )


def test_a_long_answer_is_cut_in_the_page():
    html = render_result(Result(status="ok", value=["x" * 50] * 100_000), None, {}, run())

    assert len(html) < 400_000
    assert "Shown up to here." in html


def test_the_code_posts_the_body_to_the_address_it_was_given():
    text = Parsed(render_result(Result(status="ok", value=1), None, {"a": "it's"}, call=CALL)).text

    assert all(text.count(CALL) == 3 and words in text for words in ("curl -X POST", "requests.post", "await fetch"))


# downloads


def test_the_downloads_of_a_run_are_its_links_and_give_what_they_say():
    result = Result(status="ok", value=RESPONSE)
    links = Parsed(render_result(result, TOOL, {}, run(), root="/webform")).of("a")
    links = [link for link in links if "download" in link]

    assert len(links) > 20
    for link in links:
        address = urlsplit(link["href"])
        asked = parse_qs(address.query, keep_blank_values=True)
        found = download(TOOL, result, asked["at"][0], asked["format"][0])
        assert address.path == "/webform/runs/AbC-_9AbC-_9AbC-_9/download"
        assert found.content() is not None
        assert found.filename == link["download"] or asked["at"] == [""]


def test_without_a_run_the_page_carries_its_downloads_as_what_no_browser_runs():
    value = {
        "a": {"filename": "x.html", "data": url("text/html", HTML)},
        "b": [{"c": 1}, {"c": 2}],
        "s": url("image/svg+xml", SVG),
    }
    links = [link for link in Parsed(render_result(Result(status="ok", value=value))).of("a") if "download" in link]

    assert {link["href"].partition(";")[0] for link in links} == {
        "data:application/octet-stream", "data:text/csv", "data:application/json",
    }  # fmt: skip
    assert dangers(render_result(Result(status="ok", value=value))) == []


def test_what_is_too_large_to_carry_is_not_carried():
    html = render_result(Result(status="ok", value=["x" * MAX_CARRIED]))

    assert [link for link in Parsed(html).of("a") if "download" in link] == []
    assert len(html) < 100_000
