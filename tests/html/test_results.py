"""Results as HTML: every state, every view, and nothing in them that runs."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from time import time
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.html.parsed import Parsed, dangers
from tests.outputs.embedding import HONEST, HTML, SVG, url
from tests.outputs.showing import DECLARED, PNG, RESPONSE, output, tool, view_of
from webform.html.render import render
from webform.html.results import MAX_CARRIED, STATES, render_result, status_of
from webform.outputs import OUTPUTS, download
from webform.problems import Problem
from webform.result import Artifact, Authorize, Log, Result
from webform.runs import Run
from webform.tool import Hints
from webform.values import ABSENT

TOOL = tool(*DECLARED)
CALL = "https://example.org/tools/t/run"

PAYLOADS = [
    "<script>window.__pwned=1</script>",
    "' + (window.__pwned=1) + '",
    '"><img src=x onerror=window.__pwned=1>',
    "x onfocus=window.__pwned=1 autofocus=",
    "{{7*7}}${7*7}<%= 7*7 %>",
    "javascript:window.__pwned=1",
    "JaVa\tScript:window.__pwned=1",
    "//evil.example/x",
    "https://evil.example/\"onmouseover='window.__pwned=1'",
    "[x](javascript:window.__pwned=1) ![b](https://evil.example/beacon)\n\n# <svg onload=window.__pwned=1>",
    "<form action=//evil.example><input name=x></form><style>*{display:none}</style>",
    "</code></pre></textarea></title><iframe src=//evil.example>",
    "__proto__",
    "\u202e\x00\ud800\u200b\x1b]0;",
    url("text/html", HTML),
    url("image/png", HTML),
    url("image/svg+xml", SVG),
    "data:text/html,<script>window.__pwned=1</script>",
    "data:image/svg+xml,<svg onload='window.__pwned=1'>",
]


def run(state: str = "done", **more) -> Run:
    return Run(id="AbC-_9" * 3, tool_id="t", body={}, state=state, created=0.0, **more)


def spoiled(value: object, payload: str) -> object:
    """Return *value* with *payload* for every text and as one more key of every object."""
    match value:
        case str():
            return payload
        case list():
            return [spoiled(each, payload) for each in value]
        case dict():
            return {key: spoiled(each, payload) for key, each in value.items()} | {payload: payload}
    return value


def hostile(payload: str) -> str:
    """Return the page of a tool whose declaration, request, answer, logs and messages are all *payload*."""
    declared = tool(
        *(
            output(
                each.type, each.key, label=payload, description=payload, caption=payload, unit=payload,
                layout=each.layout, **{name: spoiled(option, payload) for name, option in each.options.items()},
            )
            for each in DECLARED
        )
    )  # fmt: skip
    result = Result(
        status="ok",
        value={**spoiled(RESPONSE, payload), **{each.key: spoiled(RESPONSE[each.key], payload) for each in DECLARED}},
        message=payload,
        artifact=Artifact(url=payload, content_type=payload, description=payload),
        logs=(Log(message=payload, level=payload, t=payload),),
        problems=(Problem(at=f"/{payload}", code="x", message=payload),),
        raw=payload,
    )
    return render_result(result, declared, spoiled({"a": ["x"]}, payload), run(), call=CALL)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_in_an_answer_runs_or_reaches_elsewhere(payload):
    assert dangers(hostile(payload)) == []


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_in_an_answer_that_nobody_declared_does_either(payload):
    values = [payload, [payload], {payload: payload}, spoiled(RESPONSE, payload), [{payload: payload}] * 3]

    for value in values:
        for known in (run(), None):
            assert dangers(render_result(Result(status="ok", value=value), None, value, known, call=CALL)) == []


@pytest.mark.parametrize("status", ["invalid", "error", "authorize", "scheduled", "cancelled"])
@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_in_a_failure_does_either(status, payload):
    result = Result(
        status=status, message=payload, code=payload, advice=payload, raw=payload,
        authorize=Authorize(url=payload, message=payload, scopes=(payload,)),
        problems=(Problem(at=f"/{payload}", code=payload, message=payload),),
    )  # fmt: skip

    assert dangers(render_result(result, TOOL, {payload: payload}, run())) == []


def test_in_a_browser_nothing_runs_and_nothing_is_fetched(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for payload in PAYLOADS:
        page.set_content(
            f"<!doctype html><meta charset=utf-8><body>{hostile(payload)}".encode(errors="strict").decode()
        )
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    pwned = page.evaluate("window.__pwned")

    assert pwned is None
    assert [
        each for each in asked if not each.startswith(("about:", "data:image/", "data:audio/", "data:video/"))
    ] == []


@pytest.mark.parametrize("given", DECLARED, ids=lambda given: given.type)
def test_every_type_is_drawn_by_the_template_of_its_view(given):
    html = render_result(Result(status="ok", value={given.key: RESPONSE[given.key]}), tool(given))
    drawn = [attributes for _, attributes in Parsed(html).elements if "data-at" in attributes]

    assert dangers(html) == []
    assert drawn[0]["data-at"].startswith(f"/{given.key}")
    assert drawn[0]["data-view"] == ("link" if given.type == "video" else view_of(given.type))


@pytest.mark.parametrize("kind", OUTPUTS)
@pytest.mark.parametrize(
    "value",
    [None, True, 0, -1.5, 1e300, 10**400, float("inf"), "", "text", [], {}, [[]], [{}], {"value": None},
     {"": {"": []}}, {"rows": [[None]]}, {"pairs": [{"key": None}]}, {"lines": [{}]}, {"filename": "", "data": ""},
     {"value": {"value": 1}}],
    ids=str,
)  # fmt: skip
def test_a_value_of_any_making_is_shown_for_every_type(kind, value):
    html = render_result(Result(status="ok", value={"o": value}), tool(output(kind, label="The label")), {}, run())

    assert "The label" in Parsed(html).text


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


def test_a_value_of_no_characters_is_said_to_be_one():
    html = render_result(Result(status="ok", value={"a": "", "b": "x"}), None, {}, run())

    assert '<dt dir="auto">a</dt><dd><span class="nothing">empty</span></dd>' in html


@pytest.mark.parametrize("family", HONEST)
def test_honest_media_is_shown(family):
    html = render_result(Result(status="ok", value=url(*HONEST[family])))
    tag = {"image": "img"}.get(family, family)

    assert [each["src"] for each in Parsed(html).of(tag)] == [url(*HONEST[family])]


def test_the_alternative_text_of_an_image_is_its_caption_or_its_title():
    by_title = render_result(Result(status="ok", value={"o": PNG}), tool(output("image", label="L")))
    by_caption = render_result(Result(status="ok", value={"o": PNG}), tool(output("image", label="L", caption="C")))

    assert [Parsed(html).of("img")[0]["alt"] for html in (by_title, by_caption)] == ["L", "C"]


# states


@pytest.mark.parametrize(
    ("result", "known", "status"),
    [
        (None, None, "blank"),
        (None, run("queued"), "queued"),
        (None, run("running"), "running"),
        (None, run("lost"), "lost"),
        (None, run("cancelled"), "cancelled"),
        (Result(status="cancelled"), run("cancelled"), "cancelled"),
        (Result(status="ok", value=1), run(), "ok"),
        (Result(status="invalid"), run(), "invalid"),
        (Result(status="error"), run(), "error"),
        (Result(status="authorize"), None, "authorize"),
        (Result(status="scheduled"), run(), "scheduled"),
    ],
)
def test_every_state_is_drawn(result, known, status):
    html = render_result(result, TOOL, {"a": 1}, known)
    parsed = Parsed(html)

    assert status_of(result, known) == status
    assert parsed.of("span", class_="state", data_state=status, role="status")
    assert STATES[status].label in parsed.text
    assert status == "ok" or STATES[status].title in parsed.text
    assert dangers(html) == []


def test_every_state_of_a_run_and_of_a_result_has_its_words():
    from typing import get_args

    from webform.result import Status
    from webform.runs import State

    assert {*get_args(Status), *get_args(State), "blank"} - {"done"} == STATES.keys()


def test_before_a_run_it_says_what_will_appear():
    html = render_result(None, tool(output("number", label="Area", description="Of the plot", unit="km²")))

    assert [word for word in ["Area", "Of the plot", "km²"] if word in Parsed(html).text] == [
        "Area",
        "Of the plot",
        "km²",
    ]


@pytest.mark.parametrize("value", [ABSENT, None, "", [], {}])
def test_an_empty_answer_is_said_to_be_one(value):
    html = render_result(Result(status="ok", value=value), None, {}, run())

    assert STATES["ok"].title in Parsed(html).text
    assert "data-at" not in html


@pytest.mark.parametrize("value", [0, False, " ", [0], {"a": None}])
def test_what_is_little_is_not_nothing(value):
    assert STATES["ok"].title not in render_result(Result(status="ok", value=value), None, {}, run())


def test_what_a_tool_declared_and_did_not_send_is_said():
    html = render_result(Result(status="ok", value={}), tool(output("number", label="Area")), {}, run())

    assert "expected number; the tool answered nothing" in Parsed(html).text


def test_it_says_for_how_long_a_run_has_been_going():
    going = Run(id="r", tool_id="t", body={}, state="running", created=time() - 90)
    (seconds,) = re.findall(r"<time data-elapsed>(\d+) s</time>", render_result(None, TOOL, {}, going))

    assert 90 <= int(seconds) < 120


def test_a_failed_run_can_be_tried_again_without_scripts():
    html = render_result(Result(status="error"), TOOL, {}, run())

    assert [each["form"] for each in Parsed(html).of("button", type="submit")] == ["form-t"]
    assert Parsed(render(TOOL.form)).of("form", id="form-")


def test_a_run_can_be_cancelled_without_scripts():
    html = render_result(None, TOOL, {}, run("running"), root="/webform")

    assert [each["action"] for each in Parsed(html).of("form", method="post")] == [
        "/webform/runs/AbC-_9AbC-_9AbC-_9/cancel"
    ]


@pytest.mark.parametrize(("took", "words"), [(0.42, "420 ms"), (3.82, "3.8 s"), (125.0, "2 min 5 s")])
def test_it_says_how_long_a_run_took(took, words):
    html = render_result(Result(status="ok", value=1), None, {}, run(began=100.0, ended=100.0 + took))

    assert f"Done in {words}" in Parsed(html).text


def test_a_failure_says_what_happened_and_what_to_do():
    result = Result(
        status="error",
        message="It is down.",
        advice="Ask its author.",
        http_status=502,
        retry_after=30,
        raw="<b>SECRET",
    )
    text = Parsed(render_result(result, TOOL, {}, run())).text

    assert all(
        words in text for words in ("It is down.", "Ask its author.", "Best after 30 s.", "HTTP status 502", "AbC-_9Ab")
    )
    assert "SECRET" not in text


def test_a_problem_of_an_input_links_to_it():
    html = render_result(Result(status="invalid", problems=(Problem(at="/a b%", code="x", message="odd"),)), TOOL, {})

    assert [each["href"] for each in Parsed(html).of("a") if "%" in each["href"]] == ["#at/a%2520b%2525"]


def test_permission_is_asked_for_at_a_web_address_alone():
    given = [
        Parsed(render_result(Result(status="authorize", authorize=Authorize(url=address)), TOOL)).of(
            "a", class_="btn main"
        )
        for address in ("https://auth.example/x", "javascript:1", "mailto:a@b.example")
    ]

    assert [[each["href"] for each in links] for links in given] == [["https://auth.example/x"], [], []]


def test_once_it_was_given_permission_a_run_goes_on():
    html = render_result(
        Result(status="authorize", authorize=Authorize(url="https://auth.example", scopes=("r",))), TOOL
    )

    assert "I have done it, run again" in Parsed(html).text
    assert "It asks for r." in Parsed(html).text


@pytest.mark.parametrize(
    ("result", "hints", "asks"),
    [
        (Result(status="error", code="cut-off"), {}, True),
        (Result(status="error", code="tool-slow"), {}, True),
        (Result(status="error", code="cut-off", can_retry=True), {}, False),
        (Result(status="error", code="cut-off"), {"read_only": True}, False),
        (Result(status="error", code="cut-off"), {"idempotent": True}, False),
        (Result(status="error", code="tool-down"), {}, False),
        (Result(status="invalid", code="refused"), {}, False),
    ],
)
def test_a_run_that_may_have_done_its_work_asks_before_it_does_it_twice(result, hints, asks):
    html = render_result(result, replace(TOOL, hints=Hints(**hints)), {}, run())

    assert ("may have done its work already" in Parsed(html).text) is asks
    assert [each["form"] for each in Parsed(html).of("button", type="submit")] == ["form-t"]


def test_an_artifact_is_a_link():
    html = render_result(
        Result(status="ok", artifact=Artifact(url="https://x.example/a.pdf", size=1234, description="Report"))
    )

    assert [each["href"] for each in Parsed(html).of("a", class_="download")] == ["https://x.example/a.pdf"]
    assert all(words in Parsed(html).text for words in ("Report", "1,234 bytes"))


def test_problems_of_the_answer_are_shown_once():
    html = render_result(
        Result(status="ok", value={"o": "x"}, problems=(
            Problem(at="/o", code="output-type", message="as the reader says"),
            Problem(at="", code="other", message="of the whole"),
        )),
        tool(output("number")),
    )  # fmt: skip
    text = Parsed(html).text

    assert [text.count("as the reader says"), text.count("of the whole"), text.count('not "x"')] == [1, 1, 0]


# tabs


def test_the_tabs_are_those_there_is_something_for():
    def tabs(html):
        return [each["href"] for each in Parsed(html).of("a") if each["href"].startswith("#tab-")]

    whole = Result(status="ok", value=1, logs=(Log(message="m"),))

    assert tabs(render_result(whole, None, {}, run(), call=CALL)) == [
        "#tab-result", "#tab-request", "#tab-raw", "#tab-log", "#tab-code",
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
    links = [each for each in links if "download" in each]

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
    links = [each for each in Parsed(render_result(Result(status="ok", value=value))).of("a") if "download" in each]

    assert {each["href"].partition(";")[0] for each in links} == {
        "data:application/octet-stream", "data:text/csv", "data:application/json",
    }  # fmt: skip
    assert dangers(render_result(Result(status="ok", value=value))) == []


def test_what_is_too_large_to_carry_is_not_carried():
    html = render_result(Result(status="ok", value=["x" * MAX_CARRIED]))

    assert [each for each in Parsed(html).of("a") if "download" in each] == []
    assert len(html) < 100_000


# what would cost the page


def nested(levels: int) -> object:
    value: object = 1
    for _ in range(levels):
        value = {"k": [value]}
    return value


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(nested(450), id="deep"),
        pytest.param(list(range(200_000)), id="long"),
        pytest.param([{f"c{column}": row for column in range(500)} for row in range(300)], id="wide"),
        pytest.param({f"k{index}": index for index in range(50_000)}, id="keys"),
        pytest.param("a b\n" * 1_000_000, id="text"),
        pytest.param("# a\n\n* **b**\n\n" * 100_000, id="markdown"),
        pytest.param({f"k{index}": "x" * 30_000 for index in range(300)}, id="many texts"),
    ],
)
def test_a_large_answer_makes_a_page_that_lives(value):
    html = render_result(Result(status="ok", value=value), None, value, run(), call=CALL)

    assert len(html) < 1_500_000
    assert len(Parsed(html).elements) < 40_000


def test_half_a_character_does_not_cost_the_page():
    html = render_result(
        Result(status="ok", value={"\ud800": "\udfff\x00\ufffe"}, message="\ud800"), TOOL, "\ud800", run()
    )

    assert html.encode()
    assert json.dumps("\x00") not in html
