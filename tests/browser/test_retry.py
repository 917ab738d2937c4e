"""Trying again: at the time that the tool named, and asked for where the tool may have done its work."""

from __future__ import annotations

import threading

import pytest
from flask import Flask, Response
from playwright.sync_api import expect

from tests.alive import quiet
from webform import load
from webform.runners import Target
from webform.web import Config, create_app
from webform.web.served import Served


@pytest.fixture
def opened(serve, tmp_path, page):
    """`opened(run, **target) -> page`: at the page of a tool whose /run is *run*, after it ran once."""
    made = []

    def start(run, **target):
        fake = Flask("fake")
        fake.add_url_rule("/run", "run", run, methods=["POST"])
        (tool,) = load({"id": "t", "name": "Trial", "inputs": []})
        place = Target(url=serve(fake), allow_private=True, **target)
        config = Config(database=str(tmp_path / "r.sqlite"), files=tmp_path / "f")
        made.append(create_app([Served(tool=tool, target=place)], config))
        page.goto(serve(made[-1]) + "/tools/t")
        quiet(page)
        page.locator("[data-run]").click()
        return page.locator("[data-result]")

    yield start
    for run in made:
        run.extensions["webform"].close()


def test_a_retry_is_offered_at_its_time(opened, violations):
    answers = [Response("", 503, {"Retry-After": "3"}), {"a": 1}]
    result = opened(lambda: answers.pop(0))

    expect(result).to_contain_text("Best after 3 s.")
    expect(result.get_by_role("button", name="Try again in")).to_be_visible()
    expect(result.get_by_role("button", name="Try again", exact=True)).to_be_visible()
    result.get_by_role("button", name="Try again", exact=True).click()
    expect(result).to_have_attribute("data-status", "ok")
    assert [violation for violation in violations if "503" not in violation] == []


def test_it_is_asked_before_a_tool_that_may_have_done_its_work_runs_again(opened):
    gone, answers = threading.Event(), [lambda: gone.wait(10) and {}, lambda: {"a": 1}]
    result = opened(lambda: answers.pop(0)(), timeout=1)
    again = result.get_by_role("button", name="Run it again")

    expect(result).to_contain_text("did not finish within 1 s")
    gone.set()
    expect(again).to_be_hidden()
    result.get_by_text("Try again", exact=True).click()
    again.click()
    expect(result).to_have_attribute("data-status", "ok")
