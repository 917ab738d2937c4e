"""The app as the review meets it: a server process on loopback, tools that act as an attack wants, and a browser."""

from __future__ import annotations

import http.client
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from tests.acting import Acting
from tests.alive import follow
from tests.browser_path import FLAGS, chromium
from tests.hostile.harm import ALL_HARM, declared
from tests.runners.conftest import Listener

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page, Playwright

SAMPLES = Path(__file__).parents[1] / "samples/tool-json"
#: Seconds for an answer.
PATIENCE = 30
SMALL = {
    "id": "small",
    "name": "Small",
    "provides_autocomplete": True,
    "inputs": [
        {"key": "title", "type": "text", "label": "Title"},
        {"key": "n", "type": "number", "label": "Number", "required": False},
        {"key": "file", "type": "file", "label": "File", "required": False},
        {"key": "find", "type": "autocomplete", "label": "Find", "endpoint": "/autocomplete/x", "required": False},
        {"key": "data", "type": "json", "label": "Data", "required": False},
    ],
    "outputs": [],
}
#: A module with one tool, which returns what it is sent, and one function that nobody named.
FUNCTIONS = """import webform
@webform.tool
def echo(text: str) -> str:
    return text
def hidden() -> str:
    return "hidden"
"""
#: The review is one client that asks for more than one may.
LIMITS = "[limits]\nruns_at_once = 1000\nruns_a_minute = 1_000_000\nuploads_mb_a_day = 1_000_000\nstreams = 300\n"
#: Outputs that are rendered by what reads their text.
TYPED = [
    {"key": kind, "type": kind, "label": kind} for kind in ("code", "markdown", "latex", "table", "tree", "log", "kv")
]
#: What the tools log of each request is nothing that anyone wants to read.
logging.getLogger("werkzeug").setLevel(logging.ERROR)
#: How an address of this machine, or of its network, can be written.
SPELLINGS = (
    "127.1", "0x7f000001", "2130706433", "017700000001", "127.0.0.1.", "①②⑦.⓪.⓪.①", "0", "0.0.0.0", "[::]", "[::1]",
    "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fec0::1]", "[fe80::1]",
    "169.254.169.254", "100.100.100.200", "192.168.0.1", "10.0.0.1", "172.16.0.1", "[fd00::1]", "[::127.0.0.1]",
    "127.0.0.1%00.example.com", "localhost", "LOCALHOST.", "a.localhost", "metadata.google.internal",
)  # fmt: skip


class Answer(NamedTuple):
    """An answer: its status, its headers as they came, its bytes, and the seconds it took."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    seconds: float

    @property
    def json(self) -> Any:
        """Its body as JSON."""
        return json.loads(self.body)

    def header(self, name: str) -> list[str]:
        """Return all headers of that name."""
        return [value for key, value in self.headers if key.lower() == name.lower()]


@dataclass
class Tried:
    """What an attack came to: how often it was tried, and what was not as it has to be."""

    count: int = 0
    faults: list[str] = field(default_factory=list)

    def expect(self, holds: object, fault: str) -> None:
        """Count one try, and *fault* where it does not hold."""
        self.count += 1
        if not holds:
            self.faults.append(fault[:300])


class Lab:
    """
    The app in a process of its own, with its tools; ended by `close`.

    Args:
        folder: where its files are.
        limits: the table of webform.toml that says what a client may use.
        playwright: what starts browsers, where some in this process has been started.
    """

    def __init__(self, folder: Path, limits: str = LIMITS, playwright: Playwright | None = None) -> None:
        self._playwright = playwright
        self.acting = Acting({"y": 42})
        self._tool = make_server("127.0.0.1", 0, self.acting.app, threaded=True)
        self._serving = threading.Thread(target=self._tool.serve_forever, args=(0.02,), daemon=True)
        self._serving.start()
        self.url = self.acting.url = f"http://127.0.0.1:{self._tool.server_port}/run"
        #: A tool that writes what the attack says, and one that nobody may come to.
        self.write: Callable[[Any, bytes], Any] = lambda connection, _: connection.close()
        self.raw = Listener(lambda connection, request: self.write(connection, request), "127.0.0.1", None)
        self.forbidden = Listener(lambda connection, _: connection.close(), "127.0.0.1", None)
        config = folder / "webform.toml"
        config.write_text(self._written(folder, limits), encoding="utf-8")
        functions = folder / "functions_of_the_review.py"
        functions.write_text(FUNCTIONS, encoding="utf-8")
        self.process, self.address = started(config, str(functions))
        self.host = urlsplit(self.address).netloc
        self.place = "127.0.0.1", urlsplit(self.address).port or 80
        self._browsers: list[Any] = []

    def close(self) -> None:
        """End the server, the tools and the browser."""
        for browser in reversed(self._browsers):
            browser()
        self.acting.let_go()
        ended(self.process)
        self._tool.shutdown()
        self._serving.join(5)
        self._tool.server_close()
        self.raw.close()
        self.forbidden.close()

    def _written(self, folder: Path, limits: str) -> str:
        views = json.loads((SAMPLES / "all-types.tool.json").read_text(encoding="utf-8"))
        tools = {
            "small": (SMALL, self.url),
            "harm": (declared(ALL_HARM) | {"id": "harm"}, self.url),
            "views": ({"id": "views", "name": "Views", "inputs": [], "outputs": views["outputs"]}, self.url),
            "typed": ({"id": "typed", "name": "Typed", "inputs": [], "outputs": TYPED}, f"{self.raw.url}/run"),
            "raw": ({"id": "raw", "name": "Raw", "inputs": [], "outputs": []}, f"{self.raw.url}/run"),
        } | {
            f"private{index}": (
                {"id": f"private{index}", "name": "P", "inputs": [], "outputs": []},
                f"http://{spelling}:{self.forbidden.port}/run",
            )
            for index, spelling in enumerate(SPELLINGS)
        }
        lines = ['mode = "production"', 'database = "runs.sqlite"', 'files = "files"', "raw = true"]
        for name, (tool, url) in tools.items():
            (folder / f"{name}.json").write_text(json.dumps(tool), encoding="utf-8")
            private = "private = false\n" if name.startswith("private") else ""
            lines.append(f'[tools.{name}]\ndeclaration = "{name}.json"\nrun_url = "{url}"\ntimeout = 5\n{private}')
        return "\n".join([*lines, limits])

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        *,
        client: str = "127.0.0.1",
    ) -> Answer:
        """Send one request on a connection of its own, from the address *client*; a header `Host` replaces ours."""
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE, source_address=(client, 0))
        began = monotonic()
        try:
            connection.putrequest(method, path, skip_host="Host" in (headers or {}), skip_accept_encoding=True)
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            if body is not None and "Content-Length" not in (headers or {}):
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            answer = connection.getresponse()
            return Answer(answer.status, answer.getheaders(), answer.read(), monotonic() - began)
        finally:
            connection.close()

    def spoken(self, sent: bytes, *, close: bool = True) -> bytes:
        """Write *sent* to a connection, close our side of it or not, and return what comes back until it is closed."""
        with socket.create_connection(self.place, timeout=PATIENCE) as connection, suppress(OSError):
            connection.sendall(sent)
            if close:
                connection.shutdown(socket.SHUT_WR)
            found = b""
            while piece := connection.recv(65_536):
                found += piece
            return found
        return b""

    def run(self, tool: str, body: Any = None, **headers: str) -> Answer:
        """Run *tool* as a program does, and wait for the answer."""
        kinds = {"Content-Type": "application/json", "Accept": "application/json"}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.ask("POST", f"/tools/{tool}/run", json.dumps({} if body is None else body).encode(), kinds | named)

    def answered(self, value: Any, tool: str = "small") -> str:
        """Run *tool*, which answers *value*; return the path of the run."""
        self.acting.answer = value
        return f"/runs/{self.run(tool, {'title': 'x'} if tool == 'small' else {}).json['run']}"

    def healthy(self) -> float:
        """Return the seconds in which /healthz answers 200."""
        answer = self.ask("GET", "/healthz")
        if answer.status != 200:
            raise AssertionError(f"/healthz answered {answer.status}")
        return answer.seconds

    def memory(self) -> float:
        """Return the megabytes that the server and its workers hold."""
        return sum(map(_resident, [self.process.pid, *_children(self.process.pid)]))

    @contextmanager
    def page(self, **options: Any) -> Iterator[Page]:
        """A page of a browser, in a context of its own."""
        context = self._browser().new_context(**options)
        follow(context)
        context.set_default_timeout(PATIENCE * 1000)
        try:
            yield context.new_page()
        finally:
            context.close()

    def _browser(self) -> Browser:
        if not self._browsers:
            path = chromium()
            if path is None:
                raise RuntimeError("there is no Chromium; CHROMIUM names one")
            playwright = self._playwright
            if playwright is None:
                playwright = sync_playwright().start()
                self._browsers.append(playwright.stop)
            # Whatever a page asks of another site reaches the listener, and is counted.
            elsewhere = f"--host-resolver-rules=MAP *.example 127.0.0.1:{self.forbidden.port}"
            self.browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, elsewhere])
            self._browsers.append(self.browser.close)
        return self.browser


def started(config: Path, *sources: str) -> tuple[subprocess.Popen[str], str]:
    """Start `webform serve` with *config* and *sources*; return the process, once it answers, and its address."""
    command = [sys.executable, "-m", "webform", "serve", *sources, "--config", str(config), "--port", "0"]
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    log = config.with_suffix(".log").open("w", encoding="utf-8")
    with log:
        process = subprocess.Popen(
            command, env=environ, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True
        )
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://\S+", line):
            return process, found[0].rstrip("/.")
    raise RuntimeError(config.with_suffix(".log").read_text(encoding="utf-8"))


def ended(process: subprocess.Popen[str]) -> None:
    """Kill the group of *process*, which it leads."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(20)
    if process.stdout is not None:
        process.stdout.close()


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        # A thread may end meanwhile.
        with suppress(FileNotFoundError, ProcessLookupError):
            found += map(int, path.read_text().split())
    return [*found, *(deeper for number in found for deeper in _children(number))]


def _resident(pid: int) -> float:
    with suppress(FileNotFoundError, ProcessLookupError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 1_000_000
    return 0.0
