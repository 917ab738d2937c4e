"""The trial of a tool: `webform check --run-url` and `--run`, against a small tool over HTTP."""

from __future__ import annotations

import json
import re
from threading import Event

import pytest
from click.testing import CliRunner
from flask import Flask, request

from webform.cli import main

DECLARED = {
    "id": "cities",
    "name": "Cities",
    "provides_autocomplete": True,
    "inputs": [
        {"key": "city", "type": "autocomplete", "label": "City", "endpoint": "/autocomplete/cities", "default": "Oslo"}
    ],
    "outputs": [
        {"key": "reply", "type": "stream_text", "label": "Reply", "streaming": True},
        {"key": "count", "type": "number", "label": "Count"},
    ],
}
#: Seconds that the first run takes, and seconds after which the second ends where nobody cancels it.
WORK, LONG = 1.5, 60.0


@pytest.fixture
def check(tmp_path):
    """`check(declared, *arguments)`: what the command came to."""

    def run(declared, *arguments):
        file = tmp_path / "tool.json"
        file.write_text(json.dumps(declared), "utf-8")
        return CliRunner().invoke(main, ["check", str(file), *arguments])

    return run


@pytest.fixture
def cities(serve):
    """`cities(answer, obeys=…)`: the address of a tool that streams, suggests, and ends once it is cancelled."""

    def start(answer, *, obeys=True):
        app, over, runs = Flask("cities"), Event(), []

        def run():
            # One that ignores a cancel goes on for long enough to be noticed on a busy machine.
            over.wait(WORK if not runs else LONG if obeys else 2 * WORK)
            runs.append(answer)
            return answer

        def stream():
            yield f"data: {json.dumps({'output_key': 'reply', 'value': 'a'})}\n\nevent: done\ndata: {{}}\n\n"

        def cancel():
            if obeys:
                over.set()
            return {}

        app.add_url_rule("/run", "run", run, methods=["POST"])
        app.add_url_rule("/stream", "stream", lambda: (stream(), {"Content-Type": "text/event-stream"}))
        app.add_url_rule("/cancel", "cancel", cancel, methods=["POST"])
        app.add_url_rule("/autocomplete/cities", "suggest", lambda: [{"value": "Oslo"}, {"value": "Aalen"}])
        return serve(app) + "/run"

    return start


def test_a_tool_that_does_all_it_declares_passes_check_by_check(check, cities):
    result = check(DECLARED, "--run-url", cities({"reply": "a", "count": 2}))

    assert [re.sub(r" +\d+ ms", "", line).split(maxsplit=1) for line in result.stdout.splitlines()[1:]] == [
        ["ok", "status  200"],
        ["ok", "sample accepted"],
        ["ok", "output reply  stream_text"],
        ["ok", "output count  number"],
        ["ok", "streaming reply  1 event"],
        ["ok", 'autocomplete city  2 suggestions for "a"'],
        ["ok", "cancel  ended once it was cancelled"],
    ]
    assert all(re.search(r"\d+ ms", line) for line in result.stdout.splitlines()[1:])
    assert (result.exit_code, result.stderr) == (0, "No problems: 1 tool, 1 input. The tool was run: 7 passed.\n")


def test_a_check_that_fails_shows_what_was_sent_and_the_words_of_the_answer(check, cities):
    far = {**DECLARED["inputs"][0], "endpoint": "/autocomplete/none"}
    url = cities({"reply": "\x1b[2J" + "x" * 5000, "count": "two"}, obeys=False)
    shown = check({**DECLARED, "inputs": [far]}, "--run-url", url)
    quiet = {**DECLARED, "inputs": [far], "outputs": DECLARED["outputs"][1:]}
    as_json = json.loads(check(quiet, "--run-url", cities({"count": "two"}), "--json").stdout)

    assert (shown.exit_code, "\x1b" in shown.stdout) == (1, False)
    assert re.search(r'error +output count +\d+ ms +#/outputs/count: error\[output-type\]: .*"two"', shown.stdout)
    assert re.search(r'sent +POST \S+/run\?run_id=\S+ {"city": "Oslo"}\n +answered +200 application/json', shown.stdout)
    assert "xxx… (" in shown.stdout
    assert "<title>404 Not Found</title>" in shown.stdout
    assert "warning[cancel-ignored]" in shown.stdout
    summary = shown.stderr.splitlines()[-1]
    assert summary == "2 errors, 1 warning. The tool was run: 4 passed, 2 failed, 1 with a warning."
    [run] = as_json["runs"]
    states = {one["name"]: one["state"] for one in run["checks"]}
    assert [*states.items()] == [
        ("status", "ok"), ("sample accepted", "ok"), ("output count", "error"), ("autocomplete city", "error"),
    ]  # fmt: skip
    assert [problem["code"] for problem in as_json["problems"]] == ["output-type", "autocomplete-failed"]
    assert run["checks"][2].keys() == {"name", "state", "ms", "problems", "sent", "answered"}


def test_a_tool_is_run_with_its_first_example_that_is_valid(check, serve):
    app, bodies = Flask("echo"), []
    app.add_url_rule("/run", "run", lambda: bodies.append(request.get_json()) or {"n": 1}, methods=["POST"])
    schema = {"type": "object", "properties": {"n": {"type": "number"}}, "examples": [{"n": "?"}, {"n": 41}]}
    result = check(schema, "--run-url", serve(app) + "/run")

    assert bodies == [{"n": 41}]
    assert re.search(r'ok +sample accepted +\d+ ms  with "Example 2"\n', result.stdout)


def test_a_tool_that_cannot_be_reached_fails_once_and_the_rest_is_skipped(check):
    result = check(DECLARED, "--run-url", "http://127.0.0.1:9/run", "--json")

    [run] = json.loads(result.stdout)["runs"]
    assert result.exit_code == 1
    assert [one["state"] for one in run["checks"]] == ["error", *["skipped"] * 6]


FUNCTIONS = """
import webform

@webform.tool
def greet(who: str = "you") -> str:
    return "hi " + who

@webform.tool
def fail(who: str = "you") -> str:
    raise ValueError("no\\x1b[2J")
"""


@pytest.mark.slow
def test_functions_are_run_once_on_their_samples(tmp_path):
    file = tmp_path / "greeting.py"
    file.write_text(FUNCTIONS, "utf-8")
    result = CliRunner().invoke(main, ["check", str(file), "--run"])

    states = [line.split()[0] for line in result.stdout.splitlines() if " status " in line]
    assert states == ["ok", "error"]
    assert "error[exception]: ValueError: no" in result.stdout
    assert "\x1b" not in result.stdout
    assert result.stderr.endswith("2 tools were run: 3 passed, 1 failed, 2 skipped.\n")


def test_only_functions_are_run_without_an_address(check):
    result = check(DECLARED, "--run")

    assert result.exit_code == 2
    assert "--run-url" in result.stderr


def test_of_several_tools_none_is_run_unasked_that_may_delete_things(check, serve):
    app, calls = Flask("pets"), []
    app.add_url_rule("/pets", "pets", lambda: calls.append(request.method) or {}, methods=["GET", "DELETE"])
    answer = {"responses": {"200": {"description": "Done."}}}
    paths = {"/pets": {"get": {"operationId": "list", **answer}, "delete": {"operationId": "clear", **answer}}}
    declared = {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": paths}
    address = serve(app) + "/?code=KEY"

    all_of_them = check(declared, "--run-url", address)
    one_of_them = check(declared, "--run-url", address, "--tool", "clear")

    assert calls == ["GET", "DELETE"]
    assert re.search(r"skipped +run +it may change or delete things; run it with --tool\n", all_of_them.stdout)
    assert "KEY" not in all_of_them.stdout + one_of_them.stdout
    assert one_of_them.exit_code == 0


@pytest.mark.parametrize("status", [422, 500])
def test_secrets_of_an_example_are_masked_where_the_tool_quotes_them(check, serve, status):
    app = Flask("quoting")

    @app.post("/run")
    def run():
        quoted = request.get_data(as_text=True)
        return {"success": False, "message": quoted, "detail": [{"loc": ["body", "word"], "msg": quoted}]}, status

    inputs = [{"key": "word", "type": "password", "label": "Word"}, {"key": "city", "type": "text", "label": "City"}]
    example = {"name": "one", "values": {"word": 'hunter2"x', "city": "Oslo"}}
    declared = {"id": "a", "name": "A", "inputs": inputs, "outputs": [], "examples": [example]}

    for form in ((), ("--json",)):
        found = check(declared, "--run-url", serve(app) + "/run", *form)
        assert found.exit_code == 1
        assert "Oslo" in found.output
        assert "hunter2" not in found.output
