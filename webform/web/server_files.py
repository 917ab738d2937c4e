"""MCP servers as the configuration files of Claude, VS Code and Cursor name them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

from webform.problems import Problem
from webform.runners import TargetError
from webform.source import Source, read_source
from webform.values import brief, join
from webform.web.config import ServerConfig
from webform.web.server_variables import Expander, UnfitEntryError, Variables, read_questions

#: The keys under which servers are named; the settings of VS Code have theirs below "mcp".
PLACES = (("mcpServers",), ("servers",), ("mcp", "servers"))
#: What a server is called by how it is spoken to.
TYPES = ("stdio", "http", "sse", "streamable-http", "streamableHttp", "streamable_http")
#: The keys of an address.
ADDRESSES = ("url", "serverUrl", "httpUrl")
#: The folders of a project in which an editor keeps such a file.
EDITORS = (".vscode", ".cursor")
# VS Code's files have comments, and commas after the last entry.
_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)


class ServerFile(NamedTuple):
    """What such a file says: its *servers* by name, and the *problems* of those that cannot be used."""

    servers: dict[str, ServerConfig]
    problems: list[Problem]
    source: Source


def read_server_file(path: Path, variables: Variables) -> ServerFile | None:
    """
    Read the servers that the file at *path* names, without those that are disabled.

    Returns:
        `None` where the file names no servers.

    Raises:
        OSError: it cannot be read.
    """
    source = read_source(_strict(path.read_bytes().decode("utf-8", "replace")), path.name)
    at, entries = _entries(source.value)
    if not entries:
        return None
    parent = path.absolute().parent
    folder = parent.parent if parent.name in EDITORS else parent
    reader = _EntryReader(folder, Expander(folder, read_questions(source.value), variables))
    servers, problems = {}, list(source.problems)
    for name, entry in entries.items():
        if entry.get("disabled") is True or entry.get("enabled") is False:
            continue
        try:
            servers[name] = reader.server(name, entry)
        except (UnfitEntryError, TargetError) as error:
            problem = Problem(at=join(at, name), code="bad-server", key=error.phrase.key, params=error.phrase.params)
            problems.append(source.locate(problem))
    return ServerFile(servers, problems, source)


def _strict(text: str) -> str:
    """Return *text* without the comments and commas that JSON does not have; all else stays at its place."""
    for loose in (_COMMENT, _COMMA):
        text = loose.sub(lambda found: found[1] or re.sub(r"[^\n]", " ", found[0]), text)
    return text


def _entries(document: Any) -> tuple[str, dict[str, Any]]:
    for keys in PLACES:
        at, value = "", document
        for key in keys:
            at, value = join(at, key), value.get(key) if isinstance(value, dict) else None
        if isinstance(value, dict) and all(map(_is_server, value.values())):
            return at, value
    return "", {}


def _is_server(entry: Any) -> bool:
    return isinstance(entry, dict) and not entry.keys().isdisjoint(("command", *ADDRESSES))


class _EntryReader:
    """Reads entries; *folder* is that of the project."""

    def __init__(self, folder: Path, expander: Expander) -> None:
        self._folder, self._expander = folder, expander

    def server(self, name: str, entry: dict[str, Any]) -> ServerConfig:
        """Return the server of *entry*; raise `UnfitEntryError` or `TargetError` where it cannot be used."""
        kind = entry.get("type", "stdio")
        if kind not in TYPES:
            raise UnfitEntryError("bad-server.type", found=brief(kind))
        server = self._program(entry) if "command" in entry else self._address(entry)
        server.target(name)
        return server

    def _program(self, entry: dict[str, Any]) -> ServerConfig:
        if "envFile" in entry:
            raise UnfitEntryError("bad-server.env-file")
        arguments = entry.get("args", [])
        if not isinstance(arguments, list):
            raise UnfitEntryError("bad-server.arguments")
        words = [self._text("command", entry["command"]), *(self._text("args", word) for word in arguments)]
        return ServerConfig(
            command=tuple(words),
            env=self._texts("env", entry),
            folder=self._folder / Path(self._text("cwd", entry.get("cwd", "."))).expanduser(),
        )

    def _address(self, entry: dict[str, Any]) -> ServerConfig:
        key = next(key for key in ADDRESSES if key in entry)
        return ServerConfig(url=self._text(key, entry[key]), headers=self._texts("headers", entry))

    def _texts(self, key: str, entry: dict[str, Any]) -> dict[str, str]:
        values = entry.get(key, {})
        if not isinstance(values, dict):
            raise UnfitEntryError("bad-server.texts", name=key)
        return {name: self._text(key, value) for name, value in values.items() if value is not None}

    def _text(self, key: str, value: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise UnfitEntryError("bad-server.text", name=key)
        return self._expander.expand(str(value))
