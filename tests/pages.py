"""Browser contexts that tests use one after another; one that cannot be cleared is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.sync_api import Error

from tests.alive import follow

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

VIEWPORT = {"width": 1280, "height": 900}
#: What every page of a context has anew, or what is cleared; whatever else a test does to a context ends it.
HARMLESS = {
    "new_page",
    "cookies",
    "clear_cookies",
    "add_cookies",
    "storage_state",
    "expect_page",
    "expect_event",
    "wait_for_event",
}
#: The options of contexts that are used again; all others, such as credentials, end with their test.
SHARED = {
    "viewport",
    "color_scheme",
    "reduced_motion",
    "forced_colors",
    "java_script_enabled",
    "has_touch",
    "is_mobile",
}
#: As many contexts are kept, and used so often: a renderer grows.
KEPT, TIMES = 6, 60
STORES = "local_storage,indexeddb,cache_storage,service_workers,file_systems,shared_storage,storage_buckets"


class Kept:
    """A context, and a blank page of it that keeps its renderer."""

    def __init__(self, browser: Browser, options: dict[str, Any]) -> None:
        self.options, self.tests, self.spoilt = options, 0, not options.keys() <= SHARED
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(10_000)
        self._origins: set[str] = set()
        self._blank: Page | None = None
        follow(self.context)
        if self.spoilt:
            return
        self._blank = self.context.new_page()
        self._storage = self.context.new_cdp_session(self._blank)
        self.context.on(
            "request", lambda request: self._origins.add("{0.scheme}://{0.netloc}".format(urlsplit(request.url)))
        )
        for thing in (self.context, self.context.clock):
            self._look_after(thing)

    def _look_after(self, thing: Any) -> None:
        """Notice whatever is done to *thing* that `clear` does not undo."""

        def noticed(method: Any) -> Any:
            def call(*args: Any, **options: Any) -> Any:
                self.spoilt = True
                return method(*args, **options)

            return call

        for name in dir(type(thing)):
            if not name.startswith("_") and name not in HARMLESS and callable(getattr(type(thing), name)):
                setattr(thing, name, noticed(getattr(thing, name)))

    def clear(self) -> bool:
        """Close the pages that were opened, and empty what they stored; tell whether the context can be used again."""
        self.tests += 1
        try:
            return not self.spoilt and self.tests < TIMES and self._empty()
        except Error:
            # A renderer that crashed took the blank page with it.
            return False

    def _empty(self) -> bool:
        for page in self.context.pages:
            if page != self._blank:
                page.close()
        self.context.clear_cookies()
        for origin in self._origins:
            self._storage.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORES})
        self._origins.clear()
        return True


class Contexts:
    """The contexts of a browser that wait for the next test."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: list[Kept] = []

    def take(self, **options: Any) -> Kept:
        """Return a context with these options that nobody uses."""
        options = {"viewport": VIEWPORT} | options
        for kept in self._idle:
            if kept.options == options:
                self._idle.remove(kept)
                return kept
        return Kept(self._browser, options)

    def give_back(self, kept: Kept) -> None:
        """Keep a context for the next test, or close it."""
        if not kept.clear():
            type(kept.context).close(kept.context)
            return
        self._idle.append(kept)
        if len(self._idle) > KEPT:
            type(self._idle[0].context).close(self._idle.pop(0).context)
