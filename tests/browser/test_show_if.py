"""Inputs shown and hidden in a browser, by the cases that Python has as well (tests/test_show_if.py)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.alive import quiet
from webform import load, render

CASES = json.loads((Path(__file__).parents[1] / "samples/show_if.json").read_text("utf-8"))
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Cases</title><link rel="icon" href="data:,">
<script type="module" src="{script}"></script><link rel="stylesheet" href="{style}"><main>{forms}</main></html>"""
MODE = {
    "key": "mode",
    "type": "radio",
    "label": "Mode",
    "default": "fast",
    "options": [{"value": "fast", "label": "Fast"}, {"value": "tuned", "label": "Tuned"}],
}
HEAT = {"key": "heat", "type": "number", "label": "Heat", "show_if": {"key": "mode", "equals": "tuned"}}


@pytest.fixture(scope="module")
def forms():
    tools = [load({"id": f"t{index}", "inputs": case["inputs"]})[0] for index, case in enumerate(CASES)]
    return "".join(render(tool.form, case["values"]) for tool, case in zip(tools, CASES, strict=True))


@pytest.mark.slow
def test_every_case_is_decided_as_the_server_decides_it(new_app, serve, page, violations, forms):
    app = new_app()
    asset = app.extensions["webform"].asset
    draw = lambda: PAGE.format(script=asset("core.js"), style=asset("app.css"), forms=forms)
    app.add_url_rule("/cases", "cases", draw)
    page.goto(serve(app) + "/cases")
    quiet(page)

    for index, case in enumerate(CASES):
        for name, text in case.get("typed", {}).items():
            page.locator(f'[data-tool="t{index}"] [name="{name}"]').fill(text)

    found = page.evaluate(
        """cases => cases.map((case_, index) => Object.fromEntries(Object.keys(case_.shown).map(key =>
        [key, document.querySelector(`[data-tool="t${index}"] [data-at="/${key}"]`).checkVisibility()])))""",
        CASES,
    )
    assert [(case["rule"], shown) for case, shown in zip(CASES, found, strict=True)] == [
        (case["rule"], case["shown"]) for case in CASES
    ]
    assert violations == []


def test_what_appears_is_announced_and_what_is_hidden_cannot_have_the_focus(opened):
    page = opened(MODE, HEAT)
    expect(page.locator('[data-at="/heat"]')).to_be_hidden()

    page.get_by_label("Tuned").check()

    expect(page.get_by_label("Heat")).to_be_visible()
    expect(page.locator("[data-announced]")).to_have_text("Now shown: Heat")
    page.get_by_label("Fast").check()
    expect(page.get_by_label("Heat")).to_be_hidden()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[data-at]')") is None


def test_what_was_shown_is_hidden_and_shown_again_each_time(opened):
    page = opened(MODE, HEAT, {**HEAT, "key": "fan", "label": "Fan", "show_if": {"key": "heat", "equals": 5}})

    for _ in range(2):
        page.get_by_label("Tuned").check()
        expect(page.get_by_label("Heat")).to_be_visible()
        page.get_by_label("Heat").fill("5")
        expect(page.get_by_label("Fan")).to_be_visible()
        page.get_by_label("Fast").check()
        expect(page.get_by_label("Heat")).to_be_hidden()
        expect(page.get_by_label("Fan")).to_be_hidden()


def test_the_words_for_browsers_without_scripts_are_not_shown(opened):
    page = opened(MODE, HEAT)
    page.get_by_label("Tuned").check()

    expect(page.get_by_label("Heat")).to_be_visible()
    expect(page.locator(".when")).to_be_hidden()


def test_a_hidden_required_input_does_not_stop_a_run(opened, acting):
    page = opened(MODE, HEAT)

    page.get_by_role("button", name="Run", exact=True).click()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"mode": "fast"}]


def test_a_required_input_that_appeared_is_asked_for(opened, acting):
    page = opened(MODE, HEAT)
    page.get_by_label("Tuned").check()

    page.get_by_role("button", name="Run", exact=True).click()

    expect(page.locator('[data-problem-for="/heat"]')).to_have_text("Required")
    assert acting.bodies == []
