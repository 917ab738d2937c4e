"""The schedules of a site: checked at start, and begun when it is time."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from sqlalchemy import insert, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from werkzeug.exceptions import HTTPException

from webform.files import FilesAwayError
from webform.problems import Problem, error_at, errors, nearest
from webform.runs import BusyError, RunStore
from webform.runs.database import reason
from webform.runs.rows import SCHEDULES
from webform.runs.tasks import Task
from webform.values import join
from webform.web.sent import keep_files, sent_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from webform.tool import Tool
    from webform.web.schedule import Schedule
    from webform.web.site import Site

#: Seconds between two looks at the clock, which may be set.
_LOOK = 30.0

_log = logging.getLogger(__name__)


def unready(schedules: Iterable[Schedule], tools: Mapping[str, Tool]) -> list[Problem]:
    """Return what keeps *schedules* from being run with *tools*, the tools that are served by their ids."""
    return [problem for index, schedule in enumerate(schedules) for problem in _unready(schedule, index, tools)]


def _unready(schedule: Schedule, index: int, tools: Mapping[str, Tool]) -> list[Problem]:
    at, tool = join("/schedules", index), tools.get(schedule.tool)
    if tool is None:
        near = nearest(schedule.tool, tools)
        return [error_at(join(at, "tool"), "no-tool", "no-tool.named", name=schedule.tool, near=near)]
    return [problem.under(join(at, "body")) for problem in errors(sent_of(tool, schedule.body).problems)]


class Schedules(Task):
    """
    The schedules of a site, and the thread that begins their runs.

    Args:
        site: whose tools they are of.
        store: of the database, which processes share: one of them begins the run of a time.
    """

    thread_name = "webform-schedules"

    def __init__(self, site: Site, store: RunStore) -> None:
        super().__init__()
        self._site, self._store, self._all = site, store, site.config.schedules

    @property
    def is_wanted(self) -> bool:
        """Whether there are any schedules."""
        return bool(self._all)

    def _work(self) -> None:
        now = time.time()
        self.catch_up(now)
        due = [schedule.after(now) for schedule in self._all]
        while self._wait(min(due) - time.time()):
            due = self.begin_due(due, time.time())

    def _wait(self, seconds: float) -> bool:
        """Wait *seconds*, or less; tell whether there is more to do."""
        with self._changed:
            return not self._changed.wait_for(lambda: self._over, max(0.0, min(seconds, _LOOK)))

    def catch_up(self, now: float) -> None:
        """Note which schedules there are, and begin the runs that were missed and are to be caught up."""
        for schedule in self._all:
            if self._is_known(schedule, now) and schedule.catch_up:
                self._begin(schedule, schedule.before(now))

    def begin_due(self, due: list[float], now: float) -> list[float]:
        """Begin the runs that are due, at the time of each schedule; return the next times."""
        for schedule, moment in zip(self._all, due, strict=True):
            if moment <= now:
                self._begin(schedule, moment)
        return [
            schedule.after(now) if moment <= now else moment for schedule, moment in zip(self._all, due, strict=True)
        ]

    def _is_known(self, schedule: Schedule, now: float) -> bool:
        """Tell whether there was *schedule* before *now*; a new one missed nothing, and is noted."""
        row = {"name": schedule.name, "last": now}
        try:
            self._store.write(lambda connection: connection.execute(insert(SCHEDULES), row))
        except IntegrityError:
            return True
        except SQLAlchemyError as error:
            _log.error("schedule %s cannot be noted: %s", schedule.name, reason(error))
        return False

    def _begin(self, schedule: Schedule, moment: float) -> None:
        try:
            if self._claim(schedule, moment):
                self._start(schedule, moment)
        except (BusyError, FilesAwayError, HTTPException, SQLAlchemyError) as error:
            why = reason(error) if isinstance(error, SQLAlchemyError) else error
            _log.error("schedule %s: no run begins: %s", schedule.name, why)
        except Exception:  # noqa: BLE001 - logged
            # One that fails keeps no other from its time.
            _log.exception("schedule %s: no run begins", schedule.name)

    def _claim(self, schedule: Schedule, moment: float) -> bool:
        """Take *moment* for this process; tell whether no other, and no later time, has it."""
        later = update(SCHEDULES).where(SCHEDULES.c.name == schedule.name, SCHEDULES.c.last < moment)
        return self._store.write(lambda connection: connection.execute(later.values(last=moment)).rowcount > 0)

    def _start(self, schedule: Schedule, moment: float) -> None:
        served = self._site.find(schedule.tool)
        sent = sent_of(served.tool, keep_files(served.tool.form.root, schedule.body, self._site.files))
        problems = errors(sent.problems)
        if problems or served.target is None:
            # A message may quote the value.
            places = ", ".join(f"{problem.at or '/'} {problem.code}" for problem in problems)
            _log.error("schedule %s: no run begins: %s", schedule.name, places or "no address is set for its tool")
            return
        key = f"schedule/{schedule.name}/{moment:.0f}"
        run = self._site.runs.start(served.tool, served.target, sent.body, key=key)
        _log.info("schedule %s: run %.8s of %s begins", schedule.name, run.id, schedule.tool)
