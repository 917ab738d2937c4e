"""The settings of an operator: of an app, of its tools, of its servers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from webform.logs import LogSettings
from webform.messages import Phrase
from webform.places import state_folder
from webform.runners import Target
from webform.runners.base import PROTOCOL_VERSIONS, SESSION_IDLE
from webform.runners.oauth import OAuth
from webform.runners.protocols import PROTOCOLS
from webform.runs.leases import LEASE
from webform.runs.webhooks import Webhook
from webform.settings import (
    ADDRESS,
    ANCESTORS,
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
_VERSION = choice(*PROTOCOL_VERSIONS)
_HEADERS = (
    'Headers of each call; values are secrets: `{ env = "NAME", prefix = "Bearer " }` takes one from the environment.'
)
_TOTAL = "Seconds for a whole call; its progress begins `timeout` anew."


@dataclass(frozen=True, kw_only=True)
class ToolConfig:
    """What the operator sets for one tool."""

    run_url: str = option(TEXT, "The address of its /run.", "")
    protocol: str = option(
        choice(*PROTOCOLS),
        "The protocol of `run_url`; see below.",
        "",
        shown="as the path of `run_url` says",
    )
    body_style: Literal["flat", "wrapped"] = option(
        choice("flat", "wrapped"),
        '`"wrapped"` sends `{"run_id", "inputs", "_pixie"}`, `"flat"` the body alone.',
        "flat",
    )
    headers: Mapping[str, str] = option(SECRETS, _HEADERS, {}, secret=True)
    timeout: float | None = option(
        STEP, "Seconds for a call.", shown="the tool's own `max_runtime_seconds`, or its server's setting"
    )
    timeout_total: float | None = option(STEP, _TOTAL, shown="ten times `timeout`")
    private: bool | None = option(
        FLAG, "Whether its address may be one of a private network.", shown="where `run_url` itself says so"
    )
    declaration: Path | None = option(FILE, "The file that declares it.")
    frame_ancestors: tuple[str, ...] | None = option(ANCESTORS, "Who may embed it.", shown="as for the others")
    protocol_version: str = option(
        _VERSION,
        'The version of MCP\'s protocol that is spoken, such as `"2025-06-18"`.',
        "",
        shown="what webform and the server agree on",
    )
    raw: bool | None = option(
        FLAG, "Whether its answers are kept as they came in production.", shown="as for the others"
    )
    max_answer_mb: float | None = option(STEP, "Megabytes of an answer.", shown="as for the others")
    runs_a_minute: int | None = option(COUNT, "Runs of it that one client begins.", shown="as many as of all")

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


@dataclass(frozen=True, kw_only=True)
class ServerConfig:
    """An MCP server whose tools are served."""

    url: str = option(TEXT, "Its address, where it has no `command`.", "")
    command: tuple[str, ...] = option(
        COMMAND,
        "Its program and the arguments of that, spoken to over its input and output; it is begun when a tool is first "
        "called, and begun again when it has ended. Of our environment it has `PATH`, `HOME` and the like, and no "
        "more. What it prints on its standard error is in the log, up to 1,000 lines.",
        (),
    )
    env: Mapping[str, str] = option(
        SECRETS,
        "Further variables of the environment of `command`; values are secrets, as those of headers.",
        {},
        secret=True,
    )
    folder: Path | None = option(FILE, "Where `command` runs.")
    headers: Mapping[str, str] = option(SECRETS, _HEADERS, {}, secret=True)
    timeout: float | None = option(
        STEP,
        "Seconds for a call. `[tools.ID]` sets other timeouts for one tool of a server.",
        shown=f"that of the app, else {TIMEOUT:g}",
    )
    timeout_total: float | None = option(STEP, _TOTAL, shown="ten times `timeout`")
    private: bool | None = option(
        FLAG, "Whether its address may be one of a private network.", shown="where `url` itself says so"
    )
    protocol_version: str = option(
        _VERSION,
        'The version of the protocol that is spoken, such as `"2025-06-18"`.',
        "",
        shown="what webform and the server agree on",
    )
    session_idle: float = option(STEP, "Seconds after which a visitor's session that is not used ends.", SESSION_IDLE)
    max_sessions: int | None = option(
        COUNT,
        "Sessions at the same time. Each of a `command` is a process of its own. Where there is no room, the session "
        "that was idle for the longest ends; where all are at work, a call waits.",
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
class Config:
    """What the operator sets."""

    mode: Mode = option(
        choice("dev", "production"),
        '`"production"` keeps to itself what only the author of a tool needs.',
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
        "The names the server answers to; `.example.com` is all below it.",
        LOCAL,
        shown="this machine's own names",
    )
    #: Whether it answers to any address of its own as well, such as `192.168.1.5`.
    trusts_addresses: bool = False
    trusted_proxies: tuple[str, ...] = option(
        NETWORKS,
        'Addresses and networks of proxies, such as `["10.0.0.2", "10.1.0.0/16"]`. `X-Forwarded-For`, '
        "`X-Forwarded-Proto` and `SCRIPT_NAME` count from them only.",
        (),
    )
    frame_ancestors: tuple[str, ...] = option(ANCESTORS, "Who may embed its pages.", ("'self'",))
    media_origins: tuple[str, ...] = option(
        ORIGINS, "Where pictures and sound in answers may come from; others are links.", ()
    )
    tiles: str = option(
        TILES,
        'Where maps get their tiles, such as `"https://tile.example.com/{z}/{x}/{y}.png"`; its origin is allowed for '
        "pictures. Without it maps show the coasts, rivers, borders and towns they have with them, and nobody else is "
        "asked.",
        "",
    )
    tiles_attribution: str = option(
        TEXT,
        "The credit on the map: text, with links as `[OpenStreetMap](https://www.openstreetmap.org/copyright)`.",
        "",
    )
    max_body_mb: float = option(STEP, "Megabytes of a request.", 100)
    max_field_mb: float = option(STEP, "Megabytes of one field of a form, files apart.", 8)
    max_parts: int = option(COUNT, "Controls of a form.", 20_000)
    max_files_mb: float = option(
        STEP,
        "Megabytes of all uploaded files together; where they are more, those go first that no run needs and that were "
        "used the longest ago, then no more are taken.",
        10_000,
    )
    max_answer_mb: float | None = option(
        STEP, "Megabytes of one answer of a tool; a longer one is an error.", shown="50"
    )
    raw: bool = option(
        FLAG,
        "Whether production keeps answers as they came, for the Raw tab and its download: status, headers of interest, "
        "bytes, messages; without developer messages and stack traces. In dev they always are.",
        default=False,
    )
    at_once: int = option(
        COUNT,
        "Runs at the same time; more are queued, four times as many at most. Where several tools are served, none has "
        "more than it leaves free for the others: one busy tool has 32 of 64, two have 21 each.",
        64,
    )
    queue: bool = option(
        FLAG,
        "Whether workers (`webform worker`) execute the runs, and not the web processes; `database` is a PostgreSQL "
        "then ([many machines](operations.md#many-machines)).",
        default=False,
    )
    lease: float = option(
        STEP,
        "Seconds after which a process that was killed, or cannot reach the database, counts as gone: its runs start "
        "again once where their tool only reads or is idempotent, and are lost otherwise.",
        LEASE,
    )
    playground: bool = option(
        FLAG,
        "Whether `/playground` is there, where visitors try declarations of their own; it runs no tool "
        "([the playground](playground.md)).",
        default=False,
    )
    batch_rows: int = option(COUNT, "Rows of a batch.", 500)
    timeout: float | None = option(
        STEP, "Seconds for a call of a tool or server that has none of its own.", shown="what each tool declares"
    )
    public_url: str = option(
        ADDRESS,
        'The address that browsers know the app by, such as `"https://tools.example.com"`; set it where a proxy stands '
        "in front and people sign in at MCP servers.",
        "",
        shown="that of the request",
    )
    finish_seconds: float = option(
        STEP,
        "Seconds in which runs may finish once the server is to stop: it begins no more, and those that go on after "
        "that are lost. A worker has 10 at least, and hands them over.",
        3,
    )
    keep_days: float = option(STEP, "Days that runs are kept.", 30)
    keep_runs: int = option(COUNT, "How many runs are kept.", 10_000)
    keep_mb: float = option(STEP, "Megabytes of runs that are kept.", 1000)
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

    def trusting(self, *hosts: str) -> Config:
        """Return this with *hosts* trusted as well."""
        return replace(self, trusted_hosts=tuple(dict.fromkeys([*self.trusted_hosts, *hosts])))
