"""Python functions, as the commands about one declaration take them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.cli.commands import fetch, serving
from webform.cli import main

TEXT = """
import webform

@webform.tool
def greet(name: str, times: int = 1) -> str:
    "Greet somebody."
    return " ".join([f"Hello {name}."] * times)

def add(*numbers: int) -> int:
    return sum(numbers)
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A module, in the folder that one is in."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a_module_of_greetings.py"
    path.write_text(TEXT, "utf-8")
    return path


def invoke(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.mark.slow
@pytest.mark.parametrize("form", ["{0}:greet", "{1}"])
def test_commands_take_functions_as_serve_does(file, form):
    named = form.format(file, file.stem)

    assert invoke("check", named).stderr == "No problems: 1 tool, 2 inputs.\n"
    assert json.loads(invoke("sample", named).stdout) == {"name": ""}
    assert json.loads(invoke("schema", named).stdout)["required"] == ["name"]
    assert json.loads(invoke("convert", named, "--to", "openai").stdout)[0]["function"]["name"] == "greet"
    assert 'name="/name"' in invoke("render", named).stdout


def test_a_function_that_is_no_tool_is_a_problem_at_its_line(file):
    done = invoke("check", f"{file}:add")

    assert done.exit_code == 1
    assert done.stdout.startswith(f"{file}:add:9:1: error[function-arguments]: *numbers of add takes any number")


def test_a_declaration_is_never_taken_for_a_module(file):
    declaration = {"id": "a", "name": "A", "inputs": [], "outputs": []}
    for name in ("tools", "tool.json", "json"):
        (file.parent / name).write_text(json.dumps(declaration), "utf-8")
        assert json.loads(invoke("sample", name).stdout) == {}
        assert invoke("check", name).exit_code == 0

    assert "cannot be read" in invoke("check", "gone.json").stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("named", "reason"),
    [("nowhere:x", "it cannot be imported"), ("a_module_of_greetings:x", "it has no function x")],
)
def test_what_cannot_be_imported_is_said_with_status_2(file, named, reason):
    for command in ("check", "preview"):
        done = invoke(command, named)

        assert (done.exit_code, reason in done.stderr) == (2, True)


@pytest.mark.slow
@pytest.mark.parametrize("package", ["pydantic", "docstring_parser"])
def test_without_the_extra_it_is_said_what_to_install(file, package):
    # None in the place of a module is one that is not installed.
    program = f"import sys; sys.modules[{package!r}] = None; from webform.cli import main; main()"
    env = {"PYTHONPATH": str(Path(__file__).parents[2]), "HOME": str(file.parent), "PATH": "/usr/bin:/bin"}
    command = [sys.executable, "-c", program, "check", f"{file}:greet"]
    done = subprocess.run(command, cwd=file.parent, env=env, capture_output=True, text=True, timeout=60, check=False)

    message = f"webform: {file}:greet: functions need the package {package}: pip install 'webform[python]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


@pytest.mark.slow
def test_preview_follows_the_module_and_runs_it(file):
    with serving("preview", f"{file}:greet", cwd=file.parent) as address:
        assert "No problems" in fetch(address)
        assert json.loads(fetch(address + "/tools/greet/run", {"name": "Ada"}))["value"] == "Hello Ada."

        file.write_text("import nothing_of_that_name\n", "utf-8")
        assert "nothing_of_that_name" in fetch(address)

        file.write_text(TEXT.replace("Hello", "Goodbye"), "utf-8")
        assert "No problems" in fetch(address)
