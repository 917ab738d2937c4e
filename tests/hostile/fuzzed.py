"""Fuzzed requests over all routes of a running server: what fails, what is slow, what memory it takes, how others fare."""

from __future__ import annotations

import http.client
import json
import random
import re
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from heapq import nlargest
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlencode

from tests.hostile.harm import HARM
from tests.hostile.lab import PATIENCE
from tests.hostile.sites import BODIES
from webform.web import ROUTES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.hostile.lab import Lab

#: Clients at the same time.
CLIENTS = 8
#: Seconds between two looks at the memory.
LOOK = 0.05
#: How many of the slowest are shown.
SHOWN = 5
TOOLS = ("small", "harm", "views", "raw", "private0", "none")
TEXTS = (
    *HARM.values(), "", "x", "0", "-1", "1e400", "NaN", "null", "[]", "{}", '{"a":', "[" * 300, "/", "/title", "/n", "/file", "/data/x",
    "#", "#%ff", "~2", "/__proto__", "/constructor/prototype", "\0", "\r\nX: y", "\ud800", "٣", "9" * 400, "a" * 3000, "../..", "%",
    "title", "csv", "json", "file", "raw", "yes", "data:text/plain;base64,YQ==", "data:,", "is/n", "row/rows", "open/data", "fill",
    "take{}", "reset#", "add/data", "rest#", "down/data",
)  # fmt: skip
NAMES = (
    "at", "format", "part", "q", "do", "body", "is/n", "is/title", "/title", "/n", "/file", "/data", "#", "row/data", "view", "find",
    "sort", "page", "as", "values", "ids", "from", "state", "code", "a", "b", "key", "visitor", "session", "once", "table", "map", "rows",
)  # fmt: skip
HEADERS = (
    ("Accept", ("application/json", "text/html", "*/*", "a;q=x", "text/event-stream", "")),
    ("Content-Type", (*BODIES, "", "application/xml", "multipart/form-data", "application/json; charset=utf-16")),
    ("Prefer", ("respond-async", "return=minimal", "wait=0", "x" * 200)),
    ("Idempotency-Key", ("a", "x" * 300, "\t")),
    ("Webform-Session", ("a", "A" * 22, "-" * 400)),
    ("Webform-Fragment", ("result", "form", "x")),
    ("Sec-Fetch-Site", ("same-origin", "none", "cross-site")),
    ("Origin", ("null", "http://evil.example")),
    ("Range", ("bytes=0-0", "bytes=9-1", "bytes=x", "bytes=0-,1-")),
    ("If-None-Match", ("*", '"x"', "W/")),
    ("If-Modified-Since", ("Thu, 01 Jan 1970 00:00:00 GMT", "x")),
    ("Accept-Encoding", ("gzip", "gzip;q=0", "br;;")),
    ("Accept-Language", ("de", "x" * 500)),
    ("Last-Event-ID", ("0", "-1", "x", "9" * 30)),
    ("Cookie", ("a=b", "=;=;" * 50)),
    ("Expect", ("100-continue",)),
    ("Transfer-Encoding", ("chunked",)),
)


class Request(NamedTuple):
    """A request to be sent."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    def __str__(self) -> str:
        return f"{self.method} {self.path[:120]} {self.headers} {self.body[:80]!r}"


@dataclass
class Report:
    """What became of the requests."""

    statuses: Counter[int] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    healthy: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)

    def lines(self) -> Iterable[str]:
        """Yield it as lines of text."""
        yield f"{self.statuses.total():,} requests: " + ", ".join(
            f"{count:,} × {status}" for status, count in sorted(self.statuses.items())
        )
        yield f"5xx but 502 and 503: {len(self.broken)}"
        yield from (f"    {problem}" for problem in self.broken[:20])
        yield "slowest: " + ", ".join(f"{seconds:.2f} s" for seconds, _ in self.slowest)
        yield from (f"    {seconds:.2f} s {about}" for seconds, about in self.slowest if seconds > 1)
        found = sorted(self.healthy)
        ms = [f"{1000 * found[int(share * (len(found) - 1))]:.0f}" for share in (0.5, 0.99, 1)]
        yield f"/healthz, {len(found):,} times: median {ms[0]} ms, 99 of 100 within {ms[1]} ms, longest {ms[2]} ms"
        yield f"memory: {self.memory[0]:.0f} MB before, {max(self.memory):.0f} MB at most, {self.memory[-1]:.0f} MB after"


def fuzz(lab: Lab, count: int, seed: int = 0) -> Report:
    """Send *count* requests that *seed* makes, eight at a time."""
    report, over = Report(), threading.Event()
    runs = [
        lab.answered({"y": 1, "rows": [{"a": 1}], "html": "<p>x</p>"}, tool)
        for tool in ("small", "views")
        for _ in range(5)
    ]
    ids = [run.removeprefix("/runs/") for run in runs]
    report.memory.append(lab.memory())
    watching = threading.Thread(target=_watch, args=(lab, report, over), daemon=True)
    watching.start()
    try:
        with ThreadPoolExecutor(CLIENTS) as pool:
            parts = [
                pool.submit(_client, lab, random.Random(f"{seed}/{number}"), ids, count // CLIENTS)
                for number in range(CLIENTS)
            ]
            for statuses, broken, slowest in (part.result() for part in parts):
                report.statuses += statuses
                report.broken += broken
                report.slowest = nlargest(SHOWN, [*report.slowest, *slowest])
    finally:
        over.set()
        watching.join()
    report.memory.append(lab.memory())
    return report


def _watch(lab: Lab, report: Report, over: threading.Event) -> None:
    # A process of its own: the clients here wait for each other, which is no fault of the server.
    command = [sys.executable, "-m", "tests.hostile.probe", lab.host]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as probe:
        while not over.wait(LOOK):
            report.memory.append(lab.memory())
        answers = probe.communicate()[0].split()
    report.healthy += [float(answer) for answer in answers if answer != "failed"]
    report.broken += ["/healthz gave no answer"] * answers.count("failed")


def _client(
    lab: Lab, chance: random.Random, ids: list[str], count: int
) -> tuple[Counter[int], list[str], list[tuple[float, str]]]:
    statuses, broken, slowest = Counter[int](), list[str](), list[tuple[float, str]]()
    connection = http.client.HTTPConnection(lab.host, timeout=PATIENCE)
    for _ in range(count):
        request, began = made(chance, ids), monotonic()
        try:
            connection.request(request.method, request.path, request.body, request.headers)
            answer = connection.getresponse()
            answer.read()
            status = answer.status
        except (http.client.HTTPException, OSError) as error:
            connection.close()
            # A connection may be closed before all was read of what is too much; one that hangs is a fault.
            status = 0
            if isinstance(error, TimeoutError):
                broken.append(f"no answer: {request}")
        seconds = monotonic() - began
        statuses[status] += 1
        if status >= 500 and status not in (502, 503):
            broken.append(f"{status}: {request}")
        slowest = nlargest(SHOWN, [*slowest, (seconds, str(request))])
    connection.close()
    return statuses, broken, slowest


def made(chance: random.Random, ids: list[str]) -> Request:
    """Return a request: most of a route that there is, with names, texts and headers that mean harm."""
    method, path, _ = chance.choice(ROUTES)
    names = {
        "tool_id": chance.choice(TOOLS), "run_id": chance.choice(ids), "batch_id": chance.choice(ids),
        "chain_id": chance.choice(ids), "path:file": "embed.js",
    }  # fmt: skip
    path = re.sub(r"<([\w:]+)>", lambda part: names[part[1]] if chance.random() < 0.8 else _quoted(chance), path)
    if chance.random() < 0.15:
        method = chance.choice(("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "X"))
    # The runs that all others look at stay.
    if method == "DELETE" and chance.random() < 0.98:
        path = path.replace(names["run_id"], "none")
    if chance.random() < 0.5:
        path += f"?{urlencode(_pairs(chance), errors='replace')}"
    headers = {name: chance.choice(values) for name, values in HEADERS if chance.random() < 0.12}
    media, body = chance.choice(list(BODIES.items()))
    if method in ("POST", "PUT", "PATCH"):
        headers.setdefault("Content-Type", media)
        body = chance.choice((_json, _form, _spoiled))(chance, body)
    else:
        body = b""
    return Request(
        method,
        path,
        headers | ({"Content-Length": str(len(body))} if "Transfer-Encoding" not in headers else {}),
        _chunked(headers, body),
    )


def _quoted(chance: random.Random) -> str:
    return quote(chance.choice(TEXTS), safe="", errors="replace") or "%00"


def _pairs(chance: random.Random) -> list[tuple[str, str]]:
    some = chance.randrange(1, 6)
    return [(chance.choice((*NAMES, *TEXTS[:20])), chance.choice(TEXTS)) for _ in range(some)]


def _json(chance: random.Random, _: bytes) -> bytes:
    value = {
        chance.choice(("title", "n", "file", "find", "data", chance.choice(TEXTS))): _value(chance, 3)
        for _ in range(chance.randrange(5))
    }
    return json.dumps({"title": "x"} | value).encode()


def _value(chance: random.Random, depth: int) -> object:
    kind = chance.randrange(6 if depth else 4)
    match kind:
        case 0 | 1:
            return chance.choice(TEXTS)
        case 2:
            return chance.choice((0, -1, 1e308, 2**63, 10**40, 0.1, True, None))
        case 3:
            return chance.choice(([], {}, "", None))
        case 4:
            return [_value(chance, depth - 1) for _ in range(chance.randrange(5))]
    return {chance.choice(TEXTS): _value(chance, depth - 1) for _ in range(chance.randrange(5))}


def _form(chance: random.Random, _: bytes) -> bytes:
    if chance.random() < 0.5:
        return urlencode(_pairs(chance), errors="replace").encode()
    parts = [
        f'--b\r\nContent-Disposition: form-data; name="{name}"{chance.choice(("", "; filename=x.html"))}\r\n\r\n{text}\r\n'
        for name, text in _pairs(chance)
    ]
    return "".join([*parts, "--b--\r\n"]).encode("utf-8", "replace")


def _spoiled(chance: random.Random, body: bytes) -> bytes:
    spoiled = bytearray(body)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(spoiled) or 1)
        spoiled[at : at + chance.randrange(4)] = bytes([chance.randrange(256)] * chance.randrange(4))
    return bytes(spoiled)


def _chunked(headers: dict[str, str], body: bytes) -> bytes:
    if "Transfer-Encoding" not in headers:
        return body
    return (b"%x\r\n%s\r\n" % (len(body), body) if body else b"") + b"0\r\n\r\n"
