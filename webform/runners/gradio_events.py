"""The stream of a Gradio queue: what waits, how far it is, what came so far, what it came to."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from webform.envelopes.streams import EventParser
from webform.envelopes.streams.frames import SSE
from webform.language import marked
from webform.runners.failures import CallError
from webform.values import as_dict, as_list

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.runners.base import Tell

MEDIA = SSE
_LEVELS = {"success": "info"}
_FAILED = marked("The app failed, and did not say why.")


class QueueStream:
    """
    Reads the events of one run as they come.

    Args:
        tell: is told of its progress, its log and what came so far.
        on_progress: is called whenever it shows that it goes on.
        shaped: makes of the values of the outputs what a result has.
    """

    def __init__(self, tell: Tell, on_progress: Callable[[], None], shaped: Callable[[list[Any]], Any]) -> None:
        self._tell, self._on_progress, self._shaped = tell, on_progress, shaped
        self._parser = EventParser(SSE)
        #: Whether the run has ended; the values of its outputs, or why it failed.
        self.over = False
        self.error: str | None = None
        self.data: list[Any] = []
        self._takes: dict[str, Callable[[dict[str, Any]], None]] = {
            "estimation": self._estimation,
            "progress": self._progress,
            "log": self._log,
            "process_generating": self._generating,
            "process_streaming": self._generating,
            "process_completed": self._completed,
            "unexpected_error": self._unexpected,
        }

    def take(self, piece: bytes) -> bool:
        """Take a piece of the stream in, and tell whether that was all."""
        for event in self._parser.take(piece):
            message = event.fields
            take = self._takes.get(str(message.get("msg")))
            if take is not None and not self.over:
                take(message)
        return self.over

    def _estimation(self, message: dict[str, Any]) -> None:
        rank, size = message.get("rank"), message.get("queue_size")
        if isinstance(rank, int) and rank > 0:
            words = f"Number {rank + 1} of {size} to wait" if isinstance(size, int) else f"Number {rank + 1} to wait"
            self._tell({"type": "progress", "done": 0, "total": None, "message": words, "place": rank + 1})

    def _progress(self, message: dict[str, Any]) -> None:
        units = message.get("progress_data")
        unit = units[0] if isinstance(units, list) and units and isinstance(units[0], dict) else {}
        done, total = unit.get("index"), unit.get("length")
        if done is None:
            done, total = unit.get("progress"), 1
        if isinstance(done, int | float):
            total = total if isinstance(total, int | float) else None
            self._tell({"type": "progress", "done": done, "total": total, "message": str(unit.get("desc") or "")})
        self._on_progress()

    def _log(self, message: dict[str, Any]) -> None:
        level = str(message.get("level") or "info")
        self._tell({"type": "log", "level": _LEVELS.get(level, level), "message": str(message.get("log") or "")})

    def _generating(self, message: dict[str, Any]) -> None:
        data = _data(message)
        try:
            # The first is whole, those after it say what is different.
            self.data = [edited(*pair) for pair in zip(self.data, data, strict=True)] if self.data else data
        except (LookupError, TypeError, ValueError):
            raise CallError("bad-answer") from None
        self._tell({"type": "partial", "value": self._shaped(self.data)})
        self._on_progress()

    def _completed(self, message: dict[str, Any]) -> None:
        self.over, data = True, _data(message)
        if message.get("success") is False:
            reason = as_dict(message.get("output")).get("error")
            self.error = reason if isinstance(reason, str) and reason else _FAILED
        self.data = data or self.data

    def _unexpected(self, message: dict[str, Any]) -> None:
        self.over, self.error = True, str(message.get("message") or _FAILED)


def _data(message: dict[str, Any]) -> list[Any]:
    return as_list(as_dict(message.get("output")).get("data"))


def edited(value: Any, edits: Any) -> Any:
    """
    Return *value* after *edits*, each an action, a path of keys and a value.

    Raises:
        LookupError, TypeError, ValueError: they do not fit.
    """
    whole = [deepcopy(value)]
    for action, path, new in edits:
        keys: list[Any] = [0, *path]
        parent: Any = whole
        for key in keys[:-1]:
            parent = parent[key]
        match action:
            case "append":
                parent[keys[-1]] += new
            case "delete":
                del parent[keys[-1]]
            case "add" if isinstance(parent, list):
                parent.insert(keys[-1], new)
            case "add" | "replace":
                parent[keys[-1]] = new
            case _:
                raise LookupError(action)
    return whole[0]
