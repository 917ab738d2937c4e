"""Web processes and workers on one PostgreSQL, each a process of its own under a host name of its own."""

from __future__ import annotations

import json
import os
import signal
import threading
import urllib.error
import urllib.request
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.programs import Program

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = """
import os, socket, sys, time
from pathlib import Path

clock, real = os.environ.get("CLOCK_OFF_BY"), time.time
if clock:
    # Read at each look: the clock is set in the middle of runs.
    time.time = lambda: real() + float(Path(clock).read_text() or 0)

from webform import load
from webform.result import Result
from webform.runners import HTTPRunner
from webform.web import Config, create_app, run_app

class Acting(HTTPRunner):
    def run(self, tool, target, body, *, tell, cancelled, run_id, **_):
        told = Path(body["told"]) if body.get("told") else None
        if told:
            with told.open("a") as log:
                log.write(f"{tool.id} begins {body.get('name', '')}\\n")
        call = f"{os.getpid()}-{time.monotonic_ns()}"
        notes = open(body["notes"], "a", buffering=1) if body.get("notes") else open(os.devnull, "w")
        notes.write(f"{call} begins\\n")
        for number in range(body.get("events", 0)):
            notes.write(f"{call} {number}\\n")
            tell({"type": "log", "level": "info", "message": f"{number} {time.time()}"})
            time.sleep(body.get("pause", 0))
        answer = tell({"type": "ask", "id": "q", "message": "Sure?", "schema": None}) if body.get("ask") else None
        while body.get("until") and not Path(body["until"]).exists() and not cancelled():
            time.sleep(0.02)
        if told:
            with told.open("a") as log:
                log.write(f"{tool.id} ends {body.get('name', '')}\\n")
        if cancelled():
            return Result(status="cancelled", code="cancelled", message="Cancelled.")
        return Result(status="ok", value={"host": socket.gethostname(), "answer": answer, "pin": body.get("pin")})

def tool(name, **more):
    inputs = {"type": "object", "additionalProperties": True, "properties": {"pin": {"writeOnly": True}}}
    return load({"name": name, "inputSchema": inputs, **more})[0]

role, folder, database, lease, at_once = sys.argv[1:]
config = Config(
    database=database, files=Path(folder) / "files", lease=float(lease), at_once=int(at_once), queue="://" in database,
    trusted_proxies=tuple(filter(None, [os.environ.get("TRUSTED_PROXY", "")])),
)
tools = [
    tool("plain"),
    tool("reads", annotations={"readOnlyHint": True}),
    tool("alone", **{"_meta": {}}),
]
from dataclasses import replace
tools[2] = replace(tools[2], concurrent=False)
app = create_app([(tool, "http://127.0.0.1:9/run") for tool in tools], config, runner=Acting())
if role == "web":
    run_app(app, port=0, ready=lambda address: print(address, flush=True))
else:
    site = app.extensions["webform"]
    print("works", flush=True)
    site.runs.work(int(os.environ.get("THREADS", 8)))
    site.close()
"""
KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="


class Node:
    """A process of the cluster: a web process, or a worker."""

    def __init__(self, role: str, host: str, arguments: list[str], environ: dict[str, str], *, quiet: bool) -> None:
        self.host = host
        own = host if can_unshare() else ""
        self.process = Program(PROGRAM, role, *arguments, environ=environ, quiet=quiet, host=own)
        self.address = self.process.stdout.readline().strip()
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def kill(self) -> None:
        """End it and all that it started, at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(20)

    def stop(self) -> int:
        """Ask it to end; return its status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(40)

    def threads(self) -> int:
        """Return how many threads the process has that answers requests."""
        main = self.process.pid
        (child,) = Path(f"/proc/{main}/task/{main}/children").read_text("ascii").split()
        lines = Path(f"/proc/{child}/status").read_text("ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Threads:"))

    def ask(self, path: str, body: Any = None, method: str | None = None, **headers: str) -> Any:
        """Return what it answers, as JSON; a refusal as well."""
        data = None if body is None else json.dumps(body).encode()
        fields = {"Accept": "application/json", "Content-Type": "application/json", **headers}
        request = urllib.request.Request(f"{self.address}{path}", data, fields, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            return json.load(error)

    def begin(self, tool: str = "plain", body: Any = None, **headers: str) -> str:
        """Begin a run, and return its id."""
        return self.ask(f"/tools/{tool}/run", body or {}, Prefer="respond-async", **headers)["run"]

    def events(self, run_id: str, after: int = 0) -> Iterator[tuple[int, str, Any]]:
        """Yield the events of a run from the stream: number, kind, data."""
        request = urllib.request.Request(f"{self.address}/runs/{run_id}/events", headers={"Last-Event-ID": str(after)})
        with urllib.request.urlopen(request, timeout=60) as answer:
            fields = {}
            for line in answer:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                fields[name] = value
                if line == b"\n" and fields.get("id"):
                    yield int(fields["id"]), fields["event"], json.loads(fields["data"])
                fields = {} if line == b"\n" else fields


class Cluster:
    """A database with its processes; nobody sees the logs of those that are *quiet*."""

    def __init__(
        self, database: str, folder: Path, *, lease: float = 2, at_once: int = 64, quiet: bool = False
    ) -> None:
        self.database, self.folder, self._quiet = database, folder, quiet
        self._arguments = [str(folder), database, str(lease), str(at_once)]
        self.nodes: list[Node] = []

    def start(self, role: str, host: str, database: str = "", **environ: str) -> Node:
        """Start a process; *database* is an address of its own for the database."""
        folder, own, *more = self._arguments
        self.nodes.append(Node(role, host, [folder, database or own, *more], environ, quiet=self._quiet))
        return self.nodes[-1]

    def close(self) -> None:
        """End all."""
        for node in self.nodes:
            if node.process.is_alive():
                node.kill()


@cache
def can_unshare() -> bool:
    """Tell whether processes may have host names of their own here; in CI they must."""
    can = Program("", host="other", quiet=True).wait() == 0
    if not can and os.environ.get("CI"):
        pytest.fail("no process can have a host name of its own here")
    return can
