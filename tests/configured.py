"""`webform serve` on a folder with a webform.toml, which tests change while it runs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.until import until

SETTINGS = """
database = "{database}"
files = "files"
{settings}

[tools.one]
declaration = "one.json"
run_url = "{url}"
"""
#: The tool.
TOOL = {"id": "one", "name": "One", "inputs": [], "outputs": []}


class Served:
    """A server of a folder with a webform.toml, and that folder."""

    def __init__(self, folder, url, database="runs.sqlite"):
        self.folder, self._url, self._database = folder, url, database
        self.write(TOOL)

    def write(self, tool, settings=""):
        """Change the tool and the settings."""
        (self.folder / "one.json").write_text(json.dumps(tool), "utf-8")
        (self.folder / "webform.toml").write_text(
            SETTINGS.format(settings=settings, url=self._url, database=self._database), "utf-8"
        )

    def start(self, *options):
        """Start the server."""
        environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-m", "webform", "serve", "--config", "webform.toml", "--port", "0", *options]
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                command, cwd=self.folder, env=environ, stdout=subprocess.PIPE, stderr=log, text=True
            )
        self.address = self.process.stdout.readline().strip().rpartition(" ")[2]

    @property
    def log(self):
        """What it logged."""
        return (self.folder / "log").read_text("utf-8")

    def renew(self, *lines):
        """Have the configuration read again; return once the log has it."""
        before = len(self.log)
        self.process.send_signal(signal.SIGHUP)
        until(lambda: all(text in self.log[before:] for text in lines))

    def children(self):
        """Return the ids of the processes that it started."""
        text = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text("ascii")
        return [int(child) for child in text.split()]

    def close(self):
        """Stop it; return its status."""
        self.process.terminate()
        status = self.process.wait(40)
        self.process.stdout.close()
        return status

    def ask(self, path, data=None, **headers):
        """Return what it answers, as JSON."""
        headers = {"Accept": "application/json", "Content-Type": "application/json"} | headers
        with urllib.request.urlopen(urllib.request.Request(self.address + path, data, headers), timeout=20) as answer:
            return json.load(answer)

    def page(self, path="/"):
        """Return the headers and the text of a page."""
        with urllib.request.urlopen(self.address + path, timeout=20) as answer:
            return answer.headers, answer.read().decode()
