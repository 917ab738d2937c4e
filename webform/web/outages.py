"""Servers that could not be asked for their tools, asked again until they answer."""

from __future__ import annotations

import logging
from time import time
from typing import TYPE_CHECKING, Any

from webform.language import gettext
from webform.runs.tasks import Task
from webform.web.servers import DownError, Listed, Server

if TYPE_CHECKING:
    from collections.abc import Callable


#: Seconds until a server is asked again: at first, and at most, since a failure doubles them.
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 300.0

_log = logging.getLogger(__name__)


class Outage(Task):
    """
    A server that could not be asked, and the thread that asks it again.

    Args:
        server: the server.
        error: why it could not be asked.
        restore: called with what it answers, once it does.
    """

    thread_name = "webform-outage"

    def __init__(self, server: Server, error: DownError, restore: Callable[[Outage, Listed], None]) -> None:
        super().__init__()
        self.server, self.error, self.failures = server, error, 1
        self._restore = restore
        self._due = time() + FIRST_PAUSE

    def shown(self) -> dict[str, Any]:
        """Return what the catalogue says of it; `again` is in how many seconds it is asked again, 0 for now."""
        with self._changed:
            again = max(0, round(self._due - time()))
            return {"name": self.server.name, "reason": gettext(self.error.reason), "again": again}

    def retry(self, patience: float) -> None:
        """Ask it again now; return when it has answered, or after *patience* seconds."""
        self.watch()
        with self._changed:
            failures, self._due = self.failures, 0.0
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._over or self.failures > failures, patience)

    def _work(self) -> None:
        while self._is_due():
            try:
                listed = self.server.ask()
            except DownError as error:
                self._fail(error)
            else:
                _log.info("%s is available again", self.server.name)
                self._restore(self, listed)
                self.close()

    def _is_due(self) -> bool:
        """Wait until it is to be asked; tell whether it still is."""
        with self._changed:
            while not self._over and (left := self._due - time()) > 0:
                self._changed.wait(left)
            return not self._over

    def _fail(self, error: DownError) -> None:
        with self._changed:
            self.error = error
            self._due = time() + min(FIRST_PAUSE * 2**self.failures, LONGEST_PAUSE)
            self.failures += 1
            self._changed.notify_all()
