"""Fields by heading, those of a long form in slices; optional ones that nobody filled in may fold."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Generic, NamedTuple

from markupsafe import Markup, escape

from webform.draft.from_value import begin_input
from webform.html.field import AnyField, Field
from webform.html.pairs import couples, pair_html
from webform.language import gettext
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: How many fields of a long form are laid out together.
SLICE = 20
#: So many optional fields never fold, and so many are shown of a group where none is required.
HANDFUL = 5


class Pieces(list[str]):
    """HTML in pieces, put together where a template prints it: a long form takes its time to copy."""

    def __html__(self) -> str:
        return "\n".join(self)


class Group(NamedTuple, Generic[AnyField]):
    """The fields under one heading: those that are shown, and those that fold under "More options"."""

    title: str
    shown: list[AnyField]
    more: Sequence[AnyField] = ()
    more_id: str = ""

    @property
    def fields(self) -> list[AnyField]:
        """All of its fields."""
        return [*self.shown, *self.more]

    @property
    def couples(self) -> Iterator[tuple[AnyField, AnyField | None]]:
        """Those that are shown, those that belong together as one."""
        return couples(self.shown)

    @property
    def more_couples(self) -> Iterator[tuple[AnyField, AnyField | None]]:
        """Those that fold, likewise."""
        return couples(self.more)

    @property
    def fixed(self) -> bool:
        """Whether all of them are always shown."""
        return not any(field.condition for field in self.fields)

    def html(self, alone: int) -> Pieces:
        """
        Return the HTML of its fields, those after the first *alone* in slices that are laid out as they come near.

        Fields with a condition are in none: how high a slice is has to be known before it is laid out.
        """
        html = Pieces(_laid_out(list(self.couples), alone))
        if self.more:
            more = _laid_out(list(self.more_couples), max(0, alone - len(self.shown)))
            html.append(self.fold(Pieces(more)))
        return html

    def fold(self, html: Pieces | Markup) -> Markup:
        """Return the fold of the fields that *html* is of: what a browser keeps shut until it is asked."""
        count = len(self.more)
        head = f'<details class="more" id="{escape(self.more_id)}" data-count="{count}">'
        words = escape(gettext("More options ({count})", count=count))
        summary = f'<summary>{words}</summary><div class="group-of">'
        return Markup(f"{head}{summary}\n{html.__html__()}\n</div></details>")  # noqa: S704 - it is HTML already


def by_fold(inputs: Sequence[AnyField], *, may_fold: bool) -> tuple[list[AnyField], list[AnyField]]:
    """Return *inputs* that are shown, and those that fold: optional ones that nobody filled in, unless they are few."""
    if not may_fold or len(inputs) <= HANDFUL:
        return list(inputs), []
    left = 0 if any(field.input.required for field in inputs) else HANDFUL
    shown: list[AnyField] = []
    more: list[AnyField] = []
    for field in inputs:
        if left > 0 or field.input.required or field.condition or field.problems or field.asked or _is_filled(field):
            left -= 1
            shown.append(field)
        else:
            more.append(field)
    return (shown, more) if len(more) > HANDFUL else (list(inputs), [])


def _is_filled(field: Field) -> bool:
    """Tell whether *field* holds more than what it began with."""
    input_, draft = field.input, field.draft
    if draft.presence in (None, "absent") and not draft.children and not any(draft.text) and not draft.hidden_rows_json:
        return False
    return not (input_.default is not ABSENT or input_.blank_counts) or draft != begin_input(input_)


def _laid_out(fields: list[tuple[AnyField, AnyField | None]], alone: int) -> list[str]:
    """Return the HTML of *fields*, those after the first *alone* in slices, unless they have a condition."""
    # A call from a template takes as long as what it finds.
    made = [field.__html__() if other is None else pair_html(field, other) for field, other in fields]
    parts = made[:alone]
    later = zip((field for field, _ in fields[alone:]), made[alone:], strict=True)
    for fixed, run in groupby(later, key=lambda pair: pair[0].condition is None):
        html = [drawn for _, drawn in run]
        starts = range(0, len(html), SLICE)
        parts += [_slice(html[start : start + SLICE]) for start in starts] if fixed else html
    return parts


def _slice(html: list[str]) -> str:
    return "\n".join([f'<div class="slice" data-fields="{len(html)}">', *html, "</div>"])
