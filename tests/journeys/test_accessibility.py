"""Pages for everyone: axe finds nothing, nothing scrolls sideways on a phone, or on the smallest of screens."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from examples import EXAMPLES, create_app, manifest_file
from tests.journeys.person import COLOURS, LAPTOP, PHONE, assert_fits, drawn, field, result, run, visit
from webform import load
from webform.web.config import Config
from webform.web.preview import create_preview

#: The smallest screen of all.
SMALL = {"width": 320, "height": 700}
#: The rules of axe whose outcome follows from where things stand, and from what is hidden on a small screen.
LAYOUT = (
    "aria-hidden-focus",
    "color-contrast",
    "landmark-one-main",
    "label",
    "link-name",
    "button-name",
    "page-has-heading-one",
    "scrollable-region-focusable",
    "select-name",
    "skip-link",
)


@pytest.fixture
def examples(started, serve):
    """The address of the app with all example tools."""
    return started(*((load(manifest_file(name))[0], serve(create_app(name)) + "/run") for name in EXAMPLES))


@pytest.fixture
def phone(new_page):
    """A page as wide as a phone."""
    return new_page(viewport=PHONE)


@pytest.fixture
def clear(phone, axe):
    """`clear()`: on a phone and on a laptop, the page fits as it is now, and axe finds nothing on it."""

    def look():
        assert_fits(phone)
        # What a phone shows differs by its layout: names, roles and colours are those of the wide page.
        axe(phone, only=LAYOUT)
        phone.set_viewport_size(LAPTOP)
        drawn(phone)
        assert_fits(phone)
        axe(phone)
        phone.emulate_media(color_scheme="dark")
        axe(phone, only=COLOURS)
        phone.emulate_media(color_scheme="light")
        phone.set_viewport_size(PHONE)

    return look


@pytest.mark.slow
def test_axe_finds_nothing_on_any_tool_and_none_is_wider_than_a_phone(examples, phone, clear):
    for name in EXAMPLES:
        visit(phone, f"{examples}/tools/{name}")
        clear()
        phone.set_viewport_size(SMALL)
        drawn(phone)
        assert_fits(phone)
        phone.set_viewport_size(PHONE)


@pytest.mark.slow
def test_axe_finds_nothing_on_any_page_and_none_is_wider_than_a_phone(examples, serve, phone, clear, tmp_path):
    for path in (
        "/",
        "/?q=nothing-is-called-so",
        "/nowhere",
        "/runs/0000000000000000000000",
        "/runs",
        "/runs/compare",
        "/tools/kitchen-sink/panel?/text=from+a+link",
    ):
        visit(phone, examples + path)
        clear()

    visit(phone, examples + "/tools/kitchen-sink")
    field(phone, "/number").locator("input.ctl").fill("12abc")
    run(phone)
    expect(phone.locator("[data-summary]")).to_be_focused()
    clear()
    field(phone, "/number").locator("input.ctl").fill("12")
    field(phone, "/checkbox").locator("input[type=checkbox]").check()
    run(phone)
    result(phone)
    clear()

    file = tmp_path / "tool.json"
    file.write_text('{"id": "x", "name": "X", "inputs": [{"key": "a", "type": "slidr", "label": "A"}]}', "utf-8")
    config = Config(database=str(tmp_path / "preview.sqlite"), files=tmp_path / "previewed")
    visit(phone, serve(create_preview(file, config)))
    clear()


@pytest.mark.parametrize(("answer", "status"), [({"status": "cancelled"}, "cancelled"), ({"y": None}, "ok")])
def test_axe_finds_nothing_on_a_run_that_went_wrong(served, acting, lively, axe, answer, status):
    acting.answer = answer
    visit(lively, served({"key": "a", "type": "text", "label": "A", "default": "x"}, outputs=[
        {"key": "y", "type": "number", "label": "Y"}]))  # fmt: skip
    run(lively)
    result(lively, status)
    axe(lively)
