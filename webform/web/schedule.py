"""A schedule: a tool that is run again and again, at the times of the operator."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError

from webform.messages import Phrase
from webform.problems import Problem, wrong_type
from webform.settings import FLAG, TABLE, TEXT, OptionKind, kind, option, read_table
from webform.values import join

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Characters of a name.
_MAX_NAME = 100


def _is_cron(value: Any) -> bool:
    try:
        # Of five fields: one of seconds would be a sixth. Some days never come.
        return isinstance(value, str) and len(value.split()) == 5 and bool(next(CronSim(value, datetime.now(UTC))))
    except (CronSimError, StopIteration):
        return False


def _is_zone(value: Any) -> bool:
    try:
        return isinstance(value, str) and bool(ZoneInfo(value))
    except (OSError, ValueError, KeyError):
        return False


def _is_body(value: Any) -> bool:
    try:
        return isinstance(value, dict) and bool(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError):
        return False


_CRON = kind(Phrase("kind.cron"), _is_cron)
_ZONE = kind(Phrase("kind.zone"), _is_zone, ZoneInfo)
_BODY = kind(Phrase("kind.body"), _is_body)
SCHEDULES = OptionKind(
    words=Phrase("kind.schedules"), schema={"type": "object"}, takes=lambda value: isinstance(value, list)
)


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """A tool that is run again and again."""

    tool: str = option(TEXT, "The id of the tool.", "", shown="required")
    cron: str = option(
        _CRON,
        'When: minute, hour, day of the month, month, day of the week, such as `"30 6 * * MON-FRI"`.',
        "",
        shown="required",
    )
    body: Mapping[str, Any] = option(_BODY, "The body that is sent; checked at start and before each run.", {})
    timezone: tzinfo = option(_ZONE, 'The time zone of `cron`, such as `"Europe/Oslo"`.', UTC, shown='`"UTC"`')
    name: str = option(TEXT, "Its name in the log; unique.", "", shown="the id of the tool")
    catch_up: bool = option(
        FLAG, "Whether one run begins at start if the server was down at the last time, or at several.", False
    )

    def __post_init__(self) -> None:
        # A frozen dataclass is set up in this way.
        object.__setattr__(self, "name", (self.name or self.tool)[:_MAX_NAME])

    def after(self, moment: float) -> float:
        """Return the first time after *moment*, in seconds since 1970."""
        return next(CronSim(self.cron, datetime.fromtimestamp(moment, self.timezone))).timestamp()

    def before(self, moment: float) -> float:
        """Return the last time before *moment*."""
        return next(CronSim(self.cron, datetime.fromtimestamp(moment, self.timezone), reverse=True)).timestamp()


def read_schedules(raw: list[Any], problems: list[Problem]) -> tuple[Schedule, ...]:
    """Return the tables *raw* as schedules; add what is wrong with them to *problems*."""
    found: dict[str, Schedule] = {}
    for index, table in enumerate(raw):
        at = join("/schedules", index)
        if not isinstance(table, dict):
            problems.append(wrong_type(at, TABLE.words, table))
            continue
        settings = read_table(table, Schedule, at, problems)
        missing = [name for name in ("tool", "cron") if name not in table]
        problems += [Problem(at=at, code="no-setting", params={"name": name}) for name in missing]
        schedule = Schedule(**settings)
        if schedule.name in found:
            problems.append(Problem(at=at, code="same-schedule", params={"name": schedule.name}))
        found[schedule.name] = schedule
    return tuple(found.values())
