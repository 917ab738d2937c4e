"""The log of runs: a line where the call of one begins, and one where it is over."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from webform.logs import about

if TYPE_CHECKING:
    from webform.runs import Run

_log = logging.getLogger(__name__)


class RunLog:
    """Logs what becomes of runs."""

    def begin(self, run: Run) -> None:
        """Log that *run* begins."""
        _log.info("a run begins", extra=about(run.id, run.tool_id, state=run.state))

    def end(self, run: Run) -> None:
        """Log that *run* is over."""
        status = run.result.status if run.result else ""
        seconds = None if run.took_ms is None else round(run.took_ms / 1000, 3)
        _log.info("a run is over", extra=about(run.id, run.tool_id, state=run.state, status=status, seconds=seconds))
