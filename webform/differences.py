"""Differences between two JSON values, by pointer, and between two texts, by lines and words."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from webform.values import ABSENT, equal, join, write_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

#: Values that are compared, differences that are found, and same values that are kept, at most.
MAX_VALUES, MAX_DIFFERENCES, MAX_SAME = 20_000, 500, 200
#: Differences that are kept of one member of an object: a series is not to hide what stands beside it.
MAX_OF_ONE = 100
#: Lists of more elements are compared place by place, not aligned.
MAX_ALIGNED = 200
#: Characters, lines and words of a text that are compared.
MAX_TEXT, MAX_LINES, MAX_WORDS = 50_000, 500, 1_000
#: Pairs of equal elements with which an alignment is still quick, and those of all together: many make it cubic.
MAX_PAIRS, MAX_ALL_PAIRS = 10_000, 100_000
#: Characters of JSON that count as one value where elements are aligned.
_PER_VALUE = 50
_WORD = re.compile(r"\w+\s*|[^\w\s]\s*|\s+")

Kind = Literal["same", "added", "removed", "changed"]


@dataclass(kw_only=True)
class DiffBudget:
    """What is left of the *pairs* of equal elements that may be looked at."""

    pairs: int = MAX_ALL_PAIRS

    def takes(self, before: Sequence[str], after: Sequence[str]) -> bool:
        """Tell whether both may be aligned, and count it."""
        counts = Counter(after)
        pairs = sum(count * counts[text] for text, count in Counter(before).items())
        if pairs > min(MAX_PAIRS, self.pairs):
            return False
        self.pairs -= pairs
        return True


class DiffRow(NamedTuple):
    """A value of one side or of both, at a JSON Pointer; `ABSENT` on the side that has none."""

    at: str
    kind: Kind
    before: Any
    after: Any


@dataclass(kw_only=True)
class Comparison:
    """
    Two values compared.

    Args:
        members: what differs, in the order of the values, by the pointer of the member of the whole that it is in.
        more: how many differences more there are, by that pointer.
        same: the first values that are the same; *same_count* is how many there are.
        complete: whether all of both was compared.
    """

    members: dict[str, list[DiffRow]] = field(default_factory=dict)
    more: Counter[str] = field(default_factory=Counter)
    same: list[DiffRow] = field(default_factory=list)
    same_count: int = 0
    complete: bool = True
    left: int = MAX_VALUES
    budget: DiffBudget = field(default_factory=DiffBudget)

    @property
    def rows(self) -> list[DiffRow]:
        """What differs, in the order of the values."""
        return [row for rows in self.members.values() for row in rows]


def compare(before: Any, after: Any) -> Comparison:
    """Compare two JSON values; either may be `ABSENT`."""
    found = Comparison()
    if before is after is ABSENT:
        return found
    left, members = MAX_VALUES, _members(before, after)
    for index, (at, one, other) in enumerate(members):
        # What comes after has its share.
        share = left // (len(members) - index)
        found.left = share
        _add(found, at, _rows(found, at, one, other))
        left -= share - max(found.left, 0)
    return found


def _members(before: Any, after: Any) -> list[tuple[str, Any, Any]]:
    """Return the members of two objects, with their pointers; two other values as they are."""
    if not isinstance(before, dict) or not isinstance(after, dict) or not (before or after):
        return [("", before, after)]
    return [
        (join("", key), before.get(key, ABSENT), after.get(key, ABSENT)) for key in dict.fromkeys([*before, *after])
    ]


def _add(found: Comparison, member: str, rows: Iterable[DiffRow]) -> None:
    """Add *rows*, which are of one *member*, to what was found."""
    room, own = min(MAX_OF_ONE, MAX_DIFFERENCES - len(found.rows)), list[DiffRow]()
    for row in rows:
        if row.kind == "same":
            found.same_count += 1
            found.same += [row] * (len(found.same) < MAX_SAME)
        elif len(own) < room:
            own.append(row)
        else:
            found.more[member] += 1
    if own:
        found.members[member] = own


def _rows(found: Comparison, at: str, before: Any, after: Any) -> Iterator[DiffRow]:
    found.left -= 1
    if found.left < 0:
        found.complete = False
    elif before is ABSENT:
        yield DiffRow(at, "added", before, after)
    elif after is ABSENT:
        yield DiffRow(at, "removed", before, after)
    elif isinstance(before, dict) and isinstance(after, dict) and (before or after):
        for key in dict.fromkeys([*before, *after]):
            yield from _rows(found, join(at, key), before.get(key, ABSENT), after.get(key, ABSENT))
    elif isinstance(before, list) and isinstance(after, list) and (before or after):
        for index, one, other in _pairs(found, before, after):
            yield from _rows(found, join(at, index), one, other)
    else:
        yield DiffRow(at, "same" if equal(before, after) else "changed", before, after)


def _pairs(found: Comparison, before: list[Any], after: list[Any]) -> Iterator[tuple[int, Any, Any]]:
    """Yield which elements stand beside each other, with their index: in *before* for those that are gone."""
    blocks = [(0, len(before), 0, len(after))]
    if len(before) != len(after) and max(len(before), len(after)) <= MAX_ALIGNED:
        texts, others = ([write_json(element) for element in side] for side in (before, after))
        found.left -= sum(map(len, [*texts, *others])) // _PER_VALUE
        blocks = [code[1:] for code in _matches(texts, others, found.budget)]
    for start, end, other_start, other_end in blocks:
        for step in range(max(end - start, other_end - other_start)):
            one = before[start + step] if start + step < end else ABSENT
            other = after[other_start + step] if other_start + step < other_end else ABSENT
            yield (start if other is ABSENT else other_start) + step, one, other


class Piece(NamedTuple):
    """A stretch of a text: whether it differs from the other text, and what it says."""

    differs: bool
    text: str


class ComparedTexts(NamedTuple):
    """Both texts in pieces, and whether all of both was compared."""

    before: list[Piece]
    after: list[Piece]
    complete: bool


def compare_texts(before: str, after: str, budget: DiffBudget) -> ComparedTexts:
    """Compare two texts: by lines, and by words in the lines that differ; what *budget* has no room for, as a whole."""
    complete = max(len(before), len(after)) <= MAX_TEXT
    lines, others = (_lines(text[:MAX_TEXT]) for text in (before, after))
    one, other = list[Piece](), list[Piece]()
    words = MAX_WORDS
    for tag, i, j, k, m in _matches(lines, others, budget):
        left, right = "".join(lines[i:j]), "".join(others[k:m])
        parts, other_parts = _WORD.findall(left), _WORD.findall(right)
        if tag != "replace" or len(parts) + len(other_parts) > words:
            one.append(Piece(tag != "equal", left))
            other.append(Piece(tag != "equal", right))
            continue
        words -= len(parts) + len(other_parts)
        for inner, a, b, c, d in _matches(parts, other_parts, budget):
            one.append(Piece(inner != "equal", "".join(parts[a:b])))
            other.append(Piece(inner != "equal", "".join(other_parts[c:d])))
    return ComparedTexts([piece for piece in one if piece.text], [piece for piece in other if piece.text], complete)


def _lines(text: str) -> list[str]:
    """Return the lines of *text*; all that come after so many are one."""
    lines = text.splitlines(keepends=True)
    return [*lines[:MAX_LINES], "".join(lines[MAX_LINES:])] if len(lines) > MAX_LINES else lines


def _matches(
    before: Sequence[str], after: Sequence[str], budget: DiffBudget
) -> Sequence[tuple[str, int, int, int, int]]:
    """Return which stretches of both are the same and which are not, as `SequenceMatcher` has them."""
    if not budget.takes(before, after):
        return [("equal" if before == after else "replace", 0, len(before), 0, len(after))]
    return SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
