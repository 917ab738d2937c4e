"""Signing in at an MCP server, in Chromium: a run that is made again has the token that its visitor has."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive
from tests.oauth import secured
from webform import load
from webform.runners import Target
from webform.web import Config, create_app

WHOAMI = {"name": "whoami", "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}}}


@pytest.fixture
def site(serve, tmp_path):
    with secured() as server:
        target = Target(url=server.url, allow_private=True, protocol="mcp", timeout=30)
        app = create_app(
            [(load(WHOAMI)[0], target)], Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files")
        )
        yield serve(app), server
        app.extensions["webform"].close()


@pytest.mark.slow
def test_run_again_has_the_token_of_the_visitor(site, page, new_page, tmp_path):
    url, server = site
    page.goto(f"{url}/tools/whoami")
    come_alive(page)
    result = page.locator("[data-result]")
    page.locator("button[data-run]").click()
    with page.expect_popup() as popup:
        result.get_by_role("button", name="Sign in").click()
    popup.value.get_by_role("link", name="Continue to").click()
    popup.value.get_by_label("Name").fill("ann")
    popup.value.get_by_role("button", name="Sign in").click()
    popup.value.get_by_text("You are signed in").wait_for()
    result.get_by_role("button", name="run again").click()
    expect(result.get_by_text("ann", exact=True).first).to_be_visible()
    page.reload()
    come_alive(page)
    page.locator(".run-line").get_by_role("button", name="Run again").click()
    expect(result.get_by_text("ann", exact=True).first).to_be_visible()
    assert len(server.accounts.access) == 1

    # Whoever else has the address of the run signs in for themselves.
    other = new_page()
    other.goto(page.url)
    come_alive(other)
    other.locator(".run-line").get_by_role("button", name="Run again").click()
    expect(other.get_by_text("The server asks you to sign in.").first).to_be_visible()
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert not any(token.encode() in kept for token in [*server.accounts.access, *server.accounts.refresh])
