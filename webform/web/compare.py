"""Two runs of a tool side by side: what they were sent and what came back, with what differs marked."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import request

from webform.dataurl import DataURLError, parse
from webform.differences import DiffBudget, Piece, compare, compare_texts
from webform.files import StoredFile, in_words
from webform.language import gettext, marked
from webform.messages import own
from webform.outputs.pretty import pretty
from webform.texts import visible
from webform.values import ABSENT, mapped
from webform.web.compared_places import labels_of_inputs, labels_of_outputs, place_words
from webform.web.history import line_of
from webform.web.pages import answer_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Response

    from webform.differences import Comparison, DiffRow
    from webform.runs import Run
    from webform.web.compared_places import LabelAt
    from webform.web.site import Site

#: Characters of a value that are shown, and of a stretch of a text that is the same on both sides.
MAX_SHOWN, MAX_SAME = 2_000, 300
UNKNOWN = marked("There is no such run. It may have expired.")
OTHER_TOOL = marked("This run is of another tool. Only runs of one tool can be compared.")
_SIDES = ("a", "b")


class ComparedValue(NamedTuple):
    """
    A value of both runs as it is shown.

    Args:
        label: of the input or output that it is in; *below* is the way from there, a word a step.
        at: its pointer.
        before: the first run's side in pieces; `None` where it has none.
        after: the second's.
    """

    label: str
    below: list[str]
    at: str
    kind: str
    before: list[Piece] | None
    after: list[Piece] | None


class ComparedMember(NamedTuple):
    """The differences in one input or output, and how many *more* there are."""

    label: str
    lines: list[ComparedValue]
    more: int


class ComparedPart(NamedTuple):
    """
    What both runs were sent, or what they came to, compared.

    Args:
        more: how many differences there are in members that are not shown.
    """

    title: str
    members: list[ComparedMember]
    difference_count: int
    more: int
    same: list[ComparedValue]
    same_count: int
    complete: bool
    empty: bool


def compare_runs(site: Site) -> Response:
    """Answer with the page that compares the runs `a` and `b`, or that asks for them."""
    texts = {side: request.args.get(side, "").strip()[:500] for side in _SIDES}
    found = {side: site.seen_run(_id_in(text)) if text else None for side, text in texts.items()}
    problems = {side: gettext(UNKNOWN) if texts[side] and not found[side] else "" for side in _SIDES}
    before, after = (found[side] for side in _SIDES)
    if before and after and before.tool_id != after.tool_id:
        problems["b"] = gettext(OTHER_TOOL)
    if before is None or after is None or any(problems.values()):
        status = 422 if any(problems.values()) else 200
        return answer_page(site, "compare_pick.html", {"texts": texts, "problems": problems}, status)
    both = (before, after)
    context = {
        "runs": [line_of(site, run) for run in both],
        "messages": [own(run.result.message) if run.result else "" for run in both],
        "parts": _parts(site, before, after),
    }
    return answer_page(site, "compare.html", context)


def _id_in(text: str) -> str:
    """Return the id of a run in *text*: the id itself, or the address of the run."""
    return text.partition("?")[0].partition("#")[0].rstrip("/").rpartition("/")[2]


def _parts(site: Site, before: Run, after: Run) -> list[ComparedPart]:
    served, budget = site.served.get(before.tool_id), DiffBudget()
    sent, values = (before.body, after.body), (_value(before), _value(after))
    tool = served.tool if served else None
    inputs, outputs = [labels_of_inputs(tool)] * 2, [labels_of_outputs(tool, value) for value in values]
    return [_part(gettext("Input"), sent, inputs, budget), _part(gettext("Result"), values, outputs, budget)]


def _value(run: Run) -> Any:
    """Return what *run* came to: its value, or, where parts came beside it, both."""
    if run.result is None:
        return ABSENT
    parts = [part.value for part in run.result.parts if part.value is not ABSENT]
    if not parts:
        return run.result.value
    return parts if run.result.value is ABSENT else [run.result.value, *parts]


def _part(title: str, values: tuple[Any, Any], labels: Sequence[LabelAt], budget: DiffBudget) -> ComparedPart:
    before, after = (mapped(value, _as_text) for value in values)
    found: Comparison = compare(before, after)
    named = ((before, labels[0]), (after, labels[1]))
    members = [
        ComparedMember(
            _place(rows[0], named)[0] if member else title,
            [_line(row, named, budget) for row in rows],
            found.more[member],
        )
        for member, rows in found.members.items()
    ]
    return ComparedPart(
        title=title,
        members=members,
        difference_count=len(found.rows) + found.more.total(),
        more=found.more.total() - sum(member.more for member in members),
        same=[_line(row, named, budget) for row in found.same],
        same_count=found.same_count,
        complete=found.complete,
        empty=before is after is ABSENT,
    )


def _as_text(part: Any) -> Any:
    """Return a file as a text that tells it from others; any other *part* of a value as it is."""
    if isinstance(part, StoredFile):
        return f"{part.name or part.media_type}, {in_words(part.size)} ({part.sha256[:8]})"
    return _file_words(part) if isinstance(part, str) and part.startswith("data:") else part


def _place(row: DiffRow, named: Sequence[tuple[Any, LabelAt]]) -> list[str]:
    """Return the words for the place of *row*: in the second value, but for what only the first has."""
    value, label_at = named[0] if row.kind == "removed" else named[1]
    return place_words(row.at, value, label_at) or [gettext("Whole value")]


def _line(row: DiffRow, named: Sequence[tuple[Any, LabelAt]], budget: DiffBudget) -> ComparedValue:
    label, *below = _place(row, named)
    return ComparedValue(label, below, row.at, row.kind, *_sides(row, budget))


def _sides(row: DiffRow, budget: DiffBudget) -> tuple[list[Piece] | None, list[Piece] | None]:
    """Return both sides of *row* in pieces; of two texts, what differs between them."""
    if row.kind == "changed" and isinstance(row.before, str) and isinstance(row.after, str):
        texts = compare_texts(_words(row.before), _words(row.after), budget)
        return _shortened(texts.before), _shortened(texts.after)
    return _whole(row.before, row.kind != "same"), _whole(row.after, row.kind != "same")


def _whole(value: Any, differs: bool) -> list[Piece] | None:  # noqa: FBT001 - the first field of a piece
    return None if value is ABSENT else _shortened([Piece(differs, _words(value))])


def _file_words(text: str) -> str:
    """Return a data URL by its type, its size and its content; another text as it is."""
    try:
        parsed = parse(text)
    except DataURLError:
        return text
    content = sha256(text.partition(",")[2].encode()).hexdigest()
    return f"{parsed.media_type}, {in_words(parsed.size)} ({content[:8]})"


def _shortened(pieces: list[Piece]) -> list[Piece]:
    """Return *pieces* with the middle of what is long left out, sooner where it is the same."""
    made = []
    for differs, text in pieces:
        half = (MAX_SHOWN if differs else MAX_SAME) // 2
        made.append(Piece(differs, text if len(text) <= 2 * half else f"{text[:half]} … {text[-half:]}"))
    return made


def _words(value: Any) -> str:
    """Return *value* as it is read: a text as it is, else as JSON."""
    if isinstance(value, str):
        return visible(value)
    text, more = pretty(value, limit=MAX_SHOWN, longest=MAX_SHOWN)
    return text + "…" * bool(more)
