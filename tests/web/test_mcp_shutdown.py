"""The programs of MCP servers end with webform, which was asked to stop while they, and a stream, go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.until import until

pytestmark = pytest.mark.slow

APP = """
import json, sys
from pathlib import Path
from webform import load
from webform.runners import Target
from webform.web import Config, create_app, run_app

folder = Path(sys.argv[1])
command = (sys.executable, "-c", sys.argv[2], str(folder / "pid"))
target = Target(url="deaf", command=command, timeout=60)
tools = load({"name": "call", "inputSchema": {"type": "object"}})
app = create_app([(tool, target) for tool in tools], Config(database=str(folder / "r.sqlite"), files=folder / "f"))
run_app(app, port=0, ready=lambda address: print(address, flush=True))
"""

#: A server that goes on when its input ends, and when it is told to end, as does what it started.
DEAF = """
import json, os, signal, subprocess, sys, time

signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(600)"])
open(sys.argv[1], "w").write(f"{os.getpid()} {child.pid}")
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "initialize":
        info = {"name": "deaf", "version": "1"}
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
    elif asked.get("method") == "ping":
        result = {}
    else:
        # A call is never answered.
        continue
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}) + "\\n")
    sys.stdout.flush()
time.sleep(600)
"""


def _goes_on(pid):
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="no /proc")
def test_no_program_outlives_the_server(tmp_path):
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", APP, str(tmp_path), DEAF]
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        address = process.stdout.readline().strip()
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Prefer": "respond-async"}
        with urllib.request.urlopen(urllib.request.Request(f"{address}/tools/call/run", b"{}", headers)) as begun:
            run = begun.headers["Location"]
        until(lambda: (tmp_path / "pid").is_file() and " " in (tmp_path / "pid").read_text())
        pids = (tmp_path / "pid").read_text().split()
        with urllib.request.urlopen(f"{address}{run}/events") as stream:
            stream.readline()
            assert all(map(_goes_on, pids))
            process.send_signal(signal.SIGTERM)
            process.wait(30)

    assert not any(map(_goes_on, pids))
