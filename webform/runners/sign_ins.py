"""Sign-ins at MCP servers, as the app sees them: which run needs one, how it begins and ends."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from webform.runners.base import Challenge, Target
from webform.runners.failures import CallError
from webform.runners.oauth import SignInError
from webform.runners.recent import Recent

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.runners.mcp_thread import Background
    from webform.runners.oauth import Begun

#: Runs whose sign-in may begin, at most, and for how many seconds.
MAX_CHALLENGES, KEEP = 10_000, 3600.0


class SignIns:
    """
    The sign-ins of one app.

    Args:
        background: returns the thread in which they happen.
    """

    def __init__(self, background: Callable[[], Background]) -> None:
        self._background = background
        self._challenges: Recent[Challenge] = Recent(MAX_CHALLENGES, KEEP)

    def note(self, run_id: str, target: Target, header: str) -> None:
        """Note that a run was refused for want of a sign-in, as the server's *header* says."""
        self._challenges.put(Challenge(target=target, header=header), run_id)

    def of_run(self, run_id: str) -> Challenge | None:
        """Return what the sign-in of a run begins with, if it needs one."""
        return self._challenges.get(run_id)

    def begin(self, challenge: Challenge, redirect_uri: str, owner: str) -> Begun:
        """
        Begin a sign-in; what it comes to is for the sessions of *owner*.

        Raises:
            SignInError: it cannot begin.
        """
        try:
            background = self._background()
        except CallError as error:
            raise SignInError(error.message) from error
        return background.signed_in(partial(background.authorizations.begin, challenge, redirect_uri, owner))

    def finish(self, state: str, code: str, issuer: str | None) -> None:
        """
        End the sign-in of *state*, once, with what the person came back with.

        Raises:
            SignInError: there is none, or it gives no token.
        """
        background = self._background()
        background.signed_in(partial(background.authorizations.finish, state, code, issuer))
