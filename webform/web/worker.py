"""The gunicorn worker of the app: how it shares threads, closes connections, and answers what it cannot read."""

from __future__ import annotations

import html
import signal
import socket
from collections import Counter
from contextlib import suppress
from ipaddress import ip_address
from threading import BoundedSemaphore, Lock, Thread
from time import monotonic
from typing import Any

from gunicorn.glogging import Logger  # type: ignore[import-untyped]
from gunicorn.http import errors  # type: ignore[import-untyped]
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

from webform.logs import is_set_up
from webform.web.clients import network_of
from webform.web.feeding import TAKES_OVER, Feeder, HandedOver

#: Seconds, and bytes, in which a client may close its side of a connection after the whole answer was sent.
LINGER, MAX_LINGER_BYTES = 2.0, 1024 * 1024
#: Connections that are waited for so at the same time, since they hold threads. Others are closed at once.
MAX_LINGERING = 64
#: What handling a request comes to where its connection is fed from then on.
_TAKEN = object()

_HEADERS = (
    "Content-Type: text/html; charset=utf-8",
    "Content-Security-Policy: default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options: nosniff",
    "Referrer-Policy: same-origin",
    "Cache-Control: private, no-store",
    "Connection: close",
)
#: The status and the words for what cannot be read as a request; the first whose kind fits.
_REFUSALS: tuple[tuple[type[Exception], str, str], ...] = (
    (errors.LimitRequestLine, "414 URI Too Long", "The address is too long. Open the form without what fills it in."),
    (
        errors.LimitRequestHeaders,
        "431 Request Header Fields Too Large",
        "The headers of this request are too large. Delete the cookies of this site, and try again.",
    ),
    (errors.UnsupportedTransferCoding, "501 Not Implemented", "This transfer coding is not supported. Use chunked."),
    (errors.ExpectationFailed, "417 Expectation Failed", "This expectation is not supported. Use 100-continue."),
    (errors.InvalidResponseHeader, "500 Internal Server Error", "The server had an error. Try again."),
    (errors.InvalidResponseHeaderName, "500 Internal Server Error", "The server had an error. Try again."),
    (errors.ParseException, "400 Bad Request", "This is not a valid HTTP request."),
    (Exception, "500 Internal Server Error", "The server had an error. Try again."),
)


class Worker(ThreadWorker):  # type: ignore[misc]  # it has no types
    """A worker with threads whose main loop never waits for a client."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lingering = BoundedSemaphore(MAX_LINGERING)
        #: The threads that wait for each client, or work for it.
        self._threads_of, self._counting = Counter[str](), Lock()

    def init_process(self) -> None:
        """Begin to work, in the process that does."""
        self._feeder = Feeder()
        super().init_process()

    def init_signals(self) -> None:
        """Read the configuration again where that is asked for."""
        super().init_signals()
        signal.signal(signal.SIGHUP, lambda *_: Thread(target=self.app.renew, daemon=True).start())
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})

    def load_wsgi(self) -> None:
        """Load the app; its answers may hand over their connections."""
        super().load_wsgi()
        self.wsgi = self._answer

    def _answer(self, environ: dict[str, Any], start_response: Any) -> Any:
        # Whoever feeds it closes it at the end, and the head says so.
        environ[TAKES_OVER] = start_response.__self__.force_close
        return self.app.flask(environ, start_response)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Stop once requests are answered; streams are not waited for, their clients go elsewhere."""
        super().handle_exit(sig, frame)
        self.app.stop()
        self._feeder.end()

    def run(self) -> None:
        """Serve until it is to stop."""
        super().run()
        self._feeder.close(LINGER)

    def handle(self, conn: Any) -> Any:
        """Handle a request in a thread of the pool; tell whether the connection stays open."""
        address = conn.client[0]
        if not self._take_thread(address):
            with suppress(OSError):
                conn.sock.sendall(_page("503 Service Unavailable", "You have too many connections. Close some."))
            self._end(conn.sock)
            return False
        try:
            kept = super().handle(conn)
            if kept is False:
                self._end(conn.sock)
        except HandedOver as handed_over:
            self._feeder.take(conn.sock, handed_over)
            return _TAKEN
        else:
            return kept
        finally:
            self._leave_thread(address)

    def finish_request(self, conn: Any, fs: Any) -> None:
        """Keep or close the connection, unless it was handed over."""
        if not fs.cancelled() and fs.exception() is None and fs.result() is _TAKEN:
            self.nr_conns -= 1
        else:
            super().finish_request(conn, fs)

    def _take_thread(self, address: str) -> bool:
        """Count a thread for the client at *address*; tell whether one was left: clients have half of them, no more."""
        client = network_of(address)
        with self._counting:
            if self._threads_of[client] >= self.cfg.threads // 2 and not self._is_proxy(address):
                return False
            self._threads_of[client] += 1
            return True

    def _leave_thread(self, address: str) -> None:
        client = network_of(address)
        with self._counting:
            self._threads_of[client] -= 1
            if not self._threads_of[client]:
                del self._threads_of[client]

    def _is_proxy(self, address: str) -> bool:
        return any(ip_address(address) in network for network in self.cfg.forwarded_allow_networks())

    def _end(self, connection: socket.socket) -> None:
        """Wait for the client to close its side, so that the main loop, which closes the connection, need not."""
        with suppress(OSError):
            connection.shutdown(socket.SHUT_WR)
            if self._lingering.acquire(blocking=False):
                try:
                    _read_out(connection)
                finally:
                    self._lingering.release()
        with suppress(OSError):
            # From now on reading returns at once, with what has arrived or with nothing.
            connection.shutdown(socket.SHUT_RD)

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: Exception) -> None:
        """Answer a request that cannot be read, or that failed outside the app, with a page of ours."""
        status, message = next((status, message) for kind, status, message in _REFUSALS if isinstance(exc, kind))
        # No address of a request is logged: that of a run is the key to it.
        if status.startswith("5"):
            self.log.error("a request failed with %s", status, exc_info=exc)
        else:
            self.log.warning("refused a request of %s: %s", (addr or ("",))[0], type(exc).__name__)
        with suppress(OSError):
            client.sendall(_page(status, message))


class ServerLog(Logger):  # type: ignore[misc]  # it has no types
    """The log of the server, which is written as that of webform where that is set up."""

    def setup(self, cfg: Any) -> None:
        """Have it written by *cfg*, or as all else is."""
        super().setup(cfg)
        if is_set_up():
            self.error_log.handlers.clear()
            self.error_log.propagate = True


def _read_out(connection: socket.socket) -> None:
    """Read what still arrives until the client closes its side: closed before, it could lose the answer."""
    ends, left = monotonic() + LINGER, MAX_LINGER_BYTES
    while left > 0 and (remaining := ends - monotonic()) > 0:
        connection.settimeout(remaining)
        piece = connection.recv(65_536)
        if not piece:
            return
        left -= len(piece)


def _page(status: str, message: str) -> bytes:
    title = html.escape(status.partition(" ")[2])
    page = (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<h1>{title}</h1>\n<p>{html.escape(message)}</p>\n</html>\n"
    ).encode()
    wait = ["Retry-After: 5"] if status.startswith("503") else []
    head = "\r\n".join([f"HTTP/1.1 {status}", *_HEADERS, *wait, f"Content-Length: {len(page)}"])
    return head.encode("latin-1") + b"\r\n\r\n" + page
