"""A server whose disk takes no more, or whose database and folder are removed: what it says, and what it keeps."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.programs import Program
from tests.until import until
from webform.messages import message

if sys.platform != "linux":
    pytest.skip("Linux alone limits the files of another process", allow_module_level=True)

import resource

pytestmark = pytest.mark.slow

PROGRAM = """
import sys
from pathlib import Path
from webform import load
from webform.web import Config, create_app, run_app

folder, url = Path(sys.argv[1]), sys.argv[2]
inputs = [{"key": "x", "type": "text", "label": "X"}, {"key": "paper", "type": "file", "label": "Paper", "required": False}]
(tool,) = load({"id": "small", "name": "Small", "inputs": inputs, "outputs": []})
config = Config(database=str(folder / "runs.sqlite"), files=folder / "files", keep_mb=float(sys.argv[3]))
run_app(create_app([(tool, url)], config), port=0, ready=lambda address: print(address, flush=True))
"""
UNLIMITED = resource.RLIM_INFINITY


class Server:
    """A server in a process of its own."""

    def __init__(self, folder: Path, url: str, keep_mb: float) -> None:
        self.process = Program(PROGRAM, folder, url, keep_mb, quiet=True)
        self.address = self.process.stdout.readline().strip()

    def fill_disk(self):
        """Let no file of it grow beyond its first bytes."""
        self._limit_files(10)

    def make_room(self):
        self._limit_files(UNLIMITED)

    def _limit_files(self, size):
        # The worker is a process of the server's.
        until(children := Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text)
        for pid in (self.process.pid, *map(int, children().split())):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, UNLIMITED))

    def ask(self, path, body=None, **headers):
        """Return the status and the JSON of an answer."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Accept": "application/json", "Content-Type": "application/json"} | headers
        request = urllib.request.Request(self.address + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(20)


@pytest.fixture
def start(tmp_path, acting):
    servers = []

    def start(keep_mb=100):
        servers.append(Server(tmp_path, acting.url, keep_mb))
        return servers[-1]

    yield start
    acting.let_go()
    for server in servers:
        if server.process.is_alive():
            server.process.terminate()
        server.process.wait(20)
        server.process.stdout.close()


def test_runs_that_end_on_a_full_disk_are_saved_once_there_is_room(start, acting):
    server = start()
    acting.hold()
    _, begun = server.ask("/tools/small/run", {"x": "a"}, Prefer="respond-async")
    acting.begun()
    server.fill_disk()
    acting.let_go()
    status, run = server.ask("/tools/small/run", {"x": "b"})
    assert (status, run["state"], run["saved"]) == (200, "done", False)
    page = urllib.request.urlopen(f"{server.address}/runs/{run['run']}", timeout=30).read()
    assert b"<strong>Not saved yet.</strong>" in page
    until(lambda: server.ask(f"/runs/{begun['run']}")[1]["state"] == "done")
    until(lambda: "2 finished runs wait to be saved" in server.ask("/readyz")[1]["problems"])
    assert server.ask("/readyz")[0] == 503
    assert server.ask("/healthz") == (200, {"ok": True})

    server.make_room()
    until(lambda: server.ask("/readyz") == (200, {"ok": True, "problems": []}))
    assert "saved" not in server.ask(f"/runs/{run['run']}")[1]
    server.kill()
    again = start()
    assert [again.ask(f"/runs/{run_id}")[1]["state"] for run_id in (begun["run"], run["run"])] == ["done", "done"]


def test_a_run_that_cannot_be_kept_is_not_begun_and_the_answer_says_why(start, acting):
    server = start()
    server.fill_disk()

    status, answer = server.ask("/tools/small/run", {"x": "a"}, Prefer="respond-async")

    assert (status, answer["error"]["code"]) == (503, "no-database")
    assert answer["error"]["message"] == "The server cannot keep runs now; nothing was run. Try again in a moment."
    assert acting.bodies == []


def test_a_file_that_finds_no_room_is_a_problem_at_its_input(start, tmp_path):
    server = start()
    server.fill_disk()

    status, answer = server.ask(
        "/tools/small/check", {"x": "a", "paper": "data:text/plain;base64,aGVsbG8sIHdvcmxkIQ=="}
    )

    assert status == 503
    assert answer["error"]["message"].startswith(message("store-full", {}))
    assert list((tmp_path / "files").iterdir()) == []
    assert "files cannot be kept: File too large" in server.ask("/readyz")[1]["problems"]


def test_a_folder_that_was_removed_is_made_anew(start, tmp_path):
    server = start()
    (tmp_path / "files").rmdir()

    assert server.ask("/readyz")[0] == 200
    paper = "data:text/plain;base64,aGVsbG8="
    assert server.ask("/tools/small/run", {"x": "a", "paper": paper})[0] == 200


def test_a_folder_that_became_a_file_is_said(start, tmp_path):
    server = start()
    (tmp_path / "files").rmdir()
    (tmp_path / "files").touch()

    status, answer = server.ask("/tools/small/check", {"x": "a", "paper": "data:text/plain;base64,aGVsbG8="})

    assert (status, answer["error"]["message"]) == (503, message("store-full.disk", {}) + ".")
    assert server.ask("/readyz")[1]["problems"] == ["files cannot be kept: File exists"]


def test_a_database_that_is_locked_is_waited_for_and_then_said(start, tmp_path):
    server = start()
    with sqlite3.connect(tmp_path / "runs.sqlite") as other:
        other.execute("BEGIN IMMEDIATE")
        status, run = server.ask("/tools/small/run", {"x": "a"})
        assert (status, run["state"]) == (200, "done")
        assert server.ask("/readyz") == (
            503,
            {
                "ok": False,
                "problems": ["The database cannot be used: database is locked", "1 finished runs wait to be saved"],
            },
        )
    until(lambda: server.ask("/readyz")[0] == 200)


@pytest.mark.parametrize("in_its_place", ["nothing", "garbage", "a folder"])
def test_a_database_that_was_removed_or_replaced_is_said(start, tmp_path, in_its_place):
    server = start()
    file = tmp_path / "runs.sqlite"
    file.rename(tmp_path / "away")
    if in_its_place == "garbage":
        file.write_bytes(b"x" * 10_000)
    elif in_its_place == "a folder":
        file.mkdir()

    text = "The file of the database was removed or replaced: restart the server"
    assert server.ask("/readyz") == (503, {"ok": False, "problems": [text]})
    assert server.ask("/tools/small/run", {"x": "a"})[1]["state"] == "done"
    server.kill()
    again = start()
    assert again.address.startswith("http://") == (in_its_place == "nothing")


def test_the_database_stays_small_and_what_was_deleted_is_not_in_it(start, tmp_path):
    server = start(keep_mb=1)
    for number in range(60):
        server.ask("/tools/small/run", {"x": f"needle {number} " + "x" * 100_000})

    def size():
        server.ask("/tools/small/run", {"x": "small"})
        return sum(path.stat().st_size for path in tmp_path.glob("runs.sqlite*"))

    until(lambda: size() < 3_000_000)
    text = b"".join(path.read_bytes() for path in tmp_path.glob("runs.sqlite*"))
    assert b"needle 0 " not in text
