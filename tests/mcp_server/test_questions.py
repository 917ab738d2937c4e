"""Tools of another MCP server, served on with forms: what one asks in the middle of a run, its form asks the person."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.servers import asgi, mcp_server
from webform.web import Config, create_app
from webform.web.sources import gather


@pytest.fixture(scope="module")
def tools_app(tmp_path_factory):
    """The web app with the tools of a server made with the SDK."""
    folder = tmp_path_factory.mktemp("mcp")
    with asgi(mcp_server({}).streamable_http_app()) as url:
        config = Config(database=str(folder / "runs.sqlite"), files=folder / "files")
        app = create_app(gather([f"{url}/mcp"]).served, config)
        yield app
        app.extensions["webform"].close()


@pytest.mark.slow
def test_a_question_of_the_tool_is_answered_in_its_form(hosted, axe):
    frame = hosted(tool="ask")
    frame.get_by_role("button", name="Run", exact=True).click()
    question = frame.locator("[data-question]")
    expect(question).to_contain_text("Which colour?")
    axe(frame)
    question.locator("select").select_option("red")
    question.get_by_role("button", name="Send the answer").click()

    expect(frame.locator("[data-result]")).to_contain_text("accept: red")
