"""Requests as fast as they are answered, from a process of its own: `python -m benchmarks.load ARGUMENTS`."""

from __future__ import annotations

import json
import re
import selectors
import socket
import subprocess
import sys
from itertools import count as numbers
from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Connections that are kept busy, one request at a time on each.
CONNECTIONS = 8
_TIMEOUT = 10
_LOCATION = re.compile(rb"\r\nlocation: (\S+)", re.IGNORECASE)


def requests_a_second(
    url: str, seconds: float, body: Any = None, headers: Mapping[str, str] | None = None, connections: int = CONNECTIONS
) -> float:
    """Return how many requests a second *url* answers, asked from another process; *body* is posted as JSON."""
    content = None if body is None else json.dumps(body)
    fields = {"Content-Type": "application/json"} if content else {}
    return _counted(url, seconds, content, fields | dict(headers or {}), connections)


def forms_a_second(url: str, seconds: float, form: Mapping[str, str], connections: int = CONNECTIONS) -> float:
    """Return how many times a second *form* is posted to *url*, and the page loaded that the answer leads to."""
    fields = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"}
    return _counted(url, seconds, urlencode(form), fields, connections)


def _counted(url: str, seconds: float, content: str | None, headers: Mapping[str, str], connections: int) -> float:
    arguments = {"url": url, "seconds": seconds, "content": content, "headers": headers, "connections": connections}
    command = [sys.executable, "-m", "benchmarks.load", json.dumps(arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds + 3 * _TIMEOUT)
    if done.returncode:
        raise SystemExit(f"{url} did not answer as it should: {done.stderr.strip().splitlines()[-1]}")
    return float(done.stdout)


def count(url: str, seconds: float, content: str | None, headers: Mapping[str, str], connections: int) -> float:
    """Keep *connections* busy for *seconds*; return the requests a second that were answered with 200 in the end."""
    parts, browser = urlsplit(url), numbers()
    address = parts.hostname or "", parts.port or 80

    def request() -> bytes:
        # The same form posted again by the same browser would be the same run.
        return _request(parts.netloc, parts.path, content, {**headers, "User-Agent": str(next(browser))})

    ready = selectors.DefaultSelector()
    for _ in range(connections):
        opened = socket.create_connection(address, timeout=_TIMEOUT)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        ready.register(opened, selectors.EVENT_READ, bytearray())
        opened.sendall(request())
    answered, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        events = ready.select(_TIMEOUT)
        if not events:
            raise SystemExit("no answer")
        for key, _ in events:
            connection, came = key.fileobj, key.data
            assert isinstance(connection, socket.socket)
            data = connection.recv(262_144)
            if not data:
                raise SystemExit("the connection was closed")
            came += data
            if not _whole(came):
                continue
            location = _LOCATION.search(came)
            if location is not None:
                connection.sendall(_request(parts.netloc, location[1].decode().partition("#")[0], None, headers))
            else:
                answered += 1
                connection.sendall(request())
            came.clear()
    return answered / (perf_counter() - start)


def _request(host: str, path: str, content: str | None, headers: Mapping[str, str]) -> bytes:
    body = (content or "").encode()
    fields = {"Host": host, **headers}
    if body:
        fields["Content-Length"] = str(len(body))
    lines = [f"{name}: {value}" for name, value in fields.items()]
    head = "\r\n".join([f"{'POST' if body else 'GET'} {path} HTTP/1.1", *lines, "", ""])
    return head.encode() + body


def _whole(came: bytearray) -> bool:
    """Tell whether *came* is a whole answer."""
    end = came.find(b"\r\n\r\n")
    if end < 0:
        return False
    if not came.startswith((b"HTTP/1.1 200 ", b"HTTP/1.1 303 ")):
        raise SystemExit(came.decode("utf-8", "replace")[:200])
    head = bytes(came[:end]).lower()
    length = head[head.index(b"content-length:") + 15 :].partition(b"\r\n")[0]
    return len(came) >= end + 4 + int(length)


if __name__ == "__main__":
    print(count(**json.loads(sys.argv[1])))
