"""Changes in a text, line by line."""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher, unified_diff
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from webform.language import gettext
from webform.outputs.base import MAX_COPY, About, Misfit, View
from webform.outputs.patches import PatchLine, is_patch, patch_lines
from webform.outputs.texts import text_download
from webform.outputs.types import TEXT, OutputType, object_of
from webform.texts import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator


#: How many lines of each text are compared, how much of a line is shown, and how many around a change.
MAX_LINES, MAX_LINE, AROUND = 1500, 500, 3


class Changes(NamedTuple):
    """The lines that are shown, how many came after those, and whether these are in the download."""

    lines: list[PatchLine]
    more: int = 0
    is_whole: bool = False


TYPES = (OutputType(name="diff", schema=object_of(before=TEXT, after=TEXT)),)


def fits(value: Any) -> bool:
    """Tell whether *value* is a unified diff; only a declaration says that two texts are to be compared."""
    return isinstance(value, str) and is_patch(value)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of `{"before": a text, "after": a text}`, or of a unified diff."""
    if isinstance(value, str) and (is_patch(value) or not about.declared):
        return _patch(value, about)
    if not isinstance(value, dict) or not all(isinstance(value.get(key), str) for key in ("before", "after")):
        return Misfit()
    before, after = value["before"].splitlines(), value["after"].splitlines()
    lines = list(_lines(before[:MAX_LINES], after[:MAX_LINES]))
    came, went = (sum(line.kind == kind for line in lines) for kind in ("ins", "del"))
    more = max(len(before), len(after)) - MAX_LINES
    whole = _unified(before, after) if more <= 0 else ""
    note = f"{came:,} added, {went:,} removed" if came or went else gettext("No difference")
    return _changes(Changes(lines, max(0, more)), note, whole, about)


def _patch(text: str, about: About) -> View:
    lines: list[PatchLine] = []
    counts = Counter[str]()
    for line in patch_lines(text):
        counts[line.kind] += 1
        if len(lines) < MAX_LINES:
            lines.append(line._replace(text=_shown(line.text)))
    note = f"{counts['ins']:,} added, {counts['del']:,} removed"
    return _changes(Changes(lines, counts.total() - len(lines), is_whole=True), note, text, about)


def _changes(changes: Changes, note: str, whole: str, about: About) -> View:
    return View(
        name="diff",
        data=changes,
        note=note,
        copy=whole if 0 < len(whole) <= MAX_COPY else None,
        downloads=(text_download(about.name, "diff", lambda: whole),) if whole else (),
    )


def _unified(before: list[str], after: list[str]) -> str:
    return "".join(line if line.endswith("\n") else line + "\n"
                   for line in unified_diff(before, after, "before", "after", lineterm=""))  # fmt: skip


def _lines(before: list[str], after: list[str]) -> Iterator[PatchLine]:
    matcher = SequenceMatcher(None, before, after)
    groups = list(matcher.get_grouped_opcodes(AROUND))
    end = 0
    for group in groups:
        if group[0][1] > end:
            yield PatchLine("gap", 0, 0, f"{group[0][1] - end:,}")
        for kind, a1, a2, b1, b2 in group:
            if kind == "equal":
                yield from (_line("same", a1 + step, b1 + step, before[a1 + step]) for step in range(a2 - a1))
            else:
                yield from (_line("del", index, -1, before[index]) for index in range(a1, a2))
                yield from (_line("ins", -1, index, after[index]) for index in range(b1, b2))
        end = group[-1][2]
    if 0 < end < len(before):
        yield PatchLine("gap", 0, 0, f"{len(before) - end:,}")


def _line(kind: Literal["same", "ins", "del"], before: int, after: int, text: str) -> PatchLine:
    return PatchLine(kind, before + 1, after + 1, _shown(text))


def _shown(text: str) -> str:
    return shortened(text, MAX_LINE)
