"""MCP servers that are programs: begun, lost, begun again and ended; a line each, within limits."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from tests.runners.mcp import TOOL, at, runner, tools_of
from tests.servers import program
from webform.runners import CallError, MCPRunner

__all__ = ["runner"]
PROC = Path("/proc")


def test_a_file_system_is_read_over_stdio(runner, tmp_path):
    (tmp_path / "a.txt").write_text("hello", "utf-8")
    place = at("files", command=program("server-filesystem", str(tmp_path)))
    tools = tools_of(runner, place)

    assert runner.run(tools["read_text_file"], place, {"path": str(tmp_path / "a.txt")}, run_id="r").value == {
        "content": "hello"
    }
    outside = runner.run(tools["read_text_file"], place, {"path": "/etc/hostname"}, run_id="r")
    assert (outside.status, "Access denied" in outside.message) == ("error", True)


@pytest.mark.slow
def test_a_program_that_ended_is_begun_again(runner, tmp_path):
    place = at("everything", command=program("server-everything", "stdio"))
    tools = tools_of(runner, place)
    for process in _children():
        os.kill(process, signal.SIGKILL)

    assert runner.run(tools["echo"], place, {"message": "a"}, run_id="r").value == "Echo: a"
    stop = threading.Event()
    result = runner.run(
        tools["trigger-long-running-operation"],
        place,
        {"duration": 60, "steps": 600},
        run_id="r",
        cancelled=stop.is_set,
        tell=lambda _: [os.kill(child, signal.SIGKILL) for child in _children()],
    )
    assert result.code == "cut-off"


def test_no_program_is_left_behind(tmp_path):
    runner, before = MCPRunner(), _children()
    runner.list_tools(at("everything", command=program("server-everything", "stdio")))
    begun = set(_children()) - set(before)
    runner.close()

    assert begun
    assert not any(_is_running(run) for run in begun)


def _children():
    """Return the processes of server-everything that this one began."""
    if not PROC.is_dir():
        pytest.skip("no /proc")
    pids = [int(path.name) for path in PROC.iterdir() if path.name.isdigit()]
    return [
        pid for pid in pids if _stat(pid)[1:2] == [str(os.getpid())] and b"server-everything" in _read(pid, "cmdline")
    ]


def _is_running(pid):
    return _stat(pid)[:1] not in ([], ["Z"], ["X"])


def _stat(pid):
    return _read(pid, "stat").decode("utf-8", "replace").rpartition(")")[2].split()


def _read(pid, name):
    try:
        return (PROC / str(pid) / name).read_bytes()
    except OSError:
        return b""


@pytest.mark.parametrize("command", [("/no/such/program",), ("true",), ("cat", "/dev/null")])
def test_a_program_that_is_no_server_is_down(runner, command):
    with pytest.raises(CallError) as raised:
        runner.list_tools(at("none", command=command))

    assert raised.value.code in ("tool-down", "cut-off")


#: A server of one line a message, that says what its one tool is asked to; and notes that it was told to end.
TALKER = """
import json, signal, sys, threading

def say(text, end="\\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()

def ended(*_):
    open(sys.argv[1], "w").write("ended")
    sys.exit()

signal.signal(signal.SIGTERM, ended)
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "initialize":
        info = {"name": "talker", "version": "1"}
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
    elif asked.get("method") == "tools/call":
        given = asked["params"]["arguments"]
        while given.get("for ever"):
            say("x" * 65536, end="")
        sys.stderr.buffer.write(bytes(given.get("stderr", [])))
        sys.stderr.flush()
        if "bytes" in given:
            sys.stdout.buffer.write(bytes(given["bytes"]) + b"\\n")
        say("\\n" * given.get("blank", 0), end="")
        result = {"content": [{"type": "text", "text": given.get("text", "x" * given.get("size", 0))}]}
    elif "id" in asked and asked.get("method") == "ping":
        result = {}
    elif "id" in asked:
        say(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -32601, "message": "no"}}))
        continue
    else:
        continue
    say(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}, ensure_ascii=False))
"""


@pytest.fixture
def talker(tmp_path):
    """Where the talker is, and what it writes as it is told to end."""
    ended = tmp_path / "ended"
    return at("talker", command=(sys.executable, "-c", TALKER, str(ended)), max_response=1_000_000), ended


@pytest.mark.parametrize("body", [{"for ever": True}, {"size": 1_000_001}], ids=["no end", "one line"])
def test_a_line_of_a_program_that_is_too_long_ends_the_call_and_the_program(runner, talker, body):
    place, ended = talker
    result = runner.run(TOOL, place, body, run_id="r")

    assert (result.status, result.code) == ("error", "too-large")
    assert result.message == "The tool's answer is larger than 1 MB."
    assert runner.run(TOOL, place, {"text": "again"}, run_id="r").value == "again"
    runner.close()
    assert ended.read_text() == "ended"


def test_a_long_line_of_a_program_below_the_limit_is_whole(runner, talker):
    place, _ = talker

    assert runner.run(TOOL, place, {"size": 999_000}, run_id="r").value == "x" * 999_000


@pytest.mark.parametrize(
    "body",
    [{"blank": 3}, {"bytes": [0xFF, 0xFE]}, {"bytes": list(b"Listening on stdio.")}, {"bytes": list(b"{}")}],
    ids=["blank", "no text", "words", "no message"],
)
def test_what_a_program_says_besides_its_answer_is_passed_over(runner, talker, body):
    place, _ = talker

    assert runner.run(TOOL, place, {**body, "text": "ü\u2028 {}"}, run_id="r").value == "ü\u2028 {}"


def test_what_a_program_prints_as_errors_is_logged_escaped_and_bounded(runner, talker, caplog):
    place, _ = talker
    printed = b"\x1b[2Jforged\r entry \xff \xe2\x80\xae\n\n" + b"y" * 5_000 + b"\n" + b"z\n" * 1_500 + b"last"
    assert runner.run(TOOL, place, {"stderr": [*printed], "text": "whole"}, run_id="r").value == "whole"
    runner.close()
    lines = [record.getMessage() for record in caplog.records if record.name == "webform.runners.mcp_stderr"]

    assert lines[:2] == [
        r"talker: \x1b[2Jforged\r entry \ufffd \u202e".replace(r"\ufffd", "\ufffd"),
        f"talker: {'y' * 1_000}…",
    ]
    assert lines[-1] == "talker: more than 1000 lines; the rest is not logged"
    assert len(lines) == 1_001
