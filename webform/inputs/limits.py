"""The limits of a value, in the few words that stand beside its label."""

from __future__ import annotations

from typing import NamedTuple

from webform.inputs.numbers import number_text, tidy
from webform.language import direction, gettext, marked_plural, ngettext, number
from webform.words import counted, sentence

#: A higher limit is one of machines, and of no use to people.
_ENDLESS = 2**31 - 1


class Counts(NamedTuple):
    """How many there may be of something: the texts for one, and for several."""

    least: tuple[str, str]
    most: tuple[str, str]
    exact: tuple[str, str]
    span: tuple[str, str]


CHARACTERS = Counts(
    marked_plural("At least {count} character", "At least {count} characters"),
    marked_plural("Up to {count} character", "Up to {count} characters"),
    marked_plural("Exactly {count} character", "Exactly {count} characters"),
    marked_plural("{least} to {count} character", "{least} to {count} characters"),
)
ITEMS = Counts(
    marked_plural("At least {count} item", "At least {count} items"),
    marked_plural("Up to {count} item", "Up to {count} items"),
    marked_plural("Exactly {count} item", "Exactly {count} items"),
    marked_plural("{least} to {count} item", "{least} to {count} items"),
)
OPTIONS = Counts(
    marked_plural("At least {count} option", "At least {count} options"),
    marked_plural("Up to {count} option", "Up to {count} options"),
    marked_plural("Exactly {count} option", "Exactly {count} options"),
    marked_plural("{least} to {count} option", "{least} to {count} options"),
)
VALUES = Counts(
    marked_plural("At least {count} value", "At least {count} values"),
    marked_plural("Up to {count} value", "Up to {count} values"),
    marked_plural("Exactly {count} value", "Exactly {count} values"),
    marked_plural("{least} to {count} value", "{least} to {count} values"),
)


def count_words(least: int | None, most: int | None, counts: Counts) -> str:
    """Return how many there may be: `3 to 500 characters`, `At least 2 rows`; `""` for any number."""
    if most is not None and most >= _ENDLESS:
        most = None
    if most is None:
        return counted(least, *counts.least) if least else ""
    if not least:
        return counted(most, *counts.most)
    if least == most:
        return counted(most, *counts.exact)
    return ngettext(*counts.span, most, least=number(least), count=number(most))


def number_words(least: float | None, most: float | None, above: float | None, below: float | None) -> str:
    """Return what a number may be, *above* and *below* excluded: `1 to 14`, `0 or more`, `More than 0, 1 or less`."""
    least, most, above, below = (
        None if bound is None or abs(bound) >= _ENDLESS else tidy(bound) for bound in (least, most, above, below)
    )
    if least is not None and most is not None and above is None and below is None:
        return gettext("{least} to {most}", least=_bound(least), most=_bound(most))
    words = [
        gettext("more than {limit}", limit=_bound(above)) if above is not None else "",
        gettext("{limit} or more", limit=_bound(least)) if least is not None else "",
        gettext("{limit} or less", limit=_bound(most)) if most is not None else "",
        gettext("less than {limit}", limit=_bound(below)) if below is not None else "",
    ]
    return sentence(", ".join(filter(None, words)))


def _bound(value: float) -> str:
    """Return *value* in words: what is read from the right would have a minus at its end."""
    text = number_text(value)
    return f"\N{LEFT-TO-RIGHT MARK}{text}" if value < 0 and direction() == "rtl" else text


def day_words(first: str | None, last: str | None) -> str:
    """Return which days there may be: `2026-01-01 or later`."""
    if first and last:
        return gettext("{least} to {most}", least=first, most=last)
    if first:
        return gettext("{day} or later", day=first)
    return gettext("{day} or earlier", day=last) if last else ""
