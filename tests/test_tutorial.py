"""The tutorial, followed to the letter: its files are written, its commands run, its page opened in a browser."""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect

PAGE = (Path(__file__).parents[1] / "docs/tutorial.md").read_text(encoding="utf-8")
#: Language, file name and text of each block, or the two texts of a change that the reader makes.
_STEP = re.compile(r'```(\w+)(?: title="([\w.]+)")?\n(.*?)```|change `([^`]+)` to\s`([^`]+)`', re.DOTALL)
_PORTS = ("8000", "5000", "9000")
#: Commands that go on until they are stopped, and what they write once they are ready.
_SERVERS = {"flask --app": "Running on", "webform serve": "http://", "python -m http.server": "Serving HTTP"}


class Reader:
    """Who follows the tutorial, in a folder of their own, on ports that are free."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ports = dict(zip(_PORTS, _free(len(_PORTS)), strict=True))
        self.output = ""
        self.servers: dict[str, subprocess.Popen[str]] = {}

    def local(self, text: str) -> str:
        return re.sub("|".join(_PORTS), lambda port: self.ports[port[0]], text)

    def follow(self) -> None:
        for language, name, text, before, after in _STEP.findall(PAGE):
            if before:
                self.try_mistake(before, after)
            elif name:
                (self.folder / name).write_text(self.local(text), encoding="utf-8")
            elif language == "sh":
                self.run(self.local(text.strip()))
            else:
                assert language == "text"
                assert text.strip() in self.output

    def try_mistake(self, before: str, after: str) -> None:
        file = self.folder / "tool.json"
        right = file.read_text(encoding="utf-8")
        assert right.count(before) == 1
        file.write_text(right.replace(before, after), encoding="utf-8")
        self.run("webform check tool.json")
        file.write_text(right, encoding="utf-8")

    def run(self, command: str) -> None:
        words = shlex.split(command)
        argv = [sys.executable, *words[1:]] if words[0] == "python" else [sys.executable, "-m", *words]
        environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONUNBUFFERED": "1",
                                "PIP_NO_INDEX": "1", "XDG_STATE_HOME": str(self.folder)}  # fmt: skip
        start = next((start for start in _SERVERS if command.startswith(start)), None)
        options = {"cwd": self.folder, "env": environ, "stderr": subprocess.STDOUT, "text": True}
        if start is None:
            self.output = subprocess.run(argv, stdout=subprocess.PIPE, check=True, **options).stdout
            return
        self.stop(start)
        self.servers[start] = server = subprocess.Popen(argv, stdout=subprocess.PIPE, **options)
        lines = iter(server.stdout.readline, "")
        assert any(_SERVERS[start] in line for line in lines), command

    def stop(self, start: str) -> None:
        server = self.servers.pop(start, None)
        if server is not None:
            server.send_signal(signal.SIGINT)
            server.wait(60)
            server.stdout.close()


def _free(count: int) -> list[str]:
    """Return ports that nobody listens at."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [str(server.getsockname()[1]) for server in sockets]


@pytest.fixture
def reader(tmp_path):
    """A reader, whose servers end with the test."""
    reader = Reader(tmp_path)
    yield reader
    for start in list(reader.servers):
        reader.stop(start)


@pytest.mark.slow
def test_the_tutorial_leads_to_a_tool_in_a_page(reader, page):
    reader.follow()

    page.goto(reader.local("http://127.0.0.1:5000/tools/trip"))
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("[data-result][data-status=ok]")).to_contain_text("72")
    page.get_by_label("Distance").fill("0")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_label("Distance")).to_have_attribute("aria-invalid", "true")

    page.goto(reader.local("http://127.0.0.1:9000/page.html"))
    panel = page.frame_locator("iframe")
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator("[data-result][data-status=ok]")).to_contain_text("72")
