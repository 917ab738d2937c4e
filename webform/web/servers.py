"""A server whose tools are served: where it is, and what it answers when it is asked for them."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from webform import dialects
from webform.language import gettext, marked
from webform.runners import CallError, HTTPRunner, MCPRunner, Target, TargetError
from webform.runners.declarations import fetch_declaration
from webform.runners.operation_targets import operation_target
from webform.runners.protocols import PROTOCOLS
from webform.web.served import Served

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.problems import Problem
    from webform.source import Source
    from webform.tool import Tool

#: Servers that are asked at the same time.
AT_ONCE = 16
#: Seconds for the tools of a server: where the app waits for them to start, and later. A program may have to be
#: fetched first.
QUICK, PATIENT = 10.0, 60.0
#: Why a server cannot be asked, by the code of the call.
REASONS = {
    "bad-answer": marked("The server's answer cannot be understood."),
    "cut-off": marked("The server broke the connection."),
    "redirect": marked("The server's address leads elsewhere, and redirects are not followed."),
    "refused-address": marked("The server's address leads into a private network."),
    "sign-in": marked("The server asks for a sign-in, which webform authorize gives."),
    "tool-certificate": marked("The server's certificate is not valid."),
    "tool-down": marked("The server cannot be reached."),
    "tool-silent": marked("The server stopped in the middle of its answer."),
    "tool-slow": marked("The server did not answer in time."),
}
#: Codes of what no later try can change.
HOPELESS = ("no-manifest", "no-mcp")


class DownError(Exception):
    """Raised when a server cannot be asked for its tools; *code* is that of the call, the sentence says why."""

    def __init__(self, code: str, reason: str) -> None:
        self.code, self.reason = code, REASONS.get(code, reason)
        super().__init__(self.reason)


class Down(NamedTuple):
    """A server that could not be asked, and why."""

    server: Server
    error: DownError


class Listed(NamedTuple):
    """The tools of a server, and what is wrong with their declarations in *source*."""

    served: list[Served]
    problems: list[Problem]
    source: Source


@dataclass(frozen=True, kw_only=True)
class Server:
    """
    An MCP server, one tool that is running and answers with its declaration, or an API with its OpenAPI document.

    Args:
        name: what it is called.
        target: where it is.
        prefix: what the ids of its tools begin with, before a dot; `""` for none.
        dialect: the language of the declaration of a running tool; found by content where `None`.
        timeout: seconds for a call of a running tool; `None` is what it declares.
    """

    name: str
    target: Target
    prefix: str = ""
    dialect: str | None = None
    timeout: float | None = None

    def ask(self, patience: float = PATIENT) -> Listed:
        """
        Return its tools, as it declares them now, within *patience* seconds.

        Raises:
            DownError: it cannot be asked.
        """
        try:
            address, (tools, problems, source) = self._read(patience)
        except CallError as error:
            raise DownError(error.code, error.message) from error
        except (OSError, TargetError) as error:
            raise DownError("tool-down", str(error)) from error
        return Listed([self._served(tool, address) for tool in tools], problems, source)

    def _read(self, patience: float) -> tuple[str, tuple[list[Tool], list[Problem], Source]]:
        """Return the address of its declaration, and what was read of that."""
        if self.target.protocol != "mcp":
            address, text = fetch_declaration(HTTPRunner(), self.target.url)
            return address, dialects.read(text, self.dialect)
        _check_program(self.target.command)
        # A server of pages may fork: no thread is left behind.
        with closing(MCPRunner()) as runner:
            return self.target.url, dialects.read(runner.list_tools(self.target, patience), "mcp")

    def _served(self, tool: Tool, document: str) -> Served:
        operation = tool.call.operation
        if operation:
            return Served(tool=tool, target=operation_target(tool, operation, document, self.timeout))
        target = self.target
        if target.protocol != "mcp":
            # Only what is asked for at any address says by its declaration how it is called.
            found = PROTOCOLS.get(tool.call.protocol)
            protocol = found.name if found and found.manifest.anywhere else target.protocol
            target = replace(target, protocol=protocol, timeout=self.timeout or tool.max_runtime_seconds)
        if not self.prefix:
            return Served(tool=tool, target=target)
        return Served(tool=tool.but(id=f"{self.prefix}.{tool.id}"), target=target, server=self.name)


def ask_all(servers: Iterable[Server]) -> list[Listed | Down]:
    """Return what each of *servers* answers, or why it does not; all are asked at the same time."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(_asked, servers))


def _asked(server: Server) -> Listed | Down:
    try:
        return server.ask(PATIENT if server.target.command else QUICK)
    except DownError as error:
        return Down(server, error)


def _check_program(command: tuple[str, ...]) -> None:
    """Raise `DownError` where the program of *command* is to be looked for and is not installed."""
    if command and len(Path(command[0]).parts) == 1 and not shutil.which(command[0]):
        raise DownError("no-program", gettext('The program "{command}" is not installed.', command=command[0]))
