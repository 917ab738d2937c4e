"""Numbers as people type them, and their bounds."""

from __future__ import annotations

import re
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

from webform.inputs.base import UnreadableError
from webform.messages import Phrase
from webform.problems import Problem, error_at
from webform.values import NotJSONError, brief, read_float, read_int, write_json

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Characters of which no number is too large for a float.
_SHORT = 300
_NUMBER = re.compile(r"([+-]?)(\d+)?(?:(\.)(\d*))?(?:[eE]([+-]?\d+))?", re.ASCII)


def read_number(text: str, part: str = "", wanted: str = "number.any") -> int | float:
    """Return the number that *text* spells, its digits kept; `+`, `.5` and `−` are fine; *wanted* is a key."""
    # Most are digits, with a point among them or none; longer ones might not be finite.
    if text.isascii() and text.replace(".", "", 1).isdecimal() and len(text) < _SHORT:
        return float(text) if "." in text else int(text)
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    match = _NUMBER.fullmatch(text)
    if not match or (match[2] is None and not match[4]):
        raise UnreadableError("not-a-number", part, wanted=Phrase(wanted))
    sign, whole, point, _, exponent = match.groups()
    try:
        if point is None and exponent is None:
            return read_int(sign.replace("+", "") + (whole or "0"))
        return read_float(text)
    except NotJSONError as error:
        raise UnreadableError("not-a-number", part, "not-a-number.fault", fault=error.phrase) from None


def number_text(value: float) -> str:
    """Return *value* as a control holds it."""
    return repr(value) if type(value) is int or (type(value) is float and isfinite(value)) else write_json(value)


def with_unit(text: str, unit: str) -> str:
    """Return *text*, a number, with its *unit* after it."""
    return f"{text}\N{NO-BREAK SPACE}{unit}" if unit else text


def bounds(low: float | None, high: float | None) -> dict[str, Any]:
    """Return the JSON Schema keywords of a number between *low* and *high*."""
    return {
        "type": "number",
        **({"minimum": low} if low is not None else {}),
        **({"maximum": high} if high is not None else {}),
    }


def tidy(value: float) -> int | float:
    """Return *value* as an integer where it is integral."""
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else value


def middle(low: float | None, high: float | None, step: float | None = None) -> int | float:
    """Return the number a sample takes: half-way between *low* and *high*, on *step*, else the one nearest to 0."""
    if low is None and high is None:
        return 0
    if low is None or high is None:
        nearest = max(low, 0) if low is not None else min(high or 0, 0)
        return tidy(nearest)
    if low > high:
        return tidy(low)
    exact = (Fraction(low) + Fraction(high)) / 2
    if step:
        # Decimal texts, not binary fractions, are what a step of 0.1 means.
        base, stride = Fraction(str(low)), Fraction(str(step))
        exact = min(base + (exact - base) // stride * stride, Fraction(str(high)))
    if exact.denominator == 1 or abs(exact) >= 2**53:
        return int(exact)
    return tidy(min(max(float(exact), low), high))


def lint_bounds(low: float | None, high: float | None) -> Iterator[Problem]:
    """Yield a problem where the declared *low* is above *high*."""
    if low is not None and high is not None and low > high:
        yield error_at("/min", "min-above-max", min=brief(low), max=brief(high))
