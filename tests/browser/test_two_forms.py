"""Two forms of one tool on a host's page: labels, problems, links, buttons and scripts reach their own form."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.alive import come_alive
from webform import load, render
from webform.web import Config, QuickExecute

DECLARED = {
    "id": "trip",
    "name": "Trip",
    "inputs": [
        {"key": "city", "type": "text", "label": "City"},
        {"key": "days", "type": "number", "label": "Days", "min": 1},
        {
            "key": "stops",
            "type": "table",
            "label": "Stops",
            "columns": [{"key": "at", "label": "At"}],
            "required": False,
        },
    ],
    "outputs": [{"key": "y", "type": "number", "label": "Y"}],
}


@pytest.fixture
def address(serve, acting, tmp_path):
    """The address of a page with two forms of one tool, in a host's own app."""
    host = Flask("host")
    (tool,) = load(DECLARED)
    config = Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files")
    extension = QuickExecute(host, tools=[(tool, acting.url)], url_prefix="/try", config=config)

    @host.get("/both")
    def both():
        page = host.test_client().get("/try/tools/trip").text
        assets = "".join(re.findall(r'<(?:link rel="stylesheet"|script)[^>]*>(?:</script>)?', page))
        forms = "".join(
            f'<div class="cols" id="{word}">{render(tool.form, address="/try/tools/trip", id_prefix=word)}'
            f'<section class="card" data-result data-status="blank" tabindex="-1"></section></div>'
            for word in ("left", "right")
        )
        return f'<!doctype html><html lang="en"><head><title>Both</title>{assets}</head><body><main>{forms}</main></body></html>'

    yield serve(host) + "/both"
    extension.site.close()


def doubled(page):
    """Return the ids that stand more than once on *page*."""
    return page.evaluate(
        "() => { const all = [...document.querySelectorAll('[id]')].map(each => each.id);"
        " return all.filter((each, index) => all.indexOf(each) !== index) }"
    )


def test_scripts_reach_their_own_form(page, violations, address):
    page.goto(address)
    come_alive(page)
    left, right = page.locator("#left"), page.locator("#right")

    assert doubled(page) == []
    right.get_by_text("City", exact=True).click()
    expect(right.locator('[name="/city"]')).to_be_focused()
    page.keyboard.type("Oslo")
    right.locator("[data-run]").click()

    link = right.locator("[data-summary] a")
    expect(link).to_have_text("Days")
    expect(left.locator("[data-summary]")).to_be_hidden()
    expect(left.locator("[aria-invalid]")).to_have_count(0)
    link.click()
    expect(right.locator('[name="/days"]')).to_be_focused()
    expect(left.locator('[name="/city"]')).to_have_value("")
    assert violations == []


def test_a_form_that_the_server_makes_again_keeps_its_ids(page, violations, address):
    page.goto(address)
    come_alive(page)
    right = page.locator("#right form")
    right.locator('[name="/city"]').fill("Oslo")

    right.get_by_role("button", name="Reset").click()

    expect(right.locator('[name="/city"]')).to_have_value("")
    expect(right.locator('[name="/city"]')).to_have_id("right-at/city")
    assert doubled(page) == []
    assert violations == []


def test_two_results_keep_their_ids_apart(page, violations, acting, address):
    acting.answer = {"y": 4, "rows": [{"n": index, "name": f"row {index}"} for index in range(300)]}
    page.goto(address)
    come_alive(page)
    for side in ("left", "right"):
        form = page.locator(f"#{side}")
        form.locator('[name="/city"]').fill("Oslo")
        form.locator('[name="/days"]').fill("2")
        form.locator("[data-run]").click()
        expect(form.locator("[data-result][data-enhanced]")).to_be_attached()

    assert doubled(page) == []
    page.locator("#right").get_by_role("link", name="Next").click()
    expect(page.locator("#right .pages > span:not(.acts)")).to_have_text("201–300 of 300")
    expect(page.locator("#left .pages > span:not(.acts)")).to_have_text("1–200 of 300")
    page.locator("#right").get_by_role("tab", name="Raw").click()
    expect(page.locator("#left").get_by_role("tabpanel", name="Result")).to_be_visible()
    assert doubled(page) == []
    assert violations == []


def test_what_was_typed_is_offered_back_in_its_own_form(page, address):
    page.goto(address)
    come_alive(page)
    page.locator("#right").locator('[name="/city"]').fill("Oslo")

    page.goto("about:blank")
    page.goto(address)
    come_alive(page)

    expect(page.locator("#right [data-restore]")).to_be_visible()
    expect(page.locator("#left [data-restore]")).to_be_hidden()


def test_what_is_brought_back_keeps_the_ids_of_its_own_form(page, violations, address):
    page.goto(address)
    come_alive(page)
    page.locator("#right").locator('[name="/city"]').fill("Oslo")
    page.reload()

    page.locator("#right").get_by_role("button", name="Restore").click()

    expect(page.locator("#right").locator('[name="/city"]')).to_have_value("Oslo")
    expect(page.locator("#right").locator('[name="/city"]')).to_have_id("right-at/city")
    assert doubled(page) == []
    assert violations == []


def test_without_scripts_a_button_leads_to_its_own_form(new_page, address):
    page = new_page(java_script_enabled=False)
    page.goto(address)
    right = page.locator("#right")
    right.locator('[name="/city"]').fill("Oslo")

    right.get_by_role("button", name="Add row").click()

    assert page.url.endswith("/form#right-at/stops/0")
    expect(page.locator("tr:target")).to_have_count(1)
    expect(page.get_by_label("City")).to_have_value("Oslo")
    page.locator("[data-run]").click()
    link = page.locator("[data-summary] a").first
    link.click()
    assert page.url.endswith("#right-at/days")
    expect(page.locator(":target")).to_have_attribute("name", "/days")
