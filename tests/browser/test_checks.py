"""Checks in the browser: which, when they report, and agreement with the server."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.alive import quiet
from tests.as_browser import entries_of
from webform import decode, load, render
from webform.messages import Phrase, message

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Cases</title><link rel="icon" href="data:,">
<script type="module" src="{script}"></script><main>{forms}</main></html>"""
TITLE = {"key": "title", "type": "text", "label": "Title"}
COUNT = {"key": "n", "type": "number", "label": "Count", "min": 0, "max": 10}
PARTS = {"columns": [{"key": "k", "label": "K"}, {"key": "w", "label": "Weight", "type": "number"}]}

#: An input and what is typed into its controls, by the pointer below it.
TYPED = [
    ({"type": "text"}, {"": ""}),
    ({"type": "text", "required": False}, {"": ""}),
    ({"type": "text", "max_length": 3}, {"": "abcd"}),
    ({"type": "text", "max_length": 3}, {"": "é\U0001f600c"}),
    ({"type": "textarea", "max_length": 1}, {"": "a\nb"}),
    ({"type": "number"}, {"": "12abc"}),
    ({"type": "number"}, {"": "x" * 80}),
    ({"type": "number"}, {"": "  "}),
    ({"type": "number"}, {"": '"'}),
    ({"type": "number", "min": 0, "max": 10}, {"": "-3"}),
    ({"type": "number", "min": 0.5}, {"": "0.25"}),
    ({"type": "number", "max": 10}, {"": "10.5"}),
    ({"type": "number", "max": 9007199254740992}, {"": "9007199254740993"}),
    ({"type": "number"}, {"": "1e400"}),
    ({"type": "number"}, {"": "+.5"}),
    ({"type": "slider", "min": 0, "max": 1}, {"": "2"}),
    ({"type": "slider", "min": 0, "max": 1}, {"": "half"}),
    ({"type": "slider", "min": 0, "max": 10, "range": True}, {"/0": "8", "/1": "2"}),
    ({"type": "slider", "min": 0, "max": 10, "range": True}, {"/0": "low", "/1": "2"}),
    ({"type": "select", "options": [{"value": 1, "label": "One"}]}, {}),
    ({"type": "radio", "options": [{"value": 1, "label": "One"}]}, {}),
    ({"type": "multiselect", "options": [{"value": 1, "label": "One"}]}, {}),
    ({"type": "checkbox"}, {}),
    ({"type": "date"}, {"": ""}),
    ({"type": "date", "min": "2026-01-01"}, {"": "2025-12-31"}),
    ({"type": "date", "max": "2026-01-01"}, {"": "2026-01-02"}),
    ({"type": "date_range"}, {"/0": "2026-01-02", "/1": ""}),
    ({"type": "date_range"}, {"/0": "", "/1": "2026-01-02"}),
    ({"type": "date_range"}, {"/0": "2026-01-02", "/1": "2026-01-01"}),
    ({"type": "date_range"}, {"/0": "", "/1": ""}),
    ({"type": "time"}, {"": ""}),
    ({"type": "file"}, {}),
    ({"type": "tags"}, {}),
    ({"type": "table", **PARTS}, {}),
    ({"type": "map_point"}, {"/0": "91", "/1": "0"}),
    ({"type": "map_point"}, {"/0": "north", "/1": "0"}),
    ({"type": "map_point"}, {"/0": "51.5, -0.1", "/1": ""}),
    ({"type": "map_bbox"}, {"/0/0": "1", "/0/1": "2", "/1/0": "3", "/1/1": "200"}),
    ({"type": "map_polygon"}, {"": "51.5, -0.1\n51.5\n51, 0"}),
    ({"type": "map_multipoint"}, {"": "51.5, -0.1\n\n\nhere"}),
    ({"type": "colour"}, {"": "#5563D1"}),
    ({"type": "colour"}, {"": "red"}),
    ({"type": "autocomplete", "endpoint": "/a"}, {"": ""}),
]  # fmt: skip


PUT = "(control, text) => { control.value = text; control.dispatchEvent(new Event('input', { bubbles: true })) }"


@pytest.mark.slow
def test_what_the_browser_finds_the_server_finds_in_the_same_words(new_app, serve, page, violations):
    tools = [
        load({"id": f"t{index}", "inputs": [{"key": "a", "label": "A", **declared}]})[0]
        for index, (declared, _) in enumerate(TYPED)
    ]
    app = new_app()
    asset = app.extensions["webform"].asset
    forms = "".join(render(tool.form) for tool in tools)
    app.add_url_rule("/cases", "cases", lambda: PAGE.format(script=asset("core.js"), forms=forms))
    page.goto(serve(app) + "/cases")
    quiet(page)

    expected, found = [], []
    for tool, (declared, typed) in zip(tools, TYPED, strict=True):
        names = {f"/a{part}": text for part, text in typed.items()}
        entries = [entry for entry in entries_of(render(tool.form)) if entry[0] not in names]
        expected.append(
            (declared, typed, [problem.message for problem in decode(tool.form, [*entries, *names.items()])[1]])
        )
        form = page.locator(f'[data-tool="{tool.id}"]')
        for name, text in names.items():
            control = form.locator(f'[name="{name}"]')
            # Where something better stands in its place, the control is still the home of the value.
            control.fill(text) if control.is_visible() else control.evaluate(PUT, text)
        form.locator("[data-at] :is(input, select, textarea, button):visible").first.focus()
        page.evaluate("document.activeElement.blur()")
        page.evaluate("() => new Promise(done => setTimeout(done))")
        slots = form.locator("[data-problem-for]:not([hidden])").all_text_contents()
        found.append((declared, typed, slots))

    assert found == expected
    assert violations == []


def test_an_untouched_field_shows_no_problem_until_it_is_left(opened):
    page = opened(TITLE, COUNT)
    problem = page.locator('[data-problem-for="/title"]')
    expect(problem).to_be_hidden()

    page.get_by_label("Title").focus()
    page.keyboard.press("Tab")

    expect(problem).to_have_text("Required")
    expect(page.get_by_label("Title")).to_have_attribute("aria-invalid", "true")
    expect(page.locator('[data-problem-for="/n"]')).to_be_hidden()


def test_a_problem_goes_once_the_field_changes_and_not_before(opened):
    page = opened(TITLE, COUNT)
    page.get_by_label("Count").fill("x")
    page.keyboard.press("Tab")
    problem = page.locator('[data-problem-for="/n"]')
    expect(problem).to_have_text(message("not-a-number.secret", {}))

    page.get_by_label("Count").focus()
    page.get_by_label("Title").focus()
    expect(problem).to_be_visible()
    page.get_by_label("Count").press_sequentially("1")

    expect(problem).to_be_hidden()
    assert page.get_by_label("Count").get_attribute("aria-invalid") is None


def test_a_problem_does_not_move_the_button_away_that_is_being_pressed(opened, acting):
    page = opened({**TITLE, "required": False}, COUNT)
    page.get_by_label("Count").fill("x")
    box = page.get_by_role("button", name="Reset").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 3)

    page.mouse.down()
    expect(page.locator('[data-problem-for="/n"]')).to_be_hidden()
    page.mouse.up()

    expect(page.get_by_label("Count")).to_have_value("")


def test_run_lists_all_that_is_wrong_and_sends_nothing(opened, acting):
    page = opened(TITLE, COUNT, {"key": "t", "type": "table", "label": "Parts", "min_rows": 1, **PARTS})
    page.get_by_label("Count").fill("-1")
    page.get_by_label("Weight").fill("heavy")

    page.get_by_role("button", name="Run", exact=True).click()

    summary = page.locator("[data-summary]")
    expect(summary).to_be_focused()
    expect(summary.locator("li")).to_have_text([
        "Title: Required",
        f"Count: {message('minimum', {'limit': '0'})}",
        f"Row 1, Weight: {message('not-a-number.secret', {})}",
    ])  # fmt: skip
    assert acting.bodies == []
    for label, focused in (("Count", "Count"), ("Weight", "Weight")):
        summary.get_by_role("link", name=label).click()
        expect(page.get_by_label(focused, exact=True)).to_be_focused()


def test_one_press_lists_what_the_browser_and_the_server_find(opened, acting):
    schema = {"type": "object", "required": ["a"]}
    page = opened(
        {"key": "config", "type": "json", "label": "Config", "schema": schema},
        TITLE,
        {"key": "f", "type": "file", "label": "File", "max_size_mb": 1},
        COUNT,
    )
    page.get_by_label("Config").fill("{}")
    page.get_by_label("Count").fill("-1")
    # It is not sent only to be checked, and not missed either.
    page.get_by_label("File").set_input_files({"name": "a.bin", "mimeType": "text/plain", "buffer": b"x" * 600_000})

    page.get_by_role("button", name="Run", exact=True).click()

    summary = page.locator("[data-summary]")
    expect(summary).to_be_focused()
    expect(summary.locator("a")).to_have_text(["Config", "Title", "Count"])
    expect(page.locator('[data-problem-for="/config"]')).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(summary.locator("a")).to_have_text(["Title", "Count"])
    page.context.set_offline(False)
    assert acting.bodies == []


def test_what_is_mended_leaves_the_summary(opened):
    page = opened(TITLE, COUNT)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("[data-summary-title]")).to_have_text("Fix 2 fields to run")

    page.get_by_label("Title").fill("x")
    expect(page.locator("[data-summary-title]")).to_have_text("Fix 1 field to run")
    page.get_by_label("Count").fill("1")

    expect(page.locator("[data-summary]")).to_be_hidden()


def test_what_only_the_server_can_tell_is_shown_at_its_control(opened, acting):
    page = opened(TITLE, {"key": "config", "type": "json", "label": "Config", "schema": {"type": "object"}})
    page.get_by_label("Title").fill("x")
    page.get_by_label("Config").fill("[1]")

    page.get_by_role("button", name="Run", exact=True).click()

    expect(page.locator('[data-problem-for="/config"]')).to_have_text(message("type", {"type": Phrase("kind.object")}))
    expect(page.locator("[data-summary]")).to_be_focused()
    page.get_by_role("link", name="Config").click()
    expect(page.get_by_label("Config")).to_be_focused()
    expect(page.locator('textarea[name="/config"]')).to_have_value("[1]")
    assert acting.bodies == []


def test_problems_of_rows_are_shown_in_their_rows_after_rows_were_removed(opened, acting):
    page = opened(
        {"key": "t", "type": "table", "label": "Parts", "columns": [{"key": "d", "label": "Day", "type": "date"}]}
    )
    for _ in range(3):
        page.get_by_role("button", name="Add row").click()
    page.locator("tbody .ctl").evaluate_all(
        "cells => cells.forEach(cell => { cell.type = 'text'; cell.value = '2026-02-30' })"
    )
    page.get_by_role("button", name="Remove row 1").click()
    page.locator('[name="/t/1/d"]').fill("2026-02-28")
    page.route(
        "**/run",
        lambda route: route.fulfill(
            status=422, json={"problems": [{"at": "/t/2/d", "code": "x", "message": "Expected a date"}]}
        ),
    )

    page.locator('[name="/t/2/d"]').fill("2026-03-01")
    page.get_by_role("button", name="Run", exact=True).click()

    expect(page.locator('[data-problem-for="/t/2/d"]')).to_have_text("Expected a date")
    expect(page.locator('[data-problem-for="/t/1/d"]')).to_be_hidden()


def test_a_problem_without_a_control_is_listed_all_the_same(opened):
    page = opened({**TITLE, "required": False})
    answer = {
        "problems": [
            {"at": "/gone/0", "code": "x", "message": "Expected less"},
            {"at": "", "code": "y", "message": "<b>too much</b>"},
        ]
    }
    page.route("**/run", lambda route: route.fulfill(status=422, json=answer))

    page.get_by_role("button", name="Run", exact=True).click()

    expect(page.locator("[data-summary] li")).to_have_text(
        ["/gone/0: Expected less", "The whole form: <b>too much</b>"]
    )


def test_a_problem_that_the_server_showed_is_there_and_takes_the_focus(served, page, acting):
    address = served(TITLE, {"key": "config", "type": "json", "label": "Config", "default": {}})

    page.goto(address + "?/config=%7Boops")

    expect(page.locator("[data-summary]")).to_be_focused()
    expect(page.locator('[data-problem-for="/config"]')).to_be_visible()


def test_a_half_typed_date_is_a_problem_and_not_a_blank(opened):
    kinds = ("date", "time", "datetime")
    page = opened(*[{"key": kind, "type": kind, "label": f"When: {kind}", "required": False} for kind in kinds])
    for kind in kinds:
        page.get_by_label(f"When: {kind}", exact=True).press_sequentially("1")

    page.get_by_role("button", name="Run", exact=True).click()

    for kind in kinds:
        expect(page.locator(f'[data-problem-for="/{kind}"]'), kind).to_contain_text("Enter a ")
