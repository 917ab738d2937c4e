"""The reader of webform.toml."""

from __future__ import annotations

import re
import tomllib
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webform.logs import LogSettings
from webform.messages import Phrase
from webform.problems import Problem, error_at, nearest, wrong_type
from webform.runners import Target, TargetError
from webform.runners.credentials import Credentials
from webform.runners.oauth import OAuth
from webform.runs.webhooks import Webhook
from webform.settings import TABLE, read_table
from webform.values import join
from webform.web.access import Access, MetricsAccess
from webform.web.config import Config, ServerConfig, ToolConfig
from webform.web.limits import Limits
from webform.web.schedule import read_schedules
from webform.web.theme import read_theme

if TYPE_CHECKING:
    from collections.abc import Collection


#: Ids of tools that a message names at most.
MAX_LISTED = 20
#: Settings of credentials that need another one.
_TOGETHER = (
    ("username", "password"),
    ("password", "username"),
    ("client_id", "client_secret"),
    ("client_secret", "client_id"),
    ("token_url", "client_id"),
)


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
    settings, folder = read_table(document, Config, "", problems), path.parent
    settings["limits"] = Limits(**read_table(settings.get("limits", {}), Limits, "/limits", problems))
    settings["auth"] = _access(settings.get("auth", {}), settings.get("trusted_proxies", ()), problems)
    settings["webhook"] = _webhook(settings.get("webhook", {}), problems)
    settings["log"] = LogSettings(**read_table(settings.get("log", {}), LogSettings, "/log", problems))
    settings["metrics"] = MetricsAccess(**read_table(settings.get("metrics", {}), MetricsAccess, "/metrics", problems))
    settings["theme"] = read_theme(settings.get("theme", {}), folder, problems)
    settings["schedules"] = read_schedules(settings.get("schedules", []), problems)
    settings["tools"] = {
        name: _tool(raw, join("/tools", name), folder, problems) for name, raw in settings.get("tools", {}).items()
    }
    settings["security"] = {
        name: credentials
        for name, raw in settings.get("security", {}).items()
        if (credentials := _credentials(raw, join("/security", name), problems))
    }
    settings["servers"] = {
        name: server
        for name, raw in settings.get("servers", {}).items()
        if (server := _server(name, raw, join("/servers", name), folder, problems))
    }
    if isinstance(settings.get("files"), Path):
        settings["files"] = folder / settings["files"]
    if settings.get("database") and "://" not in settings["database"]:
        settings["database"] = str(folder / Path(settings["database"]).expanduser())
    return Config(**settings), problems


def unmatched_tools(config: Config, ids: Collection[str]) -> list[Problem]:
    """Return a problem for each tool that *config* names and is none of *ids*, the tools that are served."""
    strangers = [
        error_at(join("/webhook/tools", index), "no-tool", "no-tool.named", name=name, near=nearest(name, ids))
        for index, name in enumerate(config.webhook.tools)
        if name not in ids
    ]
    return [*(_no_tool(name, ids) for name in config.tools if name not in ids), *strangers]


def _no_tool(name: str, ids: Collection[str]) -> Problem:
    if not ids:
        return error_at(join("/tools", name), "no-tool", "no-tool.none", name=name)
    tools = (*islice(ids, MAX_LISTED), *(["…"] if len(ids) > MAX_LISTED else []))
    return error_at(join("/tools", name), "no-tool", name=name, near=nearest(name, ids), tools=tools)


def _tool(raw: Any, at: str, folder: Path, problems: list[Problem]) -> ToolConfig:
    settings = read_table(raw, ToolConfig, at, problems)
    if "declaration" in settings:
        settings["declaration"] = folder / settings["declaration"]
    try:
        if "run_url" in settings:
            Target(url=settings["run_url"], headers=settings.get("headers", {}))
    except TargetError as error:
        problems.append(_bad_target(join(at, "run_url"), error))
        settings.pop("run_url")
    return ToolConfig(**settings)


def _server(name: str, raw: Any, at: str, folder: Path, problems: list[Problem]) -> ServerConfig | None:
    if not isinstance(raw, dict):
        problems.append(wrong_type(at, TABLE.words, raw))
        return None
    settings = read_table(raw, ServerConfig, at, problems)
    if ("url" in settings) == ("command" in settings):
        problems.append(error_at(at, "no-server"))
        return None
    if "folder" in settings:
        settings["folder"] = folder / settings["folder"]
    if "oauth" in settings:
        settings["oauth"] = _oauth(settings["oauth"], join(at, "oauth"), problems)
    server = ServerConfig(**settings)
    try:
        server.target(name)
    except TargetError as error:
        problems.append(_bad_target(join(at, "url"), error))
        return None
    return server


def _credentials(raw: Any, at: str, problems: list[Problem]) -> Credentials | None:
    count, credentials = len(problems), Credentials(**read_table(raw, Credentials, at, problems))
    if len(problems) > count:
        return None
    needed = [pair for pair in _TOGETHER if getattr(credentials, pair[0]) and not getattr(credentials, pair[1])]
    problems += [error_at(at, "no-client", name=name, needed=other) for name, other in needed]
    if not credentials.url:
        problems.append(error_at(at, "no-api"))
    for name in ("url", "token_url"):
        try:
            Target(url=getattr(credentials, name) or "http://localhost")
        except TargetError as error:
            problems.append(_bad_target(join(at, name), error))
    return None if len(problems) > count else credentials


def _bad_target(at: str, error: TargetError) -> Problem:
    return Problem(at=at, code="bad-target", key=error.phrase.key, params=error.phrase.params)


def _access(raw: dict[str, Any], proxies: Collection[str], problems: list[Problem]) -> Access:
    access = Access(**read_table(raw, Access, "/auth", problems))
    if access.public and access.restricted:
        problems.append(error_at("/auth/public", "public-and-not"))
    if access.header and not proxies:
        problems.append(error_at("/auth/header", "no-proxies"))
    return access


def _webhook(raw: dict[str, Any], problems: list[Problem]) -> Webhook:
    count, webhook = len(problems), Webhook(**read_table(raw, Webhook, "/webhook", problems))
    if not raw or len(problems) > count:
        return Webhook()
    for name, needed in (("url", "secret"), ("secret", "url")):
        if not getattr(webhook, needed):
            problems.append(error_at("/webhook", "no-webhook", "no-client", name=name, needed=needed))
            return Webhook()
    try:
        target = webhook.target
    except TargetError as error:
        problems.append(_bad_target("/webhook/url", error))
        return Webhook()
    if not target.secure and not target.allow_private:
        problems.append(wrong_type("/webhook/url", Phrase("kind.webhook-address"), webhook.url))
        return Webhook()
    return webhook


def _oauth(raw: dict[str, Any], at: str, problems: list[Problem]) -> OAuth:
    settings = read_table(raw, OAuth, at, problems)
    for needed, name in (("client_id", "client_secret"), ("issuer", "client_secret"), ("client_secret", "service")):
        if settings.get(name) and not settings.get(needed):
            problems.append(error_at(at, "no-client", name=name, needed=needed))
            return OAuth()
    return OAuth(**settings)


def _not_toml(message: str, text: str) -> Problem:
    fault, _, place = message.rpartition(" (at ")
    found = re.findall(r"\d+", place)
    lines = text.split("\n")
    line, column = map(int, found) if found else (len(lines), len(lines[-1]) + 1)
    return Problem(at="", code="not-toml", params={"fault": fault}, line=line, column=column)
