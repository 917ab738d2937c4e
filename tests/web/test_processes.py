"""Several processes at one address: begun anew, renewed and stopped together; refused where they could not be as one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.configured import TOOL, Served
from tests.runs.postgres import postgres as run_postgres
from tests.until import until
from webform.cli import main

PROCESSES = 3


@pytest.fixture(scope="module")
def postgres():
    """A PostgreSQL server."""
    with run_postgres() as server:
        yield server


@pytest.fixture
def served(tmp_path, acting, postgres):
    """Several processes at one address, whose runs a worker executes."""
    served = Served(tmp_path, acting.url, postgres.new_database())
    served.write(TOOL, "queue = true")
    served.start("--processes", str(PROCESSES))
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "webform", "worker", "--config", "webform.toml"]
    worker = subprocess.Popen(command, cwd=tmp_path, env=environ, stdout=subprocess.PIPE, text=True)
    worker.stdout.readline()
    yield served
    acting.let_go()
    served.close()
    worker.terminate()
    worker.wait(40)
    worker.stdout.close()


@pytest.mark.slow
def test_processes_at_one_address_share_runs_are_begun_anew_and_renewed_and_end_together(served, acting):
    until(lambda: len(served.children()) == PROCESSES)
    acting.hold()
    run = served.ask("/tools/one/run", b"{}", Prefer="respond-async")["run"]
    acting.begun()
    streams = [urllib.request.urlopen(f"{served.address}/runs/{run}/events", timeout=30) for _ in range(4 * PROCESSES)]
    acting.let_go()
    for stream in streams:
        with stream:
            assert b"event: done" in stream.read()

    first, *others = served.children()
    os.kill(first, signal.SIGKILL)
    until(lambda: len(now := set(served.children())) == PROCESSES and now > set(others) and first not in now)

    served.write(TOOL | {"name": "Renamed"}, "queue = true")
    served.process.send_signal(signal.SIGHUP)
    until(lambda: served.log.count("the configuration was read again") >= PROCESSES)
    assert all("Renamed" in served.page()[1] for _ in range(4 * PROCESSES))
    assert served.ask(f"/runs/{run}")["status"] == "ok"

    left = served.children()
    assert served.close() == 0
    assert not any(Path(f"/proc/{child}").exists() for child in left)


def refused(tmp_path, settings, *sources):
    (tmp_path / "webform.toml").write_text(settings, "utf-8")
    (tmp_path / "one.json").write_text(json.dumps(TOOL), "utf-8")
    config = ["--config", str(tmp_path / "webform.toml"), "--processes", "2", "--port", "0"]
    done = CliRunner().invoke(main, ["serve", str(tmp_path / "one.json"), *sources, *config])
    assert done.exit_code == 2
    return done.output


def test_without_a_queue_they_are_refused_and_told_what_to_set(tmp_path):
    assert "--processes needs a PostgreSQL database and queue = true" in refused(tmp_path, "")


def test_with_a_queue_in_a_file_they_are_refused(tmp_path):
    assert "cannot hold the queue" in refused(tmp_path, f'queue = true\ndatabase = "{tmp_path}/runs.sqlite"')


def test_with_mcp_servers_they_are_refused(tmp_path):
    message = refused(tmp_path, "queue = true", "http://127.0.0.1:9/mcp")

    assert "--processes cannot serve MCP servers" in message
