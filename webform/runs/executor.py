"""The protocol of executors of runs: threads of this process, or workers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from webform.runs.leases import Orphan
    from webform.runs.live import Live
    from webform.runs.turns import Rules


class Executor(Protocol):
    """Executes runs, by the rules of whose turn it is."""

    #: Whether any worker may execute a run that is in no visitor's session.
    is_shared: bool

    def set_rules(self, rules: Rules) -> None:
        """Go by *rules* from now on; no run ends by it."""

    def start(self, live: Live, key: str, key_age: float) -> str:
        """Have *live* executed; return the id of the run that *key* stands for already, else `""`."""

    def run(self, live: Live, key: str, key_age: float) -> str:
        """Do as `start`, and return once it is over; else return the id of what is to be waited for."""

    def take_over(self, orphan: Orphan) -> bool:
        """Have the run of *orphan* executed again; tell whether nobody else was quicker."""

    def place(self, run_id: str) -> int | None:
        """Return the place of the run of that id in the queue; `None` if it does not wait."""

    def places(self) -> dict[str, int]:
        """Return the places of the runs in the queue that all processes share, by their ids."""
        return {}

    def withdraw(self, run_id: str) -> bool:
        """Cancel the run of that id where nobody calls its tool yet; tell whether it was so."""

    def look(self) -> None:
        """Begin what this process is to execute and whose turn has come."""

    def begin_waiting(self) -> None:
        """Begin the runs that waited for others, which ended in the work of a process that is no more."""

    def work(self, threads: int, finish: float) -> None:
        """
        Execute what other processes were asked for, so many at once, until this process is told to stop.

        What goes on then has *finish* seconds.
        """

    def fault(self) -> str:
        """Return why no run is executed now, or `""`."""
        return ""
