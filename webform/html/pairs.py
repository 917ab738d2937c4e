"""Fields that belong together: the first and the last day of a period, the latitude and longitude of a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.html.page import macro
from webform.schema.geography import LATITUDES, LONGITUDES
from webform.schema.naming import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from markupsafe import Markup

    from webform.html.field import AnyField, Field

_DAYS = (
    ({"start", "starts", "begin", "begins", "starting"}, {"end", "ends", "stop", "ending"}),
    ({"from", "since", "after"}, {"to", "until", "till", "before"}),
    ({"first", "min", "earliest"}, {"last", "max", "latest"}),
    ({"checkin", "in"}, {"checkout", "out"}),
    ({"departure", "depart", "outbound"}, {"return", "inbound"}),
)  # fmt: skip
_DEGREES = ((LATITUDES, LONGITUDES),)


def couples(fields: Sequence[AnyField]) -> Iterator[tuple[AnyField, AnyField | None]]:
    """Yield *fields*, one by one; in the form of a schema, two neighbours that belong together as one."""
    left = [*reversed(fields)]
    while left:
        field = left.pop()
        may_pair = field.page.formatted and field.input.type in ("date", "number")
        if not may_pair or not left or not kind_of(field, left[-1]):
            yield field, None
            continue
        other = left.pop()
        yield (field, other) if _beside(field.input.key, other.input.key, _DEGREES + _DAYS) else (other, field)


def pair_html(one: Field, other: Field) -> Markup:
    """Return the HTML of the fields *one* and *other*, which belong together."""
    return macro("inputs/_pair.html", "pair")(one, other, kind_of(one, other))


def kind_of(one: Field, other: Field) -> str:
    """Return which input of two values *one* and *other* are together, `""` where they are none."""
    if one.condition or other.condition or "json" in (one.draft.presence, other.draft.presence):
        return ""
    keys, types = (one.input.key, other.input.key), (one.input.type, other.input.type)
    if types == ("date", "date"):
        return "date_range" if _beside(*keys, _DAYS) else ""
    if types != ("number", "number") or 1 in (getattr(one.input, "step", None), getattr(other.input, "step", None)):
        return ""
    return "map_point" if _beside(*keys, _DEGREES) or _beside(*keys[::-1], _DEGREES) else ""


def _beside(one: str, other: str, words: Sequence[tuple[AbstractSet[str], AbstractSet[str]]]) -> bool:
    """Tell whether two keys differ in one word, and that is one of *words* and its counterpart."""
    pairs = [(mine, theirs) for mine, theirs in zip(words_of(one), words_of(other), strict=False) if mine != theirs]
    if len(words_of(one)) != len(words_of(other)) or len(pairs) != 1:
        return False
    return any(pairs[0][0] in first and pairs[0][1] in second for first, second in words)
