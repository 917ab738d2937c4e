"""The run of a batch: its rows, a few at a time."""

from __future__ import annotations

import logging
import time
from contextlib import ExitStack
from dataclasses import replace
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from webform.language import marked
from webform.runs.batch import Batch, BatchEntry, end_batch, entries_text, insert_batch, update_batch
from webform.runs.database import AWAY, reason
from webform.runs.turns import BusyError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from webform.runners import Target
    from webform.runs.front import Runs
    from webform.runs.run import Run
    from webform.tool import Tool

_log = logging.getLogger(__name__)

#: Rows of one batch that run at the same time, and batches at the same time: in all, and of one client.
AT_ONCE, MOST, PER_CLIENT = 4, 32, 4
#: Seconds between two tries where there is too much to do, and between two writes of what became of the rows.
AGAIN, WRITE_EVERY = 1.0, 0.5
#: Seconds until a row that waits for its turn is looked at though nobody told of it.
LOOK = 5.0
#: Plain values that are noted of a result, and characters of one.
MAX_OUTPUTS, MAX_TEXT = 6, 200


class _Live:
    """A batch that goes on here."""

    def __init__(self, batch: Batch, tool: Tool, target: Target, bodies: Sequence[Any], client: str) -> None:
        self.batch, self.tool, self.target, self.client = batch, tool, target, client
        #: What of it is in the database.
        self.kept = batch
        self.bodies = iter([pair for pair in enumerate(bodies) if not batch.entries[pair[0]].over])
        self.stopped, self.over, self.lock, self.written = Event(), Event(), Lock(), 0.0

    def next(self) -> tuple[int, Any] | None:
        """Return the number and the body of the next row; `None` where there is none, or it is cancelled."""
        with self.lock:
            return None if self.stopped.is_set() else next(self.bodies, None)

    def note(self, index: int, entry: BatchEntry) -> None:
        """Note what became of a row."""
        with self.lock:
            entries = self.batch.entries
            self.batch = replace(self.batch, entries=(*entries[:index], entry, *entries[index + 1 :]))


class Batches:
    """
    The batches of an app.

    Args:
        runs: what runs their rows.
    """

    def __init__(self, runs: Runs) -> None:
        self._runs, self._store = runs, runs.store
        self._live: dict[str, _Live] = {}
        self._lock = Lock()
        self._closing = False

    def start(self, tool: Tool, target: Target, batch: Batch, bodies: Sequence[Any], client: str = "") -> Batch:
        """
        Begin *batch*: a run of *tool* for each of its rows whose entry waits; it is kept once this returns.

        One of its id that has begun already is returned as it is.

        Args:
            tool: the tool.
            target: where it is.
            batch: the batch, as it begins.
            bodies: the body of each row, checked; that of a row that is skipped is not looked at.
            client: whose share of the batches and runs it is counted in; `""` for nobody's.

        Raises:
            BusyError: too many batches go on already.
        """
        batch = replace(batch, created=time.time())
        live = _Live(batch, tool, target, bodies, client)
        with self._lock:
            if known := self._live.get(batch.id):
                return known.batch
            if len(self._live) >= MOST:
                raise BusyError
            if client and sum(other.client == client for other in self._live.values()) >= PER_CLIENT:
                raise BusyError("client")
            self._live[batch.id] = live
        with ExitStack() as at_work:
            try:
                # Until it is over: whoever finds its row is to find that this process is at work on it.
                at_work.enter_context(self._runs.working())
                insert_batch(self._store.database, batch, self._store.leases.worker)
            except Exception as error:
                # Fail the batch if its row cannot be written, unless another process has begun it.
                del self._live[batch.id]
                if isinstance(error, IntegrityError) and (begun := self._store.batch(batch.id)):
                    return begun
                raise
            Thread(target=self._follow, args=(live, at_work.pop_all()), daemon=True).start()
        return batch

    def get(self, batch_id: str) -> Batch | None:
        """Return the batch of that id."""
        if live := self._live.get(batch_id):
            return live.batch
        batch = self._store.batch(batch_id)
        if batch is not None and batch.state == "running":
            self._runs.watch_over()
        return batch

    def wait(self, batch_id: str, seconds: float) -> None:
        """Return when the batch of that id is over, if it goes on here; at the latest after *seconds*."""
        live = self._live.get(batch_id)
        if live:
            live.over.wait(seconds)

    def cancel(self, batch_id: str) -> Batch | None:
        """Cancel the batch of that id and its runs, and return it."""
        if live := self._live.get(batch_id):
            # A run that is not among those looked at below is cancelled by whoever begins it.
            live.stopped.set()
        batch = self.get(batch_id)
        if batch is None or batch.state != "running":
            return batch
        if not end_batch(self._store.database, batch_id, "cancelled"):
            # It was over meanwhile.
            return self.get(batch_id)
        self._cancel_runs(batch)
        return replace(self.get(batch_id) or batch, state="cancelled")

    def _cancel_runs(self, batch: Batch) -> None:
        for entry in batch.entries:
            if entry.run and not entry.over:
                self._runs.cancel(entry.run)

    def close(self) -> None:
        """Begin no more rows; what goes on is lost."""
        self._closing = True
        for live in list(self._live.values()):
            live.stopped.set()

    def _follow(self, live: _Live, at_work: ExitStack) -> None:
        """Run the rows of *live*, and note that it is over; leave *at_work* then."""
        with at_work:
            workers = [Thread(target=self._work, args=(live,), daemon=True) for _ in range(AT_ONCE)]
            for worker in workers:
                worker.start()
            for worker in workers:
                while worker.is_alive():
                    worker.join(AGAIN)
                    # Another process may cancel it while no row begins or ends.
                    self._write(live)
            if self._closing:
                return
            live.batch = replace(live.batch, state="cancelled" if live.stopped.is_set() else "done")
            try:
                while not self._written(live.batch) and not self._closing:
                    time.sleep(AGAIN)
            except Exception:  # noqa: BLE001 - logged; the batch is lost then
                _log.exception("the end of a batch could not be written")
            finally:
                self._live.pop(live.batch.id, None)
                live.over.set()

    def _written(self, batch: Batch) -> bool:
        """Write the end of *batch*; tell whether the database took it."""
        try:
            update_batch(self._store.database, batch.id, entries=entries_text(batch.entries))
            # Another process may have cancelled it a moment ago.
            end_batch(self._store.database, batch.id, batch.state)
        except AWAY as error:
            _log.error("the end of a batch cannot be written yet: %s", reason(error))
            return False
        return True

    def _work(self, live: _Live) -> None:
        while (row := live.next()) is not None:
            index, body = row
            try:
                self._run_row(live, index, body)
            except Exception:  # noqa: BLE001 - logged, and said
                # A fault of ours must not leave a batch running for ever.
                _log.exception("a row of a batch of %s", live.tool.id)
                live.note(
                    index, BatchEntry(status="error", message=marked("The server had an error; nothing was run."))
                )
            self._write(live)

    def _run_row(self, live: _Live, index: int, body: Any) -> None:
        run = self._begin(live, index, body)
        if run is None:
            return
        live.note(index, BatchEntry(run=run.id, status=run.state))
        self._write(live)
        if live.stopped.is_set():
            self._runs.cancel(run.id)
        over = self._over(live, index, run)
        live.note(index, entry_of(over) if over else BatchEntry(run=run.id, status="lost"))

    def _over(self, live: _Live, index: int, run: Run) -> Run | None:
        """Return *run* once it is over, and the database says so; note meanwhile when its turn comes."""
        while not self._closing:
            try:
                if run.state == "queued" and self._has_turn(run.id):
                    live.note(index, BatchEntry(run=run.id, status="running"))
                    self._write(live)
                return self._runs.wait(run.id)
            except AWAY:
                time.sleep(AGAIN)
        return None

    def _has_turn(self, run_id: str) -> bool:
        """Return once the run of that id waits no more; tell whether it goes on."""
        changed = Event()
        end = self._runs.watch(run_id, changed.set)
        try:
            while (run := self._runs.get(run_id)) and run.state == "queued":
                changed.wait(LOOK)
                changed.clear()
            return run is not None and run.state == "running"
        finally:
            end()

    def _begin(self, live: _Live, index: int, body: Any) -> Run | None:
        """Begin the run of a row, once there is room for it; `None` where the batch is cancelled meanwhile."""
        # A row of which nobody knows whether it was written is no second run.
        key = f"batch/{live.batch.id}/{index}"
        while not live.stopped.is_set():
            try:
                return self._runs.start(live.tool, live.target, body, key=key, client=live.client)
            except (BusyError, *AWAY):
                live.stopped.wait(AGAIN)
        return None

    def _write(self, live: _Live) -> None:
        """Write what became of the rows of *live*, now and then; another process may have cancelled it."""
        now = time.monotonic()
        with live.lock:
            if self._closing or now - live.written < WRITE_EVERY:
                return
            live.written, batch = now, live.batch
        try:
            if batch is not live.kept:
                update_batch(self._store.database, batch.id, entries=entries_text(batch.entries))
                live.kept = batch
            kept = self._store.batch(batch.id)
            if kept and kept.state == "cancelled" and not live.stopped.is_set():
                live.stopped.set()
                # Whoever cancelled it may not know of all runs that go on.
                self._cancel_runs(live.batch)
        except SQLAlchemyError as error:
            # The next write has it all.
            _log.warning("a batch cannot be written yet: %s", reason(error))


def entry_of(run: Run) -> BatchEntry:
    """Return what became of the row that *run*, which is over, was for."""
    if run.state != "done" or run.result is None:
        return BatchEntry(run=run.id, status=run.state)
    outputs = dict(_plain(run.result.value)) if run.result.status == "ok" else {}
    return BatchEntry(run=run.id, status=run.result.status, message=run.result.message[:MAX_TEXT], outputs=outputs)


def _plain(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the plain values of *value* by name, as many as a table has room for."""
    named = value.items() if isinstance(value, dict) else [("value", value)]
    plain = [(key, part) for key, part in named if _is_plain(part)]
    yield from ((key, part[:MAX_TEXT] if isinstance(part, str) else part) for key, part in plain[:MAX_OUTPUTS])


def _is_plain(value: Any) -> bool:
    if isinstance(value, str):
        return not value.startswith("data:")
    return value is None or isinstance(value, bool | int | float)
