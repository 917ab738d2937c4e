"""Runs of processes that are no more: started again where that does no harm, else lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.runs.live import Live
from webform.runs.raw_answers import at_hand
from webform.runs.sealing import Sealer, SealError
from webform.values import mapped

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.files import FileStore
    from webform.runners import Target
    from webform.runs.leases import Orphan
    from webform.runs.rows import Row
    from webform.runs.run import Run
    from webform.runs.store import RunStore
    from webform.tool import Tool

    #: Finds the tool of an id, and where it is; `None` where it is not served.
    Find = Callable[[str], tuple[Tool, Target] | None]

#: How often a run has its turn at most.
MOST_ATTEMPTS = 2


class Revival:
    """
    Makes runs of their rows again.

    Args:
        store: where they are kept.
        find: finds their tools.
        sealer: opens bodies that rest sealed.
        files: where the files of their bodies are.
    """

    def __init__(self, store: RunStore, find: Find, sealer: Sealer | None, files: FileStore | None) -> None:
        self._store, self.find, self._sealer, self._files = store, find, sealer, files

    def may_repeat(self, orphan: Orphan) -> bool:
        """Tell whether the run of *orphan* may start again: it does no harm, did not before, and is all at hand."""
        found = self.find(orphan.tool)
        harmless = found is not None and (found[0].hints.read_only or found[0].hints.idempotent)
        return harmless and orphan.attempt < MOST_ATTEMPTS and self.live(orphan.id) is not None

    def _body_of(self, run: Run, more: Row) -> tuple[bool, Any]:
        """Return whether the whole body of *run* is at hand, and the body."""
        sealed, body = more["sealed"], run.body
        if sealed == "" or (sealed and self._sealer is None):
            return False, None
        if sealed and self._sealer:
            try:
                body = self._sealer.open(sealed)
            except SealError:
                return False, None
        files = self._files
        return True, body if files is None else mapped(body, lambda part: at_hand(part, files))

    def live(self, run_id: str) -> Live | None:
        """Return the run of that id to be executed by this process; `None` where not all of it is at hand."""
        run, more = self._store.get(run_id), self._store.more(run_id)
        found = self.find(run.tool_id) if run and more else None
        if run is None or found is None:
            return None
        whole, body = self._body_of(run, more)
        if not whole:
            return None
        live = Live(*found, body, run.created, more["client"])
        live.sealed, live.trace = more["sealed"], more["trace"] or ""
        live.continues(run, more["attempt"], self._store.events(run_id))
        return live
