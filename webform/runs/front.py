"""The runs of an app: begun, looked at, answered, cancelled and forgotten, whoever executes them."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import replace
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from webform.runners import DispatchingRunner, Runner, Target
from webform.runs.database import WORKERS_CHANNEL
from webform.runs.execution import PATIENCE, LocalRuns, Mode
from webform.runs.glances import Glance, glances
from webform.runs.heartbeat import Heartbeat
from webform.runs.keys import KEY_AGE, run_of
from webform.runs.live import Live, nothing_else
from webform.runs.notices import Notices
from webform.runs.raw_answers import with_files
from webform.runs.recovery import Revival
from webform.runs.remote import answer_elsewhere, cancel_elsewhere, commands, take_command
from webform.runs.threads import ThreadExecutor
from webform.runs.turns import rules_of
from webform.tracing import Traces

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator, Mapping

    from webform.files import FileStore
    from webform.runs.events import RunEvent
    from webform.runs.executor import Executor
    from webform.runs.live import Also
    from webform.runs.recovery import Find
    from webform.runs.run import Run
    from webform.runs.sealing import Sealer
    from webform.runs.store import RunStore
    from webform.tool import Tool

    #: Goes on where the run of an id is over; with `None`, where any is that nothing went on from.
    GoOn = Callable[[str | None], None]

#: Seconds after which a run of another process is looked at again, even if nothing was notified.
LOOK = 5.0


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
        find: finds a tool by its id, and where it is, for runs that another process began.
        sealer: what bodies with secrets rest in; without it they rest nowhere.
        began: called with each run of this process whose tool is called now.
        ended: called with each run that is over, once that is saved, unless it was forgotten.
        queue: whether workers execute them, and not this process.
        traces: where their spans go.
    """

    def __init__(  # noqa: PLR0913 - what the operator sets
        self,
        store: RunStore,
        runner: Runner | None = None,
        *,
        mode: Mode = "dev",
        at_once: int = 64,
        per_client: float = float("inf"),
        shared: Callable[[], bool] = lambda: False,
        files: FileStore | None = None,
        find: Find = lambda _: None,
        sealer: Sealer | None = None,
        began: Callable[[Run], None] = lambda _: None,
        ended: Callable[[Run], None] = lambda _: None,
        queue: bool = False,
        traces: Traces | None = None,
    ) -> None:
        self.store, self.runner, self._files = store, runner or DispatchingRunner(), files
        self._traces = traces or Traces()
        self._notices = Notices(store.database)
        self._wanted = Notices(store.database, WORKERS_CHANNEL)
        self._heartbeat = Heartbeat(store.leases, self, self._wanted)
        self._local = LocalRuns(
            store,
            self.runner,
            mode=mode,
            files=files,
            sealer=sealer,
            began=began,
            ended=self._over,
            traces=self._traces,
            at_work=self._heartbeat.start,
        )
        self._revival = Revival(store, find, sealer, files)
        rules = rules_of(at_once, per_client, shared)
        if queue:
            from webform.runs.queue import QueueExecutor  # noqa: PLC0415 - needs the extra `cluster`

            self._executor: Executor = QueueExecutor(self._local, rules, self._revival)
        else:
            self._executor = ThreadExecutor(self._local, rules, self._revival)
        self.find, self.sealer, self._ended = find, sealer, ended
        self._go_on: list[GoOn] = []
        self._works, self._counting = 0, Lock()
        #: Whether the process is to stop: the runs of others are for others.
        self._is_stopping = False
        #: Set once the app is closed: nothing is tried again then.
        self.closed = Event()

    def renew(self, *, at_once: int, per_client: float, shared: Callable[[], bool], find: Find) -> None:
        """Go by these from now on, which are those of the class; no run ends by it."""
        self._revival.find = find
        self._executor.set_rules(rules_of(at_once, per_client, shared))

    def then(self, go_on: GoOn) -> None:
        """
        Have *go_on* called wherever a run has ended, if any worker may go on there.

        That is with its id, by whichever process notes the end; and now and then with `None`, since that process may
        have ended before it came to this.
        """
        if self._executor.is_shared:
            self._go_on.append(go_on)

    def are_shared(self, target: Target) -> bool:
        """Tell whether runs of *target* are executed by any worker, and not by this process."""
        return self._executor.is_shared and not target.session

    def start(  # noqa: PLR0913 - what a run is made of
        self,
        tool: Tool,
        target: Target,
        body: Any,
        *,
        key: str = "",
        key_age: float = KEY_AGE,
        client: str = "",
        also: Also = nothing_else,
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
            also: what is written together with the row of a new run.

        Raises:
            BusyError: too many wait already.
        """
        while True:
            live = Live(tool, target, body, self.store.database.time(), client)
            live.also = also
            live.trace = self._traces.current()
            known = self._executor.start(live, key, key_age)
            if not known:
                return live.run
            # It may be forgotten, or refused, by now.
            if found := self.get(known):
                return found

    def run(  # noqa: PLR0913 - as `start`
        self, tool: Tool, target: Target, body: Any, *, key: str = "", key_age: float = KEY_AGE, client: str = ""
    ) -> Run:
        """Do as `start`, but return the run when it is over."""
        while True:
            live = Live(tool, target, body, self.store.database.time(), client)
            live.trace = self._traces.current()
            known = self._executor.run(live, key, key_age)
            if not known:
                return self._as_it_is(live)
            if found := self.wait(known):
                return found
            if known == live.run.id:
                # It was forgotten meanwhile.
                return replace(live.run, state="cancelled")

    def known(self, key: str, key_age: float = KEY_AGE) -> Run | None:
        """Return the run that *key* stands for already."""
        if not key:
            return None
        since = self.store.database.time() - key_age
        run_id = self.store.read(lambda connection: run_of(connection, key, since))
        return self.get(run_id) if run_id else None

    def get(self, run_id: str) -> Run | None:
        """Return the run of that id."""
        live = self._local.get(run_id)
        return self._stored(run_id) if live is None else self._as_it_is(live)

    def _as_it_is(self, live: Live) -> Run:
        """Return the run of *live* with its place in the queue, and whether it is saved."""
        if live.run.state == "queued":
            return replace(live.run, place=self._executor.place(live.run.id))
        return replace(live.run, saved=False) if live.failed else live.run

    def events(self, run_id: str, after: int = 0) -> list[RunEvent]:
        """Return what the run of that id told after the event of that number."""
        live = self._local.get(run_id)
        return live.feed.after(after) if live and not live.over.is_set() else self.store.events(run_id, after)

    def glances(self, asked: Mapping[str, int]) -> dict[str, Glance]:
        """
        Return how far runs of other processes are that are not over, looked at together.

        Args:
            asked: their ids, each with the number of the last event that is known; nothing is found of most others.
        """
        others = {run_id: after for run_id, after in asked.items() if self._local.get(run_id) is None}
        if not others or not self._notices.are_pushed:
            return {}
        found = self.store.read(lambda connection: glances(connection, others))
        self.watch_over()
        places = self._executor.places() if any(glance.waits for glance in found.values()) else {}
        return {run_id: glance._replace(place=places.get(run_id)) for run_id, glance in found.items()}

    def wait_event(self, run_id: str, after: int, seconds: float) -> None:
        """Return when the run of that id may have told more, or changed; at the latest after *seconds*."""
        live = self._local.get(run_id)
        if live is not None:
            live.feed.wait(after, seconds, live.over)
        else:
            self._wait_for_change(run_id, lambda: bool(self.store.events(run_id, after)), seconds)

    def _wait_for_change(self, run_id: str, is_due: Callable[[], bool], seconds: float) -> None:
        """Return when a run of another process changes, unless it is over or what is waited *is due* already."""
        changed = Event()
        end = self._notices.watch(run_id, changed.set)
        try:
            run = self.store.get(run_id)
            if run is not None and not run.over and not is_due():
                changed.wait(seconds)
        finally:
            end()

    def watch(self, run_id: str, wake: Callable[[], None]) -> Callable[[], None]:
        """
        Have *wake* called, from any thread, whenever the run of that id may have told more, or changed.

        Returns:
            What ends it.
        """
        live = self._local.get(run_id)
        return live.feed.watch(wake) if live else self._notices.watch(run_id, wake)

    def answer(self, run_id: str, ask: str, answer: dict[str, Any]) -> bool:
        """Give *answer* to what the run of that id asks; tell whether it waits for one."""
        live = self._local.get(run_id)
        if live is None:
            return answer_elsewhere(self.store, self.sealer, run_id, ask, answer)
        return self._local.answer(live, ask, answer)

    def wait(self, run_id: str, seconds: float | None = None) -> Run | None:
        """Return the run of that id when it is over, or after *seconds*."""
        ends = float("inf") if seconds is None else time.monotonic() + seconds
        while True:
            left = ends - time.monotonic()
            if live := self._local.get(run_id):
                live.over.wait(None if seconds is None else max(left, 0))
                return live.run
            run = self._stored(run_id)
            if run is None or run.over or left <= 0:
                return run
            self._wait_for_change(run_id, lambda: False, min(left, LOOK))

    def cancel(self, run_id: str) -> Run | None:
        """Cancel the run of that id, and return it as it then is."""
        live = self._local.get(run_id)
        if live is None:
            return (
                self._local.note_end(run_id)
                if self._executor.withdraw(run_id)
                else cancel_elsewhere(self.store, run_id)
            )
        live.cancelled = True
        live.answers.wake()
        self._executor.withdraw(run_id)
        live.over.wait(PATIENCE)
        return live.run

    def forget(self, run_id: str) -> bool:
        """Cancel and delete the run of that id; tell whether there was one."""
        live = self._local.get(run_id)
        if live:
            live.forgotten = True
        self.cancel(run_id)
        return self.store.forget(run_id) or live is not None

    @property
    def unsaved(self) -> int:
        """How many runs are over and could not be written to the database yet: that is tried again until it works."""
        return sum(live.over.is_set() for live in self._local.all())

    def fault(self) -> str:
        """Return why runs are not kept, or not executed, now; `""` where they are."""
        return self.store.fault() or self._executor.fault()

    def unfinished(self) -> Counter[tuple[str, str]]:
        """Return how many runs wait for their turn, or go on, by tool and state, in all processes."""
        counts = self.store.unfinished_elsewhere()
        counts.update((live.run.tool_id, live.run.state) for live in self._local.all() if not live.run.over)
        return counts

    @contextmanager
    def working(self) -> Iterator[None]:
        """Keep the lease of this process meanwhile, also between two runs."""
        self.store.leases.hold()
        with self._counting:
            self._works += 1
        self._heartbeat.start()
        try:
            yield
        finally:
            with self._counting:
                self._works -= 1

    def watch_over(self) -> None:
        """Notice where other processes end in the middle of their work, for as long as any is at work."""
        self._heartbeat.look()

    def is_at_work(self) -> bool:
        """Tell whether this process is at work on anything that others may ask for."""
        return self._works > 0 or any(
            live.kept or live.over.is_set() or live.writing.locked() for live in self._local.all()
        )

    def look(self) -> None:
        """Carry out what other processes want, and save what could not be."""
        self._local.look_after()
        self._executor.look()
        for command_id, run_id, command in commands(self.store):
            if self._local.get(run_id) and take_command(self.store, command_id):
                # A run takes its time to end, and others wait.
                Thread(target=self._carry_out, args=(run_id, command), daemon=True).start()

    def _carry_out(self, run_id: str, command: dict[str, Any]) -> None:
        """Carry out *command* of another process for the run of that id."""
        live = self._local.get(run_id)
        match command:
            case {"do": "cancel"}:
                self.cancel(run_id)
            case {"do": "answer", "ask": ask, "answer": answer} if live:
                self._local.answer(live, ask, answer)
            case {"do": "answer", "ask": ask, "sealed": sealed} if live and self.sealer:
                self._local.answer(live, ask, self.sealer.open(sealed))

    def _over(self, run: Run) -> None:
        """Do what there is to do once *run* is over, and that is saved."""
        self._ended(run)
        self._follow(run.id)

    def _follow(self, run_id: str | None) -> None:
        for go_on in self._go_on:
            go_on(run_id)

    def give_up(self) -> None:
        """End the calls of runs that others were told are lost."""
        self._local.give_up(self.store.in_work)

    def judge(self) -> None:
        """Start the runs of processes that are no more again, or note that they are lost."""
        if self._is_stopping:
            return
        for orphan in self.store.leases.orphans():
            if self._revival.may_repeat(orphan) and self._executor.take_over(orphan):
                continue
            if self.store.lose(orphan) and (run := self.store.get(orphan.id)):
                self._over(run)
        self._executor.begin_waiting()
        self.store.leases.bury()
        self._follow(None)

    def work(self, threads: int, finish: float = 0) -> None:
        """
        Execute runs as a worker, so many at once, until the process is told to stop.

        What goes on then has *finish* seconds, or what a worker has at least; what is left is handed over.
        """
        with self.working():
            self._executor.work(threads, finish)
        self.store.leases.hand_over()

    def tidy(self, files: FileStore, max_age: float, max_count: int, max_chars: float = float("inf")) -> None:
        """Delete the runs that are too old or too many, and the *files* that none of the others needs."""
        self.store.sweep(max_age, max_count, max_chars)
        files.sweep(self.store.hashes())

    def stop(self) -> None:
        """Take over no more runs of other processes."""
        self._is_stopping = True

    def finish(self, seconds: float) -> None:
        """Return when no run of this process goes on any more; at the latest after *seconds*."""
        ends = time.monotonic() + seconds
        # One that was waiting may have begun meanwhile.
        while (going := next((live for live in self._local.all() if not live.over.is_set()), None)) and (
            left := ends - time.monotonic()
        ) > 0:
            going.over.wait(left)

    def close(self) -> None:
        """End all runs that go on: they are lost."""
        self.closed.set()
        self._heartbeat.close()
        self._notices.close()
        self._wanted.close()
        self._local.close(self.cancel)
        self.store.close()

    def _stored(self, run_id: str) -> Run | None:
        """Return the run of that id as it was kept, its files at hand."""
        run = self.store.get(run_id)
        if run is not None and not run.over:
            # Whoever is at work on it may end in the middle of it.
            self.watch_over()
            if run.state == "queued":
                run = replace(run, place=self._executor.place(run_id))
        if run is None or run.result is None or self._files is None:
            return run
        return replace(run, result=with_files(run.result, self._files))
