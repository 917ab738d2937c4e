"""Commands for runs of other processes, as rows of the database that the processes share."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, insert, select

from webform.runs.database import WORKERS_CHANNEL
from webform.runs.rows import COMMANDS, RUNS

if TYPE_CHECKING:
    from webform.runs.store import RunStore


def leave_command(store: RunStore, command_id: str, run_id: str, command: dict[str, Any]) -> None:
    """Leave *command* for whoever is at work on the run of that id."""
    row = {"id": command_id, "run": run_id, "command": json.dumps(command)}

    def write(connection: Connection) -> None:
        connection.execute(insert(COMMANDS), row)
        worker = connection.execute(select(RUNS.c.worker).where(RUNS.c.id == run_id)).scalar()
        store.database.notify(connection, [worker] if worker else [], WORKERS_CHANNEL)

    store.write(write)


def commands(store: RunStore) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the commands that nobody took yet, each with its id and the run's."""
    rows = store.read(lambda connection: connection.execute(select(COMMANDS)).all())
    return [(command_id, run_id, json.loads(command)) for command_id, run_id, command in rows]


def take_command(store: RunStore, command_id: str) -> bool:
    """Delete the command of that id; tell whether it was there: of many who take it one does."""
    gone = delete(COMMANDS).where(COMMANDS.c.id == command_id)
    return store.write(lambda connection: connection.execute(gone).rowcount > 0)
