"""What the operator sets: webform.toml, read once."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from webform.places import state_folder
from webform.problems import Problem, nearest
from webform.runners import Target, TargetError
from webform.runners.base import SESSION_IDLE
from webform.runners.oauth import OAuth
from webform.values import join
from webform.web.access import Access
from webform.web.limits import Limits
from webform.web.settings import (
    AUTH_SETTINGS,
    LIMITS,
    OAUTH_SETTINGS,
    SERVER_SETTINGS,
    SETTINGS,
    TOOL_SETTINGS,
    read_table,
    wrong,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from webform.tool import Tool

Mode = Literal["dev", "production"]

#: The names this machine has for itself.
LOCAL = ("localhost", "127.0.0.1", "[::1]")
#: Seconds for a call of a tool of an MCP server.
TIMEOUT = 60.0
#: Ids of tools that a message names at most.
MAX_LISTED = 20


@dataclass(frozen=True, kw_only=True)
class ToolConfig:
    """
    What the operator sets for one tool.

    Args:
        run_url: the address of its /run.
        protocol: what is spoken there; `""` is as the path of *run_url* says.
        headers: what is sent with each call; values are secrets.
        timeout: seconds for a call; `None` is the tool's own `max_runtime_seconds`, or its server's setting.
        timeout_total: seconds for a call that tells of its progress, which begins *timeout* anew.
        private: its address may be one of a private network; `None` is where *run_url* itself says so.
        declaration: the file that declares it.
        frame_ancestors: who may embed it; `None` is as for the others.
        protocol_version: of MCP's, the one that is spoken; `""` is what webform and the server agree on.
        raw: whether its answers are kept as they came in production; `None` is as for the others.
        max_answer_mb: megabytes of an answer; `None` is as for the others.
    """

    run_url: str = ""
    protocol: Literal["", "run", "execute", "arcade", "mcp"] = ""
    body_style: Literal["flat", "wrapped"] = "flat"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    timeout: float | None = None
    timeout_total: float | None = None
    private: bool | None = None
    declaration: Path | None = None
    frame_ancestors: tuple[str, ...] | None = None
    protocol_version: str = ""
    raw: bool | None = None
    max_answer_mb: float | None = None

    def target(self, tool: Tool, timeout: float | None = None) -> Target | None:
        """Return where *tool* is, with *timeout* where it has none of its own; `None` where no address is set."""
        if not self.run_url:
            return None
        target = Target(
            url=self.run_url,
            headers=self.headers,
            body_style=self.body_style,
            timeout=self.timeout or timeout or tool.max_runtime_seconds,
            timeout_total=self.timeout_total,
            protocol=self.protocol,
            protocol_version=self.protocol_version,
        )
        return target.as_typed() if self.private is None else replace(target, allow_private=self.private)

    def adjust(self, target: Target) -> Target:
        """Return *target*, where the server of the tool is, as it is set for this tool."""
        return replace(
            target,
            timeout=self.timeout or target.timeout,
            timeout_total=self.timeout_total or target.timeout_total,
            protocol_version=self.protocol_version or target.protocol_version,
        )


@dataclass(frozen=True, kw_only=True)
class ServerConfig:
    """
    An MCP server whose tools are served.

    Args:
        url: its address; or
        command: its program, and the arguments of that.
        env: variables of the environment of *command*; values are secrets.
        folder: where *command* runs.
        headers: what is sent with each call; values are secrets.
        timeout: seconds for a call; `None` is that of the app, else 60.
        timeout_total: seconds for a call that tells of its progress, which begins *timeout* anew.
        private: its address may be one of a private network; `None` is where *url* itself says so.
        protocol_version: of MCP's, the one that is spoken; `""` is what webform and the server agree on.
        session_idle: seconds after which a visitor's session that is not used ends.
        max_sessions: sessions at the same time; `None` is 8 for a program, 64 for an address.
        oauth: how webform is let in where the server wants a sign-in.
    """

    url: str = ""
    command: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    folder: Path | None = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    timeout: float | None = None
    timeout_total: float | None = None
    private: bool | None = None
    protocol_version: str = ""
    session_idle: float = SESSION_IDLE
    max_sessions: int | None = None
    oauth: OAuth = OAuth()

    def target(self, name: str, timeout: float | None = None) -> Target:
        """Return where the server called *name* is, with *timeout* where it has none of its own."""
        target = Target(
            url=name if self.command else self.url,
            command=self.command,
            env=self.env,
            folder=self.folder,
            headers=self.headers,
            timeout=self.timeout or timeout or TIMEOUT,
            timeout_total=self.timeout_total,
            protocol="mcp",
            protocol_version=self.protocol_version,
            oauth=replace(self.oauth, private=bool(self.private)),
            session_idle=self.session_idle,
            max_sessions=self.max_sessions,
        )
        if self.command:
            return target
        return target.as_typed() if self.private is None else replace(target, allow_private=self.private)


@dataclass(frozen=True, kw_only=True)
class Config:
    """
    What the operator sets.

    Args:
        mode: `dev` keeps and shows more for the author of a tool.
        database: where runs are kept: a file, or an address as SQLAlchemy has it.
        files: the folder where uploaded files are kept.
        trusted_hosts: the names this server answers to, ports left out; `.example.com` is all below it.
        trusts_addresses: whether it answers to any address of its own as well, such as `192.168.1.5`.
        trusted_proxies: addresses and networks of the proxies whose `X-Forwarded-*` count.
        auth: who may use the app.
        limits: what each client may use.
        frame_ancestors: who may embed its pages, as the policy has it.
        media_origins: where pictures and sound in answers may come from, beside this server.
        tiles: where maps get their tiles, with `{z}`, `{x}` and `{y}`; `""` is the world they have with them.
        tiles_attribution: whose tiles they are, as `[words](address)` and text.
        max_body_mb: megabytes of a request.
        max_field_mb: megabytes of one field of a form, files apart.
        max_parts: controls of a form.
        max_files_mb: megabytes of all files that are kept.
        max_answer_mb: megabytes of an answer; `None` is 50.
        raw: whether answers are kept as they came in production; in dev they always are.
        at_once: runs at the same time.
        batch_rows: rows of a batch.
        public_url: the address that browsers know the app by; `""` is that of the request.
        timeout: seconds for a call of a tool or server that has none of its own; `None` is what the tool declares.
        keep_days, keep_runs, keep_mb: how long, how many, and how many megabytes of them, runs are kept.
        tools: what is set for each tool, by its id.
        servers: the MCP servers whose tools are served, by a name.
    """

    mode: Mode = "dev"
    database: str = ""
    files: Path | None = None
    trusted_hosts: tuple[str, ...] = LOCAL
    trusts_addresses: bool = False
    trusted_proxies: tuple[str, ...] = ()
    auth: Access = Access()
    limits: Limits = Limits()
    frame_ancestors: tuple[str, ...] = ("'self'",)
    media_origins: tuple[str, ...] = ()
    tiles: str = ""
    tiles_attribution: str = ""
    max_body_mb: float = 100
    max_field_mb: float = 8
    max_parts: int = 20_000
    max_files_mb: float = 10_000
    max_answer_mb: float | None = None
    raw: bool = False
    at_once: int = 64
    batch_rows: int = 500
    public_url: str = ""
    timeout: float | None = None
    keep_days: float = 30
    keep_runs: int = 10_000
    keep_mb: float = 1000
    tools: Mapping[str, ToolConfig] = field(default_factory=dict)
    servers: Mapping[str, ServerConfig] = field(default_factory=dict)

    @property
    def database_or_default(self) -> str:
        """Where runs are kept: as set, else a file in the user's state folder."""
        return self.database or str(state_folder() / "runs.sqlite")

    @property
    def files_or_default(self) -> Path:
        """Where files are kept: as set, else beside the default database."""
        return self.files or state_folder() / "files"

    def trusting(self, *hosts: str) -> Config:
        """Return this with *hosts* trusted as well."""
        return replace(self, trusted_hosts=tuple(dict.fromkeys([*self.trusted_hosts, *hosts])))


def read_config(path: Path) -> tuple[Config, list[Problem]]:
    """
    Read *path*, a webform.toml; relative paths in it start at its folder.

    Raises:
        OSError: it cannot be read.
    """
    text = path.read_bytes().decode("utf-8", "replace")
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Config(), [_not_toml(str(error), text)]
    problems: list[Problem] = []
    tables = {key: document.pop(key, {}) for key in ("tools", "servers")}
    auth, limits = document.pop("auth", {}), document.pop("limits", {})
    settings = read_table(document, SETTINGS, "", problems, known=[*SETTINGS, *tables, "auth", "limits"])
    settings["limits"] = _limits(limits, problems)
    settings["auth"] = _access(auth, settings.get("trusted_proxies", ()), problems)
    for key, raw in tables.items():
        if not isinstance(raw, dict):
            problems.append(wrong(f"/{key}", f"a table for each {key[:-1]}", raw))
            tables[key] = {}
    tools = {name: _tool(raw, join("/tools", name), path.parent, problems) for name, raw in tables["tools"].items()}
    servers = {
        name: server
        for name, raw in tables["servers"].items()
        if (server := _server(name, raw, join("/servers", name), path.parent, problems))
    }
    if "files" in settings:
        settings["files"] = path.parent / settings["files"]
    if settings.get("database") and "://" not in settings["database"]:
        settings["database"] = str(path.parent / Path(settings["database"]).expanduser())
    return Config(**settings, tools=tools, servers=servers), problems


def unmatched_tools(config: Config, ids: Collection[str]) -> list[Problem]:
    """Return a problem for each `[tools.ID]` of *config* that is none of *ids*, the tools that are served."""
    return [_no_tool(name, ids) for name in config.tools if name not in ids]


def _no_tool(name: str, ids: Collection[str]) -> Problem:
    near = nearest(name, ids)
    listed = [*islice(ids, MAX_LISTED), *(["…"] if len(ids) > MAX_LISTED else [])]
    hint = f' Did you mean "{near}"?' if near else ""
    message = f"[tools.{name}] matches no tool.{hint} Tools: {', '.join(listed) or 'none'}"
    return Problem(at=join("/tools", name), code="no-tool", message=message)


def _tool(raw: Any, at: str, folder: Path, problems: list[Problem]) -> ToolConfig:
    if not isinstance(raw, dict):
        problems.append(wrong(at, "a table of settings", raw))
        return ToolConfig()
    settings = read_table(raw, TOOL_SETTINGS, at, problems)
    if "declaration" in settings:
        settings["declaration"] = folder / settings["declaration"]
    try:
        if "run_url" in settings:
            Target(url=settings["run_url"], headers=settings.get("headers", {}))
    except TargetError as error:
        problems.append(Problem(at=join(at, "run_url"), code="bad-target", message=str(error)))
        settings.pop("run_url")
    return ToolConfig(**settings)


def _server(name: str, raw: Any, at: str, folder: Path, problems: list[Problem]) -> ServerConfig | None:
    if not isinstance(raw, dict):
        problems.append(wrong(at, "a table of settings", raw))
        return None
    settings = read_table(raw, SERVER_SETTINGS, at, problems)
    if ("url" in settings) == ("command" in settings):
        problems.append(Problem(at=at, code="no-server", message='Expected a "url", or a "command", and not both'))
        return None
    if "folder" in settings:
        settings["folder"] = folder / settings["folder"]
    if "oauth" in settings:
        settings["oauth"] = _oauth(settings["oauth"], join(at, "oauth"), problems)
    server = ServerConfig(**settings)
    try:
        server.target(name)
    except TargetError as error:
        problems.append(Problem(at=join(at, "url"), code="bad-target", message=str(error)))
        return None
    return server


def _limits(raw: Any, problems: list[Problem]) -> Limits:
    if not isinstance(raw, dict):
        problems.append(wrong("/limits", "a table of settings", raw))
        return Limits()
    return Limits(**read_table(raw, LIMITS, "/limits", problems))


def _access(raw: Any, proxies: Collection[str], problems: list[Problem]) -> Access:
    if not isinstance(raw, dict):
        problems.append(wrong("/auth", "a table of settings", raw))
        return Access()
    access = Access(**read_table(raw, AUTH_SETTINGS, "/auth", problems))
    if access.public and access.restricted:
        message = '"public" lets anyone in: leave it out, or leave out "token", "users" and "header"'
        problems.append(Problem(at="/auth/public", code="public-and-not", message=message))
    if access.header and not proxies:
        message = (
            '"header" needs "trusted_proxies", the addresses of the proxies that set it: anyone else could send it'
        )
        problems.append(Problem(at="/auth/header", code="no-proxies", message=message))
    return access


def _oauth(raw: dict[str, Any], at: str, problems: list[Problem]) -> OAuth:
    settings = read_table(raw, OAUTH_SETTINGS, at, problems)
    for needed, name in (("client_id", "client_secret"), ("issuer", "client_secret"), ("client_secret", "service")):
        if settings.get(name) and not settings.get(needed):
            message = f'"{name}" needs "{needed}" beside it'
            problems.append(Problem(at=at, code="no-client", message=message))
            return OAuth()
    return OAuth(is_service=settings.pop("service", False), **settings)


def _not_toml(message: str, text: str) -> Problem:
    why, _, place = message.rpartition(" (at ")
    found = re.findall(r"\d+", place)
    lines = text.split("\n")
    line, column = map(int, found) if found else (len(lines), len(lines[-1]) + 1)
    return Problem(at="", code="not-toml", message=f"Not TOML: {why}", line=line, column=column)


__all__ = ["Config", "Mode", "ServerConfig", "ToolConfig", "read_config", "state_folder", "unmatched_tools"]
