"""The configuration read again on SIGHUP: tools and settings change, runs go on, and what is wrong changes nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.until import until

SETTINGS = """
database = "runs.sqlite"
files = "files"
{settings}

[tools.one]
declaration = "one.json"
run_url = "{url}"
"""
TOOL = {"id": "one", "name": "One", "inputs": [], "outputs": []}


class Served:
    """A server of a folder with a webform.toml, and that folder."""

    def __init__(self, folder, url):
        self.folder, self._url = folder, url
        self.write(TOOL)

    def write(self, tool, settings=""):
        """Change the tool and the settings."""
        (self.folder / "one.json").write_text(json.dumps(tool), "utf-8")
        (self.folder / "webform.toml").write_text(SETTINGS.format(settings=settings, url=self._url), "utf-8")

    def start(self):
        environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-m", "webform", "serve", "--config", "webform.toml", "--port", "0"]
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                command, cwd=self.folder, env=environ, stdout=subprocess.PIPE, stderr=log, text=True
            )
        self.address = self.process.stdout.readline().strip().rpartition(" ")[2]

    @property
    def log(self):
        return (self.folder / "log").read_text("utf-8")

    def renew(self, *lines):
        """Have the configuration read again; return once the log has it."""
        before = len(self.log)
        self.process.send_signal(signal.SIGHUP)
        until(lambda: all(text in self.log[before:] for text in lines))

    def ask(self, path, data=None, **headers):
        headers = {"Accept": "application/json", "Content-Type": "application/json"} | headers
        with urllib.request.urlopen(urllib.request.Request(self.address + path, data, headers), timeout=20) as answer:
            return json.load(answer)

    def page(self, path="/"):
        with urllib.request.urlopen(self.address + path, timeout=20) as answer:
            return answer.headers, answer.read().decode()


@pytest.fixture
def served(tmp_path, acting):
    served = Served(tmp_path, acting.url)
    served.start()
    yield served
    acting.let_go()
    served.process.terminate()
    served.process.wait(30)
    served.process.stdout.close()


def test_tools_and_settings_are_read_again_while_runs_and_streams_go_on(served, acting):
    acting.hold()
    run = served.ask("/tools/one/run", b"{}", Prefer="respond-async")["run"]
    acting.begun()
    stream = urllib.request.urlopen(f"{served.address}/runs/{run}/events", timeout=20)
    served.write(TOOL | {"name": "Renamed"}, 'frame_ancestors = ["https://example.com"]\nmax_body_mb = 1')
    served.renew("the configuration was read again")
    headers, page = served.page()

    assert "Renamed" in page
    assert "frame-ancestors https://example.com" in headers["Content-Security-Policy"]
    with pytest.raises(urllib.error.HTTPError) as refused:
        served.ask("/tools/one/run", b" " * 1_500_000 + b"{}")
    assert refused.value.code == 413
    assert served.ask(f"/runs/{run}")["state"] == "running"
    acting.let_go()
    with stream:
        assert b"event: done" in stream.read()
    assert served.ask(f"/runs/{run}")["status"] == "ok"
    assert served.ask("/tools/one/run", b"{}")["status"] == "ok"


@pytest.mark.parametrize(
    ("tool", "settings", "named"),
    [
        (TOOL, 'mode = "live"', "webform.toml"),
        (TOOL, "not toml", "webform.toml"),
        (["nothing"], "", "one.json"),
    ],
    ids=["setting", "text", "tool"],
)
def test_what_is_wrong_is_logged_and_the_server_goes_on_as_it_was(served, tool, settings, named):
    served.write(tool, settings)
    served.renew(named, "the configuration cannot be used; the one before goes on")

    assert "One" in served.page()[1]
    assert served.ask("/tools/one/run", b"{}")["status"] == "ok"


def test_what_cannot_change_while_it_runs_is_named(served):
    served.write(TOOL, 'trusted_proxies = ["10.0.0.1"]')
    served.renew("this counts once the server is started again: trusted_proxies", "the configuration was read again")

    assert "One" in served.page()[1]


def test_a_process_that_begins_later_has_the_newest_configuration(served):
    served.write(TOOL | {"name": "Renamed"})
    served.renew("the configuration was read again")
    children = Path(f"/proc/{served.process.pid}/task/{served.process.pid}/children").read_text("ascii")
    os.kill(int(children.split()[0]), signal.SIGKILL)

    def is_renamed():
        try:
            return "Renamed" in served.page()[1]
        except OSError:
            return False

    until(is_renamed)
