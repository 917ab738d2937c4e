"""Progress of a run, from inside the function that runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

#: What is given the events of the run; outside of one there is nothing.
_listeners: list[Callable[[dict[str, Any]], None]] = []


def progress(done: float, total: float | None = None, message: str = "") -> None:
    """
    Show how far the run of this function is; called anywhere else it does nothing.

    Args:
        done: how much is done.
        total: how much there is to do; `None` where nobody knows.
        message: what is being done, in a few words.
    """
    for listener in _listeners:
        listener({"type": "progress", "done": done, "total": total, "message": message})


def listen(listener: Callable[[dict[str, Any]], None]) -> None:
    """Give *listener* the progress of all runs of this process from now on."""
    _listeners.append(listener)
