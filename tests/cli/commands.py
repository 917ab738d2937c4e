"""Declarations that the tests of commands use, and commands that serve."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
GOOD = {
    "id": "greet",
    "name": "Greet",
    "inputs": [
        {"key": "who", "type": "text", "label": "Who", "default": "you"},
        {"key": "times", "type": "number", "label": "Times", "min": 1, "default": 1},
    ],
    "outputs": [{"key": "greeting", "type": "text", "label": "Greeting"}],
}
BAD = '{"id": "x", "name": "X",\n "inputs": [{"key": "a", "type": "slidr", "label": "A"}],\n "outputs": []}\n'


@contextmanager
def serving(*arguments, cwd, errors=None):
    """Start `webform` with *arguments* on a free port; give its address, and add what it printed to *errors*."""
    command = [sys.executable, "-c", "from webform.cli import main; main()", *map(str, arguments), "--port", "0"]
    env = {"PYTHONPATH": str(ROOT), "HOME": str(cwd), "PATH": "/usr/bin:/bin"}
    with subprocess.Popen(
        command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            line = process.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, line + process.stderr.read()
            yield found[0]
        finally:
            process.send_signal(signal.SIGINT)
            printed = process.communicate(timeout=30)[1]
            if errors is not None:
                errors.append(printed)


def fetch(url, data=None):
    headers = {"Content-Type": "application/json"} if data is not None else {}
    body = None if data is None else json.dumps(data).encode()
    with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=30) as answer:
        return answer.read().decode()
