"""The limits of a value, in the few words that stand beside its label."""

from __future__ import annotations

from webform.inputs.numbers import number_text, tidy
from webform.words import counted, sentence

#: A higher limit is one of machines, and of no use to people.
_ENDLESS = 2**31 - 1


def count_words(least: int | None, most: int | None, noun: str) -> str:
    """Return how many there may be of *noun*: `3 to 500 characters`, `At least 2 rows`; `""` for any number."""
    if most is not None and most >= _ENDLESS:
        most = None
    if most is None:
        return f"At least {counted(least, noun)}" if least else ""
    if not least:
        return f"Up to {counted(most, noun)}"
    return f"Exactly {counted(most, noun)}" if least == most else f"{least:,} to {counted(most, noun)}"


def number_words(least: float | None, most: float | None, above: float | None, below: float | None) -> str:
    """Return what a number may be, *above* and *below* excluded: `1 to 14`, `0 or more`, `More than 0, 1 or less`."""
    least, most, above, below = (
        None if bound is None or abs(bound) >= _ENDLESS else tidy(bound) for bound in (least, most, above, below)
    )
    if least is not None and most is not None and above is None and below is None:
        return f"{number_text(least)} to {number_text(most)}"
    words = [
        f"more than {number_text(above)}" if above is not None else "",
        f"{number_text(least)} or more" if least is not None else "",
        f"{number_text(most)} or less" if most is not None else "",
        f"less than {number_text(below)}" if below is not None else "",
    ]
    return sentence(", ".join(filter(None, words)))


def day_words(first: str | None, last: str | None) -> str:
    """Return which days there may be: `2026-01-01 or later`."""
    if first and last:
        return f"{first} to {last}"
    return f"{first} or later" if first else f"{last} or earlier" if last else ""
