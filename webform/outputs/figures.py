"""Numbers as people read them; the exact digits stay beside."""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any, NamedTuple

from webform.language import localised
from webform.texts import visible
from webform.values import is_number, write_json

#: The least number that nobody declared whose digits are grouped, since 2026 may be a year; or none.
USUAL, NEVER = 10_000, math.inf
#: Signs of currencies, as English has them; any other code stands before the number.
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "CN¥", "INR": "₹", "KRW": "₩"}
#: Currencies without a hundredth.
WHOLE = {"JPY", "KRW"}
#: A double is exact to so many digits; what it has beyond is noise.
_DIGITS = 15
#: Numbers with more digits before or zeros after the point are written with a power of ten.
_LONG, _TINY = 21, -7
#: Digits after the point at most.
MAX_PRECISION = 20
#: How a number may be written.
FORMS = ("decimal", "percent", "currency", "scientific")
#: Texts that are a number with a fraction: tables of texts, as CSV, keep the zeros at its end so.
_FRACTION = re.compile(r"-?(?:0|[1-9][0-9]{0,299})\.[0-9]{1,300}")
_CODE = re.compile(r"[A-Z]{3}")
#: Names of values whose digits are no amount.
_NOT_AMOUNTS = re.compile(r"(?:^|[^a-zA-Z])(?i:ids?|years?|zip|postcode)$|[a-z]I[dD]$")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_CONTEXT = Context(prec=5000, rounding=ROUND_HALF_UP, Emax=999_999, Emin=-999_999)


class Figure(NamedTuple):
    """A number to be read: its *text*, the *unit* after it, and its *exact* JSON text."""

    text: str
    unit: str
    exact: str


def is_fraction(value: Any) -> bool:
    """Tell whether *value* is a text that is a number with a fraction, such as 9.50."""
    return isinstance(value, str) and _FRACTION.fullmatch(value) is not None


def fraction(text: str) -> str:
    """Return the number with a fraction that *text* is as a person reads it, each of its digits kept."""
    return localised(text.replace("-", "\N{MINUS SIGN}"))


def group_from(name: str, usual: float = USUAL) -> float:
    """Return from which number on the digits of a value called *name* are grouped."""
    return NEVER if _NOT_AMOUNTS.search(name) else usual


def figure(value: float, *, form: str = "", precision: Any = None, unit: str = "", grouped: float = 1000) -> Figure:
    """
    Return *value* as a person reads it.

    Args:
        form: one of `FORMS`.
        precision: how many digits after the point; as many as it has where it is `None`.
        unit: the unit; with `currency` a code such as GBP or a sign.
        grouped: group the digits from this number on.
    """
    exact = write_json(value) if isinstance(value, int) or math.isfinite(value) else str(value)
    number = Decimal(exact)
    if not number.is_finite():
        return Figure(exact, unit, exact)
    if isinstance(value, float) and len(number.as_tuple().digits) > _DIGITS:
        number = Decimal(f"{value:.{_DIGITS}g}")
    places = int(precision) if is_precision(precision) else None
    before, after = "", ""
    if form == "percent":
        number, after, unit = number.scaleb(2, _CONTEXT), "%", ""
    elif form == "currency":
        places = (0 if unit in WHOLE else 2) if places is None else places
        if _CODE.fullmatch(unit) or len(unit) == 1:
            before, unit = SIGNS.get(unit, unit if len(unit) == 1 else unit + "\N{NO-BREAK SPACE}"), ""
    if form == "scientific" or (number and not _TINY <= number.adjusted() < _LONG):
        text = _scientific(abs(number), places)
    else:
        text = _decimal(abs(number), places, grouped)
    sign = "\N{MINUS SIGN}" if number < 0 else ""
    return Figure(visible(sign + before + localised(text) + after), unit, exact)


def is_precision(value: Any) -> bool:
    """Tell whether *value* is a number of digits after the point."""
    return is_number(value) and 0 <= value <= MAX_PRECISION and value == int(value)


def _decimal(number: Decimal, places: int | None, grouped: float) -> str:
    if places is not None:
        number = number.quantize(Decimal(1).scaleb(-places), context=_CONTEXT)
    return f"{number:,f}" if number >= grouped else f"{number:f}"


def _scientific(number: Decimal, places: int | None) -> str:
    mantissa, power = number.scaleb(-number.adjusted(), _CONTEXT), number.adjusted()
    if places is None:
        # A long integer is shown to as many digits as can be read; the exact ones are beside.
        places = min(max(len(mantissa.as_tuple().digits) - 1, 0), _DIGITS - 1)
    mantissa = mantissa.quantize(Decimal(1).scaleb(-places), context=_CONTEXT)
    if mantissa >= 10:
        # Rounding made another digit.
        mantissa, power = Decimal(1).quantize(Decimal(1).scaleb(-places)), power + 1
    return f"{mantissa:f} × 10{str(power).translate(_RAISED)}"
