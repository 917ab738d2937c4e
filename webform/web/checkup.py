"""A checkup of an installation: what is configured, reachable and up to date, without changing any of it."""

from __future__ import annotations

import os
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sqlalchemy import Connection, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from webform.blobs import blobs_at
from webform.runners import CallError, Target
from webform.runners.addresses import resolve
from webform.runners.connections import Connections
from webform.runners.deadlines import Deadline
from webform.runs.database import Database, reason, shown
from webform.runs.rows import WORKERS
from webform.runs.schema import VERSIONS, version_of
from webform.runs.sealing import VARIABLE, Sealer, SealingKeyError
from webform.web.counters import Counters, place_of
from webform.web.scheduling import unready
from webform.web.served import Served, with_unique_ids

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from packaging.requirements import Requirement

    from webform.tool import Tool
    from webform.web.config import Config
    from webform.web.sources import Found

#: Seconds for a connection to a tool or a webhook; as many are opened at the same time.
PATIENCE, AT_ONCE = 5.0, 16
_WORKERS = text(
    "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - make_interval(secs => :seconds)"
)


@dataclass(frozen=True)
class Check:
    """
    What was found of one thing.

    Args:
        subject: what was looked at.
        state: whether it can be used as it is.
        message: what was found.
        advice: what to do, where there is something to do.
    """

    subject: str
    state: Literal["ok", "warning", "problem"]
    message: str
    advice: str = ""


@dataclass(frozen=True)
class Installation:
    """
    What is looked at.

    Args:
        config: what the operator sets.
        found: the tools, and the servers that are down.
        migrate: the command that brings the database up to date.
    """

    config: Config
    found: Found
    migrate: str

    @property
    def tools(self) -> Mapping[str, Tool]:
        """The tools that are served, by their ids."""
        return {served.tool.id: served.tool for served in with_unique_ids(self.found.served)}


def checkup(installation: Installation) -> Iterator[Check]:
    """Yield what is found, a thing at a time; a check that fails itself is a problem."""
    for subject, check in CHECKS.items():
        try:
            yield from check(installation)
        except Exception as error:  # noqa: BLE001 - said, and the others go on
            why = reason(error) if isinstance(error, SQLAlchemyError) else str(error)
            yield Check(subject, "problem", f"cannot be looked at: {why}")


def _database(installation: Installation) -> Iterator[Check]:
    place = installation.config.database_or_default
    if "://" not in place and not Path(place).exists():
        folder = next(folder for folder in Path(place).absolute().parents if folder.exists())
        if folder.is_dir() and os.access(folder, os.W_OK):
            yield Check("database", "ok", f"{place} is made at start")
        else:
            message = f"{place} cannot be made in {folder}"
            yield Check("database", "problem", message, "let this user write there, or set another")
        return
    with closing(Database(place)) as database:
        try:
            yield database.read(lambda connection: _tables(connection, shown(place), installation.migrate))
            if database.read(lambda connection: inspect(connection).has_table(WORKERS.name)):
                yield database.read(lambda connection: _processes(connection, database, installation.config.lease))
            if installation.config.queue:
                yield database.read(lambda connection: _queue(connection, installation))
        except (SQLAlchemyError, OSError) as error:
            message = f"{shown(place)} cannot be used: {reason(error)}"
            yield Check("database", "problem", message, "start it, or set another")


def _tables(connection: Connection, name: str, migrate: str) -> Check:
    now, newest = version_of(connection), VERSIONS[-1]
    if now == newest:
        return Check("database", "ok", f"{name} has the tables of version {now}")
    if now not in ("", *VERSIONS):
        return Check("database", "problem", f"{name} has tables of a newer webform, {now}", "upgrade this webform")
    if not now:
        return Check("database", "ok", f"{name} has no tables yet; they are made at start")
    message = f"{name} has the tables of version {now}, not {newest}"
    if connection.dialect.name == "sqlite":
        return Check("database", "warning", message, "they are migrated at the next start; keep a copy")
    return Check("database", "problem", message, f"stop the processes of the older webform and run: {migrate}")


def _processes(connection: Connection, database: Database, lease: float) -> Check:
    alive, gone = _alive(connection, database, lease)
    message = f"{len(alive)} at work" + (f" on {', '.join(sorted(set(alive)))}" if alive else "")
    if not gone:
        return Check("processes", "ok", message)
    more = f"{message}; {gone} ended without a word"
    return Check(
        "processes", "warning", more, "what they were at work on is taken over once another process is at work"
    )


def _alive(connection: Connection, database: Database, lease: float) -> tuple[list[str], int]:
    """Return the hosts of the processes that are at work, and how many have ended without a word."""
    if not inspect(connection).has_table(WORKERS.name):
        return [], 0
    now = database.now(connection)
    rows = connection.execute(select(WORKERS.c.host, WORKERS.c.seen)).all()
    alive = [host for host, seen in rows if seen > now - lease]
    return alive, len(rows) - len(alive)


def _queue(connection: Connection, installation: Installation) -> Check:
    if not inspect(connection).has_table("procrastinate_workers"):
        advice = f"start webform serve, or run: {installation.migrate}"
        return Check("queue", "problem", "there are no tables of the queue", advice)
    count = connection.execute(_WORKERS, {"seconds": installation.config.lease}).scalar_one()
    if not count:
        return Check(
            "queue", "problem", "no worker is alive", "start webform worker with the same sources and --config"
        )
    return Check("queue", "ok", f"{count} worker{'' if count == 1 else 's'} alive")


def _files(installation: Installation) -> Iterator[Check]:
    place = installation.config.files_or_default
    try:
        fault = blobs_at(place).fault()
    except OSError as error:
        fault = error.strerror or str(error)
    if fault:
        yield Check("files", "problem", f"{place} takes none: {fault}", "make room, or set files")
    else:
        yield Check("files", "ok", f"{place} can be written to")


def _secret_key(installation: Installation) -> Iterator[Check]:
    try:
        sealer = Sealer.from_environment()
    except SealingKeyError as error:
        yield Check("secret key", "problem", str(error), "set it for all processes alike")
        return
    if sealer:
        yield Check("secret key", "ok", f"{VARIABLE} is set")
    elif installation.config.queue:
        advice = f"export {VARIABLE}=$(openssl rand -base64 32), the same for all processes"
        yield Check("secret key", "warning", f"{VARIABLE} is not set: runs with secrets are refused", advice)
    else:
        yield Check("secret key", "ok", f"{VARIABLE} is not set, and not needed without a queue")


def _limits(installation: Installation) -> Iterator[Check]:
    config = installation.config
    storage = config.limits.storage
    if storage:
        fault = Counters(storage).fault()
        advice = "start it; until then each process counts for itself" if fault else ""
        place = place_of(storage)
        message = f"{place} cannot be used: {fault}" if fault else f"counted together in {place}"
        yield Check("limits", "problem" if fault else "ok", message, advice)
    elif (several := _several(config)) or config.queue:
        message = f"each process counts for itself{f', and {several} are at work' if several else ''}"
        advice = "a client has its limits, and a token its runs, in each: set storage in [limits] to a Redis"
        yield Check("limits", "warning", message, advice)
    else:
        message = "each process counts for itself; several, such as by --processes, need storage in [limits]"
        yield Check("limits", "ok", message)


def _several(config: Config) -> int:
    """Return how many processes are at work at the database, where they are several; 0 otherwise."""
    place = config.database_or_default
    if "://" not in place and not Path(place).exists():
        return 0
    with closing(Database(place)) as database:
        try:
            alive = database.read(lambda connection: _alive(connection, database, config.lease)[0])
        except (SQLAlchemyError, OSError):
            # That is told of the database itself.
            return 0
    return len(alive) if len(alive) > 1 else 0


def _tools(installation: Installation) -> Iterator[Check]:
    found, config = installation.found, installation.config
    for server, error in found.down:
        yield Check(f"server {server.name}", "problem", error.reason, "start it; it is asked again by itself")
    # Each where it is called, as it would be if it were served.
    served = [
        replace(one, target=config.of_tool(one.tool.id).place(one.tool, one.target, config.timeout))
        for one in with_unique_ids(found.served)
    ]
    for one in served:
        if one.target is None:
            advice = "set run_url in [tools], or --run-url"
            yield Check(f"tool {one.tool.id}", "warning", "no address is set for it: it cannot be run", advice)
    yield from _unsigned(served, config)
    targets = [(f"tool {one.tool.id}", one.target) for one in served if one.target]
    for subject, target in targets:
        if target.command or target.function:
            yield Check(subject, "ok", f"{target.place} answered")
    yield from _reached((subject, target) for subject, target in targets if not target.command and not target.function)


def _unsigned(served: Iterable[Served], config: Config) -> Iterator[Check]:
    """Yield each sign-in of an API that some operation needs and nobody has set."""
    signed = (one.signed(config.security) for one in served)
    needed = dict.fromkeys((name, one.target.authority) for one in signed if one.target for name in one.unsigned)
    for name, authority in needed:
        message = f"{authority} needs it for some calls, and it is not set"
        yield Check(f"sign-in {name}", "warning", message, f"set [security.{name}]")


def _webhook(installation: Installation) -> Iterator[Check]:
    if installation.config.webhook.url:
        yield from _reached([("webhook", installation.config.webhook.target)])


def _reached(targets: Iterable[tuple[str, Target]]) -> Iterator[Check]:
    """Yield whether there is a connection to each of *targets*; nothing is sent on it."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield from pool.map(lambda pair: _connected(*pair), targets)


def _connected(subject: str, target: Target) -> Check:
    deadline = Deadline(PATIENCE, PATIENCE, lambda: False)
    try:
        with closing(Connections(resolve, socket.create_connection)) as connections, connections.lend(target, deadline):
            return Check(subject, "ok", f"{target.authority} can be reached")
    except CallError as error:
        return Check(subject, "problem", f"{target.authority}: {error.message}", error.advice)


def _schedules(installation: Installation) -> Iterator[Check]:
    schedules, tools = installation.config.schedules, installation.tools
    for schedule in schedules:
        subject, problems = f"schedule {schedule.name}", unready([schedule], tools)
        moment = datetime.fromtimestamp(schedule.after(time.time()), schedule.timezone)
        if problems:
            why = "; ".join(f"{problem.at.removeprefix('/schedules/0')} {problem.code}" for problem in problems)
            yield Check(subject, "problem", f"no run would begin: {why}", "change [[schedules]]")
        else:
            yield Check(subject, "ok", f"next at {moment.isoformat(timespec='minutes')}")


def _packages(_: Installation) -> Iterator[Check]:
    from packaging.requirements import Requirement  # noqa: PLC0415 - slow, seldom needed

    yield Check("webform", "ok", f"version {_version('webform')}")
    extras: dict[str, list[Requirement]] = {}
    for wanted in map(Requirement, requires("webform") or []):
        for extra in ("asgi", "cluster", "mcp", "otel", "redis", "s3"):
            if wanted.marker and not wanted.marker.evaluate() and wanted.marker.evaluate({"extra": extra}):
                extras.setdefault(extra, []).append(wanted)
    for extra, packages in extras.items():
        yield _extra(extra, packages)


def _extra(name: str, packages: list[Requirement]) -> Check:
    subject, versions = f"extra {name}", {wanted.name: _version(wanted.name) for wanted in packages}
    if not all(versions.values()):
        return Check(subject, "ok", f"not installed: pip install 'webform[{name}]' where it is needed")
    message = ", ".join(f"{package} {found}" for package, found in versions.items())
    if old := [str(wanted.name) for wanted in packages if not wanted.specifier.contains(versions[wanted.name])]:
        advice = f"pip install --upgrade 'webform[{name}]'"
        return Check(subject, "warning", f"{message}; webform needs another {', '.join(old)}", advice)
    return Check(subject, "ok", message)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


#: The checks by what they are of, in their order.
CHECKS: dict[str, Callable[[Installation], Iterator[Check]]] = {
    "packages": _packages,
    "database": _database,
    "files": _files,
    "secret key": _secret_key,
    "limits": _limits,
    "tools": _tools,
    "webhook": _webhook,
    "schedules": _schedules,
}
