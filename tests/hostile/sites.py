"""Attacks of other sites, and on what every answer says to browsers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.alive import quiet
from tests.hostile.lab import SPELLINGS, Tried
from tests.runners.conftest import Listener
from webform.web import ROUTES

if TYPE_CHECKING:
    from tests.hostile.lab import Lab

HOSTS = (
    "evil.example", "evil.example:80", "127.0.0.1.nip.io", "localhost.evil.example", "evil.example:127.0.0.1", "",
    "127.0.0.1@evil.example", "localhost#", "[::2]", "127.0.0.1, evil.example", "localhost\tevil", "xn--lcalhost-7ya",
)  # fmt: skip
FOREIGN = (
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": ""}, {"Origin": "null"},
    {"Origin": "https://evil.example"}, {"Origin": ""}, {"Origin": "http://localhost.evil.example"}, {"Origin": "http://127.0.0.1:1"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://127.0.0.1"}, {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
)  # fmt: skip
BODIES = {
    "application/json": b'{"title": "evil"}',
    "application/x-www-form-urlencoded": b"%2Ftitle=evil",
    "multipart/form-data; boundary=b": b'--b\r\nContent-Disposition: form-data; name="/title"\r\n\r\nevil\r\n--b--\r\n',
    "text/plain": b'{"title": "evil"}',
}
NAMES_OF_FUNCTIONS = (
    "hidden", "os:getcwd", "functions_of_the_review:hidden", "__import__('os').getcwd()", "{text.__class__}", "/etc/passwd",
    'x"}\n{"name": "hidden", "body": {}, "files": [], "folder": "/"}\n', "\u2028\x85{}",
)  # fmt: skip
#: Methods that change nothing.
SAFE = ("GET", "HEAD", "OPTIONS")


def addresses(run: str) -> list[tuple[str, str]]:
    """Return each route as method and path: for what is there, for what is not, and for a name that means harm."""
    found = []
    for tool, id_ in (("small", run), ("none", "none"), ("%0d%0aSet-Cookie:a=b", "..%2f..%2fetc%2fpasswd")):
        names = {"tool_id": tool, "run_id": id_, "batch_id": id_, "chain_id": id_, "path:file": "embed.js"}
        for method, path, _ in ROUTES:
            if path.endswith("/events") and id_ != run:
                continue
            found.append((method, re.sub(r"<([\w:]+)>", lambda part, names=names: names[part[1]], path)))
    return list(dict.fromkeys(found))


def headers(lab: Lab) -> Tried:
    """Ask every route, with its own method and with others, well and badly; look at the headers of each answer."""
    tried = Tried()
    run = lab.answered({"y": 1, "f": "x"}).removeprefix("/runs/")
    for own, path in addresses(run):
        for method in dict.fromkeys((own, "GET", "HEAD", "OPTIONS", "PUT", "TRACE", "POST")):
            if method in ("DELETE", "POST") and run in path:
                continue
            answer = lab.ask(method, path, None if method in SAFE else b"")
            about = f"{method} {path[:60]} {answer.status}"
            tried.expect(answer.status < 500, about)
            tried.expect(answer.header("X-Content-Type-Options") == ["nosniff"], f"{about}: no nosniff")
            policies = answer.header("Content-Security-Policy")
            tried.expect(len(policies) == 1 and "default-src 'none'" in policies[0], f"{about}: policy {policies}")
            tried.expect("frame-ancestors" in "".join(policies), f"{about}: may be framed")
            tried.expect("unsafe" not in policies[0].partition("style-src")[0] if policies else 0, f"{about}: scripts")
            tried.expect(answer.header("Referrer-Policy") == ["same-origin"], f"{about}: no Referrer-Policy")
            tried.expect(not answer.header("Set-Cookie"), f"{about}: a cookie")
            # The element that embeds a panel is a script for everyone, and so are its types.
            shared = path in ("/embed.js", "/embed.d.ts")
            tried.expect(shared or not answer.header("Access-Control-Allow-Origin"), f"{about}: CORS")
            if path.startswith(("/runs", "/chains/")) and method == "GET":
                tried.expect("no-store" in "".join(answer.header("Cache-Control")), f"{about}: may be kept")
    for sent in (b"GET / HTTP/9.9\r\n\r\n", b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
                 b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 90_000 + b"\r\n\r\n"):  # fmt: skip
        response = lab.spoken(sent)
        tried.expect(not response or b"Content-Security-Policy" in response, f"{sent[:20]!r}: {response[:80]!r}")
    return tried


def rebinding(lab: Lab) -> Tried:
    """Ask under names that are not ours, as a page whose name was made to lead here would."""
    tried, before = Tried(), len(lab.acting.bodies)
    for host in HOSTS:
        for method, path in (
            ("GET", "/"),
            ("GET", "/tools/small"),
            ("POST", "/tools/small/run"),
            ("GET", "/tools/small/complete?at=/find"),
        ):
            body = BODIES["application/json"] if method == "POST" else None
            answer = lab.ask(method, path, body, {"Host": host, "Content-Type": "application/json"})
            tried.expect(answer.status in (400, 403), f"{host!r} {path}: {answer.status}")
    tried.expect(len(lab.acting.bodies) == before, "a tool was run")
    return tried


def posts(lab: Lab) -> Tried:
    """Send what changes something to every route as another site's page would; nothing may be done."""
    tried = Tried()
    run = lab.answered({"y": 1}).removeprefix("/runs/")
    before = len(lab.acting.bodies)
    for method, path in addresses(run):
        if method in SAFE:
            continue
        for foreign in FOREIGN:
            for media, body in BODIES.items():
                answer = lab.ask(method, path, body, {"Content-Type": media, **foreign})
                tried.expect(answer.status == 403, f"{method} {path[:60]} {foreign} {media}: {answer.status}")
    tried.expect(len(lab.acting.bodies) == before, "a tool was run")
    tried.expect(lab.ask("GET", f"/runs/{run}").status == 200, "a run was forgotten")
    return tried


def framing(lab: Lab) -> Tried:
    """Frame every page in another site's page."""
    tried, run = Tried(), lab.answered({"html": "<p>x</p>"})
    paths = (
        "/",
        "/tools/small",
        "/tools/small/panel",
        "/tools/small/batch",
        run,
        f"{run}/frame?at=/html",
        "/runs",
        "/chains",
        "/none",
    )
    written = "".join(f"<iframe src='{lab.address}{path}'></iframe>" for path in paths).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(written)}\r\nConnection: close\r\n\r\n"
    site = Listener(lambda connection, _: (connection.sendall(head.encode() + written), False)[1], "127.0.0.1", None)
    try:
        with lab.page() as page:
            page.goto(f"http://localhost:{site.port}/")
            quiet(page)
            for frame in page.frames[1:]:
                # What a browser refuses to frame is a page of its own.
                tried.expect(not frame.url.startswith("http"), f"{frame.url} is framed")
            tried.expect(len(page.frames) == len(paths) + 1, f"{len(page.frames)} frames")
    finally:
        site.close()
    return tried


def private(lab: Lab) -> Tried:
    """Run tools whose addresses are this machine's or its network's, in every spelling, where none was allowed."""
    tried = Tried()
    for index, spelling in enumerate(SPELLINGS):
        answer = lab.run(f"private{index}")
        by_name = spelling.strip("[].").lower() in ("localhost", "a.localhost", "metadata.google.internal")
        tried.expect(answer.status < 500 and answer.json.get("status") == "error", f"{spelling}: {answer.status}")
        tried.expect(by_name or lab.forbidden.hits == 0, f"{spelling} was called")
    tried.expect(lab.forbidden.hits == 0, f"called {lab.forbidden.hits} times")
    return tried


def elsewhere(lab: Lab) -> Tried:
    """Answer with redirects, and with addresses to ask later or to sign in at, of a server that is not the tool's."""
    tried = Tried()
    there = lab.forbidden.url
    for status in (301, 302, 303, 307, 308, 201, 202, 200):
        for place in (
            f"{there}/x",
            there.replace("127.0.0.1", "localhost"),
            there.removeprefix("http:"),
            "http://169.254.169.254/latest",
        ):
            for name in ("Location", "Operation-Location", "Content-Location", "Link", "Refresh", "Retry-After"):
                body = b'{"status": "pending", "status_url": "%s", "urls": {"get": "%s"}}' % ((place.encode(),) * 2)
                answer = (f"HTTP/1.1 {status} X\r\n{name}: {place}\r\nContent-Type: application/json\r\n"
                          f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n").encode() + body  # fmt: skip
                lab.write = lambda connection, _, answer=answer: (connection.sendall(answer), False)[1]
                tried.expect(lab.run("raw").status < 500, f"{status} {name}: {place}")
                if status in (200, 201) and name != "Location":
                    break
    tried.expect(lab.forbidden.hits == 0, f"another server was asked {lab.forbidden.hits} times")
    return tried


def functions(lab: Lab) -> Tried:
    """Name modules, functions, files and requests to a process in keys and values, for a Python function and its address."""
    tried = Tried()
    for text in NAMES_OF_FUNCTIONS:
        answer = lab.run("echo", {"text": text})
        tried.expect(answer.json.get("value") == text, f"{text!r}: {answer.body[:80]!r}")
        for key in ("module", "function", "name", "body", "folder", "files", "do", "__class__"):
            answer = lab.run("echo", {"text": "x", key: text})
            tried.expect(answer.status == 422, f"{key} {text!r}: {answer.status}")
    for name in (
        "hidden",
        "functions_of_the_review:hidden",
        "os:getcwd",
        "echo:hidden",
        "..%2ffunctions_of_the_review",
    ):
        answer = lab.run(name, {})
        tried.expect(answer.status == 404, f"{name}: {answer.status}")
    return tried
