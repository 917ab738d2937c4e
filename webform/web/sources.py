"""Where the tools of an app come from: files, folders of them, tools that are running."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from webform import dialects
from webform.runners import CallError, HTTPRunner, MCPRunner, Target, TargetError
from webform.web.config import TIMEOUT
from webform.web.site import Served

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from webform.problems import Problem
    from webform.source import Source
    from webform.tool import Tool


class UnusableSourceError(Exception):
    """Raised when a source can be read by nobody: no such file, no tool at the address; says which and why."""


@dataclass
class Found:
    """
    What the sources hold: the tools, and the problems of each document with its name.

    Args:
        timeout: seconds for a call; `None` is what each tool declares.
    """

    timeout: float | None = None
    served: list[Served] = field(default_factory=list)
    problems: list[tuple[str, Problem, Source]] = field(default_factory=list)

    def add(self, name: str, read: tuple[list[Tool], list[Problem], Source], run_url: str = "") -> None:
        """Add what was read from the document called *name*; its tools run at *run_url*."""
        tools, problems, source = read
        self.problems += [(name, each, source) for each in problems]
        for tool in tools:
            timeout = self.timeout or tool.max_runtime_seconds
            target = Target(url=run_url, timeout=timeout, allow_private=True) if run_url else None
            self.served.append(Served(tool=tool, target=target))

    def ask(self, server: Target, name: str) -> None:
        """Add the tools of an MCP server."""
        runner = MCPRunner()
        try:
            tools, problems, source = dialects.read(runner.list_tools(server), "mcp")
        finally:
            # A server of pages may fork: no thread is left behind.
            runner.close()
        self.problems += [(name, each, source) for each in problems]
        self.served += [Served(tool=tool, target=server) for tool in tools]


def gather(
    sources: list[str],
    *,
    run_url: str = "",
    dialect: str | None = None,
    servers: Mapping[str, Target] | None = None,
    timeout: float | None = None,
) -> Found:
    """
    Read every source: a file, a folder of declarations, or the address of a running tool or of an MCP server.

    Args:
        sources: paths and addresses.
        run_url: where the one tool of a single file runs.
        dialect: the language of all of them; found by content where `None`.
        servers: MCP servers that the operator set, by their names.
        timeout: seconds for a call of what is found in *sources*; `None` is what each tool declares.

    Raises:
        UnusableSourceError: one of them cannot be read at all.
    """
    found = Found(timeout=timeout)
    for source in sources:
        with _usable(source):
            _gather(found, source, run_url, dialect)
    for name, server in (servers or {}).items():
        with _usable(name):
            found.ask(server, name)
    return found


def _gather(found: Found, source: str, run_url: str, dialect: str | None) -> None:
    if source.startswith(("http://", "https://")):
        protocol: Literal["", "mcp"] = "mcp" if dialect == "mcp" else ""
        server = Target(url=source, timeout=found.timeout or TIMEOUT, allow_private=True, protocol=protocol)
        if server.spoken == "mcp":
            found.ask(server, source)
        else:
            found.add(source, dialects.read(HTTPRunner().fetch_manifest(source), dialect), source)
        return
    path = Path(source)
    for file in _files(path) if path.is_dir() else [path]:
        found.add(str(file), dialects.read(file, dialect), run_url)


@contextmanager
def _usable(source: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UnusableSourceError(f"{source} cannot be read: {error.strerror or error}") from None
    except (TargetError, CallError) as error:
        raise UnusableSourceError(f"{source}: {error} {getattr(error, 'advice', '')}".strip()) from None


def _files(folder: Path) -> list[Path]:
    """Return the declarations in *folder*: its JSON and YAML files, and the tool.json of each folder in it."""
    files = sorted(file for ending in ("json", "yaml", "yml") for file in folder.glob(f"*.{ending}"))
    files += sorted(folder.glob("*/tool.json"))
    if not files:
        raise UnusableSourceError(f"{folder} holds no declaration: expected *.json, *.yaml or */tool.json")
    return files
