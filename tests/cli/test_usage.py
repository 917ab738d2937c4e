"""Commands that cannot do what they are asked, and their help."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from webform.cli import COMMANDS, command_of
from webform.dialects import DIALECTS
from webform.messages import message

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "tests/samples/tool-json/all-types.tool.json"
#: A name that no file can have.
LONG = "a" * 300


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "nowhere.json"], "webform: nowhere.json cannot be read: No such file or directory\n"),
        (["sample", SAMPLE, "--tool", "other"], 'webform: There is no tool "other"; expected one of all-types\n'),
        (["check", SAMPLE, "--tool", "other"], 'webform: There is no tool "other"; expected one of all-types\n'),
        (["preview", SAMPLE, "--tool", "other"], 'webform: There is no tool "other"; expected one of all-types\n'),
        (
            ["convert", SAMPLE, "--to", "mcp", "--tool", "other"],
            'webform: There is no tool "other"; expected one of all-types\n',
        ),
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
        (["preview", f"{LONG}.json"], f"webform: {LONG}.json cannot be read: there is no such file\n"),
        (["check", f"{LONG}.json"], f"webform: {LONG}.json cannot be read: File name too long\n"),
        (
            ["serve", f"{LONG}.json"],
            f"webform: {LONG}.json cannot be read: File name too long\n",
        ),
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


@pytest.mark.parametrize("command", ["schema", "render", "sample"])
def test_an_output_that_takes_nothing_more_is_said_in_a_line(command):
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "webform", command, SAMPLE],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert ran.returncode == 1
    assert ran.stderr.endswith("webform: the output cannot be written: No space left on device\n")
    assert "Traceback" not in ran.stderr


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


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_their_help_begins_with(name):
    line, command = COMMANDS[name], command_of(name)

    assert (command.name, command.get_short_help_str(1000)) == (name, line)


@pytest.mark.parametrize(
    "arguments", [["--version"], ["--help"], ["check", SAMPLE], ["sample", SAMPLE], ["render", SAMPLE]]
)
def test_a_command_does_not_import_the_web_or_a_database_that_it_does_without(arguments):
    heavy = {"flask", "gunicorn", "sqlalchemy", "webform.web"}
    program = (
        "import atexit, sys; from webform.cli import main; "
        f"atexit.register(lambda: print(sorted({heavy} & sys.modules.keys()))); main()"
    )
    command = [sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("switch", [gc.enable, gc.disable])
def test_whether_garbage_is_collected_is_as_before_once_a_command_is_imported(monkeypatch, switch):
    monkeypatch.delitem(sys.modules, "webform.cli_sample", raising=False)
    switch()
    try:
        command_of("sample")

        assert gc.isenabled() is (switch is gc.enable)
    finally:
        gc.enable()


@pytest.mark.slow
@pytest.mark.parametrize("package", ["PIL", "geographiclib"])
def test_demo_without_its_extra_says_what_to_install(tmp_path, package):
    # None in the place of a module is one that is not installed.
    program = f"import sys; sys.modules[{package!r}] = None; from webform.cli import main; main()"
    env = {"PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    command = [sys.executable, "-c", program, "demo", "--port", "0"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60, check=False)

    message = f"webform: the example tools need {package}: pip install 'webform[demo]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_it_is_a_module_that_can_be_run(good):
    done = subprocess.run([sys.executable, "-m", "webform", "check", good], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "No problems: 1 tool, 2 inputs.\n")


def test_preview_takes_no_address_that_is_none(run, good):
    result = run("preview", good, "--run-url", "nowhere")

    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "nowhere" in result.stderr
