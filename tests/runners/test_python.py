"""Python functions, run in processes of their own."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from webform.files import FileStore
from webform.functions import Function, process
from webform.functions.tools import read_functions
from webform.runners import DispatchingRunner, PythonRunner, Target, TargetError
from webform.values import ABSENT

MODULE = Path(__file__).parents[1] / "samples/functions.py"
FUNCTION = Function(module=str(MODULE))


@pytest.fixture(scope="module")
def tools():
    return {tool.id: (tool, memory) for tool, memory in read_functions(FUNCTION).tools}


@pytest.fixture(scope="module")
def runner():
    made = DispatchingRunner()
    yield made
    made.close()


@pytest.fixture
def run(tools, runner):
    """`run(name, body, **how) -> (result, events)`."""

    def start(name, body=None, *, files=None, timeout=30, **how):
        tool, memory = tools[name]
        target = Target(url=name, function=replace(FUNCTION, name=name, memory=memory), timeout=timeout)
        events = []
        result = (files or runner).run(tool, target, body or {}, run_id="r", **{"tell": events.append, **how})
        return result, events

    return start


def of_kind(events, kind):
    return [event for event in events if event["type"] == kind]


def test_a_function_returns_the_value_of_the_run(run):
    result, _ = run("greet", {"name": "Ada", "times": 2})

    assert (result.status, result.value) == ("ok", "Hello Ada. Hello Ada.")
    assert result.http_status is None


def test_a_process_is_kept_for_the_next_run(run):
    first, second = run("count")[0], run("count")[0]

    assert second.value == first.value + 1


def test_what_a_function_prints_and_logs_is_the_log_of_its_run(run):
    _, events = run("talk", {"lines": 2})

    logs = {event["message"]: event["level"] for event in of_kind(events, "log")}
    assert {"printed": "info", "complained": "warning", "logged 2": "warning"}.items() <= logs.items()
    assert of_kind(events, "progress") == [{"type": "progress", "done": 1, "total": 2, "message": "one"}]


def test_texts_of_a_generator_are_appended(run):
    result, events = run("stream", {"parts": 3})

    assert [event["text"] for event in of_kind(events, "chunk")] == ["0 ", "1 ", "2 "]
    assert result.value == "0 1 2 "


def test_other_values_of_a_generator_replace_each_other(run):
    result, events = run("later", {"parts": 3})

    assert {"type": "partial", "value": {"number": 0}} in events
    assert result.value == {"number": 2}


def test_what_a_generator_returns_is_the_result(run):
    assert run("ends_with", {"parts": 2})[0].value == {"parts": 2}


def test_a_coroutine_is_awaited(run):
    assert run("wait")[0].value == "waited 0"


@pytest.mark.parametrize("mode", ["dev", "production"])
def test_an_exception_is_an_error_with_its_type_and_message_and_a_trace_in_dev(run, mode):
    result, events = run("fail", {"secret": "luck"}, mode=mode)

    assert (result.status, result.code, result.message) == ("error", "exception", "ValueError: no luck")
    assert [event for event in of_kind(events, "log") if "functions.py" in event["message"]] == (
        of_kind(events, "log") if mode == "dev" else []
    )
    assert bool(of_kind(events, "log")) == (mode == "dev")


def test_an_exit_is_an_error_too(run):
    assert run("stop", {"status": 3})[0].message == "SystemExit: 3"


def test_a_process_that_ends_ends_its_run_and_no_other(run):
    assert run("leave", {"status": 3})[0].code == "process-ended"
    assert run("greet", {"name": "Ada"})[0].status == "ok"


def test_a_run_that_is_cancelled_is_interrupted(run, tmp_path, monkeypatch):
    # A busy machine may take longer than people should wait.
    monkeypatch.setattr(process, "GRACE", 20)
    mark, events = tmp_path / "mark", []

    result, _ = run(
        "sleep", {"mark": str(mark)}, tell=events.append, cancelled=lambda: bool(of_kind(events, "progress"))
    )

    assert result.status == "cancelled"
    assert mark.read_text("utf-8") == "interrupted"


def test_a_function_that_does_not_heed_an_interrupt_is_killed(run, tmp_path):
    mark, events = tmp_path / "mark", []

    result, _ = run(
        "deaf", {"mark": str(mark)}, tell=events.append, cancelled=lambda: bool(of_kind(events, "progress"))
    )

    assert result.status == "cancelled"
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text("utf-8")), 0)


def test_a_function_has_so_much_time(run, tmp_path):
    run("greet", {"name": "Ada"})

    result, _ = run("sleep", {"mark": str(tmp_path / "mark")}, timeout=0.3)

    assert (result.status, result.code) == ("error", "tool-slow")


def test_a_function_has_so_much_memory(run):
    assert run("grow", {"megabytes": 1})[0].value == 1_000_000

    result, _ = run("grow", {"megabytes": 5000})

    assert (result.code, result.message) == ("too-much-memory", "The function took more than 100 MB of memory.")


def test_a_file_is_a_copy_that_is_gone_after_the_run(run, tmp_path):
    store = FileStore(tmp_path)
    sent = store.put(BytesIO(b"some text"), "../a.txt", "text/plain")

    result, _ = run("read", {"file": sent, "other": sent})

    assert (result.value["name"], result.value["text"], result.value["other"]) == ("a.txt", "some text", 9)
    assert not Path(result.value["folder"]).exists()


def test_a_data_url_is_a_file_too_and_a_path_is_none(run):
    assert run("read", {"file": "data:text/plain;base64,aGk="})[0].value["text"] == "hi"

    refused, _ = run("read", {"file": "/etc/passwd"})

    assert (refused.status, [problem.at for problem in refused.problems]) == ("invalid", ["/file"])


def test_files_in_a_list_are_paths(run, tmp_path):
    store = FileStore(tmp_path)
    sent = [store.put(BytesIO(name.encode()), name, "text/plain") for name in ("a.txt", "b.txt")]

    assert run("paths", {"files": sent})[0].value == ["a.txt", "b.txt"]


def test_what_a_validator_refuses_is_a_problem_at_its_input(run):
    assert run("halve", {"pair": {"first": 4, "second": 2}})[0].value == {"first": 2, "second": 1}

    result, _ = run("halve", {"pair": {"first": 3}})

    assert result.status == "invalid"
    assert [(problem.at, problem.message) for problem in result.problems] == [
        ("/pair/first", "Value error, must be even")
    ]


def test_a_value_is_shown_whatever_its_keys_are_called(run):
    result, _ = run("looks_like_an_error")

    assert (result.status, result.value) == ("ok", {"error": "none", "status": "failed"})


def test_a_path_is_a_file_of_its_name_and_type(run):
    result, _ = run("report")

    assert (result.media_type, result.value) == ("text/csv", "a,b\n1,2\n")
    assert result.filename.endswith(".csv")


def test_an_answer_may_be_so_large(tools, runner):
    tool, _ = tools["greet"]
    target = Target(url="greet", function=replace(FUNCTION, name="greet"), max_response=50)

    result = runner.run(tool, target, {"name": "a" * 100}, run_id="r")

    assert (result.code, result.value) == ("too-large", ABSENT)


def test_functions_have_our_environment_but_what_is_webforms_own(tools, monkeypatch):
    monkeypatch.setenv("WEBFORM_SECRET_KEY", "k")
    tool, _ = tools["environment"]
    target = Target(url="e", function=replace(FUNCTION, name="environment"), env={"GREETING": "hi"})
    runner = PythonRunner()
    try:
        value = runner.run(tool, target, {}, run_id="r").value
    finally:
        runner.close()

    assert value == {"WEBFORM_SECRET_KEY": None, "GREETING": "hi", "HOME": os.environ.get("HOME")}


@pytest.mark.slow
def test_processes_end_with_their_runner(tools, tmp_path):
    runner = PythonRunner()
    tool, _ = tools["deaf"]
    target, events = Target(url="d", function=replace(FUNCTION, name="deaf")), []
    runner.run(
        tool, target, {"mark": str(tmp_path / "m")}, run_id="r", tell=events.append, cancelled=lambda: bool(events)
    )
    runner.run(tools["count"][0], replace(target, function=replace(FUNCTION, name="count")), {}, run_id="r")
    (kept,) = [process for _, process in runner._pool._kept]

    runner.close()

    assert not kept.is_alive
    with suppress(ValueError):
        assert not kept._process.stdin.writable()


def test_a_module_that_cannot_be_imported_any_more_is_an_error_of_the_run(tools, tmp_path, runner):
    file = tmp_path / "broken.py"
    file.write_text("raise RuntimeError('no database')", encoding="utf-8")
    target = Target(url="b", function=Function(module=str(file), name="greet"))

    result = runner.run(tools["greet"][0], target, {"name": "x"}, run_id="r")

    assert (result.status, result.message) == ("error", "RuntimeError: no database")


def test_a_module_that_was_changed_is_imported_anew(tools, tmp_path, runner):
    file = tmp_path / "changing.py"
    target = Target(url="c", function=Function(module=str(file), name="greet"))
    text = "CALLS = []\ndef greet(name: str) -> str:\n    CALLS.append(name)\n    return {0!r} + str(len(CALLS))\n"

    def value():
        return runner.run(tools["greet"][0], target, {"name": "x"}, run_id="r").value

    file.write_text(text.format("old"), "utf-8")
    before = value(), value()
    file.write_text(text.format("newer"), "utf-8")

    assert (*before, value(), value()) == ("old1", "old2", "newer1", "newer2")


def test_only_the_operator_names_a_function():
    with pytest.raises(TargetError, match="named on the command line"):
        Target(url="http://127.0.0.1/run", protocol="python")


STREAMS = """
import io
import subprocess
import sys

import click


def buffer():
    sys.stdout.buffer.write(b"bytes ")
    sys.stdout.buffer.write("é\\n".encode())


def reconfigure():
    sys.stdout.reconfigure(encoding="utf-8", line_buffering=True)
    print("reconfigured")


def program():
    print("before")
    subprocess.run([sys.executable, "-c", "print('from a program', end='')"], stdout=sys.stdout, check=True)


def complain():
    subprocess.run(["echo", "complained"], stdout=sys.stderr, check=True)


def echo():
    click.echo(b"echoed")


def close():
    print("no end", end="")
    sys.stdout.close()


def wrap():
    sys.stdout = io.TextIOWrapper(sys.stdout.detach(), encoding="utf-8")
    print("wrapped")
"""


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("buffer", [("bytes é", "info")]),
        ("reconfigure", [("reconfigured", "info")]),
        ("program", [("before", "info"), ("from a program", "info")]),
        ("complain", [("complained", "warning")]),
        ("echo", [("echoed", "info")]),
        ("close", [("no end", "info")]),
        ("wrap", [("wrapped", "info")]),
    ],
)
def test_the_streams_of_a_function_are_those_of_any_program(runner, tmp_path, name, lines):
    module = tmp_path / "streams.py"
    module.write_text(STREAMS, "utf-8")
    function = Function(module=str(module), name=name)
    [(tool, _)] = read_functions(function).tools
    target = Target(url=name, function=function, timeout=60)
    # A process is kept: what one run does to a stream is nothing to the next.
    for _ in range(2):
        events = []
        result = runner.run(tool, target, {}, run_id="r", tell=events.append)

        assert (result.status, result.message) == ("ok", "")
        assert [(event["message"], event["level"]) for event in of_kind(events, "log")] == lines
