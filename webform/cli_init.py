"""The command that begins a tool: it writes a tool.json and a program that answers."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from webform.cli_declared import print_all, read_value
from webform.cli_messages import FOUND, unusable
from webform.format_schema import FILE
from webform.functions import function_at
from webform.functions.process import FunctionError, describe
from webform.functions.tools import source_of
from webform.problems import Problem
from webform.schema.naming import label_of
from webform.starter import BodyError, Project, blank, of_body
from webform.texts import printable
from webform.values import ABSENT

#: The port of the program that is written, and its address.
_PORT = 8000
#: Files that others in the folder may share, and that stay.
_SHARED = ("requirements.txt", FILE)


@click.command()
@click.argument("function", metavar="[MODULE:FUNCTION]", required=False)
@click.option("--from", "example", metavar="FILE", help="A JSON file with a body that the tool takes.")
@click.option("--yes", "-y", is_flag=True, help="Ask nothing: take the defaults.")
def init(function: str | None, example: str | None, *, yes: bool) -> None:
    """
    Begin a tool: write a tool.json and a small FastAPI program that answers.

    Example: webform init greetings.py:greet

    Without a function or --from the tool counts words, to be changed. No file is overwritten.
    """
    if function is not None and example is not None:
        unusable("Give a function or --from, not both")
    if not yes and not is_terminal():
        unusable("init asks before it writes, and nobody can answer here; add --yes to take the defaults")
    if function is not None:
        folder, project = _of_function(function)
        if not yes:
            click.confirm(f"Write {_listed(project)} to {folder}?", default=True, abort=True)
    else:
        folder = Path.cwd()
        body = ABSENT if example is None else read_value(example, FOUND)
        name, description = label_of(folder.name) or "Tool", ""
        if not yes:
            name = click.prompt("Name of the tool", default=name)
            description = click.prompt("What does it do?", default="", show_default=False, prompt_suffix=" ")
        try:
            project = blank(name, description) if body is ABSENT else of_body(body, name, description)
        except BodyError as error:
            unusable(f"{example}: {error}")
    _write(project, folder)
    _say_what_is_next(project, folder)


def is_terminal() -> bool:
    """Tell whether somebody can answer."""
    return sys.stdin.isatty()


def _of_function(text: str) -> tuple[Path, Project]:
    """Return the folder for the program of the function that *text* names, and the program with its tool.json."""
    function = function_at(text)
    if function is None or not function.name:
        unusable(f"{text} is no function: expected module:function or file.py:function")
    module = Path(function.module).stem if function.is_file else function.module
    if not module.replace(".", "_").isidentifier():
        unusable(f"{text}: a file called {module}.py cannot be imported; give it a name of letters, digits and _")
    try:
        found = describe(function)
    except FunctionError as error:
        unusable(str(error))
    if found["problems"]:
        problems = map(Problem.from_record, found["problems"])
        print_all(problems, source_of(found["file"]), found["file"])
        sys.exit(FOUND)
    [described] = found["tools"]
    if described["call"]["refused"]:
        instead = f"Without a program of its own it runs by: webform serve {shlex.quote(str(function))}"
        unusable(f"{text}: {described['call']['refused']}. {instead}")
    from webform.starter.of_function import of_function  # noqa: PLC0415 - Pydantic is there where functions are read

    return Path(function.module).parent if function.is_file else Path.cwd(), of_function(described, module)


def _write(project: Project, folder: Path) -> None:
    """Write the files of *project* to *folder*; end where one of them is there that would have to be another."""
    there = [name for name in project.files if (folder / name).exists() and name not in _SHARED]
    if there:
        unusable(f"{', '.join(there)}: in {folder} already; init overwrites nothing. Go to an empty folder, or move it")
    for name, text in project.files.items():
        if name in _SHARED and (folder / name).exists():
            click.echo(f"{name} stays as it is.")
            continue
        try:
            with (folder / name).open("x", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            unusable(f"{folder / name} cannot be written: {error.strerror or error}")


def _listed(project: Project) -> str:
    *names, last = project.files
    return f"{', '.join(names)} and {last}"


def _say_what_is_next(project: Project, folder: Path) -> None:
    into = "" if folder == Path.cwd() else f"cd {shlex.quote(str(folder))} && "
    click.echo(printable(f"Wrote {_listed(project)}{f' to {folder}' if into else ''}. Next:"))
    for command in (
        f"{into}pip install fastapi uvicorn && uvicorn {project.module}:app --port {_PORT}",
        f"{into}webform preview tool.json --run-url http://127.0.0.1:{_PORT}/run",
    ):
        click.echo(f"  {command}")
