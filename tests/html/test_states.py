"""Results as HTML in every state: what happened, and what can be done now."""

from __future__ import annotations

import re
from dataclasses import replace
from time import time

import pytest

from tests.html.parsed import Parsed, dangers
from tests.html.results import TOOL, run
from tests.outputs.showing import output, tool
from webform.html.render import render
from webform.html.results import STATES, render_result, status_of
from webform.messages import message
from webform.problems import Problem
from webform.result import Artifact, Authorize, Result
from webform.runs import Run
from webform.tool import Hints
from webform.values import ABSENT


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

    assert message("output-type.absent", {"type": "number", "found": "nothing"}) in Parsed(html).text


def test_it_says_for_how_long_a_run_has_been_going():
    going = Run(id="r", tool_id="t", body={}, state="running", created=time() - 90)
    (seconds,) = re.findall(r"<time data-elapsed>(\d+) s</time>", render_result(None, TOOL, {}, going))

    assert 90 <= int(seconds) < 120


def test_a_failed_run_can_be_tried_again_without_scripts():
    html = render_result(Result(status="error"), TOOL, {}, run())

    assert [button["form"] for button in Parsed(html).of("button", type="submit")] == ["form-t"]
    assert Parsed(render(TOOL.form)).of("form", id="form-")


def test_a_run_can_be_cancelled_without_scripts():
    html = render_result(None, TOOL, {}, run("running"), root="/webform")

    assert [form["action"] for form in Parsed(html).of("form", method="post")] == [
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
    )
    text = Parsed(render_result(result, TOOL, {}, run())).text

    assert all(
        words in text for words in ("It is down.", "Ask its author.", "Best after 30 s.", "HTTP status 502", "AbC-_9Ab")
    )


def test_a_problem_of_an_input_links_to_it():
    html = render_result(
        Result(status="invalid", problems=(Problem(at="/a b%", code="x", key="verbatim", params={"text": "odd"}),)),
        TOOL,
        {},
    )

    assert [link["href"] for link in Parsed(html).of("a") if "%" in link["href"]] == ["#at/a%2520b%2525"]


def test_permission_is_asked_for_at_a_web_address_alone():
    links = [
        Parsed(render_result(Result(status="authorize", authorize=Authorize(url=address)), TOOL)).of(
            "a", class_="btn main"
        )
        for address in ("https://auth.example/x", "javascript:1", "mailto:a@b.example")
    ]

    assert [[link["href"] for link in links] for links in links] == [["https://auth.example/x"], [], []]


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
    assert [button["form"] for button in Parsed(html).of("button", type="submit")] == ["form-t"]


def test_an_artifact_is_a_link():
    html = render_result(
        Result(status="ok", artifact=Artifact(url="https://x.example/a.pdf", size=1234, description="Report"))
    )

    assert [link["href"] for link in Parsed(html).of("a", class_="download")] == ["https://x.example/a.pdf"]
    assert all(words in Parsed(html).text for words in ("Report", "1,234 bytes"))


@pytest.mark.parametrize("url", ["", "javascript:alert(1)", "file:///etc/passwd", "s3://bucket/a.pdf"])
def test_an_artifact_whose_address_is_refused_keeps_its_words_and_says_why_it_has_no_link(url):
    artifact = Artifact(url=url, size=1234, content_type="application/pdf", description="Report", title="Of today")
    html = render_result(Result(status="ok", artifact=artifact))

    assert Parsed(html).of("a", class_="download") == []
    words = ("Of today", "Report", "application/pdf", "1,234 bytes", "There is no link to it: the tool gave no address")
    assert [word for word in words if word not in Parsed(html).text] == []


def test_an_authorization_has_its_link_without_a_tool_too():
    html = render_result(Result(status="authorize", authorize=Authorize(url="https://auth.example/x")))

    assert [link["href"] for link in Parsed(html).of("a", target="_blank")] == ["https://auth.example/x"]
    # There is no form that could be run again.
    assert Parsed(html).of("button", type="submit") == []


def test_an_authorization_whose_address_is_refused_says_so():
    html = render_result(Result(status="authorize", authorize=Authorize(url="javascript:alert(1)")), TOOL)

    assert Parsed(html).of("a", target="_blank") == []
    assert "There is no link: the tool gave no address that begins with https:// or http://." in Parsed(html).text


def test_problems_of_the_answer_are_shown_once():
    html = render_result(
        Result(status="ok", value={"o": "x"}, problems=(
            Problem(at="/o", code="output-type", key="verbatim", params={"text": "as the reader says"}),
            Problem(at="", code="other", key="verbatim", params={"text": "of the whole"}),
        )),
        tool(output("number")),
    )  # fmt: skip
    text = Parsed(html).text

    assert [text.count("as the reader says"), text.count("of the whole"), text.count('not "x"')] == [1, 1, 0]


def test_what_the_tool_found_wrong_with_the_whole_body_leads_to_the_form():
    found = Problem(at="", code="refused", key="verbatim", params={"text": "not today"})
    html = render_result(Result(status="invalid", problems=(found,)), TOOL)

    assert '<a href="#form-t">The whole form</a>: not today' in html
