"""Sources of an app's tools: files, folders of them, tools and MCP servers that are running, programs."""

from __future__ import annotations

import shlex
import shutil
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from webform import dialects
from webform.format_schema import FILE
from webform.functions import named_function
from webform.functions.process import FunctionError
from webform.problems import Problem, counted
from webform.runners import Target, TargetError
from webform.runners.operation_targets import operation_target, typed_target
from webform.web.config import TIMEOUT
from webform.web.python_functions import list_functions
from webform.web.served import Served
from webform.web.server_files import read_server_file
from webform.web.server_variables import Variables
from webform.web.servers import HOPELESS, Down, Listed, Server, ask_all
from webform.web.spaces import app_address

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from webform.source import Source
    from webform.tool import Tool


class UnusableSourceError(Exception):
    """Raised when a source can be read by nobody: no such file, no tool at the address; says which and why."""


@dataclass
class Found:
    """What the sources hold: the tools, the servers that are down, the problems by the names of documents."""

    served: list[Served] = field(default_factory=list)
    down: list[Down] = field(default_factory=list)
    problems: list[tuple[str, Problem, Source]] = field(default_factory=list)

    def add(self, name: str, listed: Listed) -> None:
        """Add what was read from the document or the server called *name*."""
        self.problems += [(name, problem, listed.source) for problem in listed.problems]
        self.served += listed.served


def gather(  # noqa: PLR0913 - each is a thing of its own that the command line says
    sources: list[str],
    *,
    run_url: str = "",
    dialect: str | None = None,
    servers: Mapping[str, Target] | None = None,
    timeout: float | None = None,
    variables: Variables | None = None,
) -> Found:
    """
    Read every source: an address, a file, a folder of declarations, or a program that is an MCP server.

    Args:
        sources: each is an address where it begins with http:// or https://; else a file or a folder where there is
            one; else a command whose first word is a program. A file may name MCP servers (`mcpServers`).
        run_url: where the one tool of a single file runs.
        dialect: the language of all of them; found by content where `None`.
        servers: MCP servers that the operator set, by their names.
        timeout: seconds for a call of what is found in *sources*; `None` is what each tool declares.
        variables: the variables of programs in *sources*, and of files that name MCP servers.

    Raises:
        UnusableSourceError: one of them cannot be read at all.
    """
    found = Found()
    reader = _Sources(found, run_url, dialect, timeout, variables or Variables())
    parts: list[tuple[str, Listed | Server]] = []
    for source in sources:
        with _usable(source):
            parts += reader.parts(source)
    parts += [(name, Server(name=name, target=target)) for name, target in (servers or {}).items()]
    asked = iter(ask_all(part for _, part in parts if isinstance(part, Server)))
    for name, part in parts:
        answer = next(asked) if isinstance(part, Server) else part
        if not isinstance(answer, Down):
            found.add(name, answer)
        elif answer.error.code in HOPELESS:
            raise UnusableSourceError(f"{name}: {answer.error}")
        else:
            found.down.append(answer)
    return found


class _Sources:
    """Finds out what a source is."""

    def __init__(
        self, found: Found, run_url: str, dialect: str | None, timeout: float | None, variables: Variables
    ) -> None:
        self._found, self._run_url, self._dialect, self._timeout = found, run_url, dialect, timeout
        self._variables = variables

    def parts(self, source: str) -> list[tuple[str, Listed | Server]]:
        """Return the documents and servers of *source*, with the name of each."""
        if source.startswith(("http://", "https://")):
            return [(source, self._address(source))]
        path = Path(source)
        if path.is_dir():
            return [(str(file), self._document_in(file)) for file in _files(path)]
        if function := named_function(source):
            return [(source, list_functions(function, self._variables.values, self._timeout))]
        if path.exists():
            return self._file(path)
        return [(source, self._program(source))]

    def _address(self, url: str) -> Server:
        protocol = "mcp" if self._dialect == "mcp" else ""
        address = app_address(url)
        target = Target(url=address, timeout=self._timeout or TIMEOUT, protocol=protocol).as_typed()
        # A query may hold a key, and pages show the name.
        name = url.partition("?")[0]
        return Server(name=name, target=target, dialect=self._dialect, timeout=self._timeout)

    def _file(self, path: Path) -> list[tuple[str, Listed | Server]]:
        file = read_server_file(path, self._variables) if path.suffix == ".json" else None
        if file is None:
            return [(str(path), self._document(path))]
        self._found.problems += [(str(path), problem, file.source) for problem in counted(file.problems)]
        return [
            (name, Server(name=name, target=server.target(name, self._timeout), prefix=name))
            for name, server in file.servers.items()
        ]

    def _document(self, file: Path) -> Listed:
        tools, problems, source = dialects.read(file, self._dialect)
        return Listed([Served(tool=tool, target=self._target(tool)) for tool in tools], problems, source)

    def _document_in(self, file: Path) -> Listed:
        """Return what is declared in *file*, of a folder; one that cannot be read is named itself."""
        with _usable(str(file)):
            return self._document(file)

    def _target(self, tool: Tool) -> Target | None:
        if not self._run_url:
            operation = tool.call.operation
            return operation_target(tool, operation, "", self._timeout) if operation else None
        return typed_target(tool, self._run_url, self._timeout)

    def _program(self, source: str) -> Server:
        command = _command(source)
        # Arguments may hold secrets, and pages show the name.
        package = next((word for word in command[1:] if not word.startswith("-")), "")
        name = f"{Path(command[0]).name} {package}".strip()
        env = self._variables.values
        return Server(name=name, target=Target(url=name, command=command, env=env, timeout=self._timeout or TIMEOUT))


def _command(source: str) -> tuple[str, ...]:
    try:
        command = shlex.split(source)
    except ValueError as error:
        raise UnusableSourceError(f"{source} is no command: {error}") from None
    if not command or not shutil.which(command[0]):
        raise UnusableSourceError(
            f"{source} is no file, no folder, no address, no Python module, and no program that can be run"
        )
    return tuple(command)


@contextmanager
def _usable(source: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UnusableSourceError(f"{source} cannot be read: {error.strerror or error}") from None
    except TargetError as error:
        raise UnusableSourceError(f"{source}: {error}") from None
    except FunctionError as error:
        raise UnusableSourceError(str(error)) from None


def _files(folder: Path) -> list[Path]:
    """Return the declarations in *folder*: its JSON and YAML files, and the tool.json of each folder in it."""
    files = sorted(
        file for ending in ("json", "yaml", "yml") for file in folder.glob(f"*.{ending}") if file.name != FILE
    )
    files += sorted(folder.glob("*/tool.json"))
    # Editors lock a file by a hidden link to nowhere.
    files = [file for file in files if file.is_file() and not _is_hidden(file.relative_to(folder))]
    if not files:
        raise UnusableSourceError(f"{folder} holds no declaration: expected *.json, *.yaml or */tool.json")
    return files


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
