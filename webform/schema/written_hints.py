"""Hints that stand in schemas: where, and what several of them come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.hints.x_webform import KEYWORD, read_hint
from webform.values import ABSENT, join

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.hints import Hint
    from webform.schema.located import Located


def written_in(schemas: Iterable[Located], at: str) -> dict[str, object]:
    """Return the hints in *schemas* by where they stand; the schema of them all stands *at* a pointer."""
    return {
        join(at + located.at, KEYWORD): located.get(KEYWORD)
        for located in schemas
        if located.get(KEYWORD) is not ABSENT
    }


def written_hint(schemas: Iterable[Located], at: str) -> Hint | None:
    """Return what *schemas* ask for, the first above all."""
    return first_of(*(read_hint(value, place)[0] for place, value in written_in(schemas, at).items()))


def first_of(*hints: Hint | None) -> Hint | None:
    """Return a hint that asks for what each of *hints* does, the first above all."""
    found: Hint | None = None
    for hint in hints:
        found = hint if found is None else found.over(hint)
    return found
