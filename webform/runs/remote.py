"""Commands for runs of other processes, as rows of the database that the processes share."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, insert, select

from webform.runs.database import WORKERS_CHANNEL
from webform.runs.events import Ask, so_far
from webform.runs.rows import COMMANDS, RUNS
from webform.runs.run import Run, new_id
from webform.runs.secrets import has_secret

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.runs.sealing import Sealer
    from webform.runs.store import RunStore

#: Seconds between two looks whether a command was carried out.
WATCH = 0.1
#: Seconds that another process is given to carry out a command.
PATIENCE = 5.0


def cancel_elsewhere(store: RunStore, run_id: str) -> Run | None:
    """Have the run of that id cancelled by whoever is at work on it; return it as it then is."""
    found = store.get(run_id)
    if found is None or found.over:
        return found
    _send(store, run_id, {"do": "cancel"}, lambda: (run := store.get(run_id)) is None or run.over)
    return store.get(run_id)


def answer_elsewhere(store: RunStore, sealer: Sealer | None, run_id: str, ask: str, answer: dict[str, Any]) -> bool:
    """Have *answer* given by whoever is at work on that run, secrets sealed; tell whether it waited for one."""
    asked = _asked(store, run_id, ask)
    if asked is None:
        return False
    command = {"do": "answer", "ask": ask, "answer": answer}
    if asked.schema and has_secret(asked.schema, answer["content"]):
        # What is secret is not kept in clear, not even for a moment.
        if sealer is None:
            return False
        command = {"do": "answer", "ask": ask, "sealed": sealer.seal(answer)}
    _send(store, run_id, command, lambda: _asked(store, run_id, ask) is None)
    return _asked(store, run_id, ask) is None


def _asked(store: RunStore, run_id: str, ask: str) -> Ask | None:
    found = store.get(run_id)
    asks = () if found is None or found.over else so_far(store.events(run_id)).asks
    return next((question for question in asks if question.id == ask), None)


def _send(store: RunStore, run_id: str, command: dict[str, Any], done: Callable[[], bool]) -> None:
    """Leave *command* for whoever is at work on the run of that id; return once it is *done*, or nobody does it."""
    command_id, ends = new_id(), time.monotonic() + PATIENCE
    row = {"id": command_id, "run": run_id, "command": json.dumps(command)}

    def leave(connection: Connection) -> None:
        connection.execute(insert(COMMANDS), row)
        worker = connection.execute(select(RUNS.c.worker).where(RUNS.c.id == run_id)).scalar()
        store.database.notify(connection, [worker] if worker else [], WORKERS_CHANNEL)

    store.write(leave)
    while not done() and time.monotonic() < ends:
        time.sleep(WATCH)
    take_command(store, command_id)


def commands(store: RunStore) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the commands that nobody took yet, each with its id and the run's."""
    rows = store.read(lambda connection: connection.execute(select(COMMANDS)).all())
    return [(command_id, run_id, json.loads(command)) for command_id, run_id, command in rows]


def take_command(store: RunStore, command_id: str) -> bool:
    """Delete the command of that id; tell whether it was there: of many who take it one does."""
    gone = delete(COMMANDS).where(COMMANDS.c.id == command_id)
    return store.write(lambda connection: connection.execute(gone).rowcount > 0)
