"""The log of a process: a record a line, as text or JSON, with what is known of a run and no value of one."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, TextIO

from webform.settings import choice, option
from webform.texts import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

#: What a record may say of a run beside its message, by `extra`.
FACTS = ("run", "tool", "state", "status", "seconds")
#: Characters of the id of a run in a log: who knows all of it has the run.
SHOWN = 8


@dataclass(frozen=True, kw_only=True)
class LogSettings:
    """How a process logs."""

    format: Literal["text", "json"] = option(
        choice("text", "json"), '`"text"` for people, `"json"` for programs: a line for each record.', "text"
    )
    level: Literal["debug", "info", "warning", "error"] = option(
        choice("debug", "info", "warning", "error"),
        'The lowest level that is logged. `"info"` adds a line when a run begins, and one when it ends.',
        "warning",
    )


def about(run_id: str, tool_id: str, **more: Any) -> dict[str, Any]:
    """Return what a record says of a run, as `extra`."""
    return {"run": run_id[:SHOWN], "tool": tool_id, **more}


class JSONLines(logging.Formatter):
    """Formats a record as an object."""

    def format(self, record: logging.LogRecord) -> str:
        facts = {
            "time": _moment(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_facts(record),
        }
        if trace := _trace(record):
            facts["trace"] = trace
        return json.dumps(facts, default=str)


class TextLines(logging.Formatter):
    """Formats a record as words; those of others cannot begin a line of their own."""

    def format(self, record: logging.LogRecord) -> str:
        facts = "".join(f" {name}={value}" for name, value in _facts(record).items())
        line = f"{_moment(record)} {record.levelname} {record.name}: {record.getMessage()}{facts}"
        return "\n    ".join([printable(line), *_trace(record)])


FORMATS: dict[str, type[logging.Formatter]] = {"text": TextLines, "json": JSONLines}


class LogHandler(logging.StreamHandler[TextIO]):
    """Writes to what the standard error of the process is at that moment."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]  # it is never set
        """The standard error."""
        return sys.stderr


def set_up(settings: LogSettings) -> None:
    """Log as *settings* say: what webform logs from their level on, of all others what is at least a warning."""
    root = logging.getLogger()
    for handler in [one for one in root.handlers if isinstance(one, LogHandler)]:
        root.removeHandler(handler)
    handler = LogHandler()
    handler.setFormatter(FORMATS[settings.format]())
    root.addHandler(handler)
    logging.getLogger("webform").setLevel(settings.level.upper())


def is_set_up() -> bool:
    """Tell whether this process logs as settings say."""
    return any(isinstance(handler, LogHandler) for handler in logging.getLogger().handlers)


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    return {name: record.__dict__[name] for name in FACTS if record.__dict__.get(name) not in (None, "")}


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _trace(record: logging.LogRecord) -> list[str]:
    """Return where an exception came from, without its words: those may quote a value."""
    return list(_places(record.exc_info[1])) if record.exc_info and record.exc_info[1] else []


def _places(error: BaseException) -> Iterator[str]:
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _places(before)
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"{frame.filename}:{frame.lineno} in {frame.name}"
    yield type(error).__qualname__
