"""The example of a host: its own pages, and webform's in its layout, for whom it lets in and who can pay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from examples.host.app import create_app
from tests.until import until

JSON = {"Accept": "application/json"}
PERIOD = {"period": ["2012-01-01", "2012-03-31"], "measure": "high", "smooth": 14}


@pytest.fixture
def app(tmp_path):
    app = create_app(tmp_path)
    yield app
    app.extensions["webform_forms"].close()


def signed_in(client, name):
    form = client.get("/sign-in").text
    entered = {
        "name": name,
        "password": "lighthouse",
        "csrf_token": re.search('name="csrf_token" value="([^"]+)"', form)[1],
    }
    assert client.post("/sign-in", data=entered).status_code == 302
    return client


def token_in(page):
    return re.search(r'(?:token=|name="token" value=")([\w.-]+)', page)[1]


def test_the_host_says_who_runs_what_and_who_pays(app):
    client = app.test_client()
    assert client.post("/sign-in", data={"name": "bob", "password": "lighthouse"}).status_code == 400
    refused = client.get("/forms/", headers={"Accept": "text/html"})
    assert (refused.status_code, 'href="/sign-in">Sign in</a>' in refused.text) == (401, True)
    signed_in(client, "bob")
    weather, portfolio = (token_in(client.get(f"/{page}").text) for page in ("weather", "portfolio"))

    def run(tool, token, body):
        answer = client.post(f"/forms/tools/{tool}/run", json=body, headers=JSON | {"Webform-Token": token})
        return answer.status_code, answer.json.get("error", {}).get("code", "")

    assert run("portfolio-risk", portfolio, {"holdings": []})[0] == 422
    sample = client.get("/forms/tools/portfolio-risk/sample.json").json
    assert run("portfolio-risk", portfolio, sample) == (403, "not-authorized")
    assert run("weather", "", PERIOD) == (401, "no-token")
    assert run("weather", portfolio, PERIOD) == (403, "not-authorized")
    assert run("weather", weather, PERIOD) == (200, "")
    until(lambda: "<strong>0</strong> runs left" in client.get("/").text)
    assert run("weather", weather, PERIOD) == (402, "not-paid")


def test_a_member_runs_a_panel_and_a_form_of_the_host_s_pages(app, serve, page, violations):
    ours = serve(app)
    page.goto(f"{ours}/sign-in")
    page.get_by_label("Name").fill("ann")
    page.get_by_label("Password").fill("lighthouse")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Weather", exact=True).click()
    panel = page.frame_locator("iframe")
    panel.locator("[data-run]").click()
    expect(panel.locator("[data-result]")).to_have_attribute("data-status", "ok")

    # A run is paid for once it is saved.
    until(lambda: "<strong>24</strong> runs left" in page.request.get(ours).text())
    page.get_by_role("link", name="Portfolio", exact=True).click()
    page.get_by_label("Worth today").fill("5000")
    page.locator("[data-run]").click()
    page.wait_for_url(re.compile("/forms/runs/"))
    # A page of webform, in the layout of the host.
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
    expect(page.get_by_label("Worth today")).to_have_value("5000")
    expect(page.locator(".who")).to_contain_text("Ann, 2")
    assert violations == []


def test_who_has_no_credit_left_is_told_so_in_the_panel(app, serve, page):
    ours = serve(app)
    page.goto(f"{ours}/sign-in")
    page.get_by_label("Name").fill("bob")
    page.get_by_label("Password").fill("lighthouse")
    page.get_by_role("button", name="Sign in").click()
    page.goto(f"{ours}/weather")
    panel = page.frame_locator("iframe")
    panel.locator("[data-run]").click()
    expect(panel.locator("[data-result]")).to_have_attribute("data-status", "ok")
    until(lambda: "<strong>0</strong> runs left" in page.request.get(ours).text())
    panel.locator("[data-run]").click()

    expect(panel.locator("[data-result]")).to_contain_text("Your credit is used up. Nothing was run.")
    expect(panel.locator("[data-result]")).not_to_contain_text("Try again")
