"""Logs: a record a line, what is known of a run, and no value of one."""

from __future__ import annotations

import io
import json
import logging
import os
import signal
import subprocess
import sys
import urllib.request

import pytest

from tests.acting import acting
from webform.logs import FORMATS, LogSettings, about
from webform.web import read_config

__all__ = ["acting"]

SECRET = "hunter2-the-secret"
TOOL = {
    "name": "small",
    "inputSchema": {
        "type": "object",
        "properties": {"title": {"type": "string"}, "pin": {"type": "string", "writeOnly": True}},
    },
}


def line(form, log):
    """Return what *log* writes, as lines of that form."""
    stream = io.StringIO()
    handler, logger = logging.StreamHandler(stream), logging.getLogger("webform.x")
    handler.setFormatter(FORMATS[form]())
    logger.addHandler(handler)
    try:
        log(logger)
    finally:
        logger.removeHandler(handler)
    return stream.getvalue()


def test_a_record_is_an_object():
    extra = about("pVqfHrkq-the-rest", "small", state="done", status="", seconds=0.5)
    found = json.loads(line("json", lambda logger: logger.warning("it\n%s", "is", extra=extra)))

    assert found.pop("time").endswith("Z")
    assert found == {
        "level": "warning",
        "logger": "webform.x",
        "message": "it\nis",
        "run": "pVqfHrkq",
        "tool": "small",
        "state": "done",
        "seconds": 0.5,
    }


def test_a_record_is_a_line_of_text_and_nobody_writes_another():
    found = line("text", lambda logger: logger.warning("a\n2026 b\x1b[1m", extra=about("12345678x", "small")))

    assert found.partition(" ")[2] == "WARNING webform.x: a\\n2026 b\\x1b[1m run=12345678 tool=small\n"


@pytest.mark.parametrize("form", FORMATS)
def test_the_words_of_an_exception_are_left_out(form):
    def log(logger):
        try:
            try:
                int(SECRET)
            except ValueError as error:
                raise KeyError(SECRET) from error
        except KeyError:
            logger.exception("a fault")

    found = line(form, log)
    assert SECRET not in found
    assert found.index("ValueError") < found.index("KeyError")
    assert "test_logs.py:" in found


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS)
def test_a_server_logs_its_runs_and_neither_values_nor_secrets(tmp_path, acting, form):
    (tmp_path / "tool.json").write_text(json.dumps(TOOL))
    (tmp_path / "webform.toml").write_text(
        f'database = "runs.sqlite"\nfiles = "files"\n[log]\nformat = "{form}"\nlevel = "debug"'
    )
    command = [sys.executable, "-m", "webform", "serve", "tool.json", "--config", "webform.toml", "--port", "0"]
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            [*command, "--run-url", acting.url],
            cwd=tmp_path,
            env=environ,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        try:
            address = process.stdout.readline().split()[-1]
            run = post(address, {"title": "a-typed-title", "pin": SECRET})
            acting.answer = {"error": {"message": SECRET}}, 500
            failed = post(address, {"title": "a-typed-title", "pin": SECRET})
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(40)
            process.stdout.close()

    text = (tmp_path / "log").read_text()
    assert [word for word in (SECRET, "a-typed-title", run["run"], failed["run"]) if word in text] == []
    assert (run["status"], failed["status"]) == ("ok", "error")
    if form == "json":
        ends = [entry for entry in map(json.loads, text.splitlines()) if entry["message"] == "a run is over"]
        assert [(entry["run"], entry["tool"], entry["state"], entry["status"]) for entry in ends] == [
            (run["run"][:8], "small", "done", "ok"),
            (failed["run"][:8], "small", "done", "error"),
        ]
    else:
        assert f"a run is over run={run['run'][:8]} tool=small state=done status=ok seconds=" in text


def post(address, body):
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}/tools/small/run", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def test_settings_are_read_and_others_are_said(tmp_path):
    file = tmp_path / "webform.toml"
    file.write_text('[log]\nformat = "json"\nlevel = "loud"', "utf-8")
    config, (problem,) = read_config(file)

    assert (config.log, problem.at) == (LogSettings(format="json"), "/log/level")
