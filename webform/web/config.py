"""The settings of an operator: of an app, of its tools, of its servers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from webform.logs import LogSettings
from webform.messages import Phrase
from webform.places import state_folder
from webform.problems import wrong_type
from webform.runners import Target
from webform.runners.base import PROTOCOL_VERSIONS, SESSION_IDLE
from webform.runners.oauth import OAuth
from webform.runners.protocols import PROTOCOLS
from webform.runs.leases import LEASE
from webform.runs.webhooks import Webhook
from webform.settings import (
    ADDRESS,
    ANCESTORS,
    CALL_TIMEOUT,
    COMMAND,
    COUNT,
    FILE,
    FLAG,
    HOSTS,
    NETWORKS,
    ORIGINS,
    PLACE,
    SECRETS,
    STEP,
    TABLE,
    TEXT,
    TILES,
    TRACES,
    choice,
    option,
    options_of,
    table,
)
from webform.web.access import Access, MetricsAccess
from webform.web.limits import Limits
from webform.web.schedule import SCHEDULES, Schedule
from webform.web.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from webform.runners.credentials import Credentials
    from webform.tool import Tool

Mode = Literal["dev", "production"]

#: The names this machine has for itself.
LOCAL = ("localhost", "127.0.0.1", "[::1]")
#: Seconds for a call of a tool of an MCP server.
TIMEOUT = 60.0
#: Kinds of settings that are lists: a text alone would be read as the list of its letters.
_LISTS = (ANCESTORS, COMMAND, HOSTS, NETWORKS, ORIGINS)
_VERSION = choice(*PROTOCOL_VERSIONS)
_HEADERS = (
    'Headers of each call. Values are secrets: `{ env = "NAME", prefix = "Bearer " }` takes one from the environment.'
)
_TOTAL = "Seconds for a whole call. Progress restarts `timeout`, but not this."


class _Checked:
    """
    Settings that are checked where they are made in Python, too: none is read as something else.

    Raises:
        ValueError: a text stands for a list, or is none of the words that a setting may be.
    """

    def __post_init__(self) -> None:
        for name, known in options_of(type(self)).items():
            value, kind = getattr(self, name), known.kind
            is_word = "enum" not in kind.schema or value == getattr(type(self), name) or kind.takes(value)
            if not is_word or (kind in _LISTS and isinstance(value, str)):
                raise ValueError(f"{name}: {wrong_type('', kind.words, value).message}")


@dataclass(frozen=True, kw_only=True)
class ToolConfig(_Checked):
    """What the operator sets for one tool."""

    run_url: str = option(TEXT, 'The address of the tool, such as `"https://tool.example.com/run"`.', "")
    protocol: str = option(
        choice(*PROTOCOLS),
        "The protocol that the tool speaks; see below.",
        "",
        shown="by the path of `run_url`",
    )
    body_style: Literal["flat", "wrapped"] = option(
        choice("flat", "wrapped"),
        '`"flat"` sends the body alone, `"wrapped"` sends `{"run_id", "inputs", "_pixie"}`.',
        "flat",
    )
    headers: Mapping[str, str] = option(SECRETS, _HEADERS, {}, secret=True)
    timeout: float | None = option(
        STEP, "Seconds for a call.", shown="`max_runtime_seconds` of the tool, or the setting of its server"
    )
    timeout_total: float | None = option(STEP, _TOTAL, shown="ten times `timeout`")
    private: bool | None = option(
        FLAG, "Whether its address may be in a private network.", shown="if `run_url` is written as a private address"
    )
    declaration: Path | None = option(FILE, "The file with its declaration: no other tool gets these settings.")
    frame_ancestors: tuple[str, ...] | None = option(ANCESTORS, "Sites that may embed it.", shown="that of the app")
    protocol_version: str = option(
        _VERSION,
        'The version of the MCP protocol, such as `"2025-06-18"`.',
        "",
        shown="agreed with the server",
    )
    raw: bool | None = option(FLAG, "Whether its raw answers are kept in production.", shown="that of the app")
    max_answer_mb: float | None = option(
        STEP, "Megabytes of one answer; a longer one is an error.", shown="that of the app"
    )
    runs_a_minute: int | None = option(
        COUNT, "Runs of it that a client may begin in a minute.", shown="as for all tools"
    )

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
            protocol=self.protocol or (tool.call.protocol if tool.call.operation else ""),
            protocol_version=self.protocol_version,
        ).as_typed()
        return target if self.private is None else replace(target, allow_private=self.private)

    def place(self, tool: Tool, target: Target | None, timeout: float | None = None) -> Target | None:
        """Return where *tool*, which its source says is at *target*, is called; `None` where nobody says."""
        own = self.target(tool, timeout)
        # Of the operator and a document, the operator says where an operation is.
        return self.adjust(target) if target and not (own and tool.call.operation) else own

    def adjust(self, target: Target) -> Target:
        """Return *target*, which a source of tools says, as it is set for this tool."""
        adjusted = replace(
            target,
            timeout=self.timeout or target.timeout,
            timeout_total=self.timeout_total or target.timeout_total,
            protocol_version=self.protocol_version or target.protocol_version,
        )
        if target.protocol == "mcp":
            return adjusted
        # A document chooses its server, and may choose another one tomorrow.
        headers = {**target.headers, **self.headers} if target.typed else target.headers
        is_private = target.allow_private if self.private is None else self.private
        return replace(adjusted, headers=headers, allow_private=is_private)


#: What is set for a tool that the configuration does not name.
_NOTHING_SET = ToolConfig()


@dataclass(frozen=True, kw_only=True)
class ServerConfig(_Checked):
    """An MCP server whose tools are served."""

    url: str = option(TEXT, "Its address; a server has this or a `command`.", "")
    command: tuple[str, ...] = option(
        COMMAND,
        "A program and its arguments; webform speaks to it over its standard input and output. It starts when a tool "
        "is first called, and again where it has ended. It gets `PATH`, `HOME` and the like from the environment, and "
        "nothing else. Its standard error goes into the log, up to 1,000 lines.",
        (),
    )
    env: Mapping[str, str] = option(
        SECRETS,
        "More environment variables for `command`. Values are secrets, like those of headers.",
        {},
        secret=True,
    )
    folder: Path | None = option(FILE, "The folder that `command` runs in.")
    headers: Mapping[str, str] = option(SECRETS, _HEADERS, {}, secret=True)
    timeout: float | None = option(
        STEP,
        "Seconds for a call. `[tools.ID]` sets it for one tool of the server.",
        shown=f"that of the app, else {TIMEOUT:g}",
    )
    timeout_total: float | None = option(STEP, _TOTAL, shown="ten times `timeout`")
    private: bool | None = option(
        FLAG, "Whether its address may be in a private network.", shown="if `url` is written as a private address"
    )
    protocol_version: str = option(
        _VERSION,
        'The version of the MCP protocol, such as `"2025-06-18"`.',
        "",
        shown="agreed with the server",
    )
    session_idle: float = option(STEP, "A session ends after this many seconds without a call.", SESSION_IDLE)
    max_sessions: int | None = option(
        COUNT,
        "Sessions at the same time. For a `command`, each is a process. Above the limit, the session that was idle "
        "the longest ends; if all are busy, a call waits.",
        shown="8 for a `command`, 64 for a `url`",
    )
    oauth: OAuth = option(
        TABLE, "How webform is let in where the server wants a sign-in; see below.", OAuth(), shown=" "
    )

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
class Config(_Checked):
    """What the operator sets."""

    mode: Mode = option(
        choice("dev", "production"),
        '`"production"` hides details that only the author of a tool needs.',
        "dev",
    )
    database: str = option(
        TEXT,
        "Where runs are kept: a file (SQLite), or an address such as "
        '`"postgresql+psycopg://user@host/webform"` ([PostgreSQL](#postgresql)).',
        "",
        shown="a file in the user's state folder",
    )
    files: Path | str | None = option(
        PLACE,
        "Where uploaded files are kept: a folder, which must be closed to other users, or a bucket, "
        '`"s3://bucket/prefix"` ([files of many machines](operations.md#files-of-many-machines)).',
        shown="a folder beside it",
    )
    trusted_hosts: tuple[str, ...] = option(
        HOSTS,
        "Host names of the server. `.example.com` stands for all its subdomains.",
        LOCAL,
        shown="this machine's own names",
    )
    #: Whether it answers to any address of its own as well, such as `192.168.1.5`.
    trusts_addresses: bool = False
    trusted_proxies: tuple[str, ...] = option(
        NETWORKS,
        'Addresses and networks of proxies, such as `["10.0.0.2", "10.1.0.0/16"]`. `X-Forwarded-For`, '
        "`X-Forwarded-Proto` and `SCRIPT_NAME` are read from them only.",
        (),
    )
    frame_ancestors: tuple[str, ...] = option(ANCESTORS, "Sites that may embed the pages.", ("'self'",))
    media_origins: tuple[str, ...] = option(
        ORIGINS, "Origins from which pages load pictures and sound in answers; others are links.", ()
    )
    tiles: str = option(
        TILES,
        'The address of map tiles, such as `"https://tile.example.com/{z}/{x}/{y}.png"`; its origin is allowed for '
        "pictures. Without it maps show the coasts, rivers, borders and towns that come with webform, and no other "
        "server is called.",
        "",
    )
    tiles_attribution: str = option(
        TEXT,
        "The credit on the map: a text, with links as `[OpenStreetMap](https://www.openstreetmap.org/copyright)`.",
        "",
    )
    max_body_mb: float = option(STEP, "Megabytes of a request.", 100)
    max_field_mb: float = option(STEP, "Megabytes of one field of a form, without files.", 8)
    max_parts: int = option(COUNT, "Controls in one form.", 20_000)
    max_files_mb: float = option(
        STEP,
        "Megabytes of all uploaded files together. Above it, files that no run needs are deleted, those unused for "
        "the longest time first. If that is not enough, no more are accepted.",
        10_000,
    )
    max_answer_mb: float | None = option(
        STEP, "Megabytes of one answer of a tool; a longer one is an error.", shown="50"
    )
    raw: bool = option(
        FLAG,
        "Whether production keeps raw answers for the Raw tab and its download: status, some headers, bytes, messages, "
        "without developer messages and stack traces. In dev they are always kept.",
        default=False,
    )
    at_once: int = option(
        COUNT,
        "Runs at the same time; four times as many may wait. Where several tools are served, a tool gets no more than "
        "it leaves for the others: of 64, one busy tool gets 32, two get 21 each.",
        64,
    )
    queue: bool = option(
        FLAG,
        "Whether workers (`webform worker`) execute the runs instead of the web processes. Needs a PostgreSQL as "
        "`database` ([many machines](operations.md#many-machines)).",
        default=False,
    )
    lease: float = option(
        STEP,
        "Seconds after which a process that was killed, or cannot reach the database, counts as dead. Its runs start "
        "again, once, if their tool only reads or is idempotent; otherwise they are lost.",
        LEASE,
    )
    playground: bool = option(
        FLAG,
        "Whether visitors can try declarations of their own at `/playground`; no tool is run "
        "([the playground](playground.md)).",
        default=False,
    )
    batch_rows: int = option(COUNT, "Rows of a batch.", 500)
    timeout: float | None = option(CALL_TIMEOUT.kind, CALL_TIMEOUT.help, shown=CALL_TIMEOUT.shown)
    public_url: str = option(
        ADDRESS,
        'The address of the app in browsers, such as `"https://tools.example.com"`. Set it if the app is behind a '
        "proxy and people sign in at MCP servers.",
        "",
        shown="that of the request",
    )
    finish_seconds: float = option(
        STEP,
        "Seconds that runs get to finish when the server is told to stop. Runs that take longer are lost. A worker "
        "waits 10 seconds or more, and then hands its runs over.",
        3,
    )
    keep_days: float = option(STEP, "Days after which a run is deleted.", 30)
    keep_runs: int = option(COUNT, "Runs that are kept; the oldest are deleted first.", 10_000)
    keep_mb: float = option(STEP, "Megabytes of runs that are kept, together.", 1000)
    auth: Access = option(TABLE, "Who may use the app.", Access())
    limits: Limits = option(TABLE, "What each client may use.", Limits())
    schedules: tuple[Schedule, ...] = option(SCHEDULES, "Runs that begin by themselves.", ())
    webhook: Webhook = option(TABLE, "What is called when a run ends.", Webhook())
    theme: Theme = option(TABLE, "How pages look.", Theme())
    metrics: MetricsAccess = option(TABLE, "Who may read the metrics.", MetricsAccess())
    traces: bool = option(
        TRACES,
        "Whether runs are traced by OpenTelemetry ([how](operations.md#traces)).",
        default=False,
    )
    log: LogSettings = option(TABLE, "How it logs.", LogSettings())
    tools: Mapping[str, ToolConfig] = option(table(Phrase("kind.tools")), "What is set for each tool, by its id.", {})
    security: Mapping[str, Credentials] = option(
        table(Phrase("kind.security")), "What lets calls of APIs in, by the names of their security schemes.", {}
    )
    servers: Mapping[str, ServerConfig] = option(
        table(Phrase("kind.servers")), "The MCP servers whose tools are served, by a name.", {}
    )

    @property
    def database_or_default(self) -> str:
        """Where runs are kept: as set, else a file in the user's state folder."""
        return self.database or str(state_folder() / "runs.sqlite")

    @property
    def files_or_default(self) -> Path | str:
        """Where files are kept: as set, else beside the default database."""
        return self.files or state_folder() / "files"

    def of_tool(self, tool_id: str) -> ToolConfig:
        """Return what is set for the tool of that id."""
        return self.tools.get(tool_id, _NOTHING_SET)

    def trusting(self, *hosts: str) -> Config:
        """Return this with *hosts* trusted as well, as frameworks have them: `.example.com` is also the bare domain."""
        domains = [host.removeprefix(".") for host in hosts]
        return replace(self, trusted_hosts=tuple(dict.fromkeys([*self.trusted_hosts, *hosts, *domains])))
