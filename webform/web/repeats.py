"""Pages that are posted twice: a button pressed twice begins a batch or a chain once."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, TypeVar

from flask import request

from webform.runs.run import new_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.runs import Batch, Chain

#: The field of a page that holds the id of what the page begins.
BEGINS = "begins"
#: Seconds within which the same page posted again is a button pressed twice. One that is gone back to may begin anew.
TWICE = 5.0
_ID = re.compile(r"[\w-]{22}", re.ASCII)

T = TypeVar("T", "Batch", "Chain")


def begun_before(find: Callable[[str], T | None]) -> tuple[str, T | None]:
    """Return the id of what the page that was posted begins, and what it has begun a moment ago, by *find*."""
    asked = request.form.get(BEGINS, "")
    if not _ID.fullmatch(asked):
        return new_id(), None
    known = find(asked)
    if known is None:
        return asked, None
    return (asked, known) if time.time() - known.created < TWICE else (new_id(), None)
