"""Every tool of an MCP server, called from the browser: its progress, its questions, its end, over HTTP and over stdio."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.alive import quiet
from tests.servers import asgi, everything, journeys, program
from webform import load
from webform.runners import Target
from webform.web import Config, create_app
from webform.web.sources import gather

#: Tool of server-everything -> what is filled in, and what its result says.
TOOLS = {
    "echo": ({"message": "hi there"}, "Echo: hi there"),
    "get-annotated-message": ({"messageType": "error", "includeImage": True}, "Error: Operation failed"),
    "get-env": ({}, "PATH"),
    "get-resource-links": ({"count": 3}, "Here are 3 resource links"),
    "get-resource-reference": ({"resourceType": "Text", "resourceId": 1}, "This is a plaintext resource"),
    "get-structured-content": ({"location": "Chicago"}, "Light rain / drizzle"),
    "get-sum": ({"a": 1.5, "b": 2}, "The sum of 1.5 and 2 is 3.5."),
    "get-tiny-image": ({}, "Here's the image you requested:"),
    "gzip-file-as-resource": ({"name": "a.gz", "data": "data:text/plain,hi", "outputType": "resource"}, "application/gzip"),
    "toggle-simulated-logging": ({}, "simulated"),
    "toggle-subscriber-updates": ({}, "simulated"),
    "trigger-long-running-operation": ({"duration": 0.2, "steps": 2}, "Long running operation completed"),
    "simulate-research-query": ({"topic": "tea"}, "Research Report: tea"),
}  # fmt: skip


@pytest.fixture(scope="module", params=["http", "stdio"])
def app(request, tmp_path_factory):
    """An app of all tools of server-everything."""
    folder = tmp_path_factory.mktemp("mcp")
    places = Config(database=str(folder / "runs.sqlite"), files=folder / "files")
    if request.param == "stdio":
        server = Target(url="everything", command=program("server-everything", "stdio"), timeout=60)
        made = create_app(gather([], servers={"everything": server}).served, places)
        yield made
    else:
        with everything() as url:
            made = create_app(gather([url]).served, places)
            yield made
            made.extensions["webform"].close()
            return
    made.extensions["webform"].close()


def opened(page, url, tool, values):
    query = "&".join(
        f"/{name}={quote(value if isinstance(value, str) else json.dumps(value))}" for name, value in values.items()
    )
    page.goto(f"{url}/tools/{tool}?{query}")
    quiet(page)
    return page.locator("[data-result]")


@pytest.mark.slow
def test_every_tool_is_called(app, serve, page, violations):
    url = serve(app)
    page.goto(url)
    links = page.locator('a[href^="/tools/"]').evaluate_all("all => all.map((each) => each.getAttribute('href'))")
    asking = {"trigger-elicitation-request", "trigger-url-elicitation"}
    assert {link.rpartition("/")[2] for link in links} == TOOLS.keys() | asking

    for tool, (values, words) in TOOLS.items():
        result = opened(page, url, tool, values)
        page.locator("[data-run]").click()
        expect(result.locator("[data-state]")).to_have_attribute("data-state", "ok", timeout=30_000)
        expect(result).to_contain_text(words)
    assert violations == []


def test_a_long_run_shows_its_progress_and_is_cancelled(app, serve, page):
    result = opened(page, serve(app), "trigger-long-running-operation", {"duration": 60, "steps": 300})
    page.locator("[data-run]").click()
    expect(result.locator("progress")).to_have_attribute("max", "300")
    result.get_by_role("button", name="Cancel").click()

    expect(result).to_contain_text("Your input is still here")


def test_a_question_is_a_form_inside_the_run(app, serve, page, axe):
    result = opened(page, serve(app), "trigger-elicitation-request", {})
    page.locator("[data-run]").click()
    form = result.locator("form.ask")
    expect(form).to_be_visible()
    axe(page)
    form.get_by_label("String", exact=True).fill("Ann")
    form.get_by_role("button", name="Send the answer").click()

    expect(result).to_contain_text("Name: Ann")


def test_a_page_that_a_tool_sends_one_to_is_a_link(app, serve, page):
    result = opened(page, serve(app), "trigger-url-elicitation", {"url": "https://elsewhere.example/x"})
    page.locator("[data-run]").click()
    expect(result.get_by_role("link", name="Go to elsewhere.example")).to_have_attribute("rel", "noopener noreferrer")
    result.get_by_role("button", name="I have done it").click()

    expect(result).to_contain_text("User completed the URL elicitation flow.")


def test_what_a_typed_tool_refuses_is_said_at_its_inputs(serve, page, tmp_path):
    schema = {"type": "object", "title": "Journey", "properties": {
        "start": {"type": "string"}, "mode": {"type": "string"},
        "legs": {"type": "array", "items": {"type": "object", "properties": {"to": {"type": "string"}, "km": {"type": "number"}}}},
    }}  # fmt: skip
    values = {"start": "Oslo", "mode": "ship", "legs": [{"to": "Bergen", "km": -1}]}
    with asgi(journeys()) as tool:
        app = create_app(
            [(load(schema, "json-schema")[0], f"{tool}/run")],
            Config(database=str(tmp_path / "r.sqlite"), files=tmp_path / "f"),
        )
        opened(page, serve(app), "Journey", values)
        page.locator("[data-run]").click()

        expect(page.locator('[data-problem-for="/mode"]')).to_contain_text("Input should be 'foot' or 'bicycle'")
        expect(page.locator('[data-problem-for="/legs/0/km"]')).to_contain_text("greater than 0")
        app.extensions["webform"].close()
