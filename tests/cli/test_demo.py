"""The demo on many processes."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import contextmanager

import pytest
from click.testing import CliRunner

from webform.cli import main
from webform.web import demo_postgres


def test_without_postgresql_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(demo_postgres, "_FOLDERS", ())
    monkeypatch.setattr(demo_postgres, "_PACKAGE", "no_such_package")
    monkeypatch.setenv("PATH", str(tmp_path))
    done = CliRunner().invoke(main, ["demo", "--cluster"])

    assert done.exit_code == 2
    assert done.output.startswith("webform: there is no PostgreSQL server: install your system's (apt install")


@contextmanager
def demo():
    """Run it; its processes' lines, as they are printed."""
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "webform", "demo", "--cluster", "--port", "0"]
    process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        yield process, [process.stdout.readline() for _ in range(6)]
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(90)
        process.stdout.close()


def ask(url, body=None):
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    request = urllib.request.Request(url, body, headers)
    with urllib.request.urlopen(request, timeout=90) as answer:
        return json.load(answer)


@pytest.mark.slow
def test_tools_run_through_each_web_process_and_all_ends_on_ctrl_c():
    try:
        demo_postgres.find_programs()
    except demo_postgres.NoPostgresError as error:
        pytest.skip(str(error))
    with demo() as (process, lines):
        addresses = re.findall(r"webform is at (http://\S+)", "".join(lines))
        for address in addresses:
            tool = f"{address}/tools/geodesic-area"
            run = ask(f"{tool}/run", json.dumps(ask(f"{tool}/sample.json")).encode())
            assert (run["state"], run["status"]) == ("done", "ok")
            assert {ask(f"{other}/runs/{run['run']}")["state"] for other in addresses} == {"done"}
        process.send_signal(signal.SIGINT)
        assert process.wait(90) == 0

    assert len(addresses) == 2
    assert sum("executes runs" in line for line in lines) == 2
    [port] = re.findall(r"PostgreSQL is at 127.0.0.1:(\d+)", "".join(lines))
    for listener in (port, *(address.rpartition(":")[2] for address in addresses)):
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", int(listener)))
