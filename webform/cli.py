"""The commands."""

from __future__ import annotations

import errno
import gc
import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click

import webform

if TYPE_CHECKING:
    from types import ModuleType

#: The commands by name, with what the list says of them: the first sentences of their help.
COMMANDS = {
    "authorize": "Sign in at an MCP server, once, for all runs: SERVER is its address, or its name in a webform.toml.",
    "check": "Print what is wrong in a declaration.",
    "convert": "Write the tools of a declaration in another format, and say what does not carry over.",
    "demo": "Serve the example tools, each running on this machine; needs webform[demo].",
    "doctor": "Say what is configured, reachable and out of date.",
    "explain": "Explain problems that check prints: the reason, a wrong example, the same corrected.",
    "init": "Begin a tool: write a tool.json and a small FastAPI program that answers.",
    "mcp": "Serve tools to assistants as an MCP server, each with its form for people; needs webform[mcp].",
    "migrate": "Bring the database of the runs up to date.",
    "playground": "Serve the playground: an editor of a declaration, and beside it what it becomes.",
    "preview": "Show the author's view of a declaration: its form, its problems, its sample; it follows the file.",
    "render": "Print the form as HTML.",
    "sample": "Print the least body that the tool takes.",
    "schema": "Print the JSON Schema of the body.",
    "serve": "Serve the tools of files, folders, running tools, Python functions, and MCP servers.",
    "worker": "Execute the runs that web processes were asked for; needs webform[cluster].",
}
#: Errors of an output that takes nothing more.
_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG)
#: The modules of commands that are not called as these are.
_MODULES = {"explain": "cli_explained", "migrate": "cli_cluster", "worker": "cli_cluster"}


class Commands(click.Group):
    """The group of the commands: it lists their names and lines, and imports the module of the one that is run."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that *args* begin with, by its name, and the other arguments."""
        name, listed, others = super().resolve_command(ctx, args)
        return name, command_of(name) if name and listed else listed, others

    def main(self, *args: Any, **options: Any) -> Any:
        """Run the command that is asked for; end in words where its output cannot be written, as on a full disk."""
        try:
            return super().main(*args, **options)
        except OSError as error:
            if error.filename is not None or error.errno not in _UNWRITABLE:
                raise
            click.echo(f"webform: the output cannot be written: {error.strerror}", err=True)
            # What is left of it would be tried again at the end, and fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            sys.exit(1)


def command_of(name: str) -> click.Command:
    """Return the command *name*; its module is imported now."""
    module = _import(f"webform.{_MODULES.get(name, f'cli_{name}')}")
    command: click.Command = getattr(module, name)
    return command


def _import(name: str) -> ModuleType:
    """Return the module *name*; what an import makes stays: to look for garbage in it makes a slow start slower."""
    if name in sys.modules:
        return sys.modules[name]
    collects = gc.isenabled()
    gc.disable()
    try:
        return import_module(name)
    finally:
        gc.freeze()
        if collects:
            gc.enable()


@click.group(
    cls=Commands,
    commands=[click.Command(name, help=line) for name, line in COMMANDS.items()],
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(webform.__version__, prog_name="webform")
def main() -> None:
    """Turn the declaration of a tool into a web form that people can run."""
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
        # What is redirected is JSON or HTML; Windows would write it in its code page.
        sys.stdout.reconfigure(encoding="utf-8")
