"""Fields by heading, those of a long form in slices."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from webform.html.pairs import couples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.html.bound import Bound

#: How many fields of a long form are laid out together.
SLICE = 20


class Group(NamedTuple):
    """The fields under one heading."""

    title: str
    fields: list[Bound]

    @property
    def couples(self) -> Iterator[tuple[Bound, Bound | None]]:
        """Its fields, those that belong together as one."""
        return couples(self.fields, wanted=bool(self.fields) and self.fields[0].page.formatted)

    @property
    def fixed(self) -> bool:
        """Whether all of them are always shown."""
        return not any(each.condition for each in self.fields)

    def html(self, alone: int) -> Markup:
        """
        Return the HTML of its fields, those after the first *alone* in slices that are laid out as they come near.

        Fields with a condition are in none: how high a slice is has to be known before it is laid out.
        """
        # A template would call each, which takes as long as what it finds.
        couples = list(self.couples)
        made: list[str] = [each.html() if other is None else each.html_with(other) for each, other in couples]
        parts = made[:alone]
        later = zip((each for each, _ in couples[alone:]), made[alone:], strict=True)
        for fixed, run in groupby(later, key=lambda each: each[0].condition is None):
            html = [each for _, each in run]
            starts = range(0, len(html), SLICE)
            parts += [_slice(html[start : start + SLICE]) for start in starts] if fixed else html
        return Markup("\n".join(parts))  # noqa: S704 - it is HTML already


def _slice(html: list[str]) -> str:
    return "\n".join([f'<div class="slice" data-fields="{len(html)}">', *html, "</div>"])
