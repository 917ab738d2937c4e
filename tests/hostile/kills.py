"""Attacks on what is kept: the server is killed at random moments; nothing that was told is lost, no run goes on for ever."""

from __future__ import annotations

import os
import random
import signal
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.hostile.lab import Tried
from tests.runs.postgres import postgres
from tests.web.test_killed import ask, events, start_server

if TYPE_CHECKING:
    from tests.hostile.lab import Lab

#: How often each kind of database meets it.
TIMES = 50


def on_sqlite(_: Lab) -> Tried:
    """Kill the server at fifty random moments of runs whose events are in SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        return killed(Path(folder), str(Path(folder) / "runs.sqlite"))


def on_postgres(_: Lab) -> Tried:
    """The same on PostgreSQL, where there is one."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        try:
            server = stack.enter_context(postgres())
        except pytest.skip.Exception as reason:
            raise NotTriedError(str(reason)) from None
        return killed(Path(folder), server.new_database())


class NotTriedError(Exception):
    """Raised where what an attack needs is not there."""


def killed(folder: Path, database: str) -> Tried:
    """Kill a server with *database* again and again, each time after a random number of events."""
    tried, chance = Tried(), random.Random(16)
    process, address = start_server(folder, database)
    try:
        for _ in range(TIMES):
            run = ask(f"{address}/tools/endless/run", post=True)["run"]
            events_ = list(events(f"{address}/runs/{run}/events", chance.randrange(1, 60)))
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(20)
            process, address = start_server(folder, database)
            # It goes on until its lease has run out.
            *kept, (last, kind, data) = events(f"{address}/runs/{run}/events")
            tried.expect(
                kept[: len(events_)] == events_, f"of {len(events_)} events that were told {len(kept)} are kept"
            )
            tried.expect([run[0] for run in kept] == list(range(1, last)), "numbers of events are missing")
            tried.expect((kind, data["state"]) == ("failed", "lost"), f"it ends with {kind}, {data}")
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(20)
    return tried
