"""Waiting for a page: until its forms are set up, and until it asks the server for nothing more."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.sync_api import Error, Page, expect

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Request

#: Seconds; only a test that fails waits so long.
PATIENCE = 30
#: Three pauses in which the page had nothing else to do; a test may have replaced the clock, but never this one.
PAUSE = """() => matchMedia('(scripting: enabled)').matches && (async () => {
    for (let i = 0; i < 3; i++) await scheduler.postTask(() => {}, { priority: 'background', delay: 20 })
})()"""


class Traffic:
    """The requests of a browser context: how many were begun, where they went, and those that have not ended."""

    def __init__(self, context: BrowserContext) -> None:
        self.begun = 0
        self.origins: set[str] = set()
        self._pending: set[Request] = set()
        context.on("request", self._begin)
        context.on("requestfinished", self._end)
        context.on("requestfailed", self._end)

    def _begin(self, request: Request) -> None:
        self.begun += 1
        address = urlsplit(request.url)
        if address.scheme in {"http", "https"}:
            self.origins.add(f"{address.scheme}://{address.netloc}")
        # A stream of events ends when it likes.
        if request.resource_type != "eventsource":
            self._pending.add(request)

    def _end(self, request: Request) -> None:
        self._pending.discard(request)

    def pending(self, page: Page) -> bool:
        """Tell whether *page* waits for an answer; a navigation is waited for by who navigates."""
        return any(not request.is_navigation_request() and request.frame.page == page for request in self._pending)


_traffic: WeakKeyDictionary[BrowserContext, Traffic] = WeakKeyDictionary()


def follow(context: BrowserContext) -> Traffic:
    """Count the requests of *context* from now on, for `quiet`."""
    _traffic[context] = Traffic(context)
    return _traffic[context]


def quiet(page: Page) -> None:
    """Wait until *page* has loaded, its scripts have nothing left to do, and no request is under way."""
    traffic = _traffic[page.context]
    page.wait_for_load_state()
    begun, end = -1, monotonic() + PATIENCE
    while begun < traffic.begun or traffic.pending(page):
        assert monotonic() < end, "the page never came to rest"
        begun = traffic.begun
        try:
            page.evaluate(PAUSE)
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
            page.wait_for_load_state()


def set_up(page: Page) -> None:
    """Wait until the scripts of *page*, where they run, have set up its forms."""
    if page.evaluate("matchMedia('(scripting: enabled)').matches"):
        expect(page.locator("form[data-webform]:not([data-ready])")).to_have_count(0)


def come_alive(page: Page) -> None:
    """Wait for that, and for what the forms load."""
    set_up(page)
    quiet(page)
