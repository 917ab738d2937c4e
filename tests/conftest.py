"""Fixtures of all tests: a server for an app, a browser and its pages, and checks of errors on them."""

from __future__ import annotations

import gc
import logging
import os
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Page, expect, sync_playwright
from werkzeug.routing import Rule

from tests.browser_path import FLAGS, chromium
from tests.large import make_large
from tests.memory import STATM, Memory
from tests.pages import Pages, watch_calls
from tests.serving import Servers
from tests.temporary import use_memory
from webform import engine

#: New objects until garbage is collected: more than most tests make.
GARBAGE = 1_000_000
AXE = Path(__file__).parents[1] / "node_modules/axe-core/axe.min.js"

#: What axe-core finds by some options, once nothing moves that will come to an end: what is fading in or out has no
#: colour yet; what follows from scrolling has no end. Nothing is found where axe is neither there nor brought along: it
#: is evaluated by the debugger, which no content policy stops, while it waits for nothing; a script element would be.
FIND = """async ([source, options]) => {
    if (typeof axe === 'undefined') {
        if (!source) return null
        ;(0, eval)(source)
    }
    const moving = () => document.getAnimations().filter(each => each.playState === 'running'
        && each.timeline === document.timeline && each.effect.getComputedTiming().endTime !== Infinity)
    for (let found; (found = moving()).length;) {
        await Promise.race([
            Promise.allSettled(found.map(each => each.finished)),
            scheduler.postTask(() => { throw new Error('the page never came to rest') }, { delay: 10_000 }),
        ])
    }
    return (await axe.run(options)).violations
}"""

# Machines that are shared take their time; a rule that holds late holds.
# The same examples at every run, so that a failure is that of a change; new ones are looked for with
# --hypothesis-profile=thorough.
settings.register_profile(
    "webform", deadline=None, max_examples=50, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("quick", settings.get_profile("webform"), max_examples=15)
settings.register_profile("thorough", settings.get_profile("webform"), max_examples=2000, derandomize=False)
settings.load_profile("webform")
expect.set_options(timeout=15_000)


def pytest_configure(config) -> None:
    """Keep files in memory, and collect garbage rarely; have memory given back, where its size is known."""
    use_memory()
    gc.set_threshold(GARBAGE, 10, 10)
    if STATM.exists():
        config.pluginmanager.register(Memory())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items) -> None:
    """Mark all but the first browser test of each file as slow; let each worker begin with slow tests."""
    seen = set()
    for item in items:
        # A page takes a hundred times what a rule without one does.
        if "browser" in item.fixturenames and not item.get_closest_marker("slow"):
            if item.path in seen:
                item.add_marker(pytest.mark.slow)
            seen.add(item.path)
    slow = [item for item in items if item.get_closest_marker("slow")]
    quick = [item for item in items if not item.get_closest_marker("slow")]
    # Of the tests in a row each worker first takes its share; short ones are left at the end, which all can help with.
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = [
        item
        for number in range(workers)
        for part in (slow, quick)
        for item in part[len(part) * number // workers : len(part) * (number + 1) // workers]
    ]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem) -> None:
    """Make the large parameters of a test."""
    make_large(pyfuncitem.funcargs)


def pytest_collection_finish() -> None:
    """Leave what all tests share out of further collections of garbage, which it would slow down."""
    gc.collect()
    gc.freeze()


def _late(compile_builder):
    """Return *compile_builder* of a route such that it does its work when an address is first built."""

    def compile_late(rule, *options):
        made = None

        def build(*values, **named):
            nonlocal made
            made = made or compile_builder(rule, *options)
            return made(*values, **named)

        return build

    return compile_late


# Tests make thousands of apps with over forty routes each, which takes two thirds of the making; few are ever built.
Rule._compile_builder = _late(Rule._compile_builder)


def lacking(what: str) -> None:
    """Skip a test for want of *what*; where WEBFORM_REQUIRE_BROWSER is 1, as in CI, fail it."""
    (pytest.fail if os.environ.get("WEBFORM_REQUIRE_BROWSER") == "1" else pytest.skip)(what)


@pytest.fixture(autouse=True)
def logging_as_before():
    """Take back how a command that serves lets this process log."""
    root, ours = logging.getLogger(), logging.getLogger("webform")
    handlers, level = [*root.handlers], ours.level
    yield
    root.handlers[:] = handlers
    ours.setLevel(level)


@pytest.fixture
def a_second(monkeypatch):
    """The engine gives up after a second: for what it is to give up at."""
    for module in (engine, sys.modules["webform.check"]):
        monkeypatch.setattr(module, "SECONDS", 1.0)


@pytest.fixture(scope="session")
def servers():
    """The servers of the process."""
    running = Servers()
    yield running
    running.close()


@pytest.fixture
def serve(servers):
    """`serve(app) -> "http://127.0.0.1:PORT"`: a WSGI app on a loopback port until the test ends."""
    with ExitStack() as stack:
        yield lambda app: stack.enter_context(servers.serving(app))


@pytest.fixture(scope="session")
def playwright():
    """What starts browsers: one for a process."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright):
    """A headless Chromium."""
    path = chromium()
    if path is None:
        lacking("no Chromium; `make test` fetches one, CHROMIUM names one")
    running = playwright.chromium.launch(executable_path=path, args=FLAGS)
    yield running
    running.close()


@pytest.fixture(scope="session")
def pages(browser):
    """The pages of the browser that tests have cleared."""
    watch_calls()
    return Pages(browser)


@pytest.fixture
def new_page(pages, request):
    """
    `new_page(**options) -> Page`: in a context of its own; options are Playwright's, as `java_script_enabled`.

    Without motion, unless the options or the mark `motion` say otherwise.
    """
    taken = []
    motion = {"reduced_motion": "no-preference"} if request.node.get_closest_marker("motion") else {}

    def take(**options) -> Page:
        taken.append(pages.take(motion | options))
        return taken[-1].page

    yield take
    for used in taken:
        pages.give_back(used)


@pytest.fixture
def page(new_page):
    """A page with JavaScript, light, 1280 px wide."""
    return new_page()


@pytest.fixture
def watch():
    """`watch(page) -> list[str]`: fills with the page's policy violations, console errors and uncaught exceptions."""

    def start(page: Page) -> list[str]:
        seen: list[str] = []

        def note(message) -> None:
            # The browser calls our answer to a body with problems a failure to load.
            if message.type == "error" and "responded with a status of 422" not in message.text:
                seen.append(message.text)

        page.on("console", note)
        page.on("pageerror", lambda error: seen.append(f"uncaught: {error}"))
        return seen

    return start


@pytest.fixture
def violations(page, watch):
    """What `watch` sees on `page`: `assert violations == []`."""
    return watch(page)


@pytest.fixture
def axe():
    """`axe(page)`: fails with what axe-core finds on the page; by the rules *only*, where some are named."""
    if not AXE.is_file():
        lacking("axe-core is not installed; `make build` fetches it")
    # A text of ASCII alone takes half the memory, and half the time on its way.
    source = AXE.read_text(encoding="utf-8").encode("ascii", "backslashreplace").decode()

    def look(page: Page, only: tuple[str, ...] = ()) -> None:
        # What passes is not told of, and elements are shown by their HTML: the rest would take as long again. What axe
        # loads ahead is for two rules: css-orientation-lock, an experiment that is off, and no-autoplay-audio, of
        # which nothing ever becomes a violation, but something to look at.
        options = {"resultTypes": ["violations"], "selectors": False, "preload": False}
        options |= {"runOnly": list(only)} if only else {}
        found = page.evaluate(FIND, ["", options])
        if found is None:
            found = page.evaluate(FIND, [source, options])
        lines = [
            f"{violation['id']}: {violation['help']}\n"
            + "\n".join(f"    {node['html'][:200]}" for node in violation["nodes"])
            for violation in found
        ]
        if lines:
            pytest.fail("\n".join(lines), pytrace=False)

    return look
