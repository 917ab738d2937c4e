"""Results of hostile tools as HTML: nothing in them runs or reaches elsewhere, and none costs the page."""

from __future__ import annotations

import json

import pytest

from tests.html.parsed import Parsed, dangers
from tests.html.results import CALL, PAYLOADS, TOOL, run, spoiled
from tests.outputs.showing import DECLARED, RESPONSE, output, tool
from webform.html.results import render_result
from webform.problems import Problem
from webform.raw import Raw
from webform.result import Artifact, Authorize, Log, Result


def hostile(payload: str) -> str:
    """Return the page of a tool whose declaration, request, answer, logs and messages are all *payload*."""
    declared = tool(
        *(
            output(
                output_type.type, output_type.key, label=payload, description=payload, caption=payload, unit=payload,
                layout=output_type.layout, **{name: spoiled(option, payload) for name, option in output_type.options.items()},
            )
            for output_type in DECLARED
        )
    )  # fmt: skip
    result = Result(
        status="ok",
        value={
            **spoiled(RESPONSE, payload),
            **{output_type.key: spoiled(RESPONSE[output_type.key], payload) for output_type in DECLARED},
        },
        message=payload,
        artifact=Artifact(url=payload, content_type=payload, description=payload),
        logs=(Log(message=payload, level=payload, t=payload),),
        problems=(Problem(at=f"/{payload}", code="x", key="verbatim", params={"text": payload}),),
        raw=Raw(status=200, headers={"content-type": payload}, body=payload.encode("utf-8", "surrogatepass")),
    )
    return render_result(result, declared, spoiled({"a": ["x"]}, payload), run(), call=CALL)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_in_an_answer_runs_or_reaches_elsewhere(payload):
    assert dangers(hostile(payload)) == []


@pytest.mark.slow
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
        status=status, message=payload, code=payload, advice=payload, raw=Raw(status=200, headers={"content-type": payload}, body=payload.encode("utf-8", "surrogatepass")),
        authorize=Authorize(url=payload, message=payload, scopes=(payload,)),
        problems=(Problem(at=f"/{payload}", code=payload, key="verbatim", params={"text": payload}),),
    )  # fmt: skip

    assert dangers(render_result(result, TOOL, {payload: payload}, run())) == []


@pytest.mark.slow
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
        request for request in asked if not request.startswith(("about:", "data:image/", "data:audio/", "data:video/"))
    ] == []


# what would cost the page


def nested(levels: int) -> object:
    value: object = 1
    for _ in range(levels):
        value = {"k": [value]}
    return value


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: nested(450), id="deep"),
        pytest.param(lambda: list(range(200_000)), id="long"),
        pytest.param(lambda: [{f"c{column}": row for column in range(500)} for row in range(300)], id="wide"),
        pytest.param(lambda: {f"k{index}": index for index in range(50_000)}, id="keys"),
        pytest.param(lambda: "a b\n" * 1_000_000, id="text"),
        pytest.param(lambda: "# a\n\n* **b**\n\n" * 100_000, id="markdown"),
        pytest.param(lambda: {f"k{index}": "x" * 30_000 for index in range(300)}, id="many texts"),
    ],
)
def test_a_large_answer_makes_a_page_that_lives(make):
    value = make()
    html = render_result(Result(status="ok", value=value), None, value, run(), call=CALL)

    assert len(html) < 1_500_000
    assert len(Parsed(html).elements) < 40_000


def test_half_a_character_does_not_cost_the_page():
    html = render_result(
        Result(status="ok", value={"\ud800": "\udfff\x00\ufffe"}, message="\ud800"), TOOL, "\ud800", run()
    )

    assert html.encode()
    assert json.dumps("\x00") not in html
