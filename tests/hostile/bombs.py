"""Attacks that cost: bombs, floods, endless and trickled answers, halves of requests; the server has to answer others."""

from __future__ import annotations

import gzip
import json
import socket
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic
from typing import Any

from tests.hostile.lab import PATIENCE, Lab, Tried

MB = 1024 * 1024
JSON = {"Content-Type": "application/json", "Accept": "application/json"}
FORM = {"Content-Type": "multipart/form-data; boundary=b", "Accept": "application/json"}
#: Megabytes that the server may hold more after an attack than before the first.
MORE = 1500


def _part(name: str, value: bytes = b"x") -> bytes:
    return b'--b\r\nContent-Disposition: form-data; name="' + name.encode() + b'"\r\n\r\n' + value + b"\r\n"


def _tree(levels: int) -> dict[str, Any]:
    tree: dict[str, Any] = {"label": "x"}
    for _ in range(levels):
        tree = {"label": "x", "children": [tree]}
    return tree


def _sent() -> dict[str, tuple[dict[str, str], bytes]]:
    """Return what is sent to /run and /check: headers and body."""
    return {
        "lists within lists": (JSON, b"[" * 200_000),
        "objects within objects": (JSON, b'{"a":' * 100_000),
        "450,000 objects": (JSON, b'{"data": [' + b"{}," * 450_000 + b"{}]}"),
        "a number of a million digits": (JSON, b'{"n": ' + b"9" * MB + b"}"),
        "1e400, NaN, Infinity": (JSON, b'{"n": 1e400, "data": [NaN, Infinity]}'),
        "one key 100,000 times": (JSON, b"{" + b",".join([b'"title": "x"'] * 100_000) + b"}"),
        "half a character": (JSON, b'{"title": "\\ud800\\udfff\\u0000", "\\ud800": "\xff"}'),
        "a data URL of a million parameters": (JSON, b'{"title": "x", "file": "data:text/plain' + b";a=b" * 250_000 + b';base64,YQ=="}'),
        "a picture that says it is 60,000 × 60,000": (
            JSON, b'{"title": "x", "file": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA6mAAAOpgCAYAAAA="}'),
        "50,000 parts": (FORM, b"".join(_part(f"/x{n}") for n in range(50_000)) + b"--b--\r\n"),
        "a name of a megabyte": (FORM, _part("/" * MB) + b"--b--\r\n"),
        "a part without end": (FORM, _part("/title", b"x" * MB)[:-2]),
        "a form as JSON": (JSON, _part("/title") + b"--b--\r\n"),
        "a gzipped body": (JSON | {"Content-Encoding": "gzip"}, gzip.compress(b'{"title": "' + b"x" * 10 * MB + b'"}')),
        "200,000 fields": ({"Content-Type": "application/x-www-form-urlencoded"}, b"&".join([b"a=b"] * 200_000)),
        "headers by the thousand": (JSON | {f"X-{n}": "x" for n in range(2000)}, b"{}"),
    }  # fmt: skip


def _answered() -> dict[str, tuple[str, bytes, dict[str, str]]]:
    """Return what a tool answers: media type and bytes; headers of its own."""
    return {
        "lists within lists": ("application/json", b"[" * 200_000 + b"]" * 200_000, {}),
        "a million values": ("application/json", b"[" + b"1," * MB + b"1]", {}),
        "20,000 objects": ("application/json", json.dumps({f"k{n}": {"deep": [n]} for n in range(20_000)}).encode(), {}),
        "a gzip bomb": ("application/json", gzip.compress(b'"' + b"0" * 80 * MB + b'"'), {"Content-Encoding": "gzip"}),
        "a gzip bomb in a gzip bomb": (
            "application/json", gzip.compress(gzip.compress(b"0" * 80 * MB)), {"Content-Encoding": "gzip"}),
        "a picture that says it is 60,000 × 60,000": (
            "image/png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xea\x60\0\0\xea\x60\x08\x06\0\0\0", {}),
        "pictures within a picture": (
            "image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg'><g id='a0'/>"
            + b"".join(b"<g id='a%d'><use href='#a%d'/><use href='#a%d'/></g>" % (n, n - 1, n - 1) for n in range(1, 40))
            + b"</svg>", {}),
        "entities within entities": (
            "application/xml", b"<!DOCTYPE x [<!ENTITY a0 'x'>"
            + b"".join(b"<!ENTITY a%d '&a%d;&a%d;'>" % (n, n - 1, n - 1) for n in range(1, 40)) + b"]><x>&a39;</x>", {}),
        "emphasis in Markdown": ("text/markdown", b"*a **b _c [" * 20_000, {}),
        "a table of CSV": ("text/csv", b"a,b\n" + b'"x,' * 200_000, {}),
        "a header of 60 KB": ("application/json", b"{}", {"X-A": "a" * 60_000}),
    }  # fmt: skip


def _typed() -> dict[str, dict[str, Any]]:
    """Return what a tool answers for outputs of types whose text is highlighted, drawn or laid out."""
    return {
        **{f"code of {language}": {"code": {"value": text * 10_000, "language": language}} for language, text in (
            ("java", "a "), ("csharp", "a "), ("python", "f'{"), ("javascript", "a<"), ("php", "<?php $a"), ("ruby", "%q("), ("perl", "s/a"),
            ("haskell", "{-"), ("sql", "/* "), ("html", "<a "), ("json", "["), ("yaml", "- "), ("bash", "$(("), ("cpp", "#if\n"))},
        "emphasis within a Markdown output": {"markdown": "*a **b _c [" * 4_000},
        "code within Markdown": {"markdown": "```java\n" + "a " * 19_000 + "\n```"},
        "line breaks within Markdown code": {"markdown": "```python\n" + "\n" * 30_000 + "\n```"},
        "fractions within LaTeX": {"latex": "\\frac{" * 3_000},
        "brackets within LaTeX": {"latex": "\\left(" * 5_000},
        "a tree of 300 levels": {"tree": {"root": _tree(300)}},
        "a log of 100,000 lines": {"log": {"lines": [{"message": "x"}] * 100_000}},
        "a table of 2,000 columns": {"table": [{f"c{n}": n for n in range(2000)}] * 50},
    }  # fmt: skip


def _healthy(lab: Lab, tried: Tried, about: str, before: float) -> None:
    try:
        seconds = lab.healthy()
    except (OSError, AssertionError) as error:
        tried.expect(False, f"{about}: /healthz: {error!r}")
        return
    tried.expect(seconds < 5, f"{about}: /healthz took {seconds:.1f} s")
    tried.expect(lab.memory() < before + MORE, f"{about}: {lab.memory() - before:.0f} MB more")


def requests(lab: Lab) -> Tried:
    """Send bombs of JSON, forms, data URLs and headers, and ask whether the server lives."""
    tried, before = Tried(), lab.memory()
    for about, (headers, body) in _sent().items():
        for path in ("/tools/small/run", "/tools/small/check", "/tools/small/form", "/tools/small/batch", "/chains"):
            try:
                answer = lab.ask("POST", path, body, headers)
            except (BrokenPipeError, ConnectionResetError):
                # It closes before it has read all of what is too much.
                continue
            tried.expect(answer.status < 500, f"{about}, {path}: {answer.status}")
            tried.expect(answer.seconds < 5, f"{about}, {path}: {answer.seconds:.1f} s")
        _healthy(lab, tried, about, before)
    return tried


def answers(lab: Lab) -> Tried:
    """Answer with bombs; run, look at the page twice, and download."""
    tried, before = Tried(), lab.memory()
    typed = {about: ("application/json", json.dumps(value).encode(), {}) for about, value in _typed().items()}
    for about, (media, body, more) in {**_answered(), **typed}.items():
        head = {"Content-Type": media, "Content-Length": str(len(body)), "Connection": "close"} | more
        sent = (
            b"HTTP/1.1 200 OK\r\n"
            + b"".join(f"{name}: {value}\r\n".encode() for name, value in head.items())
            + b"\r\n"
            + body
        )
        lab.write = lambda connection, _, sent=sent: (connection.sendall(sent), False)[1]
        ran = lab.run("typed" if about in typed else "raw", prefer="respond-async")
        tried.expect(ran.status < 500, f"{about}: {ran.status}")
        path = f"/runs/{ran.json['run']}"
        _over(lab, path, tried, about)
        for _ in range(2):
            shown = lab.ask("GET", path, headers={"Accept": "text/html"})
            tried.expect(shown.status == 200 and shown.seconds < 5, f"{about}: {shown.status}, {shown.seconds:.1f} s")
            tried.expect(len(shown.body) < 3 * MB, f"{about}: a page of {len(shown.body) / MB:.1f} MB")
        _healthy(lab, tried, about, before)
    return tried


def slow(lab: Lab) -> Tried:
    """Answer without end, a byte now and then, half, or not at all; each run ends, and others go on meanwhile."""
    tried, over = Tried(), threading.Event()
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

    def endless(connection: Any, _: bytes) -> bool:
        connection.sendall(head + b"\r\n[")
        while not over.is_set():
            connection.sendall(b"1," * 100_000)
        return False

    def trickled(connection: Any, _: bytes) -> bool:
        connection.sendall(head + b"Content-Length: 100000\r\n\r\n[")
        while not over.wait(0.5):
            connection.sendall(b"1")
        return False

    def headers(connection: Any, _: bytes) -> bool:
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        while not over.is_set():
            connection.sendall(b"X: y\r\n" * 1000)
        return False

    def silent(_: Any, __: bytes) -> bool:
        over.wait(PATIENCE)
        return False

    def half(connection: Any, _: bytes) -> bool:
        connection.sendall(head + b"Content-Length: 10\r\n\r\n[1")
        return False

    for write in (endless, trickled, headers, silent, half):
        lab.write = write
        path = f"/runs/{lab.run('raw', prefer='respond-async').json['run']}"
        beside = lab.run("small", {"title": "x"})
        tried.expect(
            beside.status == 200 and beside.seconds < 5, f"{write.__name__}: another run took {beside.seconds:.1f} s"
        )
        state = _over(lab, path, tried, write.__name__)
        tried.expect(state.get("status") == "error", f"{write.__name__}: {state.get('status')}")
        over.set()
        over.clear()
    return tried


def _over(lab: Lab, path: str, tried: Tried, about: str) -> dict[str, Any]:
    """Return the run at *path* once it is over."""
    until = monotonic() + 2 * PATIENCE
    while monotonic() < until:
        run: dict[str, Any] = lab.ask("GET", path, headers={"Accept": "application/json"}).json
        if run["state"] not in ("queued", "running"):
            return run
        threading.Event().wait(0.2)
    tried.expect(False, f"{about}: the run has no end")
    return {}


def connections(lab: Lab) -> Tried:
    """Open connections that say nothing, half a request, or nothing more, and leave our side open; /healthz goes on."""
    tried = Tried()
    halves = (
        b"", b"GET", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"POST /tools/small/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
        b"POST /tools/small/run HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nffff\r\n{",
    )  # fmt: skip
    with ExitStack() as stack:
        for _ in range(10):
            for half in halves:
                connection = stack.enter_context(socket.create_connection(lab.place, timeout=PATIENCE))
                connection.sendall(half)
            seconds = lab.healthy()
            tried.expect(seconds < 1, f"/healthz took {seconds:.1f} s")
    tried.expect(lab.healthy() < 1, "/healthz is slow once they are closed")
    return tried


def crowd(_: Lab) -> Tried:
    """Begin 500 runs and open 500 streams as one client, with the limits that production has; another one is served."""
    tried = Tried()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        lab = Lab(Path(folder), limits="")
        stack.callback(lab.close)
        lab.acting.hold()
        lab.write = lambda connection, _: (
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"),
            False,
        )[1]
        asked = JSON | {"Prefer": "respond-async"}
        begun = [lab.ask("POST", "/tools/small/run", b'{"title": "x"}', asked) for _ in range(500)]
        run = begun[0].json["run"]
        for _ in range(500):
            stream = stack.enter_context(socket.create_connection(lab.place, timeout=PATIENCE))
            stream.sendall(f"GET /runs/{run}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        for ask in begun:
            named = ask.status == 202 or (ask.header("Retry-After") and "again" in ask.json["error"]["message"])
            tried.expect(named, f"{ask.status} {ask.body[:100]!r}")
        for method, path, body in (
            ("GET", "/", None),
            ("GET", "/tools/small", None),
            ("POST", "/tools/raw/run", b"{}"),
        ):
            answer = lab.ask(method, path, body, JSON if body else {}, client="127.0.0.2")
            tried.expect(
                answer.status == 200 and answer.seconds < 5, f"{path}: {answer.status}, {answer.seconds:.1f} s"
            )
    return tried


def equal_posts(lab: Lab) -> Tried:
    """Send the same run fifty times at once, with one key, ten times: the tool is called ten times."""
    tried = Tried()
    for number in range(10):
        before = len(lab.acting.bodies)
        with ThreadPoolExecutor(50) as pool:
            sent = [
                pool.submit(
                    lab.run, "small", {"title": f"equal {number}"}, idempotency_key=f"key-{number}-of-the-review"
                )
                for _ in range(50)
            ]
            answers_ = [response.result() for response in sent]
        tried.expect(
            len({response.json.get("run") for response in answers_ if response.status == 200}) == 1,
            "several runs for one key",
        )
        tried.expect(all(response.status < 500 for response in answers_), "a 5xx among equal posts")
        tried.expect(len(lab.acting.bodies) == before + 1, f"{len(lab.acting.bodies) - before} calls for one key")
    return tried


def names(lab: Lab) -> Tried:
    """Put line breaks, paths and quotes into every name that comes back in a header or leads to a file."""
    tried = Tried()
    harms = (
        "a\r\nSet-Cookie: x=1",
        "a\nX: y",
        "../../etc/passwd",
        "..\\..\\x",
        "a\0b",
        '"; filename="b.html',
        "\u202egnp.html",
        "a" * 5000,
        "CON",
        ".",
    )
    for harm in harms:
        data = "data:text/html;base64,PGI+"
        path = lab.answered(
            {"file": {"filename": harm, "mime_type": harm, "data": data}, harm: [{"a": 1}, {"a": 2}], "x": data}
        )
        quoted = "".join(f"%{byte:02x}" for byte in harm.encode())
        for place in (f"{path}/download?at=/file", f"{path}/download?at=/{quoted}&format=csv", f"{path}/download?at={quoted}&format={quoted}",
                      f"/static/{quoted}", f"/static/..%2f..%2f{quoted}", f"/tools/{quoted}", f"/runs/{quoted}/download", f"/oauth/callback?state={quoted}&code={quoted}",
                      f"/tools/small/complete?at=/find&q={quoted}", f"/tools/small?/title={quoted}"):  # fmt: skip
            with suppress(ConnectionResetError):
                answer = lab.ask("GET", place)
                tried.expect(answer.status < 500, f"{place[:80]}: {answer.status}")
                tried.expect(not answer.header("Set-Cookie") and not answer.header("X"), f"{place[:80]}: a header")
                named = "".join(answer.header("Content-Disposition"))
                tried.expect(
                    named.isprintable() and "/" not in named.replace("'/", "") and "\\" not in named, f"{named!r}"
                )
                tried.expect(b"root:" not in answer.body, f"{place[:80]}: a file of the system")
    asked = [request for request in lab.acting.asked if not request.startswith("/autocomplete/x")]
    tried.expect(asked == [], f"the tool was asked {asked[:3]}")
    return tried
