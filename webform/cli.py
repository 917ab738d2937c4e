"""The commands."""

from __future__ import annotations

import sys
from dataclasses import replace
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import webform
from webform import logs
from webform.cli_access import serving_options, with_access
from webform.cli_authorize import authorize
from webform.cli_cluster import check_shared, migrate, worker
from webform.cli_convert import convert
from webform.cli_demo import run_cluster
from webform.cli_doctor import doctor
from webform.cli_explained import explain
from webform.cli_format import format_option
from webform.cli_init import init
from webform.cli_mcp import mcp
from webform.cli_messages import (
    FOUND,
    UNUSABLE,
    printable,
    read_settings,
    shown,
    unusable,
    warn_unconnected,
    warn_unsent,
    warn_unsigned,
)
from webform.cli_playground import playground
from webform.cli_preview import preview_options, read_extras
from webform.cli_report import print_problems, print_report
from webform.cli_serving import serve_app
from webform.cli_settings import setting_option
from webform.cli_sources import gathered, print_all, read_named, source_options
from webform.cli_trial import Trials, trial_options
from webform.functions import named_function
from webform.html.render import render as render_form
from webform.lint import unread, untried
from webform.mcp_server.document import document
from webform.problems import errors
from webform.published import body_schema
from webform.runners import Target, TargetError
from webform.sample import sample as sample_of
from webform.sample import unsatisfied
from webform.source import read_source
from webform.values import ABSENT, write_json
from webform.web import create_app
from webform.web.config import Config
from webform.web.demo import create_demo
from webform.web.preview import create_function_preview, create_preview
from webform.web.serving import MOST_PROCESSES

if TYPE_CHECKING:
    from flask import Flask

    from webform.source import Source
    from webform.tool import Tool
    from webform.web.sources import Found


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(webform.__version__, prog_name="webform")
def main() -> None:
    """Turn the declaration of a tool into a web form that people can run."""
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
        # What is redirected is JSON or HTML; Windows would write it in its code page.
        sys.stdout.reconfigure(encoding="utf-8")


def _declared(command: Any) -> Any:
    """Give *command* the arguments of everything that reads one declaration."""
    command = click.option("--dialect", metavar="NAME", help="The language of FILE, where detection is wrong.")(command)
    command = click.option("--tool", "tool_name", metavar="NAME", help="One tool of a file that declares several.")(
        command
    )
    return click.argument("file", metavar="FILE")(command)


def _timed(command: Any) -> Any:
    """Give *command* the argument of everything that calls tools."""
    return setting_option(Config, "timeout", metavar="SECONDS")(command)


@main.command()
@_declared
@trial_options
@_timed
@click.option("--json", "format_", flag_value="json", help="Print the problems as JSON.")
@click.option("--sarif", "format_", flag_value="sarif", help="Print the problems as SARIF 2.1.0, for CI.")
@click.option("--docs", metavar="URL", envvar="WEBFORM_DOCS", help="The site of the documentation, for links to it.")
def check(  # noqa: PLR0913 - an option is an argument
    file: str,
    tool_name: str | None,
    dialect: str | None,
    run_url: str | None,
    *,
    is_run: bool,
    timeout: float | None,
    format_: str | None,
    docs: str | None,
) -> None:
    """
    Print what is wrong in a declaration.

    Example: webform check tool.json --run-url http://127.0.0.1:8000/run
    """
    tools, problems, source, _ = read_named(file, dialect, tool_name)
    problems = [*problems, *map(source.locate, unread(tools)), *untried(tools)]
    if format_ is None:
        print_problems(problems, source, file)
    trials = Trials(prints=format_ is None, is_wanted=is_run or bool(run_url), is_named=tool_name is not None)
    if trials.is_wanted and not errors(problems):
        trials.run(tools, file, run_url, timeout)
    problems += trials.problems
    print_report(problems, tools, file, trials, format_=format_, site=docs)
    sys.exit(FOUND if errors(problems) else 0)


@main.command()
@_declared
def sample(file: str, tool_name: str | None, dialect: str | None) -> None:
    """
    Print the least body that the tool takes.

    Example: webform sample tool.json
    """
    tool, status = _one(file, tool_name, dialect)
    click.echo(write_json(sample_of(tool.form), indent=2))
    for problem in unsatisfied(tool.form):
        where = f"sample{problem.at and '#' + problem.at}"
        click.echo(printable(f"{where}: {problem.severity}[{problem.code}]: {problem.message}"), err=True)
    sys.exit(status)


@main.command()
@_declared
@format_option
def schema(file: str, tool_name: str | None, dialect: str | None) -> None:
    """
    Print the JSON Schema of the body.

    Example: webform schema tool.json
    """
    tool, status = _one(file, tool_name, dialect)
    click.echo(write_json(body_schema(tool), indent=2))
    sys.exit(status)


@main.command()
@_declared
@click.option("--values", metavar="FILE", help="A JSON file with the body that the form shows.")
@click.option(
    "--mcp-app", "is_app", is_flag=True, help="Make one document of it, for the ui:// resource of an MCP server."
)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write it to this file.")
def render(  # noqa: PLR0913 - an option is an argument
    file: str, tool_name: str | None, dialect: str | None, values: str | None, output: Path | None, *, is_app: bool
) -> None:
    """
    Print the form as HTML.

    Example: webform render tool.json --values body.json
    """
    tool, status = _one(file, tool_name, dialect)
    if is_app and values is not None:
        unusable("--mcp-app takes no --values: its host says what is filled in")
    html = document(tool) if is_app else _rendered(tool, values)
    if output is None:
        click.echo(html)
        sys.exit(status)
    try:
        output.write_text(f"{html}\n", encoding="utf-8")
    except OSError as error:
        unusable(f"{output} cannot be written: {error.strerror or error}")
    sys.exit(status)


def _rendered(tool: Tool, values: str | None) -> str:
    """Return the form of *tool*, filled with the body in the file *values*."""
    body: Any = ABSENT
    if values is not None:
        source = _source(values)
        if source.value is ABSENT:
            for problem in source.problems:
                click.echo(shown(problem, source, values), err=True)
            sys.exit(UNUSABLE)
        body = source.value
    problems = [] if body is ABSENT else webform.check(tool.form, body)
    return str(render_form(tool.form, body, problems))


@main.command()
@source_options
@_timed
@serving_options
@setting_option(Config, "mode")
@click.option("--config", "config_file", metavar="FILE", envvar="WEBFORM_CONFIG", help="A webform.toml.")
@click.option(
    "--processes",
    default=1,
    show_default=True,
    type=click.IntRange(1, MOST_PROCESSES),
    help="Processes that answer; more than one need queue = true in webform.toml.",
)
def serve(  # noqa: PLR0913 - an option is an argument
    sources: tuple[str, ...],
    run_url: str,
    dialect: str | None,
    *,
    timeout: float | None,
    variables: tuple[str, ...],
    mode: Any,
    config_file: str | None,
    port: int,
    processes: int,
    **access: Any,
) -> None:
    """
    Serve the tools of files, folders, running tools, Python functions, and MCP servers.

    Example: webform serve tool.json --run-url http://127.0.0.1:8000/run

    \b
    A SOURCE is the first of these that it can be:
      an address      begins with http:// or https://: a running tool, or an MCP server
      a file          a declaration, or the servers that Claude, VS Code or Cursor
                      use (mcpServers, servers), whose programs are started
      a folder        its declarations; no programs are started
      a function      module:function or file.py:function, of Python; without the
                      function all that are decorated with @webform.tool
      a program       a command whose first word is a program: an MCP server

    \b
    All tools of MCP servers:
      webform serve http://127.0.0.1:3001/mcp
      webform serve 'npx -y @modelcontextprotocol/server-everything'
      webform serve ~/project/.mcp.json
    """  # noqa: D301 - \b is click's, for lines that stay as they are

    def read() -> tuple[Config, Found]:
        config = with_access(read_settings(config_file), **access)
        config = replace(config, mode=mode or config.mode, timeout=timeout or config.timeout)
        logs.set_up(config.log)
        found = gathered(sources, config, config_file, run_url=run_url, dialect=dialect, variables=variables)
        if processes > 1:
            check_shared(config, found)
        return config, found

    first = read()

    def ready(address: str) -> None:
        click.echo(f"webform is at {address}")
        for served in first[1].served if len(first[1].served) == 1 else ():
            click.echo(printable(f"{served.tool.name} is at {address}{served.path}"))

    serve_app(
        lambda: _app(*first),
        access["host"],
        port,
        ready=ready,
        processes=processes,
        renew=lambda before: _app(*read(), before),
    )


def _app(config: Config, found: Found, before: Flask | None = None) -> Flask:
    app = create_app(found.served, config, down=found.down, before=before)
    served = app.extensions["webform"].served.values()
    warn_unconnected(served)
    warn_unsigned(served)
    warn_unsent(served, config.tools)
    return app


main.add_command(init)
main.add_command(authorize)
main.add_command(convert)
main.add_command(explain)
main.add_command(mcp)
main.add_command(worker)
main.add_command(migrate)
main.add_command(doctor)
main.add_command(playground)


@main.command()
@serving_options
@click.option(
    "--cluster", is_flag=True, help="Start a PostgreSQL, two web processes and two workers; needs webform[cluster]."
)
def demo(port: int, *, cluster: bool, **access: Any) -> None:
    """
    Serve the example tools, each running on this machine; needs webform[demo].

    Example: webform demo --port 8080
    """
    config = with_access(Config(), **access)
    if cluster:
        run_cluster(port=port, **access)
    serve_app(lambda: create_demo(config), access["host"], port)


@main.command()
@_declared
@click.option("--run-url", metavar="URL", default="", help="Where the tool runs, to try it too.")
@preview_options
@_timed
@serving_options
def preview(  # noqa: PLR0913 - an option is an argument
    file: str,
    tool_name: str | None,
    dialect: str | None,
    run_url: str,
    *,
    answer: str | None,
    editor: str,
    timeout: float | None,
    port: int,
    **access: Any,
) -> None:
    """
    Show the author's view of a declaration: its form, its problems, its sample; it follows the file.

    Example: webform preview tool.json --run-url http://127.0.0.1:8000/run
    """
    config, extras = with_access(Config(timeout=timeout), **access), read_extras(answer, editor)
    if run_url:
        try:
            Target(url=run_url)
        except TargetError as error:
            unusable(str(error))
    function = None if dialect else named_function(file)
    if function:
        source = read_named(file, dialect, tool_name)[2]
        path = Path(source.name)
        serve_app(
            lambda: create_function_preview(path, function, config, tool_name, extras=extras), access["host"], port
        )
        return
    if not Path(file).is_file():
        unusable(f"{file} cannot be read: there is no such file")
    if tool_name is not None:
        read_named(file, dialect, tool_name)
    serve_app(
        lambda: create_preview(Path(file), config, dialect, tool_name, run_url, extras=extras), access["host"], port
    )


def _source(file: str) -> Source:
    try:
        if file == "-":
            return read_source(sys.stdin.buffer.read())
        return read_source(Path(file))
    except OSError as error:
        unusable(f"{file} cannot be read: {error.strerror or error}")


def _one(file: str, name: str | None, dialect: str | None) -> tuple[Tool, int]:
    """Return the tool, and the status that its command ends with."""
    chosen, problems, source, _ = read_named(file, dialect, name)
    problems = [*problems, *map(source.locate, unread(chosen[:1]))]
    print_all(problems, source, file)
    if not chosen:
        sys.exit(FOUND)
    return chosen[0], FOUND if errors(problems) else 0
