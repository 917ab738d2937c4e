"""A Gradio app and a model of cog, real ones, each from the catalogue to an answer, and to a run that is cancelled."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from tests.alive import quiet
from tests.peers import cog, gradio
from webform.web import Config, create_app
from webform.web.sources import gather

pytestmark = pytest.mark.slow
#: Those of the Gradio app that are used after the first.
TOOLS = ("Copy", "Edit", "Slow", "Fail")
PICTURE = Path(__file__).parents[2] / "docs/picture.png"


@pytest.fixture
def serve_address(serve, tmp_path):
    """`serve_address(url) -> str`: the address of an app, as `webform serve URL` makes it."""
    made = []

    def start(url):
        made.append(create_app(gather([url]).served, Config(database=str(tmp_path / "runs"), files=tmp_path / "files")))
        return serve(made[-1])

    yield start
    for app in made:
        app.extensions["webform"].close()


def from_catalogue(page, name):
    """Go from the catalogue to the tool called *name*; its result."""
    page.get_by_role("link", name=name).click()
    return arrived(page, name)


def arrived(page, name):
    """Wait for the page of the tool called *name*; its result."""
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    quiet(page)
    return page.locator("[data-result]")


def run(page, state="ok"):
    """Run the tool, until its result has *state*."""
    page.locator("[data-run]").click()
    expect(page.locator(f"[data-result][data-status={state}]")).to_be_visible()


def cancel(page, result):
    result.get_by_role("button", name="Cancel").click()
    expect(result).to_contain_text("Your input is still here")


def test_a_gradio_app_is_used_in_the_browser(serve_address, page, axe, violations):
    with gradio() as url:
        page.goto(serve_address(url))
        links = {name: page.get_by_role("link", name=name).get_attribute("href") for name in TOOLS}
        result = from_catalogue(page, "Greet")
        page.get_by_label("Name").fill("Kari")
        page.get_by_role("textbox", name="Count").fill("2")
        page.get_by_label("Style").select_option("Hello")
        axe(page)
        run(page)
        expect(result.get_by_text("Hello Kari x2", exact=True)).to_be_visible()
        expect(result.get_by_role("heading", name="Facts")).to_be_visible()

        page.goto(urljoin(page.url, links["Copy"]))
        result = arrived(page, "Copy")
        page.get_by_label("Picture").set_input_files(PICTURE)
        run(page)
        expect(result.get_by_role("img")).to_have_count(2)

        page.goto(urljoin(page.url, links["Edit"]))
        result = arrived(page, "Edit")
        rows = page.locator("[data-table] tbody tr")
        rows.nth(0).get_by_label("What").fill("Oats")
        rows.nth(1).get_by_label("done").uncheck()
        axe(page)
        run(page)
        expect(result.locator("[data-view=table] tbody tr")).to_have_text(
            [re.compile("Oats.*true", re.DOTALL), re.compile("rot.*true", re.DOTALL)]
        )

        page.goto(urljoin(page.url, links["Slow"]))
        result = arrived(page, "Slow")
        page.get_by_label("N", exact=True).fill("3")
        run(page)
        expect(result).to_contain_text("done")
        page.get_by_label("N", exact=True).fill("300")
        page.locator("[data-run]").click()
        expect(result.locator("progress")).to_have_attribute("max", "300")
        expect(result).to_contain_text("step")
        cancel(page, result)

        page.goto(urljoin(page.url, links["Fail"]))
        result = arrived(page, "Fail")
        page.get_by_label("X", exact=True).fill("1")
        run(page, "error")
        expect(result).to_contain_text("Too small")
    assert violations == []


def test_a_model_of_cog_is_used_in_the_browser(serve_address, page, axe, violations, tmp_path):
    folder = tmp_path / "model"
    folder.mkdir()
    with cog(folder) as url:
        page.goto(serve_address(url))
        result = from_catalogue(page, "Prediction")
        page.get_by_label("Prompt").fill("hi")
        page.get_by_label("Style").select_option("loud")
        page.get_by_label("Image").set_input_files(PICTURE)
        axe(page)
        run(page)
        expect(result.locator("[data-view=text]")).to_contain_text(f"hi loud {PICTURE.stat().st_size}")

        page.get_by_label("Prompt").fill("fail")
        run(page, "error")
        expect(result).to_contain_text("ValueError: No such word")

        page.get_by_label("Steps").fill("100")
        page.locator("[data-run]").click()
        expect(result.locator("progress")).to_be_visible()
        cancel(page, result)
    assert violations == []
