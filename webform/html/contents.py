"""The table of contents of a long form: its headings and its parts of several fields, else its fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from webform.inputs import Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.html.bound import Bound
    from webform.html.groups import Group

#: A form of more fields has one; with fewer parts, of its fields, up to so many.
MAX_FIELDS, MIN_PARTS, MAX_LISTED = 30, 3, 200


class ContentsEntry(NamedTuple):
    """A link to a part: the id it leads to, its name, and whether something is wrong there."""

    target: str
    label: str
    bad: bool


def contents_of(groups: Sequence[Group[Bound]], count: int, before: str) -> list[ContentsEntry]:
    """Return the entries for *groups*, which hold *count* fields that are shown; none where they are few."""
    if count <= MAX_FIELDS:
        return []
    entries = []
    for number, group in enumerate(groups, 1):
        if group.title:
            bad = any(bound.problems for bound in group.fields)
            entries.append(ContentsEntry(f"{before}group-{number}", group.title, bad))
            continue
        parts = (bound for bound in group.shown if bound.input.shape is not Shape.LEAF and not bound.left_out)
        entries += [ContentsEntry(part.id, part.label, bool(part.problems)) for part in parts]
    if len(entries) >= MIN_PARTS or count > MAX_LISTED:
        return entries
    return [ContentsEntry(bound.id, bound.label, bool(bound.problems)) for group in groups for bound in group.shown]
