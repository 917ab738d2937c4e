"""Unified diffs: known from other texts, and read line by line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from webform.language import gettext, number

if TYPE_CHECKING:
    from collections.abc import Iterator

#: How much of a text is looked at, and how many lines may stand before a diff, such as those of `git show`.
_HEAD, _BEFORE = 10_000, 8
_BEGINS = re.compile(r"^(?:diff --git .*|--- .*\n\+\+\+ .*\n@@ -\d.*)$", re.MULTILINE)
_HUNK = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@(.*)")


class PatchLine(NamedTuple):
    """
    A line of a comparison.

    Args:
        kind: whether it stayed, came or went; `gap` is lines left out, `place` where a change is, `file` about a file.
        before: its number in the text before; 0 where it is not in it.
        after: its number in the text after.
        text: what it says; of a gap, how many lines.
    """

    kind: Literal["same", "ins", "del", "gap", "place", "file"]
    before: int
    after: int
    text: str


def is_patch(text: str) -> bool:
    """Tell whether *text* is a unified diff; a few lines may say of what."""
    head = text[:_HEAD]
    found = _BEGINS.search(head)
    return found is not None and head.count("\n", 0, found.start()) <= _BEFORE and "```" not in head[: found.start()]


def patch_lines(text: str) -> Iterator[PatchLine]:
    """Yield the lines of a unified diff, with their numbers in both files."""
    before = after = left_before = left_after = 0
    for line in (raw_line.removesuffix("\r") for raw_line in text.split("\n")):
        hunk = _HUNK.match(line) if line.startswith("@@ ") else None
        if hunk:
            before, after = int(hunk[1]), int(hunk[3])
            left_before, left_after = (int(count) if count else 1 for count in (hunk[2], hunk[4]))
            yield PatchLine("place", 0, 0, gettext("Line {number}", number=number(after)) + hunk[5])
        elif left_before > 0 and line.startswith("-"):
            yield PatchLine("del", before, 0, line[1:])
            before, left_before = before + 1, left_before - 1
        elif left_after > 0 and line.startswith("+"):
            yield PatchLine("ins", 0, after, line[1:])
            after, left_after = after + 1, left_after - 1
        elif left_before > 0 and left_after > 0 and not line.startswith("\\"):
            yield PatchLine("same", before, after, line[1:])
            before, left_before = before + 1, left_before - 1
            after, left_after = after + 1, left_after - 1
        elif line:
            yield PatchLine("file", 0, 0, line)
