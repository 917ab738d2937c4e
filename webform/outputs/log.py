"""A log: lines with a level and a time."""

from __future__ import annotations

from typing import Any, NamedTuple

from webform.outputs.base import About, Misfit, View
from webform.outputs.moments import clock
from webform.outputs.texts import text_download
from webform.outputs.types import NAME, TEXT, OutputType, list_of, object_of
from webform.result import Log
from webform.texts import cut, visible
from webform.values import write_json

#: The last lines are shown, each to this length.
MAX_LINES, MAX_LINE = 500, 2000
#: The words for levels, by those that tools use.
LEVELS = {
    "debug": "debug", "trace": "debug", "info": "info", "notice": "info",
    "warning": "warning", "warn": "warning", "error": "error", "critical": "error", "fatal": "error",
}  # fmt: skip


class LogLine(NamedTuple):
    """One line: its level, when it was written, what it says, and what else it holds, as JSON."""

    level: str
    time: str
    message: str
    extra: str = ""

    @property
    def clock(self) -> str:
        """The time of day it was written; the time as it is where that is no moment."""
        return clock(self.time)

    def __str__(self) -> str:
        return " ".join(filter(None, (self.time, self.level, self.message, self.extra)))


class Lines(NamedTuple):
    """The last lines of a log, and how many came before."""

    lines: list[LogLine]
    before: int

    @property
    def is_of_days(self) -> bool:
        """Whether moments of several days are shown."""
        return len({line.time[:10] for line in self.lines if line.clock != line.time}) > 1


TYPES = (
    OutputType(name="log", schema=object_of(lines=list_of(object_of(level=NAME, message=TEXT, t=NAME))), appends=True),
)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of `{"lines": [{level, message, t}]}`."""
    lines = value.get("lines") if isinstance(value, dict) else value
    if not isinstance(lines, list) or not all(isinstance(line, dict | str) for line in lines):
        return Misfit()
    shown = [_line(line) for line in lines[-MAX_LINES:]]
    download = text_download(about.name, "log", lambda: "".join(f"{_line(line, None)}\n" for line in lines))
    return View(
        name="log",
        data=Lines(shown, len(lines) - len(shown)),
        copy="\n".join(map(str, shown)) or None,
        downloads=(download,) if lines else (),
    )


def _line(raw: dict[str, Any] | str, longest: int | None = MAX_LINE) -> LogLine:
    line = Log.of(raw)
    extra = write_json(line.extra) if line.extra else ""
    message, extra = (visible(text if longest is None else cut(text, longest).text) for text in (line.message, extra))
    return LogLine(LEVELS.get(line.level.lower(), "info"), visible(line.t[:40]), message, extra)
