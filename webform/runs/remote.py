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


class RemoteRuns:
    """
    Leaves commands for other processes.

    Args:
        store: of the database that is shared.
        sealer: what answers with secrets rest in, if they may.
    """

    def __init__(self, store: RunStore, sealer: Sealer | None) -> None:
        self._store, self._sealer = store, sealer

    def cancel(self, run_id: str) -> Run | None:
        """Have the run of that id cancelled by whoever is at work on it; return it as it then is."""
        found = self._store.get(run_id)
        if found is None or found.over:
            return found
        self._send(run_id, {"do": "cancel"}, lambda: (run := self._store.get(run_id)) is None or run.over)
        return self._store.get(run_id)

    def answer(self, run_id: str, ask: str, answer: dict[str, Any]) -> bool:
        """Have *answer* given by whoever is at work on that run; tell whether it waited for one."""
        asked = self._asked(run_id, ask)
        if asked is None:
            return False
        command = {"do": "answer", "ask": ask, "answer": answer}
        if asked.schema and has_secret(asked.schema, answer["content"]):
            # What is secret is not kept in clear, not even for a moment.
            if self._sealer is None:
                return False
            command = {"do": "answer", "ask": ask, "sealed": self._sealer.seal(answer)}
        self._send(run_id, command, lambda: self._asked(run_id, ask) is None)
        return self._asked(run_id, ask) is None

    def _asked(self, run_id: str, ask: str) -> Ask | None:
        found = self._store.get(run_id)
        asks = () if found is None or found.over else so_far(self._store.events(run_id)).asks
        return next((question for question in asks if question.id == ask), None)

    def _send(self, run_id: str, command: dict[str, Any], done: Callable[[], bool]) -> None:
        """Leave *command* for whoever is at work on the run of that id; return once it is *done*, or nobody does it."""
        command_id, ends = new_id(), time.monotonic() + PATIENCE
        self._leave(command_id, run_id, command)
        while not done() and time.monotonic() < ends:
            time.sleep(WATCH)
        take_command(self._store, command_id)

    def _leave(self, command_id: str, run_id: str, command: dict[str, Any]) -> None:
        row = {"id": command_id, "run": run_id, "command": json.dumps(command)}

        def write(connection: Connection) -> None:
            connection.execute(insert(COMMANDS), row)
            worker = connection.execute(select(RUNS.c.worker).where(RUNS.c.id == run_id)).scalar()
            self._store.database.notify(connection, [worker] if worker else [], WORKERS_CHANNEL)

        self._store.write(write)


def commands(store: RunStore) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the commands that nobody took yet, each with its id and the run's."""
    rows = store.read(lambda connection: connection.execute(select(COMMANDS)).all())
    return [(command_id, run_id, json.loads(command)) for command_id, run_id, command in rows]


def take_command(store: RunStore, command_id: str) -> bool:
    """Delete the command of that id; tell whether it was there: of many who take it one does."""
    gone = delete(COMMANDS).where(COMMANDS.c.id == command_id)
    return store.write(lambda connection: connection.execute(gone).rowcount > 0)
