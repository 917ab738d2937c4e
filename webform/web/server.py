"""The server of the app where there are Unix processes: gunicorn, one process or several, many threads."""

from __future__ import annotations

import gc
import logging
import os
import resource
import signal
import socket
import struct
from functools import partial
from math import ceil
from threading import Lock
from typing import TYPE_CHECKING, Any

from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

from webform.web.site import close_sites, sites_of
from webform.web.streams import MAX_STREAMS, MAX_WITH_THREADS
from webform.web.worker import ServerLog, Worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

#: Files and connections that may be open beside the streams and the requests: of tools, of the database.
OTHER_FILES = 1000
#: Seconds of silence in the middle of a request, or of the reading of its answer, after which it is given up.
SILENCE = 30
#: Seconds in which requests may finish once the server is to stop, where runs may not longer; and those in which runs
#: and sessions end after that.
FINISH, STOP = 3, 12

_log = logging.getLogger(__name__)


class GunicornServer(BaseApplication):  # type: ignore[misc]  # it has no types
    """
    The app on a listening address.

    Args:
        app: the app.
        bind: the address.
        processes: how many answer; one that dies is begun anew.
        threads: how many requests each answers at the same time.
        ready: called with the port once it answers.
        renew: makes an app that takes the place of the one it is called with.
    """

    def __init__(  # noqa: PLR0913 - what the operator sets
        self,
        app: Flask,
        bind: str,
        *,
        processes: int,
        threads: int,
        ready: Callable[[int], None],
        renew: Callable[[Flask], Flask] | None,
    ) -> None:
        #: The app, as it now is.
        self.flask = app
        self._bind, self._processes, self._threads = bind, processes, threads
        self._tell, self._make = ready, renew
        self._finish = max([FINISH, *(ceil(site.config.finish_seconds) for site in sites_of(app))])
        #: Whether a process that begins has to read the configuration again.
        self._is_stale, self._renewing = False, Lock()
        super().__init__()
        _make_room(app, 2 * threads + OTHER_FILES)

    def load_config(self) -> None:
        """Set what is not as gunicorn has it."""
        settings: dict[str, Any] = {
            "bind": [self._bind],
            "worker_class": Worker,
            "workers": self._processes,
            "threads": self._threads,
            "worker_connections": 2 * self._threads,
            "keepalive": 15,
            "limit_request_line": 8190,
            "graceful_timeout": self._finish + STOP,
            "timeout": 0,
            "loglevel": "warning",
            "logger_class": ServerLog,
            "control_socket_disable": True,
            # Schemes and prefixes come from the proxies that are listed, and nobody else.
            "forwarded_allow_ips": ",".join(
                proxy for site in sites_of(self.flask) for proxy in site.config.trusted_proxies
            ),
            "when_ready": self._on_ready,
            "post_fork": lambda _, worker: worker.cfg.set("graceful_timeout", self._finish),
            "worker_exit": lambda _, worker: close_sites(self.flask) if worker.pid == os.getpid() else None,
        }
        for name, value in settings.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Flask:
        """Return the app, in the process that answers: threads of the one before the fork are not in it."""
        if self._is_stale:
            self.renew()
        for site in sites_of(self.flask):
            site.watch()
        # What was loaded stays: a full collection that went over it would hold up every thread for 100 ms.
        gc.collect()
        gc.freeze()
        return self.flask

    def stop(self) -> None:
        """Begin no more runs."""
        for site in sites_of(self.flask):
            site.stop()

    def renew(self) -> None:
        """Make the app as the configuration now has it; leave it as it was where that cannot be used."""
        with self._renewing:
            if self._make:
                try:
                    self.flask = self._make(self.flask)
                except SystemExit:
                    # What is wrong was said.
                    _log.error("the configuration cannot be used; the one before goes on")
                except Exception:  # noqa: BLE001 - logged
                    _log.exception("the configuration cannot be used; the one before goes on")
                else:
                    _log.warning("the configuration was read again")
            for site in sites_of(self.flask):
                site.watch()

    def _on_ready(self, arbiter: Any) -> None:
        listener: socket.socket = arbiter.LISTENERS[0].sock
        # Connections inherit it: who goes away without a word would hold a thread for ever.
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            listener.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", SILENCE, 0))
        arbiter.log.error_log.addFilter(
            lambda record: not isinstance((record.exc_info or (None, None))[1], BlockingIOError)
        )
        # Its own way begins other processes and ends these, and the runs in them.
        arbiter.handle_hup = lambda: self._hang_up(arbiter)
        arbiter.spawn_worker = partial(_begin_process, arbiter.spawn_worker)
        self._tell(listener.getsockname()[1])

    def _hang_up(self, arbiter: Any) -> None:
        self._is_stale = True
        arbiter.kill_workers(signal.SIGHUP)


def _begin_process(begin: Callable[[], int]) -> int:
    """Begin a process; it gets a SIGHUP, which would be lost on its way, once it can handle one."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    try:
        return begin()
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})


def _make_room(app: Flask, others: int) -> None:
    """Have as many files and connections open as all streams and *others* need; have fewer streams where none may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = MAX_STREAMS + others
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    most = max(allowed - others, MAX_WITH_THREADS)
    if most < MAX_STREAMS:
        _log.warning(
            "only %d streams of events can be open, not %d: raise the limit of open files (%d) to %d",
            most, MAX_STREAMS, hard, needed,
        )  # fmt: skip
    for site in sites_of(app):
        site.streams.most = most
