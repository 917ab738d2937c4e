"""One call of a tool, from its beginning to its result."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from webform.result import Result

State = Literal["queued", "running", "done", "cancelled", "lost"]


@dataclass(frozen=True, kw_only=True)
class Run:
    """
    One call of a tool.

    Args:
        id: 128 random bits: the only key to it.
        tool_id: the tool it is of.
        body: what the tool was sent, files as `StoredFile`s, secrets left out.
        state: where it is in its life.
        created: when it was asked for, in seconds since 1970; so are *began* and *ended*.
        result: what it came to; `None` while it is not over, and where it was lost.
        place: its place among those that wait for their turn, from 1 on; `None` where it does not wait.
        saved: whether it would still be there after the server stopped, or could not be written to the database yet.
    """

    id: str
    tool_id: str
    body: Any
    state: State
    created: float
    began: float | None = None
    ended: float | None = None
    result: Result | None = None
    place: int | None = None
    saved: bool = True

    @property
    def over(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state not in ("queued", "running")

    @property
    def took_ms(self) -> float | None:
        """How long the call took, in milliseconds."""
        if self.began is None or self.ended is None:
            return None
        return round((self.ended - self.began) * 1000, 1)

    def as_json(self) -> dict[str, Any]:
        """Return the run as the HTTP answers show it."""
        shown: dict[str, Any] = {"run": self.id, "state": self.state}
        if self.place is not None:
            shown["place"] = self.place
        if not self.saved:
            shown["saved"] = False
        if self.result is not None:
            shown |= self.result.as_json()
        took = self.took_ms
        if took is not None:
            shown["took_ms"] = took
        return shown


def new_id() -> str:
    """Return an id that nobody guesses."""
    return secrets.token_urlsafe(16)
