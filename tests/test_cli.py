"""The commands, as people call them."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask, request
from ruamel.yaml import YAML

from tests.servers import everything, free_port, program
from webform.cli import main
from webform.dialects import DIALECTS
from webform.messages import message

ROOT = Path(__file__).parents[1]
SAMPLE = Path(__file__).parent / "samples/tool-json/all-types.tool.json"
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


@pytest.fixture
def run():
    """`run(*arguments, input=…)`: the result of the command, its two streams apart."""
    return lambda *arguments, **options: CliRunner().invoke(main, [str(argument) for argument in arguments], **options)


@pytest.fixture
def good(tmp_path):
    path = tmp_path / "tool.json"
    path.write_text(json.dumps(GOOD), "utf-8")
    return path


@pytest.fixture
def bad(tmp_path):
    path = tmp_path / "bad.json"
    path.write_text(BAD, "utf-8")
    return path


@pytest.fixture
def greeter(serve):
    """`greeter(answer) -> URL of a /run` that answers with `answer(body)`."""

    def start(answer) -> str:
        app = Flask("greeter")
        app.add_url_rule("/run", "run", lambda: answer(request.get_json()), methods=["POST"])
        return serve(app) + "/run"

    return start


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
        "artifactLocation": {"uri": Path(bad).as_posix()},
        "region": {"startLine": 2, "startColumn": 34},
    }


@pytest.mark.slow
def test_the_hook_of_pre_commit_checks_each_file(bad, tmp_path):
    [hook] = YAML(typ="safe").load(Path(__file__).parents[1] / ".pre-commit-hooks.yaml")
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
    slow = "The tool did not finish within 0.2 seconds."

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


def test_the_schema_of_the_format_needs_no_file(run):
    result = run("schema", "--format")

    assert result.exit_code == 0
    assert json.loads(result.stdout) == json.loads((ROOT / "docs/tool.schema.json").read_text("utf-8"))


def test_sample_and_schema_are_json(run, good):
    assert json.loads(run("sample", good).stdout) == {"who": "you", "times": 1}
    assert json.loads(run("schema", good).stdout)["required"] == ["who", "times"]


def test_render_prints_the_form_with_values(run, good, tmp_path):
    values = tmp_path / "values.json"
    values.write_text('{"who": "<b>"}', "utf-8")

    html = run("render", good, "--values", values).stdout

    assert html.startswith("<form data-webform")
    assert 'value="&lt;b&gt;"' in html


def test_render_writes_one_document_for_hosts_of_mcp_apps(run, good, tmp_path):
    file = tmp_path / "form.html"

    assert run("render", good, "--mcp-app", "-o", file).output == ""
    html = file.read_text("utf-8")
    assert html.startswith("<!doctype html>")
    assert '<template data-locale="de">' in html


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "nowhere.json"], "webform: nowhere.json cannot be read: No such file or directory\n"),
        (["sample", SAMPLE, "--tool", "other"], 'webform: There is no tool "other"; expected one of all-types\n'),
        (
            ["check", SAMPLE, "--dialect", "cobol"],
            f"webform: {message('unknown-dialect', {'name': 'cobol', 'dialects': tuple(DIALECTS)})}\n",
        ),
        (
            ["render", SAMPLE, "--mcp-app", "--values", SAMPLE],
            "webform: --mcp-app takes no --values: its host says what is filled in\n",
        ),
        (["mcp"], "webform: There is nothing to serve; give a file, a folder or the address of a running tool\n"),
        (["serve"], "webform: There is nothing to serve; give a file, a folder or the address of a running tool\n"),
        (
            ["serve", "nowhere.json"],
            "webform: nowhere.json is no file, no folder, no address, no Python module, and no program that can be run\n",
        ),
        (
            ["serve", "no-such-program --x"],
            "webform: no-such-program --x is no file, no folder, no address, no Python module, and no program that can be run\n",
        ),
        (["serve", "'"], "webform: ' is no command: No closing quotation\n"),
        (
            ["serve", SAMPLE, "--env", "NOT_SET"],
            "webform: The variable NOT_SET of the environment is not set; give it as --env NOT_SET=…\n",
        ),
        (["preview", "nowhere.json"], "webform: nowhere.json cannot be read: there is no such file\n"),
        (
            ["preview", SAMPLE, "--answer", "nowhere.json"],
            "webform: nowhere.json cannot be read: there is no such file\n",
        ),
        (["preview", SAMPLE, "--editor", "'"], "webform: --editor cannot be read: No closing quotation\n"),
    ],
)
def test_what_cannot_be_used_is_said_in_a_line_with_status_2(run, arguments, message):
    result = run(*arguments)

    assert (result.exit_code, result.stderr) == (2, message)


@pytest.mark.parametrize("text", ["", "{", "[1,]", "\x00", '{"inputs": 3}', "null"])
def test_a_document_that_is_none_has_a_problem_and_no_traceback(run, text):
    for command in ("check", "sample", "schema", "render"):
        result = run(command, "-", input=text)

        assert result.exit_code in (0, 1)
        assert "Traceback" not in result.output


@pytest.mark.parametrize(
    "command", ["check", "explain", "sample", "schema", "render", "serve", "mcp", "demo", "preview", "playground"]
)
def test_every_command_explains_itself_with_an_example(run, command):
    result = run(command, "--help")

    assert result.exit_code == 0
    assert f"Example: webform {command}" in result.stdout


@pytest.mark.slow
@pytest.mark.parametrize("package", ["PIL", "geographiclib"])
def test_demo_without_its_extra_says_what_to_install(tmp_path, package):
    # None in the place of a module is one that is not installed.
    program = f"import sys; sys.modules[{package!r}] = None; from webform.cli import main; main()"
    env = {"PYTHONPATH": str(Path(__file__).parents[1]), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    command = [sys.executable, "-c", program, "demo", "--port", "0"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60, check=False)

    message = f"webform: the example tools need {package}: pip install 'webform[demo]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


@contextmanager
def serving(*arguments, cwd, errors=None):
    """Start `webform` with *arguments* on a free port; give its address, and add what it printed to *errors*."""
    command = [sys.executable, "-c", "from webform.cli import main; main()", *map(str, arguments), "--port", "0"]
    env = {"PYTHONPATH": str(Path(__file__).parents[1]), "HOME": str(cwd), "PATH": "/usr/bin:/bin"}
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


def test_serve_runs_the_tool_of_a_file(good, greeter, tmp_path):
    url = greeter(lambda body: {"greeting": "hello " + body["who"]})

    with serving("serve", good, "--run-url", url, cwd=tmp_path) as address:
        assert "Greet" in fetch(address + "/tools/greet")
        assert json.loads(fetch(address + "/tools/greet/run", {"who": "Ann", "times": 1}))["value"] == {
            "greeting": "hello Ann"
        }


@pytest.mark.slow
def test_serve_reads_a_folder_and_a_running_tool(good, serve, tmp_path):
    tool = Flask("tool")
    tool.add_url_rule("/tool.json", "manifest", lambda: {**GOOD, "id": "far", "name": "Far"})

    errors = []
    with serving("serve", good.parent, serve(tool), cwd=tmp_path, errors=errors) as address:
        page = fetch(address)

    assert "Greet" in page
    assert "Far" in page
    # Only the running one has an address.
    assert "webform: greet can't be run: no address is set; give its address with --run-url URL" in errors[0]


@pytest.mark.slow
def test_serve_shows_all_tools_of_mcp_servers(tmp_path):
    """Over HTTP and, since the operator set it, over stdio; the pages are those of a process that was forked."""
    command = json.dumps(program("server-filesystem", str(tmp_path)))
    (tmp_path / "a.txt").write_text("hello", "utf-8")
    config = tmp_path / "webform.toml"
    config.write_text(f"[servers.files]\ncommand = {command}\n", "utf-8")

    with everything() as url, serving("serve", url, "--config", config, cwd=tmp_path) as address:
        page = fetch(address)
        echoed = json.loads(fetch(address + "/tools/echo/run", {"message": "a"}))
        file_read = json.loads(fetch(address + "/tools/read_text_file/run", {"path": str(tmp_path / "a.txt")}))

    assert '"/tools/get-sum"' in page
    assert (echoed["value"], file_read["value"]) == ("Echo: a", {"content": "hello"})


def environment_of(run_url):
    """Return the environment of server-everything, which a tool of its tells."""
    value = json.loads(fetch(run_url, {}))["value"]
    return json.loads(value) if isinstance(value, str) else value


@pytest.mark.slow
def test_serve_starts_a_program_with_the_variables_that_are_given(tmp_path):
    command = shlex.join(program("server-everything", "stdio"))

    with serving("serve", command, "--env", "KEY=k=1", "--env", "HOME", cwd=tmp_path) as address:
        page = fetch(address)
        environment = environment_of(address + "/tools/get-env/run")

    assert '"/tools/get-sum"' in page
    assert (environment["KEY"], environment["HOME"], "PYTHONPATH" in environment) == ("k=1", str(tmp_path), False)


@pytest.mark.slow
def test_serve_takes_the_servers_of_a_file_each_with_ids_of_its_own(tmp_path):
    """Over stdio and over HTTP, with a variable; the same tools twice, and one server that is disabled."""
    command, *arguments = program("server-everything", "stdio")
    with everything() as url:
        servers = {
            "here": {"command": command, "args": arguments, "env": {"KEY": "${env:GIVEN}"}},
            "far away": {"type": "http", "url": url},
            "off": {"command": "nowhere", "disabled": True},
        }
        file = tmp_path / "mcp.json"
        file.write_text(json.dumps({"mcpServers": servers}), "utf-8")

        with serving("serve", file, "--env", "GIVEN=g", cwd=tmp_path) as address:
            page = fetch(address)
            environment = environment_of(address + "/tools/here.get-env/run")
            far = json.loads(fetch(address + "/tools/far-away.echo/run", {"message": "a"}))

    assert {"/tools/here.echo", "/tools/far-away.echo", "here", "far away"} <= set(re.findall(r'"([^"]*)"', page))
    assert (environment["KEY"], "GIVEN" in environment, far["value"]) == ("g", False, "Echo: a")


def test_a_folder_starts_no_programs(run, tmp_path):
    """What lies in it may be anybody's."""
    touched = tmp_path / "touched"
    servers = {"a": {"command": "touch", "args": [str(touched)]}}
    (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": servers}), "utf-8")

    result = run("serve", tmp_path)

    assert (result.exit_code, touched.exists()) == (2, False)
    assert "No tool could be read" in result.stderr


@pytest.mark.slow
def test_no_other_declaration_has_the_settings_of_one_that_the_operator_names(good, greeter, tmp_path):
    url = greeter(lambda body: {"greeting": "hello"})
    others = tmp_path / "others"
    others.mkdir()
    (others / "a.json").write_text(json.dumps({**GOOD, "name": "Impostor"}), "utf-8")
    config = tmp_path / "webform.toml"
    config.write_text(f'[tools.greet]\ndeclaration = "{good.name}"\nrun_url = "{url}"\n', "utf-8")
    body = {"who": "Ann", "times": 1}

    with serving("serve", others, "--config", config, cwd=tmp_path) as address:
        assert "Impostor" not in fetch(address + "/tools/greet")
        assert json.loads(fetch(address + "/tools/greet/run", body))["value"] == {"greeting": "hello"}
        assert "Impostor" in fetch(address + "/tools/greet-2")
        with pytest.raises(urllib.error.HTTPError, match="503"):
            fetch(address + "/tools/greet-2/run", body)


def test_schedules_and_a_webhook_of_what_is_not_there_are_errors_with_their_places(run, good, tmp_path):
    config = tmp_path / "webform.toml"
    config.write_text(
        f"""
        [webhook]
        url = "https://hooks.example.com/runs"
        secret = "whsec_{"A" * 44}"
        tools = ["great"]
        """,
        "utf-8",
    )
    webhook = run("serve", good, "--config", config)
    config.write_text('[[schedules]]\ntool = "great"\ncron = "0 0 * * *"\n', "utf-8")
    schedule = run("serve", good, "--config", config)

    line = f"error[no-tool]: {message('no-tool.named', {'name': 'great', 'near': 'greet'})}\n"
    assert (webhook.exit_code, webhook.stderr) == (2, f"{config}#/webhook/tools/0: {line}")
    assert (schedule.exit_code, schedule.stderr) == (2, f"{config}#/schedules/0/tool: {line}")


def test_settings_for_a_tool_that_is_not_there_are_an_error_with_the_nearest_id(run, good, tmp_path):
    config = tmp_path / "webform.toml"
    config.write_text("[tools.great]\ntimeout = 5\n", "utf-8")

    result = run("serve", good, "--config", config)

    assert result.exit_code == 2
    assert result.stderr == (
        f"{config}#/tools/great: error[no-tool]: {message('no-tool', {'name': 'great', 'near': 'greet', 'tools': 'greet'})}\n"
    )


@pytest.mark.slow
def test_a_server_that_is_down_is_a_warning_and_the_app_starts(good, tmp_path):
    config = tmp_path / "webform.toml"
    config.write_text(
        f'[tools.search]\ntimeout = 5\n[servers.far]\nurl = "http://127.0.0.1:{free_port()}/mcp"\n', "utf-8"
    )
    command = [sys.executable, "-m", "webform", "serve", "--config", config, "--port", "0"]
    env = {"PYTHONPATH": str(Path(__file__).parents[1]), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}

    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        address = re.search(r"http://\S+", process.stdout.readline())
        page = fetch(address[0])
        process.send_signal(signal.SIGINT)
        _, output = process.communicate(timeout=30)

    assert "<h3>far</h3>" in page
    assert output.startswith(
        "webform: far is unavailable: The server cannot be reached. It is asked again.\n"
        f"{config}#/tools/search: warning[no-tool]: {message('no-tool.none', {'name': 'search'})}\n"
    )


def test_preview_follows_the_file(good, tmp_path):
    with serving("preview", good, cwd=tmp_path) as address:
        assert "No problems" in fetch(address)

        good.write_text(BAD, "utf-8")

        page = fetch(address)
        assert "did you mean &#34;slider&#34;?" in page
        assert "line 2, column 34" in page


def test_a_port_that_is_taken_is_said(run, good, serve):
    port = serve(Flask("other")).rpartition(":")[2]

    result = run("serve", good, "--port", port)

    assert result.exit_code == 2
    assert result.stderr.endswith("choose another with --port\n")


def test_it_is_a_module_that_can_be_run(good):
    done = subprocess.run([sys.executable, "-m", "webform", "check", good], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "No problems: 1 tool, 2 inputs.\n")


@pytest.mark.parametrize(
    ("database", "reason"),
    [
        ("/proc/none/runs.sqlite", "/proc/none/runs.sqlite cannot be used: "),
        (
            "postgresql+psycopg://me:secret@127.0.0.1:1/runs",
            "//me:***@127.0.0.1:1/runs cannot be used: connection failed",
        ),
        ("nonsense://here", "nonsense://here cannot be used: there is no such kind of database"),
        ("://", "://… cannot be used: "),
    ],
)
def test_a_database_that_cannot_be_used_is_said_without_its_password(run, good, tmp_path, database, reason):
    config = tmp_path / "webform.toml"
    config.write_text(f'database = "{database}"\n', "utf-8")

    result = run("serve", good, "--run-url", "http://127.0.0.1:9/run", "--port", 0, "--config", config)

    assert (result.exit_code, reason in result.stderr, "secret" in result.stderr) == (2, True, False), result.stderr


def test_a_folder_of_files_that_others_may_look_into_is_said(run, good, tmp_path):
    (tmp_path / "open").mkdir(mode=0o755)
    config = tmp_path / "webform.toml"
    config.write_text(f'database = "{tmp_path}/runs.sqlite"\nfiles = "{tmp_path}/open"\n', "utf-8")

    result = run("serve", good, "--run-url", "http://127.0.0.1:9/run", "--port", 0, "--config", config)

    assert (result.exit_code, "is open to others" in result.stderr) == (2, True), result.stderr
