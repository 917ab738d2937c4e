"""Fixtures of browser tests: the app with a tool that acts, and pages of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect
from werkzeug.wrappers import Response

from tests.acting import acting
from tests.alive import come_alive, quiet
from tests.web.conftest import new_app
from webform.language import gettext, in_language

__all__ = ["acting", "new_app"]


@pytest.fixture
def served(new_app, serve):
    """`served(*inputs, **manifest) -> address` of the page of a tool with these inputs, run by `acting`."""

    def start(*inputs, **manifest) -> str:
        declared = {"id": "t", "name": "Trial", "inputs": list(inputs)} | manifest
        return serve(new_app(declared)) + f"/tools/{declared['id']}"

    return start


@pytest.fixture
def opened(served, page, violations):
    """`opened(*inputs, **manifest) -> Page`: at the page of such a tool; violations are looked for at the end."""

    def start(*inputs, **manifest):
        page.goto(served(*inputs, **manifest))
        come_alive(page)
        return page

    yield start
    # A test may take the server away; the browser writes that down.
    assert [violation for violation in violations if not violation.startswith("Failed to load resource")] == []


@pytest.fixture
def phone(new_page, served, watch):
    """`phone(*inputs) -> Page`: as `opened`, on a phone that is touched."""
    seen = []

    def start(*inputs, **manifest):
        page = new_page(viewport={"width": 390, "height": 700}, has_touch=True, is_mobile=True)
        seen.append(watch(page))
        page.goto(served(*inputs, **manifest))
        quiet(page)
        return page

    yield start
    assert not any(seen)


@pytest.fixture
def axe_light_and_dark(axe):
    """`axe_light_and_dark(page)`: fails with what axe-core finds on the page as it is, light and then dark."""

    def look(page):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            # What is drawn by a script is drawn anew.
            page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            try:
                axe(page)
            except pytest.fail.Exception as failure:
                pytest.fail(f"{scheme}:\n{failure.msg}", pytrace=False)

    return look


@pytest.fixture
def source(page, serve):
    """`source(code) -> value` of JavaScript over the modules of static/src, imported as `await load("values.js")`."""
    folder = Path(__file__).parents[2] / "static/src"

    def answer(environ, start_response):
        file = folder / environ["PATH_INFO"].lstrip("/")
        if file.suffix == ".js":
            response = Response(file.read_bytes(), content_type="text/javascript")
        elif file.suffix == ".css":
            # A text in the module that imports it, as in the bundle.
            text = json.dumps(file.read_text("utf-8"))
            response = Response(f"export default {text}", content_type="text/javascript")
        else:
            response = Response("<!doctype html><title>modules</title>", content_type="text/html")
        return response(environ, start_response)

    page.goto(serve(answer))
    return lambda code, argument=None: page.evaluate(
        "async ([code, argument]) => { const load = name => import('/' + name);"
        " return await new (async () => {}).constructor('load', 'argument', code)(load, argument) }",
        [code, argument],
    )


@pytest.fixture
def words_in():
    """`words_in(language, text) -> str`: a text of ours in a language."""

    def translated(language: str, text: str) -> str:
        with in_language(language):
            return gettext(text)

    return translated


@pytest.fixture
def ran(opened, acting):
    """`ran(answer, **manifest) -> Page`: at a page whose tool answered that."""

    def start(answer, **manifest):
        acting.answer = answer
        page = opened(**manifest)
        page.locator("[data-run]").click()
        expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
        # From there on its links are followed in their place.
        expect(page.locator("[data-result][data-enhanced]")).to_be_attached()
        return page

    return start


@pytest.fixture
def plain(served, acting, new_page):
    """`plain(answer, **manifest) -> Page`: the same without scripts."""

    def start(answer, **manifest):
        acting.answer = answer
        page = new_page(java_script_enabled=False)
        page.goto(served(**manifest))
        page.locator("[data-run]").click()
        expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
        return page

    return start
