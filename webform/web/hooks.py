"""Hooks of a host: who is asking, may they see and run a tool, and what a run costs."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from flask import has_request_context
from flask.globals import request_ctx

from webform.language import gettext
from webform.web.answers import refuse
from webform.web.clients import USER, kept_client

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.runs import Run, RunStore
    from webform.tool import Tool

Act = Literal["see", "run"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Charge:
    """
    What the hook `charge` is asked about.

    Args:
        when: `"before"` the runs begin, where it may refuse them; `"after"` one is over, once for each.
        user: who runs the tool, `""` for somebody without a name.
        tool_id: the tool.
        runs: how many runs are to begin: the rows of a batch, else 1.
        run: the run that is over; `None` before.
    """

    when: Literal["before", "after"]
    user: str
    tool_id: str
    runs: int = 1
    run: Run | None = None


@dataclass(frozen=True, kw_only=True)
class Hooks:
    """
    What a host decides.

    Args:
        identify: returns the name of who makes this request, `""` for nobody in particular; `None` refuses them.
        authorize: returns whether a user may see or run a tool; a text is why not.
        charge: returns nothing, or a text why a run is not begun.
    """

    identify: Callable[[], str | None] | None = None
    authorize: Callable[[str, Tool, Act], bool | str] | None = None
    charge: Callable[[Charge], str | None] | None = None

    @property
    def personal(self) -> bool:
        """Whether what is shown depends on who is asking."""
        return self.identify is not None or self.authorize is not None

    def user(self) -> str:
        """Return who makes this request; refuse it where the host says that nobody may."""
        name = self.identify() if self.identify else ""
        if name is None:
            message = gettext("Sign in to use this page.")
            refuse(401, "sign-in", message, gettext("Sign in on this site, and open the page again."))
        return name

    def why_not(self, tool: Tool, act: Act) -> str:
        """Return why who is asking may not *act* on *tool*; `""` where they may, and where no request is made."""
        if self.authorize is None or not has_request_context():
            return ""
        found = self.authorize(kept_client(request_ctx.request.environ).user, tool, act)
        if found is True:
            return ""
        return found or (
            gettext("You may not see this tool.") if act == "see" else gettext("You may not run this tool.")
        )

    def check(self, tool: Tool, act: Act) -> None:
        """Refuse who is asking where they may not *act* on *tool*."""
        if why := self.why_not(tool, act):
            refuse(403, "not-authorized", why, gettext("Ask this site's owner for access."))

    def check_charge(self, tool: Tool, runs: int) -> None:
        """Refuse *runs* of *tool* that are not paid for."""
        if self.charge is None:
            return
        user = kept_client(request_ctx.request.environ).user
        if why := self.charge(Charge(when="before", user=user, tool_id=tool.id, runs=runs)):
            refuse(402, "not-paid", why, gettext("Nothing was run."))


class Billing:
    """Tells the hook `charge` of each run in *store* that is over."""

    def __init__(self, hooks: Hooks, store: RunStore) -> None:
        self._charge, self._store = hooks.charge, store

    def begin(self, run: Run) -> None:
        """Do nothing: the hook was asked before."""

    def end(self, run: Run) -> None:
        """Tell that *run* is over."""
        if self._charge is None:
            return
        try:
            client = self._store.more(run.id)["client"]
            user = client.removeprefix(USER) if client.startswith(USER) else ""
            self._charge(Charge(when="after", user=user, tool_id=run.tool_id, run=run))
        except Exception:  # noqa: BLE001 - logged: a run is over, whatever a host makes of it
            _log.exception("the hook charge failed after the run %.8s", run.id)
