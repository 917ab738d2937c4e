"""The execution of runs in this process: a run calls its tool, tells of it, ends, and is kept."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy.exc import SQLAlchemyError

from webform.files import FileGoneError, FileStore
from webform.language import marked
from webform.logs import about
from webform.result import Result
from webform.runs.database import reason
from webform.runs.echoes import facts_without_echoes, without_echoes
from webform.runs.events import facts_of, so_far
from webform.runs.feed import EventWriter
from webform.runs.raw_answers import kept
from webform.runs.secrets import answer_secrets
from webform.tracing import HEADER, Traces

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.runners import Runner, Target
    from webform.runs.live import Live
    from webform.runs.run import Run
    from webform.runs.sealing import Sealer
    from webform.runs.store import RunStore

Mode = Literal["dev", "production"]

#: Seconds that a cancelled run is given to end.
PATIENCE = 2.0

CANCELLED = Result(status="cancelled", code="cancelled", message=marked("Cancelled."))
BROKEN = Result(
    status="error",
    code="internal",
    message=marked("The server had an error. Your input is fine."),
    advice=marked("Try again. If this keeps happening, contact this site's owner."),
)

_log = logging.getLogger(__name__)


class LocalRuns:
    """
    The runs that this process is at work on.

    Args:
        store: where they are kept.
        runner: what calls their tools.
        mode: in `dev`, every answer is kept as it came; in `production` those of targets with `keep_raw`.
        files: where what is too large for the database goes.
        sealer: what bodies with secrets rest in, if they may.
        began: called with each run whose tool is called now.
        ended: called with each run that is over, once that is saved, unless it was forgotten.
        traces: where their spans go.
        at_work: called once there is a run that others may ask for.
    """

    def __init__(  # noqa: PLR0913 - what runs of a process share
        self,
        store: RunStore,
        runner: Runner,
        *,
        mode: Mode,
        files: FileStore | None,
        sealer: Sealer | None,
        began: Callable[[Run], None],
        ended: Callable[[Run], None],
        traces: Traces,
        at_work: Callable[[], None],
    ) -> None:
        self.store, self.runner, self.files, self.sealer = store, runner, files, sealer
        self._mode, self._began, self._ended, self._at_work = mode, began, ended, at_work
        self._traces = traces
        self._live: dict[str, Live] = {}
        self._closing = False
        self._recorder = EventWriter(store.write_events)

    def get(self, run_id: str) -> Live | None:
        """Return the run of that id, if this process is at work on it."""
        return self._live.get(run_id)

    def all(self) -> list[Live]:
        """Return those that this process is at work on."""
        return list(self._live.values())

    def seal(self, live: Live) -> None:
        """Let the body of *live* rest whole, where that may be."""
        if not live.is_whole and self.sealer:
            live.sealed = self.sealer.seal(live.body)

    def begin(self, live: Live, add: Callable[[], str]) -> str:
        """Be at work on *live*, whose row *add* writes; return the id of the run that it turns out to be already."""
        if (before := self._live.get(live.run.id)) is not None:
            # Its lease ran out while it was executed, and now it is once more.
            before.cancelled = True
            before.answers.wake()
        # Whoever finds its row from here on finds the run.
        self._live[live.run.id] = live
        try:
            # Another thread may have executed it before this one knows that its row is there.
            with live.writing:
                known = add()
                live.kept = known in ("", live.run.id)
        except BaseException as error:
            # Fail the run if its row cannot be written.
            del self._live[live.run.id]
            if isinstance(error, SQLAlchemyError):
                # It may be there all the same, where the database could not say so: nobody would execute it.
                with suppress(SQLAlchemyError):
                    self.store.forget(live.run.id)
            raise
        if not live.kept:
            del self._live[live.run.id]
            return known
        self._at_work()
        return ""

    def begin_unkept(self, live: Live) -> None:
        """Be at work on *live*, which is kept once it is over: whoever wants it waits for it, and has no key to it."""
        self._live[live.run.id] = live

    def refuse(self, live: Live) -> None:
        """Forget *live*, for which there is no room."""
        live.forgotten = True
        self.end(live, CANCELLED)
        self.store.forget(live.run.id)

    def execute(self, live: Live, left: Callable[[], None] = lambda: None) -> None:
        """Call the tool of *live*; *left* is called once that is over, before the end is kept."""
        live.run = replace(live.run, state="running", began=self.store.database.time())
        live.feed.notify()
        self._began(live.run)
        run = live.run
        self._traces.add("wait", live.trace, run.tool_id, run.id, (run.created, run.began or run.created))
        try:
            with self._traces.span("call", live.trace, run.tool_id, run.id) as trace:
                result = self._call(live, traced(live.target, trace))
        finally:
            left()
        self.end(live, result)

    def _call(self, live: Live, target: Target) -> Result:
        try:
            return self.runner.run(
                live.tool,
                target,
                live.body,
                run_id=live.run.id,
                cancelled=lambda: live.cancelled,
                mode=self._mode,
                tell=lambda event: self._tell(live, event),
            )
        except FileGoneError as error:
            return Result(status="error", code=error.code, message=f"{error}.")
        except Exception:  # noqa: BLE001 - logged, and said
            # A fault of ours must not leave a run running for ever.
            _log.exception("run %.8s of %s", live.run.id, live.tool.id, extra=about(live.run.id, live.tool.id))
            return BROKEN

    def _tell(self, live: Live, event: dict[str, Any]) -> Any:
        """Keep what a call tells of itself; return the answer where it asks."""
        try:
            if event["type"] == "secret":
                live.secrets = live.secrets | {str(event["text"])}
                return None
            facts = facts_without_echoes(event["type"], facts_of(event), live.secrets)
        except (KeyError, TypeError, ValueError) as error:
            ids = live.run.id, live.tool.id
            _log.warning("run %.8s of %s told what cannot be kept: %s", *ids, type(error).__name__, extra=about(*ids))
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
        with live.writing:
            if live.kept or live.forgotten:
                return
            try:
                self.store.add(live.run, **live.more)
            except SQLAlchemyError:
                _log.exception("run %.8s cannot be kept", live.run.id, extra=about(live.run.id, live.tool.id))
            else:
                live.kept = True
        self._at_work()

    def end(self, live: Live, result: Result) -> None:
        """Note that *live* is over with *result*, and keep that."""
        live.ended = not live.given_up
        if live.feed.has_events:
            self._recorder.flush()
            if not result.logs:
                result = replace(result, logs=so_far(live.feed.after(0)).logs)
        live.feed.close()
        run = replace(live.run, ended=self.store.database.time(), state="done", result=self._kept_result(live, result))
        if result.status == "cancelled":
            run = replace(run, state="lost", result=None) if self._closing else replace(run, state="cancelled")
        with live.writing:
            live.run = run
        self._save(live)
        live.over.set()
        live.feed.notify()
        if live.run.id in self._live:
            self._at_work()

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
        return replace(result, raw=kept(result.raw, live.secrets, self.files, redact=self._mode == "production"))

    def _save(self, live: Live) -> None:
        """Write the run of *live*, which is over, and its events, to the database; keep it here where that fails."""
        if live.given_up and not live.ended:
            self._leave(live)
            return
        with live.writing:
            is_saved = (not live.feed.has_events or self._recorder.flush()) and self._write(live)
            if is_saved and self._leave(live) and not live.forgotten:
                self._ended(live.run)

    def _leave(self, live: Live) -> bool:
        """Be at work on *live* no more; tell whether that was so: the same run may be executed here once more."""
        was = self._live.get(live.run.id) is live
        if was:
            del self._live[live.run.id]
        return was

    def _write(self, live: Live) -> bool:
        """Keep the run of *live* as it is now; tell whether that could be done."""
        try:
            if live.forgotten:
                # Its row may have been written a moment after it was forgotten.
                self.store.forget(live.run.id)
            elif not live.kept:
                self.store.add(live.run, client=live.turn.client)
            elif not self.store.change(live.run, live.attempt):
                # It was forgotten, or another process was told that this one is no more.
                live.run = self.store.get(live.run.id) or live.run
                live.cancelled = True
        except SQLAlchemyError as error:
            if not live.failed:
                _log.error("run %.8s cannot be saved yet: %s", live.run.id, reason(error))
            live.failed = True
            return False
        live.kept, live.failed = live.kept or not live.forgotten, False
        return True

    def note_end(self, run_id: str) -> Run | None:
        """Return the run of that id, which is over without having been in the work of this process."""
        run = self.store.get(run_id)
        if run is not None:
            self._ended(run)
        return run

    def look_after(self) -> None:
        """Note which runs have begun, for other processes, and write what could not be."""
        for live in self.all():
            if live.over.is_set():
                self._save(live)
                continue
            # Its row may take a while to be written: this waits for none.
            if live.run.state == "running" and live.kept and not live.noted:
                with live.writing:
                    live.noted = live.run.over or self._write(live)

    def give_up(self, in_work: Callable[[], set[str]]) -> None:
        """End the calls of runs that are kept and not *in_work* any more: others were told that they are lost."""
        # A run that is kept after this look is none of them.
        kept = [live for live in self.all() if live.kept]
        left = in_work()
        for live in kept:
            if live.run.id not in left and not live.over.is_set():
                live.cancelled = True
                live.answers.wake()

    def answer(self, live: Live, ask: str, answer: dict[str, Any]) -> bool:
        """Give *answer* to what *live* asks; tell whether it waits for one."""
        asked = next((question for question in so_far(live.feed.after(0)).asks if question.id == ask), None)
        if asked and asked.schema:
            live.secrets = live.secrets | answer_secrets(asked.schema, answer.get("content"))
        if not live.answers.give(ask, answer):
            return False
        self._recorder.tell(live.feed, "answered", {"id": ask, "action": answer["action"]})
        self._recorder.flush()
        return True

    def hand_over(self) -> None:
        """End the calls that go on, and keep nothing of them: the runs are for others to take."""
        self._recorder.flush()
        for live in self.all():
            live.cancelled = live.given_up = True
            live.answers.wake()

    def close(self, cancel: Callable[[str], object]) -> None:
        """End all runs that go on, by *cancel*: they are lost."""
        self._closing = True
        going = self.all()
        for live in going:
            live.cancelled = True
        for live in going:
            cancel(live.run.id)
        self._recorder.close()
        self.runner.close()


def traced(target: Target, trace: str) -> Target:
    """Return *target* with the header of the span *trace*; of an MCP server, whose session calls share, as it is."""
    if not trace or target.protocol == "mcp" or HEADER in target.header_names:
        return target
    return replace(target, headers={**target.headers, HEADER: trace})
