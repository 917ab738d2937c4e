"""Pages of a browser that one test after the other uses, each as if it were new."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from playwright.sync_api import BrowserContext, Error, Page

from tests.alive import follow

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: How a page looks where its options do not say so.
LOOKS = {
    "color_scheme": "light",
    # What does not move need not be drawn again, or waited for.
    "reduced_motion": "reduce",
    "forced_colors": "none",
    "contrast": "no-preference",
}
DEFAULTS = LOOKS | {"viewport": {"width": 1280, "height": 900}}
#: Idle pages that are kept, and tests that one serves: it takes 50 to 100 MB, and more with age.
KEPT, USES = 6, 40
#: What a later page on the same port would find.
STORAGE = "local_storage,indexeddb,cache_storage,service_workers"
#: What a page cannot be rid of: it is not used again.
LASTING = (
    "add_init_script",
    "add_locator_handler",
    "clock",
    "expose_binding",
    "expose_function",
    "new_cdp_session",
    "route_from_har",
    "route_web_socket",
    "set_default_navigation_timeout",
    "set_default_timeout",
    "set_extra_http_headers",
    "set_geolocation",
    "set_offline",
)


class Used:
    """A page in a context of its own, and what a test did to it."""

    def __init__(self, browser: Browser, options: dict) -> None:
        self.key = json.dumps(options, sort_keys=True)
        self.options = DEFAULTS | options
        self.context = browser.new_context(**self.options)
        self.context.set_default_timeout(10_000)
        self.traffic = follow(self.context)
        self.page = self.context.new_page()
        self.debugger = self.context.new_cdp_session(self.page)
        self.uses, self.lasting, self.listeners = 0, False, []
        _used[self.context] = self

    def clear(self) -> bool:
        """Rid the page of all that a test left; False where that cannot be done."""
        self.uses += 1
        if self.lasting or self.uses >= USES or self.context.pages != [self.page]:
            return False
        for source, event, listener in self.listeners:
            with suppress(KeyError):
                source.remove_listener(event, listener)
        self.listeners.clear()
        try:
            self._clear_browser()
        except Error:
            return False
        return True

    def _clear_browser(self) -> None:
        for frame in self.page.frames:
            # A page without an origin has no storage.
            with suppress(Error):
                frame.evaluate("sessionStorage.clear()")
        self.page.unroute_all()
        self.context.unroute_all()
        self.page.goto("about:blank")
        self.debugger.send("Page.resetNavigationHistory")
        self.page.mouse.move(-1, -1)
        if self.page.viewport_size != self.options["viewport"]:
            self.page.set_viewport_size(self.options["viewport"])
        self.page.emulate_media(media="null", **{name: self.options[name] for name in LOOKS})
        self.context.clear_permissions()
        self.context.clear_cookies()
        for origin in self.traffic.origins:
            self.debugger.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORAGE})
        self.traffic.origins.clear()


_used: WeakKeyDictionary[BrowserContext, Used] = WeakKeyDictionary()


class Pages:
    """The pages of *browser*, by the options of Playwright that their contexts have."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: list[Used] = []

    def take(self, options: dict) -> Used:
        """Return an idle page with *options*, else a new one."""
        key = json.dumps(options, sort_keys=True)
        found = next((used for used in self._idle if used.key == key), None)
        if found is None:
            return Used(self._browser, options)
        self._idle.remove(found)
        return found

    def give_back(self, used: Used) -> None:
        """Keep a page for the next test, unless it cannot be cleared; the one that was idle for the longest goes."""
        if used.clear():
            self._idle.append(used)
            used = self._idle.pop(0) if len(self._idle) > KEPT else None
        if used:
            used.context.close()


def _of(source: Page | BrowserContext) -> Used | None:
    return _used.get(source.context if isinstance(source, Page) else source)


def _noting(function):
    @wraps(function)
    def call(self, *values, **named):
        if used := _of(self):
            used.lasting = True
        return function(self, *values, **named)

    return call


def _listening(function):
    @wraps(function)
    def call(self, event, listener):
        if used := _of(self):
            used.listeners.append((self, event, listener))
        return function(self, event, listener)

    return call


def watch_calls() -> None:
    """Have pages and contexts note what tests do to them that lasts."""
    for source in (Page, BrowserContext):
        for name in LASTING:
            found = getattr(source, name, None)
            if isinstance(found, property):
                setattr(source, name, property(_noting(found.fget)))
            elif found is not None:
                setattr(source, name, _noting(found))
        for name in ("on", "once"):
            setattr(source, name, _listening(getattr(source, name)))
