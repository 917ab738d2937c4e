"""Contexts of a browser that are used again: an emptied one costs a third of a new one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.alive import follow, forget

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, CDPSession, Page


@dataclass(frozen=True, eq=False)
class Kept:
    """
    A context that stays from test to test.

    Args:
        key: its options.
        context: the context.
        keeper: an empty page: without any, the context's process would end, and be started again.
        devtools: what empties the storage of the context.
    """

    key: str
    context: BrowserContext
    keeper: Page
    devtools: CDPSession

    def clear(self) -> None:
        """Close all pages, and remove what they left. Scripts stay cached: their names carry their hashes."""
        for page in self.context.pages:
            if page != self.keeper:
                page.close()
        forget(self.context)
        self.context.clear_permissions()
        self.devtools.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})


class Contexts:
    """The contexts of *browser*; who takes one has it alone until it is given back."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Kept]] = {}

    def take(self, **options: Any) -> Kept:
        """Return a context with *options*, Playwright's."""
        key = repr(sorted(options.items()))
        free = self._free.setdefault(key, [])
        return free.pop() if free else self._new(key, options)

    def give_back(self, kept: Kept) -> None:
        """Let the next test have *kept*."""
        kept.clear()
        self._free[kept.key].append(kept)

    def _new(self, key: str, options: dict[str, Any]) -> Kept:
        context = self._browser.new_context(**options)
        context.set_default_timeout(10_000)
        follow(context)
        keeper = context.new_page()
        return Kept(key, context, keeper, context.new_cdp_session(keeper))
