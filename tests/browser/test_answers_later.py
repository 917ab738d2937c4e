"""Answers that come later, and refusals, in the browser: with scripts and without."""

from __future__ import annotations

import threading

import pytest
from flask import Flask, request
from playwright.sync_api import expect

from tests.alive import come_alive
from webform import load
from webform.runners import Target
from webform.web import Config, create_app
from webform.web.served import Served

PATIENCE = 10
SCHEMA = {
    "properties": {
        "name": {"type": "string", "title": "Name"},
        "address": {"type": "object", "title": "Address", "properties": {"city": {"type": "string", "title": "City"}}},
    },
    "required": ["address"],
}


class Jobs:
    """A service that says to come back: its job goes on step by step, as the test says."""

    def __init__(self) -> None:
        self.steps, self.asked, self.cancelled = 0, threading.Event(), threading.Event()
        self.app = Flask("jobs")
        self.app.add_url_rule("/run", "run", self._run, methods=["POST"])
        self.app.add_url_rule("/jobs/1", "job", self._job)
        self.app.add_url_rule("/jobs/1/cancel", "cancel", self._cancel, methods=["POST"])

    def _run(self):
        return self._document("starting"), 202, {"Retry-After": "0"}

    def _job(self):
        self.asked.set()
        if self.steps < 3:
            return self._document("processing"), 200, {"Retry-After": "0"}
        return self._document("succeeded") | {"output": "All of it", "metrics": {"predict_time": 1.5}}

    def _cancel(self):
        self.cancelled.set()
        return self._document("canceled")

    def _document(self, status):
        logs = "".join(f"step {number}\n" for number in range(self.steps))
        urls = {"get": "/jobs/1", "cancel": f"{request.host_url}jobs/1/cancel"}
        return {"id": "1", "status": status, "progress": self.steps / 3, "logs": logs, "urls": urls}


@pytest.fixture
def jobs():
    return Jobs()


@pytest.fixture
def address(serve, tmp_path):
    """`address(app) -> address` of the page of a tool that is called at the /run of *app*."""
    made = []

    def start(app) -> str:
        tool = load({"name": "t", "inputSchema": SCHEMA})[0]
        place = Target(url=serve(app), allow_private=True)
        config = Config(database=str(tmp_path / "r.sqlite"), files=tmp_path / "f")
        made.append(create_app([Served(tool=tool, target=place)], config))
        return serve(made[-1]) + "/tools/t"

    yield start
    for app in made:
        app.extensions["webform"].close()


def refusing(answer, status):
    app = Flask("refusing")
    app.add_url_rule("/run", "run", lambda: (answer, status), methods=["POST"])
    return app


def result(page):
    return page.locator("[data-result]")


def test_a_job_is_running_with_its_progress_and_log_until_its_answer_is_there(address, jobs, page):
    page.goto(address(jobs.app))
    come_alive(page)
    page.locator("[data-run]").click()

    expect(result(page)).to_have_attribute("data-status", "running")
    jobs.steps = 1
    expect(result(page).locator("progress")).to_have_attribute("value", "0.3333333333333333")
    expect(result(page)).to_contain_text("step 0")
    jobs.steps = 3
    expect(result(page)).to_have_attribute("data-status", "ok")
    expect(result(page)).to_contain_text("All of it")
    result(page).get_by_role("tab", name="Details").click()
    expect(result(page)).to_contain_text("1.5")


def test_cancel_reaches_the_service(address, jobs, page):
    page.goto(address(jobs.app))
    come_alive(page)
    page.locator("[data-run]").click()
    # Before its first answer there is no job to cancel.
    assert jobs.asked.wait(PATIENCE)
    result(page).get_by_role("button", name="Cancel").click()

    expect(result(page)).to_have_attribute("data-status", "cancelled")
    assert jobs.cancelled.wait(PATIENCE)


def test_without_scripts_a_job_is_looked_at_until_its_answer_is_there(address, jobs, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(address(jobs.app))
    page.locator("[data-run]").click()

    expect(result(page)).to_have_attribute("data-status", "running")
    jobs.steps = 3
    page.get_by_role("link", name="See whether it is done").click()
    # The page loads itself again until then.
    expect(result(page)).to_have_attribute("data-status", "ok", timeout=PATIENCE * 1000)
    expect(result(page)).to_contain_text("All of it")


REFUSED = {"title": "Closed on Sundays.", "errors": {"Address.City": ["is not known"], "wheels": ["must be round"]}}


@pytest.mark.parametrize("scripts", [True, False])
def test_a_refused_field_is_marked_and_led_to_and_the_rest_is_said_beside(address, new_page, scripts):
    page = new_page(java_script_enabled=scripts)
    page.goto(address(refusing(REFUSED, 422)))
    page.get_by_label("City").fill("Atlantis")
    page.locator("[data-run]").click()

    expect(result(page)).to_have_attribute("data-status", "invalid")
    expect(page.locator('[data-problem-for="/address/city"]')).to_contain_text("is not known")
    expect(page.get_by_label("City")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("City")).to_have_value("Atlantis")
    expect(result(page)).to_contain_text("Closed on Sundays.")
    expect(result(page)).to_contain_text("wheels: must be round")
    form = page.locator("form[data-webform]")
    form.get_by_role("link", name="City").or_(form.get_by_role("link", name="Address")).first.click()
    expect(page.get_by_label("City")).to_be_focused()


def test_a_failure_with_a_good_status_is_no_success(address, page):
    page.goto(address(refusing({"ok": False, "error": "The channel is archived", "data": {"left": 3}}, 200)))
    come_alive(page)
    page.locator("[data-run]").click()

    expect(result(page)).to_have_attribute("data-status", "error")
    expect(result(page)).to_contain_text("The channel is archived")
    expect(result(page)).to_contain_text("left")
