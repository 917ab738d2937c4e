"""The protocol of all runners, which call tools."""

from __future__ import annotations

import typing
from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from webform.runners.base import Target, Tell, tell_nobody
from webform.runners.failures import CallError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from webform.files import FileStore
    from webform.result import Result
    from webform.runners.answers import Answer
    from webform.runners.sessions import Session
    from webform.runners.sign_ins import SignIns
    from webform.tool import Tool


class Runner(typing.Protocol):
    """
    Calls tools. A class that is derived from it has to have `run`; it is made once for an app, and used by any thread.

    Args:
        files: where large answers go; without, they are in memory.
    """

    #: What a `Protocol` calls it.
    name: ClassVar[str] = ""

    def __init__(self, *, files: FileStore | None = None) -> None: ...

    @abstractmethod
    def run(  # noqa: PLR0913 - a run is its tool, place and body; the rest is how it goes
        self,
        tool: Tool,
        target: Target,
        body: Any,
        *,
        run_id: str,
        cancelled: Callable[[], bool] = lambda: False,
        mode: Literal["dev", "production"] = "dev",
        tell: Tell = tell_nobody,
    ) -> Result:
        """
        Return what running *tool* with *body* came to; a call that fails is a result too.

        Args:
            body: a JSON value, files in it as `StoredFile`s.
            run_id: what the run is called in a wrapped body, and begins with in the log.
            cancelled: tells whether the run is not wanted any more; asked many times.
            mode: in `dev`, a value that breaks the tool's output schema is shown with its problems.
            tell: hears of the call while it goes on.

        Raises:
            FileGoneError: a file in *body* is no longer kept.
        """

    def get(self, target: Target, path: str, query: Mapping[str, str] | None = None) -> Answer:
        """
        Get *path*, a neighbour of the place where the tool is called, which suggests values for a form.

        Raises:
            CallError: there is none, or it gave no whole answer.
        """
        raise CallError("bad-path")

    @property
    def sign_ins(self) -> SignIns | None:
        """The sign-ins at servers, where there are any."""
        return None

    def session_of(self, run_id: str) -> Session | None:
        """Return the session with a server that a run was made in, while it lasts."""
        return None

    def end_sessions(self, owner: str, run_id: str = "") -> int:
        """End the sessions of *owner*, or that of one of their runs; return how many."""
        return 0

    def close(self) -> None:
        """Close what is kept open."""
