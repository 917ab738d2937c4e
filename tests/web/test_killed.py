"""A server that is killed in the middle of a run, again and again: nothing that was told is lost, nothing runs on."""

from __future__ import annotations

import json
import os
import signal
import urllib.request

import pytest

from tests.programs import Program

#: How often it is killed; more by the environment.
TIMES = int(os.environ.get("WEBFORM_KILLS", "10"))
PROGRAM = """
import sys, time
from pathlib import Path
from webform import load
from webform.result import Result
from webform.runners import HTTPRunner
from webform.web import Config, create_app, run_app

class Endless(HTTPRunner):
    def run(self, tool, target, body, *, tell, cancelled, **_):
        number = 0
        while not cancelled():
            tell({"type": "log", "level": "info", "message": str(number)})
            tell({"type": "chunk", "text": f"{number} "})
            number += 1
            time.sleep(0.002)
        return Result(status="cancelled")

folder = Path(sys.argv[1])
(tool,) = load({"id": "endless", "name": "Endless", "inputs": [], "outputs": []})
config = Config(database=sys.argv[2], files=folder / "files", lease=1)
app = create_app([(tool, "http://127.0.0.1:9/run")], config, runner=Endless())
run_app(app, port=int(sys.argv[3]), ready=lambda address: print(address, flush=True))
"""


def start_server(folder, database, port=0):
    """Start the server in a process of its own; return that, once it answers, and its address."""
    process = Program(PROGRAM, folder, database, port)
    return process, process.stdout.readline().strip()


@pytest.fixture
def start(tmp_path):
    """`start(port=0) -> (process, address)` of the server; ended with the test."""
    started = []

    def start(port=0):
        started.append(start_server(tmp_path, str(tmp_path / "runs.sqlite"), port))
        return started[-1]

    yield start
    for process, _ in started:
        if process.is_alive():
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(20)
        process.stdout.close()


def ask(address, *, post=False):
    headers = {"Accept": "application/json", "Content-Type": "application/json", "Prefer": "respond-async"}
    request = urllib.request.Request(address, b"{}" if post else None, headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def events(address, most=10**9):
    """Yield the events of a stream, at most so many: (id, kind, data)."""
    with urllib.request.urlopen(address, timeout=20) as answer:
        fields = {}
        for line in answer:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            fields[name] = value
            if line == b"\n" and fields.get("id"):
                yield int(fields["id"]), fields["event"], json.loads(fields["data"])
                most -= 1
            if not most:
                return
            fields = {} if line == b"\n" else fields


@pytest.mark.slow
def test_killed_many_times_no_event_that_was_told_is_lost_and_no_run_is_said_to_go_on(start):
    seen = {}
    process, address = start()
    for time in range(TIMES):
        run = ask(f"{address}/tools/endless/run", post=True)["run"]
        seen[run] = list(events(f"{address}/runs/{run}/events", 7 * time + 1))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(20)
        process, address = start()

        # It goes on until its lease has run out.
        *kept, (last, kind, data) = events(f"{address}/runs/{run}/events")
        assert ask(f"{address}/runs/{run}")["state"] == "lost"
        assert kept[: len(seen[run])] == seen[run]
        assert [number for number, *_ in kept] == list(range(1, last))
        assert (kind, data["state"]) == ("failed", "lost")
        words = "".join(data["text"] for _, kind, data in kept if kind == "chunk").split()
        assert words == [str(number) for number in range(len(words))]
    for run, before in seen.items():
        assert list(events(f"{address}/runs/{run}/events", len(before))) == before
