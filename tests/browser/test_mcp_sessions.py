"""Two visitors of one MCP server that remembers, in Chromium, with scripts and without: each has a session of their own."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive
from tests.stateful import place
from webform.web import Config, create_app
from webform.web.sources import gather


@pytest.fixture(scope="module", params=["http", "stdio"])
def app(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("notes")
    with place(request.param) as server:
        found = gather([], servers={"notes": server})
        made = create_app(found.served, Config(database=str(folder / "runs.sqlite"), files=folder / "files"))
        yield made
        made.extensions["webform"].close()


def run(page, **values):
    """Fill in the form of *page*, run it, and return its result once it is there."""
    for label, value in values.items():
        page.get_by_label(label, exact=True).fill(value)
    page.locator("[data-run]").click()
    return page.locator("[data-result]")


@pytest.fixture
def visit(new_page, app, serve):
    """`visit(tool, scripts)`: the page of a tool, as a new visitor has it."""
    url = serve(app)

    def open_tool(tool, *, scripts):
        page = new_page(java_script_enabled=scripts)
        page.goto(f"{url}/tools/{tool}")
        if scripts:
            come_alive(page)
        return page

    return open_tool


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_two_visitors_never_see_each_others_state(visit, scripts):
    ann, ben = visit("note", scripts=scripts), visit("note", scripts=scripts)
    for page, word, notes in [
        (ann, "kilo", "kilo"),
        (ben, "lima", "lima"),
        (ann, "mike", "kilo mike"),
        (ben, "papa", "lima papa"),
    ]:
        expect(run(page, Word=word).get_by_text(notes, exact=True).first).to_be_visible(timeout=30_000)


@pytest.mark.slow
def test_a_session_outlives_a_reload_and_another_tab(visit):
    page = visit("note", scripts=True)
    expect(run(page, Word="kilo").get_by_text("kilo", exact=True).first).to_be_visible()
    page.reload()
    come_alive(page)
    expect(run(page, Word="lima").get_by_text("kilo lima", exact=True).first).to_be_visible()
    tab = page.context.new_page()
    tab.goto(page.url)
    come_alive(tab)

    expect(run(tab, Word="mike").get_by_text("kilo lima mike", exact=True).first).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_session_is_shown_and_ended_and_what_the_next_one_asks_is_answered(visit, axe, scripts):
    page = visit("note", scripts=scripts)
    result = run(page, Word="kilo")
    shown = result.locator("[data-session]")
    expect(shown).to_contain_text("Connected to Notebook · session since")
    if scripts:
        axe(page)
    shown.get_by_role("button", name="End session").click()
    expect(shown).to_have_count(0)
    expect(run(page, Word="lima").get_by_text("lima", exact=True).first).to_be_visible()

    page.goto(urljoin(page.url, "/tools/greet"))
    if scripts:
        come_alive(page)
    result = run(page, Greeting="Hello")
    result.get_by_label("Name").fill("Ann")
    result.get_by_role("button", name="Send the answer").click()

    expect(result.get_by_text("Hello Ann", exact=True).first).to_be_visible(timeout=30_000)


@pytest.mark.slow
def test_a_session_that_the_server_did_not_end_goes_on_and_once_ended_its_place_has_the_focus(visit):
    page = visit("note", scripts=True)
    result = run(page, Word="kilo")
    end = result.get_by_role("button", name="End session")
    expect(end).to_be_visible()
    page.route("**/session", lambda route: route.fulfill(status=503, body="<h1>Busy</h1>"), times=1)
    end.press("Enter")
    expect(page.locator(".toast")).to_contain_text("The server cannot be reached: the session goes on. Try again.")
    end.press("Enter")

    expect(result.locator(".session")).to_have_text("Session ended. The next run starts a new one.")
    expect(result.locator(".session")).to_be_focused()
