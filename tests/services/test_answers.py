"""Ordinary answers of HTTP services, as a person sees them: whole, as their kind, and a failure as one."""

from __future__ import annotations

import os
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.alive import set_up
from tests.marks import slow_but
from tests.servers import asgi
from tests.services import by_hand, django_service, fastapi_service
from webform import Config, create_app, load

#: Where a picture of each page is kept, to be looked at; none without.
PICTURES = "WEBFORM_PICTURES"


class Shown(NamedTuple):
    """What stands in the result: its texts, and an element; where a problem stands at the input, its text."""

    texts: tuple[str, ...]
    status: str = "ok"
    element: str = ""
    problem: str = ""


SHOWN = {
    "fastapi-record": Shown(("placed_at", "14:30", "+09:00", "ship_to", "Oak Street 3")),
    "fastapi-list": Shown(("street", "Bergen", "Elm Road 9"), element="[data-view=table]"),
    "fastapi-invalid": Shown((), "invalid", problem="at least 20 characters"),
    "fastapi-csv": Shown(("street", "Oak", "12", "streets.csv"), element="[data-view=csv] table"),
    "fastapi-refused": Shown(("No street is called Foxtrot",), "error"),
    "django-invalid": Shown((), "invalid", problem="Enter a valid email address"),
    "django-pages": Shown(("Oslo", "Bergen", "3"), element="table"),
    "express-html": Shown((), element="iframe[sandbox]"),
    "express-text": Shown(("Moved 3 files", "Skipped 1")),
    "express-validator": Shown((), "invalid", problem="Enter a full sentence"),
    "express-failed": Shown(("The mailbox is full",), "error"),
    "express-xml": Shown(("<item>Lamp</item>",)),
    "express-zip": Shown(("report.zip",), element="a[download]"),
    "express-pdf": Shown(("letter.pdf",), element="a[download]"),
    "express-audio": Shown(("voice.wav",), element="audio"),
    "express-video": Shown(("clip.webm",), element="video"),
    "express-bytes": Shown(("model.bin",), element="a[download]"),
    "express-ndjson": Shown(("city", "Bergen", "7"), element="[data-view=table]"),
    "express-markdown": Shown(("All twelve streets are open.",), element="[data-view=markdown] strong"),
    "express-sse-text": Shown(("Hello world",)),
    "cog-done": Shown(("a red fox",)),
    "cog-failed": Shown(("prompt is not safe",), "error"),
    "cog-image": Shown((), element="[data-view] img"),
    "cog-stream": Shown(("a red fox",)),
    "replicate-fox": Shown(("https://images.example/fox.webp",)),
    "replicate-failed": Shown(("CUDA out of memory",), "error"),
    "azure-operation": Shown(("pages", "3", "en")),
    "ollama-generate": Shown(("The sky is blue.",)),
    "ollama-chat": Shown(("The sky is blue.",)),
    "openai-chat": Shown(("Foxes are quick.",), element="[data-view=markdown] strong"),
    "openai-stream": Shown(("Foxes are quick.",)),
    "openai-tool-call": Shown(("get_weather", "Oslo", "celsius")),
    "openai-image": Shown((), element="[data-view] img"),
    "openai-error": Shown(("You exceeded your current quota.", "20 s"), "error"),
    "anthropic-stream": Shown(("Foxes are quick.",)),
    "lambda-error": Shown(("Task timed out after 3.00 seconds",), "error"),
    "lambda-proxy": Shown(("order", "7", "19.5")),
    "graphql-errors": Shown((), "invalid", problem="must not be blank"),
    "slack-refused": Shown(("channel_not_found",), "error"),
    "webhook-accepted": Shown(("Accepted",), "scheduled"),
    "webhook-nothing": Shown(("nothing to show",)),
    "problem-details": Shown((), "invalid", problem="must be a place on earth"),
}


#: One of each kind of answer.
QUICK = (
    "fastapi-list",
    "fastapi-invalid",
    "fastapi-refused",
    "express-html",
    "express-zip",
    "openai-stream",
    "replicate-fox",
    "webhook-accepted",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory, servers):
    """The address of an app with a tool for each answer."""
    folder = tmp_path_factory.mktemp("services")
    with ExitStack() as stack:
        hand = stack.enter_context(servers.serving(by_hand.app()))
        fast = stack.enter_context(asgi(fastapi_service.app()))
        rest = stack.enter_context(servers.serving(django_service.app()))
        origins = {"fastapi": fast, "django": rest}
        prompt = {"key": "prompt", "type": "text", "label": "Prompt", "default": "a fox"}
        tools = [tool for name in SHOWN for tool in load({"id": name, "name": name, "inputs": [prompt]})]
        placed = [(tool, f"{origins.get(tool.id.partition('-')[0], hand)}/{tool.id}") for tool in tools]
        app = create_app(placed, Config(database=str(folder / "runs.sqlite"), files=folder / "files"))
        stack.callback(app.extensions["webform"].close)
        yield stack.enter_context(servers.serving(app))


@pytest.fixture(scope="module")
def visitors(pages):
    """`visitors(scripts) -> Page`: one for all answers, as none leaves anything in it."""
    with ExitStack() as stack:

        @cache
        def take(scripts):
            used = pages.take({"java_script_enabled": scripts})
            stack.callback(pages.give_back, used)
            return used.page

        yield take


@pytest.fixture
def visitor(visitors, watch, scripts):
    """A page, with scripts and without; what the policy stopped, and every error, is looked for at the end."""
    page = visitors(scripts)
    seen = watch(page)
    yield page
    assert seen == []


def test_there_are_forty_two():
    assert len(SHOWN) == 42


@pytest.mark.parametrize("name", slow_but(QUICK, SHOWN))
def test_an_ordinary_answer_is_shown_whole(name, site, visitor, scripts):
    shown = SHOWN[name]
    visitor.goto(f"{site}/tools/{name}")
    set_up(visitor)
    visitor.get_by_role("button", name="Run", exact=True).first.click()
    result = visitor.locator("[data-result]")
    expect(result).to_have_attribute("data-status", shown.status, timeout=20_000)
    for text in shown.texts:
        expect(result).to_contain_text(text)
    if shown.element:
        expect(result.locator(shown.element).first).to_be_visible()
    if shown.problem:
        expect(visitor.locator('[data-problem-for="/prompt"]')).to_contain_text(shown.problem)
    photograph(visitor, f"{name}.{'scripts' if scripts else 'plain'}")


def photograph(page, name: str) -> None:
    if folder := os.environ.get(PICTURES):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
