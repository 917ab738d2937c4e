"""`webform serve` and `preview`: what is served, and what keeps a server from starting."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from flask import Flask

from tests.cli.commands import BAD, GOOD, fetch, serving
from tests.servers import everything, free_port, program
from webform.messages import message

ROOT = Path(__file__).parents[2]


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
    env = {"PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}

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
