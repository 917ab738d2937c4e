"""The heartbeat of a process that is at work on runs: one thread, while there are any."""

from __future__ import annotations

import logging
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from sqlalchemy.exc import SQLAlchemyError

from webform.runs.leases import RENEWALS, Leases

if TYPE_CHECKING:
    from webform.runs.notices import Notices

#: Seconds between two looks for what other processes want, where they cannot notify this one.
LOOK = 0.5

_log = logging.getLogger(__name__)


class Duties(Protocol):
    """What a process that is at work does now and then."""

    def is_at_work(self) -> bool:
        """Tell whether there is anything that other processes may ask for."""

    def look(self) -> None:
        """Do what is wanted now."""

    def judge(self) -> None:
        """Take over, or give up, the runs of those whose lease has run out."""

    def give_up(self) -> None:
        """Give up what others were told that this process is no more at work on."""


class Heartbeat:
    """
    Renews the lease of this process, and has its duties done, until it has none.

    Args:
        leases: its lease, and those of others.
        duties: what is done.
        notices: by which other processes wake this one.
    """

    def __init__(self, leases: Leases, duties: Duties, notices: Notices) -> None:
        self._leases, self._duties, self._notices = leases, duties, notices
        beat = leases.seconds / RENEWALS
        self._look_pause = min(LOOK, beat)
        self._pause = beat if notices.are_pushed else self._look_pause
        self._lock, self._closed, self._wake = Lock(), Event(), Event()
        self._thread: Thread | None = None
        self._failed = self._ran_out = False
        #: When there was nothing to do, by the monotonic clock.
        self._idle_since = float("-inf")

    def start(self) -> None:
        """Go on until there is nothing to do."""
        with self._lock:
            if self._thread is None and not self._closed.is_set():
                self._thread = Thread(target=self._beat, daemon=True)
                self._thread.start()

    def look(self) -> None:
        """Start, unless there was nothing to do a moment ago."""
        if monotonic() - self._idle_since >= self._look_pause:
            self.start()

    def close(self) -> None:
        """Do no more."""
        self._closed.set()
        self._wake.set()

    def _beat(self) -> None:
        if not self._notices.are_pushed:
            self._beat_on()
            return
        end = self._notices.watch(self._leases.worker, self._wake.set)
        try:
            self._beat_on()
        finally:
            end()

    def _beat_on(self) -> None:
        while not self._closed.is_set():
            try:
                self._act()
                self._failed = False
            except Exception:  # noqa: BLE001 - without a heartbeat all runs of this process would be lost
                if not self._failed:
                    _log.exception("what has to be done for runs now and then fails; it is tried again")
                self._failed = True
            if self._is_done():
                return
            self._wake.wait(self._pause)
            self._wake.clear()

    def _act(self) -> None:
        self._duties.look()
        if not self._leases.is_due:
            return
        self._ran_out = not self._leases.renew() or self._ran_out
        if self._ran_out:
            # The lease says so once, and this may fail: then it is done the next time.
            self._duties.give_up()
            self._ran_out = False
        elif self._leases.judges:
            self._duties.judge()

    def _is_done(self) -> bool:
        """Tell whether nothing is left to do, and nothing will be done by this thread."""
        if self._failed or self._duties.is_at_work():
            return False
        try:
            if not self._leases.is_alone():
                return False
            with self._lock:
                # A run may have begun meanwhile.
                if self._leases.leave(unless=self._duties.is_at_work):
                    self._thread = None
                    self._idle_since = monotonic()
                    return True
        except SQLAlchemyError:
            self._failed = True
        return False
