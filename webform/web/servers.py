"""A server whose tools are served: where it is, and what it answers when it is asked for them."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from webform import dialects
from webform.runners import CallError, HTTPRunner, MCPRunner, TargetError
from webform.web.site import Served

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.problems import Problem
    from webform.runners import Target
    from webform.source import Source
    from webform.tool import Tool

#: Servers that are asked at the same time.
AT_ONCE = 16


class DownError(Exception):
    """Raised when a server cannot be asked for its tools; *code* is that of the call, the sentence says why."""

    def __init__(self, code: str, reason: str, advice: str = "") -> None:
        self.code, self.reason, self.advice = code, reason, advice
        super().__init__(f"{reason} {advice}".strip())


class Listed(NamedTuple):
    """The tools of a server, and what is wrong with their declarations in *source*."""

    served: list[Served]
    problems: list[Problem]
    source: Source


@dataclass(frozen=True, kw_only=True)
class Server:
    """
    An MCP server, or one tool that is running and answers with its declaration.

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

    def ask(self) -> Listed:
        """
        Return its tools, as it declares them now.

        Raises:
            DownError: it cannot be asked.
        """
        try:
            tools, problems, source = self._read()
        except CallError as error:
            raise DownError(error.code, error.message, error.advice) from error
        except (OSError, TargetError) as error:
            raise DownError("tool-down", str(error)) from error
        return Listed([self._served(tool) for tool in tools], problems, source)

    def _read(self) -> tuple[list[Tool], list[Problem], Source]:
        if self.target.spoken != "mcp":
            return dialects.read(HTTPRunner().fetch_manifest(self.target.url), self.dialect)
        _check_program(self.target.command)
        runner = MCPRunner()
        try:
            return dialects.read(runner.list_tools(self.target), "mcp")
        finally:
            # A server of pages may fork: no thread is left behind.
            runner.close()

    def _served(self, tool: Tool) -> Served:
        target = self.target
        if target.spoken != "mcp":
            target = replace(target, timeout=self.timeout or tool.max_runtime_seconds)
        if not self.prefix:
            return Served(tool=tool, target=target)
        return Served(tool=replace(tool, id=f"{self.prefix}.{tool.id}"), target=target, server=self.name)


def ask_all(servers: Iterable[Server]) -> list[Listed | DownError]:
    """Return what each of *servers* answers, or why it does not; all are asked at the same time."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(_asked, servers))


def _asked(server: Server) -> Listed | DownError:
    try:
        return server.ask()
    except DownError as error:
        return error


def _check_program(command: tuple[str, ...]) -> None:
    """Raise `DownError` where the program of *command* is to be looked for and is not installed."""
    if command and len(Path(command[0]).parts) == 1 and not shutil.which(command[0]):
        raise DownError("no-program", f'The program "{command[0]}" is not installed.')
