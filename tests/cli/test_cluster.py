"""The commands of many machines."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import make_url, text

from tests.acting import acting
from tests.runs.postgres import postgres as run_postgres
from tests.runs.test_schema import old
from webform.cli import main
from webform.runs import RunStore
from webform.runs.schema import VERSIONS

__all__ = ["acting", "old"]

TOOL = {"id": "small", "name": "Small", "inputs": [{"key": "x", "type": "number", "label": "X"}], "outputs": []}


@pytest.fixture(scope="module")
def postgres():
    """A PostgreSQL server."""
    with run_postgres() as server:
        yield server


@pytest.fixture
def database(tmp_path):
    """A file."""
    return tmp_path / "runs.sqlite"


def invoke(*arguments):
    done = CliRunner().invoke(main, list(arguments))
    return done.exit_code, done.output


def settings(tmp_path, **more):
    lines = [f"{name} = {json.dumps(value)}" for name, value in more.items()]
    file = tmp_path / "webform.toml"
    file.write_text("\n".join(lines))
    return str(file)


def test_a_file_is_migrated_and_then_up_to_date(tmp_path, old):
    old.chmod(0o600)
    config = settings(tmp_path, database=str(old))

    assert invoke("migrate", "--config", config) == (0, f"runs.sqlite is up to date now: version {VERSIONS[-1]}\n")
    assert invoke("migrate", "--config", config) == (0, f"runs.sqlite was up to date: version {VERSIONS[-1]}\n")


@pytest.mark.slow
def test_the_database_is_that_of_the_environment(postgres, tmp_path, monkeypatch):
    database = make_url(postgres.new_database())
    for name, value in {"PGHOST": database.host, "PGPORT": database.port, "PGDATABASE": database.database}.items():
        monkeypatch.setenv(name, str(value))
    monkeypatch.setenv("PGUSER", "webform")
    monkeypatch.setenv("WEBFORM_CONFIG", settings(tmp_path, database="postgresql+psycopg://", queue=True))

    assert invoke("migrate") == (0, f"The database is up to date now: version {VERSIONS[-1]}\n")
    assert invoke("migrate") == (0, f"The database was up to date: version {VERSIONS[-1]}\n")


def test_the_questions_of_the_documents_are_answered(postgres):
    page = (Path(__file__).parents[2] / "docs/growth.md").read_text("utf-8")
    store = RunStore(postgres.new_database(), queue=True)
    store.leases.renew()
    queries = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
    rows = [
        store.database.read(lambda connection, query=query: connection.execute(text(query)).all()) for query in queries
    ]
    store.close()

    (host, count, silence), (connections, limit) = rows[1][0], rows[2][0]
    assert (rows[0], host, count, limit) == ([], socket.gethostname(), 1, "100")
    assert 0 <= silence < 20
    assert connections >= 1


def test_a_worker_without_a_queue_is_refused(tmp_path):
    status, message = invoke("worker", "--config", settings(tmp_path))

    assert status == 2
    assert "has no queue = true" in message


def test_a_queue_in_a_file_is_refused(tmp_path):
    (tmp_path / "tool.json").write_text(json.dumps(TOOL))
    config = settings(tmp_path, queue=True, database=str(tmp_path / "runs.sqlite"))
    status, message = invoke("worker", str(tmp_path / "tool.json"), "--config", config)

    assert status == 2
    assert "cannot hold the queue" in message


@contextmanager
def running(*arguments):
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "webform", *arguments]
    process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        yield process, process.stdout.readline().strip()
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(40)
        process.stdout.close()


@pytest.mark.slow
def test_an_address_of_probes_that_is_none_is_refused(postgres, tmp_path):
    (tmp_path / "tool.json").write_text(json.dumps(TOOL))
    config = settings(tmp_path, queue=True, database=postgres.new_database(), files=str(tmp_path / "files"))
    for listen in ("8081", "127.0.0.1:x", "127.0.0.1:99999", "192.0.2.1:8081"):
        status, message = invoke("worker", str(tmp_path / "tool.json"), "--config", config, "--listen", listen)

        assert (status, listen in message) == (2, True)


@pytest.mark.slow
def test_a_worker_answers_probes_and_metrics_and_nothing_else(postgres, tmp_path, acting):
    (tmp_path / "tool.json").write_text(json.dumps(TOOL))
    config = settings(tmp_path, queue=True, database=postgres.new_database(), files=str(tmp_path / "files"))
    token = "a-token-for-prometheus"
    with Path(config).open("a") as file:
        file.write(f'\n[metrics]\ntoken = "{token}"')
    tool = [str(tmp_path / "tool.json"), "--run-url", acting.url, "--config", config]
    with (
        running("serve", *tool, "--port", "0") as (_, page),
        running("worker", *tool, "--listen", "127.0.0.1:0") as (
            _,
            line,
        ),
    ):
        web, worker = page.split()[-1], line.split()[-1]
        assert json.loads(ask(f"{web}/tools/small/run", b'{"x": 1}'))["state"] == "done"
        found = [ask(f"{address}/metrics", Authorization=f"Bearer {token}") for address in (web, worker)]
        assert json.loads(ask(f"{worker}/readyz")) == {"ok": True, "problems": []}
        with pytest.raises(urllib.error.HTTPError, match="404"):
            ask(f"{worker}/tools/small")

    line = 'webform_runs_total{state="done",status="ok",tool="small"} 1.0'
    assert [line in text for text in found] == [False, True]
    assert all('webform_runs_unfinished{state="queued",tool="small"} 0.0' in text for text in found)


def ask(address, body=None, **headers):
    headers = {"Accept": "application/json", "Content-Type": "application/json", **headers}
    with urllib.request.urlopen(urllib.request.Request(address, body, headers), timeout=60) as answer:
        return answer.read().decode()


@pytest.mark.slow
def test_a_server_has_its_runs_executed_by_a_worker(postgres, tmp_path, acting):
    (tmp_path / "tool.json").write_text(json.dumps(TOOL))
    config = settings(tmp_path, queue=True, database=postgres.new_database(), files=str(tmp_path / "files"))
    tool = [str(tmp_path / "tool.json"), "--run-url", acting.url, "--config", config]
    with running("serve", *tool, "--port", "0") as (_, address), running("worker", *tool) as (worker, line):
        assert line == "webform executes runs, up to 32 at once"
        headers = {"Accept": "application/json", "Content-Type": "application/json"}
        request = urllib.request.Request(address.split()[-1] + "/tools/small/run", b'{"x": 1}', headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            run = json.load(answer)
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(40) == 0

    assert (run["state"], run["value"]) == ("done", {"y": 42})
    assert acting.bodies == [{"x": 1}]


@pytest.mark.slow
def test_a_python_function_runs_beside_a_worker(postgres, tmp_path):
    file = tmp_path / "tools.py"
    file.write_text(
        "import os, webform\n@webform.tool\ndef shout(text: str) -> dict:\n    print('louder')\n"
        "    return {'text': text.upper(), 'parent': os.getppid()}\n",
        "utf-8",
    )
    config = settings(tmp_path, queue=True, database=postgres.new_database(), files=str(tmp_path / "files"))
    with (
        running("serve", str(file), "--config", config, "--port", "0") as (_, page),
        running("worker", str(file), "--config", config) as (worker, _),
    ):
        run = json.loads(ask(f"{page.split()[-1]}/tools/shout/run", b'{"text": "hi"}'))
        events = json.loads(ask(f"{page.split()[-1]}/runs/{run['run']}?after=0"))["events"]

    assert (run["state"], run["value"]) == ("done", {"text": "HI", "parent": worker.pid})
    assert [event["data"]["message"] for event in events if event["event"] == "log"] == ["louder"]
