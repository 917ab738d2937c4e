"""`_meta` of an MCP tool: under `webform/inputs` the hints of its arguments, by the pointers of their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.hints.base import ITEMS, Asked, Read
from webform.hints.x_webform import read_hint
from webform.messages import Phrase
from webform.values import brief, join, split

if TYPE_CHECKING:
    from webform.problems import Problem

#: The key of `_meta`: a prefix of our own, then a name, as MCP has it.
KEY = "webform/inputs"
#: The step of a pointer to all items of a list.
_ALL = "-"


def read_meta(hints: Any, at: str) -> Read:
    """Return the hints that *hints*, which stand *at* a pointer of the declaration, give by pointers of values."""
    read = Read()
    pointers = hints if isinstance(hints, dict) else {}
    if pointers is not hints:
        read.problems.append(_bad(at, hints))
    for pointer, value in pointers.items():
        place = join(at, pointer)
        if pointer and not pointer.startswith("/"):
            read.problems.append(_bad(place, pointer))
            continue
        hint, problems = read_hint(value, place)
        read.problems += problems
        if hint:
            read.tree.add([ITEMS if step == _ALL else step for step in split(pointer)], hint)
    return read


def _bad(at: str, found: Any) -> Problem:
    return Asked(found, at).ignored("bad-hint", expected=Phrase("kind.hints"), found=brief(found))
