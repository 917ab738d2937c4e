"""The page of one's runs of all tools, and two of them compared."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask, request
from playwright.sync_api import expect

from tests.alive import come_alive
from tests.web.conftest import SMALL

OTHER = {
    "id": "other",
    "name": "Other",
    "inputs": [{"key": "city", "type": "text", "label": "City", "default": "Oslo"}],
}


@pytest.fixture
def address(new_app, serve):
    return serve(new_app(SMALL, OTHER))


def ran(page, address, tool, label, text):
    page.goto(f"{address}/tools/{tool}")
    come_alive(page)
    page.get_by_label(label, exact=True).fill(text)
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", re.compile("ok|error"))


@pytest.fixture
def three(page, address, acting, violations):
    """The page of one's runs: two of one tool, one of another that failed."""
    ran(page, address, "small", "Title", "first")
    ran(page, address, "small", "Title", "second")
    acting.answer = ("broken", 500)
    ran(page, address, "other", "City", "Bergen")
    page.get_by_role("banner").get_by_role("link", name="Your runs").click()
    expect(page.locator("[data-line]")).to_have_count(3)
    yield page
    assert [violation for violation in violations if not violation.startswith("Failed to load resource")] == []


def test_a_run_has_one_time_on_all_pages_at_the_clock_of_its_reader(new_page, address):
    page = new_page(locale="en-GB", timezone_id="Asia/Tokyo")
    ran(page, address, "small", "Title", "x")
    ran(page, address, "small", "Title", "y")
    page.locator("#history summary").click()
    shown = page.locator("#history li a[href]").first.inner_text()
    run = page.locator("#history li a[href]").first.get_attribute("href")
    began = page.request.get(f"{address}/runs?run={run.rpartition('/')[2]}").json()["runs"][0]["created"]

    assert shown == datetime.fromtimestamp(began, timezone(timedelta(hours=9))).strftime("%-d %b %Y, %H:%M:%S")
    page.goto(f"{address}/runs")
    expect(page.locator("[data-line] time").first).to_have_text(shown)
    page.goto(f"{address}{run}")
    expect(page.locator(".run-line time")).to_have_text(shown)
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(".run-line time")).to_have_text(re.compile(r"^\d+\.\d+\.\d{4}, [\d:]{8}$"))
    page.goto(f"{address}/runs/compare?a={run.rpartition('/')[2]}&b={run.rpartition('/')[2]}&lang=en")
    expect(page.locator(".both time").first).to_have_text(shown)


def test_what_the_first_run_was_sent_is_asked_for_once(page, address):
    asked = []
    page.on("request", lambda sent: asked.append(sent.url) if "/runs?" in sent.url else None)
    ran(page, address, "small", "Title", "first")
    page.locator("#history summary").click()

    expect(page.locator("#history li")).to_contain_text("Title first")
    expect(page.locator("#history .state")).to_have_text("Done")
    assert len(asked) == 1


def visible(page):
    return page.locator("[data-line]:visible")


def test_runs_of_all_tools_are_listed_newest_first_and_searched_by_tool_and_values_and_by_state(three, axe):
    expect(visible(three).locator("strong")).to_have_text(["Other", "Small", "Small"])
    expect(visible(three).first).to_contain_text("City Bergen")
    expect(visible(three).locator(".state")).to_have_text(["Failed", "Done", "Done"])
    axe(three)

    three.get_by_label("Search runs").fill("sec sma")
    expect(visible(three)).to_have_count(1)
    expect(visible(three)).to_contain_text("second")
    expect(three.locator("[data-announced]")).to_have_text("1 run matches")
    three.get_by_label("Search runs").fill("zzz")
    expect(three.get_by_role("heading", name="No runs match")).to_be_visible()
    three.get_by_label("Search runs").fill("")
    three.get_by_label("State").select_option("Failed")
    expect(visible(three).locator("strong")).to_have_text(["Other"])

    three.get_by_label("State").select_option(index=0)
    expect(visible(three)).to_have_count(3)
    visible(three).last.get_by_role("link").click()
    expect(three.get_by_label("Title")).to_have_value("first")


def test_two_of_one_tool_are_compared_from_the_list(three, axe):
    compare = three.get_by_role("button", name="Compare")
    for nth in (0, 1):
        visible(three).nth(nth).get_by_role("checkbox").check()
    compare.click()
    expect(three.locator(".toast")).to_contain_text("Tick two runs of one tool to compare them.")
    visible(three).nth(0).get_by_role("checkbox").uncheck()
    visible(three).nth(2).get_by_role("checkbox").check()
    compare.click()

    expect(three).to_have_url(re.compile("/runs/compare"))
    expect(three.locator("del").first).to_have_text("first")
    expect(three.locator("ins").first).to_have_text("second")
    axe(three)


def test_a_deleted_run_is_gone_and_the_focus_stays_in_the_list(three):
    visible(three).first.get_by_role("button", name="Delete").click()
    expect(visible(three)).to_have_count(2)
    expect(visible(three).first.get_by_role("button", name="Delete")).to_be_focused()

    three.reload()
    expect(visible(three)).to_have_count(2)


def test_runs_that_have_expired_are_told_of_and_removed(page, address, acting):
    ran(page, address, "small", "Title", "first")
    run = page.url.rpartition("/")[2]
    page.request.delete(f"{address}/runs/{run}")
    page.goto(f"{address}/runs")

    expect(page.get_by_text("1 run has expired.")).to_be_visible()
    page.get_by_role("button", name="Remove from the list").click()
    expect(page.get_by_role("heading", name="No runs yet")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="No runs yet")).to_be_visible()


def test_a_run_is_in_the_list_before_the_script_of_earlier_runs_is_there(page, address, acting):
    page.route(re.compile("/history-"), lambda route: route.abort())
    ran(page, address, "small", "Title", "first")
    page.goto(f"{address}/runs")

    expect(visible(page).locator(".state")).to_have_text("Done")


def test_a_run_that_goes_on_comes_to_its_end_in_the_list(page, address, acting):
    acting.hold()
    page.goto(f"{address}/tools/small")
    come_alive(page)
    page.get_by_label("Title").fill("x")
    page.locator("[data-run]").click()
    acting.begun()
    # The list is kept in the browser, a moment after the page has the address of the run.
    expect(page.locator("[data-history] .state")).to_have_text("Running")
    page.goto(f"{address}/runs")
    expect(visible(page).locator(".state")).to_have_text("Running")
    acting.let_go()

    expect(visible(page).locator(".state")).to_have_text("Done")


def test_many_runs_are_listed_by_and_by_and_a_search_finds_them_all(page, address, acting):
    ran(page, address, "small", "Title", "needle")
    expect(page.locator("[data-history] .state")).to_have_text("Done")
    expect(page.locator("[data-history]")).to_contain_text("needle")
    # The page of the tool may still write down what became of its run.
    page.goto(f"{address}/runs")
    expect(visible(page)).to_have_count(1)
    page.evaluate(
        """() => {
            const past = JSON.parse(localStorage.getItem('webform:runs:/tools/small'))
            const made = Array.from({ length: 60 }, (_, n) => ({ address: `/runs/${String(n).padStart(22, 'A')}`, when: Date.now() + n, status: 'ok' }))
            localStorage.setItem('webform:runs:/tools/small', JSON.stringify([...made, ...past]))
        }"""
    )
    page.reload()
    expect(page.get_by_text("50 runs have expired.")).to_be_visible()
    page.get_by_label("Search runs").fill("needle")

    expect(visible(page)).to_have_count(1)


@pytest.fixture
def hundred(page, address):
    """The page of one's runs, of which there are a hundred and twenty; the first fifty are listed."""

    def answer(route):
        if route.request.headers.get("webform-fragment") != "runs":
            return route.fallback()
        lines = "".join(
            f'<li data-line="{run}" data-status="ok" data-search="{run}"><a href="/runs/{run}"><strong>{run}</strong></a>'
            '<button type="button" data-delete hidden>Delete</button></li>'
            for run in parse_qs(urlsplit(route.request.url).query)["run"]
        )
        return route.fulfill(body=lines, content_type="text/html")

    page.route("**/runs?*", answer)
    page.goto(address)
    page.evaluate(
        """() => {
            const made = Array.from({ length: 120 }, (_, n) => ({ address: `/runs/run-${n}`, when: 1000 - n, status: 'ok' }))
            localStorage.setItem('webform:runs:/tools/small', JSON.stringify(made))
        }"""
    )
    page.goto(f"{address}/runs")
    expect(visible(page)).to_have_count(50)
    return page


def test_show_more_pressed_twice_lists_every_run_and_the_focus_goes_on_in_the_list(hundred):
    more = hundred.get_by_role("button", name="Show more")
    more.dblclick()

    expect(visible(hundred)).to_have_count(120)
    expect(more).to_be_hidden()
    expect(visible(hundred).locator("strong")).to_have_text([f"run-{n}" for n in range(120)])
    expect(visible(hundred).nth(100).get_by_role("link")).to_be_focused()


def test_a_run_deleted_from_what_is_looked_for_leaves_the_focus_at_the_next_of_it(hundred):
    hundred.get_by_label("Search runs").fill("run-9")
    expect(visible(hundred).locator("strong")).to_have_text(["run-9", *(f"run-{n}" for n in range(90, 100))])
    hundred.route("**/runs/*", lambda route: route.fulfill(status=204))
    visible(hundred).first.get_by_role("button", name="Delete").click()

    expect(visible(hundred)).to_have_count(10)
    expect(visible(hundred).first.get_by_role("button", name="Delete")).to_be_focused()


def test_without_scripts_the_page_says_how_to_reach_a_run(address, new_page, axe):
    page = new_page(java_script_enabled=False)
    page.goto(f"{address}/runs")

    expect(page.get_by_role("heading", name="This list needs JavaScript")).to_be_visible()
    page.get_by_role("link", name="Compare two runs").click()
    expect(page.get_by_label("First run")).to_be_visible()


def test_without_runs_the_page_says_so(address, page, axe):
    page.goto(f"{address}/runs")

    expect(page.get_by_role("heading", name="No runs yet")).to_be_visible()
    axe(page)


def test_the_page_of_a_run_leads_to_the_run_before(page, address, acting):
    ran(page, address, "small", "Title", "first")
    ran(page, address, "small", "Title", "second")
    page.reload()
    page.get_by_role("link", name="Compare with previous run").click()

    expect(page.locator("del").first).to_have_text("first")
    expect(page.locator("ins").first).to_have_text("second")


def test_two_runs_are_compared_from_the_page_of_their_tool(page, address, acting):
    ran(page, address, "small", "Title", "first")
    ran(page, address, "small", "Title", "second")
    page.locator("[data-history] summary").click()
    for tick in page.locator("[data-history]").get_by_role("checkbox").all():
        tick.check()
    page.locator("[data-history]").get_by_role("button", name="Compare").click()

    expect(page.locator("del").first).to_have_text("first")


STORED = "[...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(key => key.startsWith('webform:'))"


@pytest.mark.slow
def test_on_a_shared_computer_everything_here_is_forgotten(three, address, axe):
    three.goto(f"{address}/tools/small")
    come_alive(three)
    three.get_by_label("Title", exact=True).fill("typed and not run")
    three.get_by_role("banner").get_by_role("link", name="Your runs").click()
    expect(three.locator("[data-line]")).to_have_count(3)
    assert len(three.evaluate(STORED)) > 2
    # No script of ours deletes this: `Clear-Site-Data` does.
    three.evaluate(
        "localStorage.setItem('other', 'x'); caches.open('other').then(it => it.put('/x', new Response('x')))"
    )

    three.get_by_text("On a shared computer?").click()
    axe(three)
    three.get_by_role("button", name="Delete everything here").click()

    expect(three.get_by_role("heading", level=1)).to_have_text("Deleted from this browser")
    assert three.evaluate(STORED) == []
    assert three.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]
    assert three.evaluate("caches.keys()") == []
    three.goto(f"{address}/runs")
    expect(three.get_by_role("heading", level=2)).to_have_text("No runs yet")
    three.goto(f"{address}/tools/small")
    come_alive(three)
    expect(three.get_by_label("Title", exact=True)).to_have_value("")


def test_a_link_in_an_answer_does_not_tell_where_it_stands(page, address, acting, serve):
    seen = []
    other = Flask("other")
    other.add_url_rule("/", "seen", lambda: seen.append(dict(request.headers)) or "here")
    link = serve(other) + "/"
    acting.answer = {"y": link}
    ran(page, address, "small", "Title", "x")
    with page.expect_popup() as opened:
        page.locator(f'[data-result] a[href="{link}"]').first.click()
    expect(opened.value.locator("body")).to_have_text("here")

    assert len(seen) >= 1
    assert not any("Referer" in headers for headers in seen)
