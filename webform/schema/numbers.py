"""Numbers within bounds and on steps, the least first: in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import count, islice
from math import ceil, floor, gcd, lcm
from typing import TYPE_CHECKING, Any

from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.schema.document import SchemaVariant

#: Longer steps are not worked with, in bits.
_LONG = 20_000
#: Whole numbers are written with all their digits below, where a float is as exact.
_LARGE = 10**21
#: Parts that an interval without whole numbers is cut into.
_PARTS = 64
#: Whole numbers that come before any others.
_BEFORE = 20


def numbers(variant: SchemaVariant) -> Iterator[int | float]:
    """Yield the numbers that *variant* describes, those nearest to 0 first."""
    low, high = bound(variant, "minimum", 1), bound(variant, "maximum", -1)
    step = Fraction(1) if variant.integer else None
    for multiple in variant.all("multipleOf"):
        step = _common(step, _exact(multiple))
        if step.numerator.bit_length() + step.denominator.bit_length() > _LONG:
            return
    if step is not None:
        yield from map(_written, _on_steps(step, low, high))
        return
    nearest = max(low[0], Fraction()) if low else Fraction()
    nearest = min(nearest, high[0]) if high else nearest
    if _within(nearest, low, high):
        yield _written(nearest)
    if low and high and high[0] - low[0] < _PARTS:
        width = high[0] - low[0]
        points = (low[0] + width * index / parts for parts in (2, _PARTS) for index in range(parts + 1))
        yield from (_written(point) for point in points if _within(point, low, high))
    else:
        whole = _on_steps(Fraction(1), low, high)
        yield from map(_written, islice(whole, _BEFORE))
        yield from map(_written, islice(_on_steps(Fraction(1, 2), low, high), 1, 4))
        yield from map(_written, whole)


#: A bound, and whether it is excluded itself.
_Bound = tuple[Fraction, bool]


def limits(variant: SchemaVariant) -> dict[str, int | float | None]:
    """Return the least and the most that the numbers of *variant* may be, and what they are above and below."""
    found: dict[str, int | float | None] = {}
    for keyword, sign, name, beyond, nearest in (
        ("minimum", 1, "min", "above", ceil), ("maximum", -1, "max", "below", floor),
    ):  # fmt: skip
        limit = bound(variant, keyword, sign)
        if limit is not None and variant.integer:
            whole = nearest(limit[0])
            found[name] = _written(Fraction(whole + sign if limit[1] and whole == limit[0] else whole))
        elif limit is not None:
            found[beyond if limit[1] else name] = _written(limit[0])
    return found


def scale_of(number: SchemaVariant) -> tuple[float | None, float | None]:
    """Return the ends of the scale of *number*, whether or not they are taken themselves."""
    bounds = limits(number)
    return bounds.get("min", bounds.get("above")), bounds.get("max", bounds.get("below"))


def bound(variant: SchemaVariant, keyword: str, sign: int) -> _Bound | None:
    """Return the strictest bound under *keyword*: the largest where *sign* is 1, the smallest where it is -1."""
    excluding = f"exclusive{keyword.capitalize()}"
    found = list[_Bound]()
    for located in variant.located:
        bound, excluded = located.get(keyword), located.get(excluding)
        if bound is not ABSENT:
            found.append((_exact(bound), excluded is True))
        if excluded is not ABSENT and not isinstance(excluded, bool):
            found.append((_exact(excluded), True))
    return max(found, key=lambda limit: (limit[0] * sign, limit[1]), default=None)


def _within(value: Fraction | int, low: _Bound | None, high: _Bound | None) -> bool:
    above = low is None or value > low[0] or (value == low[0] and not low[1])
    return above and (high is None or value < high[0] or (value == high[0] and not high[1]))


def _on_steps(step: Fraction, low: _Bound | None, high: _Bound | None) -> Iterator[Fraction]:
    first = None if low is None else floor(low[0] / step) + 1 if low[1] else ceil(low[0] / step)
    last = None if high is None else ceil(high[0] / step) - 1 if high[1] else floor(high[0] / step)
    if first is not None and last is not None and first > last:
        return
    start = max(first, 0) if first is not None else 0
    start = min(start, last) if last is not None else start
    yield start * step
    for away in count(1):
        up, down = last is None or start + away <= last, first is None or start - away >= first
        if up:
            yield (start + away) * step
        if down:
            yield (start - away) * step
        if not up and not down:
            return


def _common(one: Fraction | None, other: Fraction) -> Fraction:
    """Return the least multiple of both."""
    if one is None:
        return other
    return Fraction(lcm(one.numerator, other.numerator), gcd(one.denominator, other.denominator))


def _exact(number: Any) -> Fraction:
    """Return *number* as it is written: 0.1 is a tenth."""
    return Fraction(number if isinstance(number, int) else repr(number))


def _written(number: Fraction) -> int | float:
    if number.denominator == 1 and abs(number) < _LARGE:
        return number.numerator
    try:
        near = float(number)
    except OverflowError:
        return round(number)
    return number.numerator if number.denominator == 1 and _exact(near) != number else near
