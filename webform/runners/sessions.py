"""Sessions with servers that remember what a visitor did: whose they are, and what is shown of them."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Any, NamedTuple

#: Seconds for a server to say hello: its program may have to be fetched first.
HELLO = 60.0
#: What a visitor's key looks like: 128 random bits are 22 characters of base64url, 32 hexadecimal digits.
KEY = re.compile(r"[A-Za-z0-9_-]{22,200}")
#: The event of a call that its session is open; it is nobody else's.
OPEN: dict[str, Any] = {"type": "open"}
_VISITOR, _PAGE = "visitor:", "page:"


@dataclass(frozen=True, kw_only=True)
class Session:
    """
    A session with a server.

    Args:
        server: what the server calls itself.
        since: when it began, in seconds since 1970.
        owner: whose it is, as `visitor` and `page` have it; `""` where it is of one call alone.
    """

    server: str
    since: float
    owner: str

    @property
    def is_of_page(self) -> bool:
        """Whether it belongs to the pages of its runs, since its visitor has no key."""
        return self.owner.startswith(_PAGE)


class ToolCall(NamedTuple):
    """A call of the tool *name*, of the run *run_id*; *as_task* where it has to be one, as servers of 2025 may want."""

    name: str
    arguments: dict[str, Any]
    run_id: str
    as_task: bool = False


def has_key(owner: str) -> bool:
    """Tell whether *owner* is a visitor with a key."""
    return owner.startswith(_VISITOR)


def visitor(key: str) -> str:
    """
    Return the owner that *key* stands for; the key itself is kept nowhere.

    Raises:
        ValueError: *key* is too short to be nobody else's, or holds other characters than it may.
    """
    if not KEY.fullmatch(key):
        raise ValueError("no key of a visitor")
    return _VISITOR + hashlib.sha256(key.encode()).hexdigest()


def page() -> str:
    """Return an owner that is new: the page of one run, and those of the runs that follow from it."""
    return _PAGE + secrets.token_hex(16)
