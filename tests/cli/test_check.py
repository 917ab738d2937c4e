"""`webform check`: problems, their forms, and a run of the tool."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from flask import Flask
from ruamel.yaml import YAML

from tests.cli.commands import BAD, GOOD, fetch, serving
from webform.cli_sarif import sarif
from webform.messages import message
from webform.problems import Problem

ROOT = Path(__file__).parents[2]


def test_check_says_that_all_is_well(run, good):
    result = run("check", good)

    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "No problems: 1 tool, 2 inputs.\n"


def test_check_prints_each_problem_with_its_place_its_line_and_a_caret(run, bad):
    result = run("check", bad)
    types = ("text", "textarea", "number", "slider")
    sentence = message("unknown-type.input", {"types": types, "found": '"slidr"', "near": "slider"})

    assert result.exit_code == 1
    assert result.stdout == (
        f"{bad}:2:34: error[unknown-type]: {sentence}\n"
        ' "inputs": [{"key": "a", "type": "slidr", "label": "A"}],\n'
        "                                 ^\n"
    )


def test_check_can_print_json(run, bad):
    (problem,) = json.loads(run("check", bad, "--json").stdout)

    assert (problem["at"], problem["code"], problem["line"], problem["column"]) == (
        "/inputs/0/type",
        "unknown-type",
        2,
        34,
    )


def test_check_can_print_sarif(run, bad):
    log = json.loads(run("check", bad, "--sarif").stdout)

    assert log["version"] == "2.1.0"
    [logged] = log["runs"]
    [result] = logged["results"]
    [location] = result.pop("locations")
    [rule] = logged["tool"]["driver"]["rules"]
    assert rule["id"] == result["ruleId"] == "unknown-type"
    assert rule["help"]["text"].startswith("There is no type of that name.")
    assert "helpUri" not in rule
    assert (result["level"], result["message"].keys()) == ("error", {"text"})
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": Path(bad).as_uri()},
        "region": {"startLine": 2, "startColumn": 34},
    }


@pytest.mark.parametrize(
    ("name", "uri"), [("a b#1.json", "a%20b%231.json"), ("/ö/é.json", "file:///%C3%B6/%C3%A9.json")]
)
def test_sarif_has_the_addresses_of_files(name, uri):
    [logged] = sarif([Problem(at="", code="cancel-ignored")], name, {})["runs"]

    assert logged["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": uri}


@pytest.mark.slow
def test_the_hook_of_pre_commit_checks_each_file(bad, tmp_path):
    [hook] = YAML(typ="safe").load(ROOT / ".pre-commit-hooks.yaml")
    good = tmp_path / "good.json"
    good.write_text(json.dumps({"id": "a", "name": "A", "inputs": [], "outputs": []}), "utf-8")
    environ = os.environ | {"PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))}

    def status(*files):
        command = [*shlex.split(hook["entry"]), *map(str, files)]
        return subprocess.run(command, env=environ, capture_output=True, check=False).returncode

    assert (status(good), status(bad, good)) == (0, 1)


def test_check_reads_standard_input(run):
    result = run("check", "-", input=BAD)

    assert result.exit_code == 1
    assert result.stdout.startswith("<stdin>:2:34: error[unknown-type]: ")


def test_check_shows_no_control_characters_of_a_declaration(run):
    result = run("check", "-", input=json.dumps({"inputs": [], "\x1b[2Jboo": 1}))

    assert "\x1b" not in result.output


def test_check_says_equal_warnings_once_with_their_count(run):
    inputs = [{"key": key, "type": "text", "label": "L", "colour": "red"} for key in "abc"]
    shown = run("check", "-", input=json.dumps({"inputs": inputs}))
    as_json = run("check", "-", "--json", input=json.dumps({"inputs": inputs}))

    assert [shown.stdout.count(words) for words in ("unknown-option", "(found 3 times, here first)")] == [1, 1]
    assert "0 errors, 3 warnings." in shown.output
    assert len(json.loads(as_json.stdout)) == 3


@pytest.mark.parametrize("tells", [True, False])
def test_check_hears_whether_a_tool_that_streams_does(run, tmp_path, serve, tells):
    has_told = threading.Event()
    app = Flask("teller")

    def stream():
        event = f"data: {json.dumps({'output_key': 'reply', 'value': 'a'})}\n\nevent: done\ndata: {{}}\n\n"
        has_told.set()
        return event if tells else "", {"Content-Type": "text/event-stream"}

    app.add_url_rule("/stream", "stream", stream)
    app.add_url_rule("/run", "run", lambda: has_told.wait(10) and {"reply": "a"}, methods=["POST"])
    output = {"key": "reply", "type": "stream_text", "label": "Reply", "streaming": True}
    file = tmp_path / "tool.json"
    file.write_text(json.dumps({"id": "t", "name": "T", "inputs": [], "outputs": [output]}), "utf-8")
    result = run("check", file, "--run-url", serve(app) + "/run")

    assert result.exit_code == 0
    assert ("warning[no-events]" in result.stdout) is not tells


def test_check_posts_the_sample_and_checks_the_answer(run, good, greeter):
    bodies = []
    url = greeter(lambda body: bodies.append(body) or {"greeting": "hello"})

    result = run("check", good, "--run-url", url)

    assert (result.exit_code, bodies) == (0, [{"who": "you", "times": 1}])


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"greeting": 7}, "output-type"),
        ({}, "no-outputs"),
        (("<h1>no</h1>", 502), "http-502"),
        (({"detail": [{"loc": ["body", "who"], "msg": "too short", "type": "x"}]}, 422), "x"),
    ],
)
def test_check_says_what_is_wrong_with_the_answer(run, good, greeter, answer, code):
    result = run("check", good, "--run-url", greeter(lambda _: answer), "--json")

    assert result.exit_code == 1
    assert [problem["code"] for problem in json.loads(result.stdout)["problems"]] == [code]


@pytest.mark.slow
def test_a_call_may_take_as_long_as_the_command_line_says(run, good, greeter, tmp_path):
    over = threading.Event()
    url = greeter(lambda _: over.wait(30) and {"greeting": "late"})
    body = {"who": "Ann", "times": 1}
    slow = "The tool did not finish within 0.2 s."

    assert slow in run("check", good, "--run-url", url, "--timeout", 0.2).stdout
    with serving("serve", good, "--run-url", url, "--timeout", 0.2, cwd=tmp_path) as address:
        assert json.loads(fetch(address + "/tools/greet/run", body))["message"] == slow
    with serving("preview", good, "--run-url", url, "--timeout", 0.2, cwd=tmp_path) as address:
        fetch(address)
        assert json.loads(fetch(address + "/tools/greet/run", body))["message"] == slow
    over.set()


def test_check_sends_a_chat_the_probe(run, tmp_path, greeter):
    path, bodies = tmp_path / "chat.json", []
    path.write_text(json.dumps({**GOOD, "layout": "chat"}), "utf-8")

    run("check", path, "--run-url", greeter(lambda body: bodies.append(body) or {"greeting": "hello"}))

    assert bodies == [{"messages": [{"role": "user", "content": "Validation probe"}], "history": []}]


@pytest.fixture
def several(tmp_path):
    """Return a file of two tools, the second of which is wrong."""
    tools = [
        {"name": name, "inputSchema": {"type": "object", "properties": {"a": {"type": kind}}}}
        for name, kind in (("good", "string"), ("bad", "strin"))
    ]
    path = tmp_path / "tools.json"
    path.write_text(json.dumps({"tools": tools}), "utf-8")
    return path


@pytest.mark.parametrize("command", [["check"], ["convert", "--to", "mcp"], ["sample"], ["schema"], ["render"]])
def test_what_is_wrong_with_other_tools_of_the_file_is_left_out(run, several, command):
    good, bad = (run(*command, several, "--tool", name) for name in ("good", "bad"))

    assert (good.exit_code, "error[" in good.output) == (0, False)
    assert "error[invalid-schema]" in bad.output


def test_a_tool_that_cannot_be_read_is_not_there_and_what_is_wrong_is_said(run, several):
    document = json.loads(several.read_text("utf-8"))
    several.write_text(json.dumps({"tools": [*document["tools"], 5]}), "utf-8")
    result = run("check", several, "--tool", "third")

    assert result.exit_code == 2
    assert result.stderr.endswith('webform: There is no tool "third"; expected one of good, bad\n')
    assert "/tools/2" in result.stderr or ":1:" in result.stderr
    assert "invalid-schema" not in result.stderr
