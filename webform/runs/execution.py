"""The execution of a run: it gets its turn, calls its tool, ends, and is kept."""

from __future__ import annotations

import logging
import time
from dataclasses import replace
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy.exc import SQLAlchemyError

from webform.files import FileGoneError
from webform.result import Result
from webform.runners import HTTPRunner
from webform.runs.database import reason
from webform.runs.echoes import facts_without_echoes, without_echoes
from webform.runs.events import facts_of, so_far
from webform.runs.feed import EventWriter
from webform.runs.keys import KEY_AGE, Keys
from webform.runs.live import Live
from webform.runs.raw_answers import kept, secrets_of, with_files
from webform.runs.remote import LOOK, RemoteRuns
from webform.runs.turns import WAITING, BusyError, Turns

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.files import FileStore
    from webform.runners import Target
    from webform.runs.events import RunEvent
    from webform.runs.run import Run
    from webform.runs.store import RunStore
    from webform.tool import Tool

#: Seconds that a cancelled run is given to end.
PATIENCE = 2.0

CANCELLED = Result(status="cancelled", code="cancelled", message="Cancelled.")
BROKEN = Result(
    status="error",
    code="internal",
    message="The server had an error. Your input is fine.",
    advice="Try again. If this keeps happening, contact this site's owner.",
)

_log = logging.getLogger(__name__)


def _watch_nothing() -> None:
    """End what was never begun."""


class Runs:
    """
    The runs of an app, those going on and those kept.

    Args:
        store: where they are kept.
        runner: what calls their tools.
        mode: in `dev`, every answer is kept as it came; in `production` those of targets with `keep_raw`.
        at_once: how many go on at the same time; others wait.
        per_client: how many of one client go on at the same time.
        shared: tells whether several tools share them, so that none has more than it leaves free.
        files: where what is too large for the database goes.
    """

    def __init__(  # noqa: PLR0913 - what the operator sets
        self,
        store: RunStore,
        runner: HTTPRunner | None = None,
        *,
        mode: Literal["dev", "production"] = "dev",
        at_once: int = 64,
        per_client: float = float("inf"),
        shared: Callable[[], bool] = lambda: False,
        files: FileStore | None = None,
    ) -> None:
        self.store, self.runner, self._files = store, runner or HTTPRunner(), files
        self._mode: Literal["dev", "production"] = mode
        self._turns = Turns(at_once, at_once * WAITING, per_client, shared)
        self._live: dict[str, Live] = {}
        self._keys = Keys()
        self._lock = Lock()
        self._closing = False
        self._recorder = EventWriter(store.write_events)
        self._remote = RemoteRuns(store, self)

    def set_limits(self, at_once: int, per_client: float, shared: Callable[[], bool]) -> None:
        """Have these limits from now on, which are those of the class; no run ends by it."""
        self._turns.set_limits(at_once, at_once * WAITING, per_client, shared)

    def start(  # noqa: PLR0913 - what a run is made of
        self, tool: Tool, target: Target, body: Any, *, key: str = "", key_age: float = KEY_AGE, client: str = ""
    ) -> Run:
        """
        Begin a run of *tool* with *body*, checked before; it is kept once this returns.

        Args:
            tool: the tool.
            target: where it is.
            body: what it is sent, files as resolved `StoredFile`s.
            key: a word for this request: one with the same key is the same run.
            key_age: seconds that the key counts.
            client: whose share of the runs it is counted in; `""` for nobody's.

        Raises:
            BusyError: too many wait already.
        """
        live = Live(tool, target, body, client)
        known = self._enter(live, key, key_age)
        if known:
            return known
        live.turn.go = Thread(target=self._execute, args=(live,), daemon=True).start
        try:
            self.store.add(live.run)
        except SQLAlchemyError:
            # Fail the run if its row cannot be written.
            del self._live[live.run.id]
            raise
        live.kept = True
        self._remote.listen()
        if self._take_turn(live):
            live.turn.go()
        return live.run

    def run(  # noqa: PLR0913 - as `start`
        self, tool: Tool, target: Target, body: Any, *, key: str = "", key_age: float = KEY_AGE, client: str = ""
    ) -> Run:
        """Do as `start`, but in this thread: return the run when it is over."""
        live = Live(tool, target, body, client)
        known = self._enter(live, key, key_age)
        if known:
            return self.wait(known.id) or known
        if not self._take_turn(live):
            live.ready.wait()
        if not live.over.is_set():
            self._execute(live)
        return self._as_it_is(live)

    def get(self, run_id: str) -> Run | None:
        """Return the run of that id."""
        live = self._live.get(run_id)
        return self._stored(run_id) if live is None else self._as_it_is(live)

    def _as_it_is(self, live: Live) -> Run:
        """Return the run of *live* with its place in the queue, and whether it is saved."""
        if live.run.state == "queued":
            return replace(live.run, place=self._turns.place(live.turn))
        return replace(live.run, saved=False) if live.failed else live.run

    def events(self, run_id: str, after: int = 0) -> list[RunEvent]:
        """Return what the run of that id told after the event of that number."""
        live = self._live.get(run_id)
        return live.feed.after(after) if live and not live.over.is_set() else self.store.events(run_id, after)

    def wait_event(self, run_id: str, after: int, seconds: float) -> None:
        """Return when the run of that id may have told more, or changed; at the latest after *seconds*."""
        live = self._live.get(run_id)
        if live is not None:
            live.feed.wait(after, seconds, live.over)
        elif (run := self.store.get(run_id)) and not run.over:
            # Another process is at work on it.
            time.sleep(min(seconds, LOOK))

    def watch(self, run_id: str, wake: Callable[[], None]) -> Callable[[], None]:
        """
        Have *wake* called, from any thread, whenever the run of that id may have told more, or changed.

        Returns:
            What ends it. A run of another process, or one that is over, wakes nobody.
        """
        live = self._live.get(run_id)
        return live.feed.watch(wake) if live else _watch_nothing

    def answer(self, run_id: str, ask: str, answer: dict[str, Any]) -> bool:
        """Give *answer* to what the run of that id asks; tell whether it waits for one."""
        live = self._live.get(run_id)
        if live is None:
            return self._remote.answer(run_id, ask, answer)
        if not live.answers.give(ask, answer):
            return False
        self._recorder.tell(live.feed, "answered", {"id": ask, "action": answer["action"]})
        self._recorder.flush()
        return True

    def wait(self, run_id: str, seconds: float | None = None) -> Run | None:
        """Return the run of that id when it is over, or after *seconds*."""
        live = self._live.get(run_id)
        if live:
            live.over.wait(seconds)
            return live.run
        return self._stored(run_id)

    def finish(self, seconds: float) -> None:
        """Return when no run of this process goes on any more; at the latest after *seconds*."""
        ends = time.monotonic() + seconds
        # One that was waiting may have begun meanwhile.
        while (going := next((live for live in list(self._live.values()) if not live.over.is_set()), None)) and (
            left := ends - time.monotonic()
        ) > 0:
            going.over.wait(left)

    def cancel(self, run_id: str) -> Run | None:
        """Cancel the run of that id, and return it as it then is."""
        live = self._live.get(run_id)
        if live is None:
            return self._remote.cancel(run_id)
        live.cancelled = True
        live.answers.wake()
        if self._turns.drop(live.turn):
            self._end(live, CANCELLED)
            live.ready.set()
        live.over.wait(PATIENCE)
        return live.run

    def forget(self, run_id: str) -> bool:
        """Cancel and delete the run of that id; tell whether there was one."""
        live = self._live.get(run_id)
        if live:
            live.forgotten = True
            self.cancel(run_id)
        else:
            self._remote.cancel(run_id)
        return self.store.forget(run_id) or live is not None

    @property
    def unsaved(self) -> int:
        """How many runs are over and could not be written to the database yet: that is tried again until it works."""
        return sum(live.over.is_set() for live in list(self._live.values()))

    def look_after(self) -> bool:
        """Note which runs have begun, for other processes, and write what could not be; tell whether any are left."""
        going = list(self._live.values())
        for live in going:
            if live.over.is_set():
                self._save(live)
                continue
            with live.writing:
                if live.run.state == "running" and live.kept and not live.noted:
                    live.noted = self._write(live)
        return bool(going)

    def _save(self, live: Live) -> None:
        """Write the run of *live*, which is over, and its events, to the database; keep it here where that fails."""
        with live.writing:
            if (not live.feed.has_events or self._recorder.flush()) and self._write(live):
                self._live.pop(live.run.id, None)

    def is_local(self, run_id: str) -> bool:
        """Tell whether this process is at work on the run of that id."""
        return run_id in self._live

    def handle(self, run_id: str, command: dict[str, Any]) -> None:
        """Carry out *command* of another process for the run of that id."""
        match command:
            case {"do": "cancel"}:
                self.cancel(run_id)
            case {"do": "answer", "ask": ask, "answer": answer} if self.is_local(run_id):
                self.answer(run_id, ask, answer)

    def tidy(self, files: FileStore, max_age: float, max_count: int, max_chars: float = float("inf")) -> None:
        """Delete the runs that are too old or too many, and the *files* that none of the others needs."""
        self.store.sweep(max_age, max_count, max_chars)
        files.sweep(self.store.hashes())

    def close(self) -> None:
        """End all runs that go on: they are lost."""
        self._closing = True
        self._remote.close()
        going = list(self._live.values())
        for live in going:
            live.cancelled = True
        for live in going:
            self.cancel(live.run.id)
        self._recorder.close()
        self.runner.close()
        self.store.close()

    def _stored(self, run_id: str) -> Run | None:
        """Return the run of that id as it was kept, its files at hand."""
        run = self.store.get(run_id)
        if run is None or run.result is None or self._files is None:
            return run
        return replace(run, result=with_files(run.result, self._files))

    def _enter(self, live: Live, key: str, key_age: float) -> Run | None:
        """Take *live* in; return the run that its *key* stands for already, if there is one."""
        # Whoever finds the key from here on finds the run.
        self._live[live.run.id] = live
        try:
            while run_id := self._keys.claim(key, live.run, key_age) if key else "":
                if found := self.get(run_id):
                    del self._live[live.run.id]
                    return found
                # It was refused, or forgotten since.
                self._keys.free(key, run_id)
        except Exception:
            del self._live[live.run.id]
            raise
        return None

    def _take_turn(self, live: Live) -> bool:
        try:
            return self._turns.take(live.turn)
        except BusyError:
            live.forgotten = True
            self._end(live, CANCELLED)
            self.store.forget(live.run.id)
            raise

    def _execute(self, live: Live) -> None:
        live.run = replace(live.run, state="running", began=time.time())
        live.feed.notify()
        try:
            result = self._call(live)
        finally:
            self._turns.leave(live.turn)
        self._end(live, result)

    def _call(self, live: Live) -> Result:
        try:
            return self.runner.run(
                live.tool,
                live.target,
                live.body,
                run_id=live.run.id,
                cancelled=lambda: live.cancelled,
                mode=self._mode,
                tell=lambda event: self._tell(live, event),
            )
        except FileGoneError as error:
            return Result(status="error", code="file-gone", message=f"{error}.")
        except Exception:  # noqa: BLE001 - logged, and said
            # A fault of ours must not leave a run running for ever.
            _log.exception("run %.8s of %s", live.run.id, live.tool.id)
            return BROKEN

    def _tell(self, live: Live, event: dict[str, Any]) -> Any:
        """Keep what a call tells of itself; return the answer where it asks."""
        try:
            facts = facts_without_echoes(event["type"], facts_of(event), live.secrets)
        except (KeyError, TypeError, ValueError) as error:
            _log.warning("run %.8s of %s told what cannot be kept: %s", live.run.id, live.tool.id, error)
            return None
        if event["type"] == "ask":
            live.answers.expect(facts["id"])
        self._keep(live)
        is_kept = self._recorder.tell(live.feed, event["type"], facts)
        if event["type"] != "ask":
            return None
        return live.answers.wait(facts["id"], lambda: live.cancelled or not is_kept)

    def _keep(self, live: Live) -> None:
        """Keep the run of *live* now, where it was to be kept once it is over: it has events."""
        with self._lock:
            if live.kept or live.forgotten:
                return
            live.kept = True
        try:
            self.store.add(live.run)
        except SQLAlchemyError:
            live.kept = False
            _log.exception("run %.8s cannot be kept", live.run.id)
        self._remote.listen()

    def _end(self, live: Live, result: Result) -> None:
        if live.feed.has_events:
            self._recorder.flush()
            if not result.logs:
                result = replace(result, logs=so_far(live.feed.after(0)).logs)
        live.feed.close()
        run = replace(live.run, ended=time.time(), state="done", result=self._kept_result(live, result))
        if result.status == "cancelled":
            run = replace(run, state="lost", result=None) if self._closing else replace(run, state="cancelled")
        with live.writing:
            live.run = run
        self._save(live)
        live.over.set()
        live.feed.notify()
        if self.is_local(run.id):
            self._remote.listen()

    def _kept_result(self, live: Live, result: Result) -> Result:
        """Return *result* as it is kept: without secrets, and with what may be kept of the answer as it came."""
        try:
            return without_echoes(self._with_kept_raw(live, result), live.secrets)
        except Exception:  # noqa: BLE001 - logged, and said
            # As in a call: no fault of ours leaves a run running for ever.
            _log.exception("the result of run %.8s of %s cannot be kept", live.run.id, live.tool.id)
            return BROKEN

    def _with_kept_raw(self, live: Live, result: Result) -> Result:
        """Return *result* with what may be kept of the answer as it came."""
        if result.raw is None or not (self._mode == "dev" or live.target.keep_raw):
            return replace(result, raw=None) if result.raw else result
        secrets = secrets_of(live.body, live.run.body, live.target.headers)
        return replace(result, raw=kept(result.raw, secrets, self._files, redact=self._mode == "production"))

    def _write(self, live: Live) -> bool:
        """Keep the run of *live* as it is now; tell whether that could be done."""
        try:
            if live.kept:
                self.store.change(live.run)
            elif not live.forgotten:
                self.store.add(live.run)
        except SQLAlchemyError as error:
            if not live.failed:
                _log.error("run %.8s cannot be saved yet: %s", live.run.id, reason(error))
            live.failed = True
            return False
        live.kept, live.failed = live.kept or not live.forgotten, False
        return True
