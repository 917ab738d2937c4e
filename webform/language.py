"""The language of what people see: which languages there are, which one is in use, and texts in it."""

from __future__ import annotations

import gettext as catalogues
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from webform.places import locales

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date, datetime

#: The language that the source is written in, and what is shown where a translation is missing.
ENGLISH = "en"
#: Languages that are written from the right.
_FROM_RIGHT = frozenset({"ar", "fa", "he", "ur"})
#: Characters of a name of a language that are looked at.
_LONG = 35
_current: ContextVar[str] = ContextVar("webform_language", default=ENGLISH)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that can be used."""
    files = sorted(locales().glob("*/LC_MESSAGES/webform.mo"))
    return (ENGLISH, *(file.parts[-3].replace("_", "-") for file in files))


@cache
def catalogue_of(name: str) -> catalogues.GNUTranslations:
    """Return the translations of a language other than English, which is read when it is first used."""
    file = locales() / name.replace("-", "_") / "LC_MESSAGES/webform.mo"
    with file.open("rb") as content:
        return catalogues.GNUTranslations(content)


def language() -> str:
    """Return the language in use, as `lang` of HTML has it."""
    return _current.get()


def direction() -> str:
    """Return the direction in which the language in use is written: `ltr` or `rtl`."""
    return "rtl" if language().partition("-")[0] in _FROM_RIGHT else "ltr"


@lru_cache(maxsize=1000)
def widened(name: str) -> tuple[str, ...]:
    """Return, in small letters, the names of the language *name* and of those it is a part of, the nearest first."""
    parts = name[:_LONG].lower().replace("_", "-").split("-")
    if parts[0] == "zh":
        # Without a script it is told by the place.
        traditional = {"hant", "tw", "hk", "mo"} & set(parts)
        parts = ["zh", "hant" if traditional else "hans"]
    return (name.lower(), *("-".join(parts[:end]) for end in range(len(parts), 0, -1)))


def nearest(name: str) -> str:
    """Return the language there is that *name* means: `pt-BR` is `pt` where there is no other; `""` for none."""
    known = {known.lower(): known for known in languages()}
    return next((known[part] for part in widened(name) if part in known), "")


def use_language(name: str) -> None:
    """Use the language *name* from now on in this thread; any that does not exist is English."""
    _current.set(name if name in languages() else ENGLISH)


@contextmanager
def in_language(name: str) -> Iterator[None]:
    """Use the language *name* for a while."""
    before = language()
    use_language(name)
    try:
        yield
    finally:
        _current.set(before)


def marked(text: str) -> str:
    """Return *text* as it is, an English one that is to be in the catalogue: whoever shows it calls `gettext`."""
    return text


def marked_plural(one: str, other: str) -> tuple[str, str]:
    """Return a text for one and for several as they are, to be in the catalogue."""
    return one, other


def gettext(text: str, /, **params: Any) -> str:
    """Return *text* in the language in use, its placeholders filled with *params*."""
    return filled(translation(text), params)


def ngettext(one: str, other: str, count: float, /, **params: Any) -> str:
    """Return the text for *count* in the language in use: English has *one* and *other*."""
    return filled(plural(one, other, count), params)


def pgettext(context: str, text: str, /, **params: Any) -> str:
    """Return *text* as it is meant in *context*, where English has one word for two things."""
    catalogue = _catalogue()
    return filled(catalogue.pgettext(context, text) if catalogue else text, params)


def filled(text: str, params: dict[str, Any]) -> str:
    """Return *text* with its placeholders filled; one that takes none may have braces of its own."""
    return text.format_map(params) if params else text


def translation(text: str) -> str:
    """Return *text* in the language in use, its placeholders as they are."""
    catalogue = _catalogue()
    # What is at "" is the head of the catalogue.
    return catalogue.gettext(text) if catalogue and text else text


def plural(one: str, other: str, count: float) -> str:
    """Return the form of a text for *count* in the language in use, its placeholders as they are."""
    catalogue = _catalogue()
    if catalogue is None:
        return one if count == 1 else other
    # A part of one, such as 1.5, counts as several.
    return catalogue.ngettext(one, other, count if isinstance(count, int) else 2)


def _catalogue() -> catalogues.GNUTranslations | None:
    name = _current.get()
    return None if name == ENGLISH else catalogue_of(name)


def number(value: float) -> str:
    """Return *value* as people write it: its thousands in groups."""
    if _current.get() == ENGLISH:
        return f"{value:,}"
    # Babel takes as long to import as the rest: English does without.
    from babel.numbers import format_decimal  # noqa: PLC0415

    return format_decimal(value, locale=_locale(), decimal_quantization=False)


def decimal(value: float) -> str:
    """Return *value* with one digit after the point."""
    text = f"{value:.1f}"
    return text if _current.get() == ENGLISH else number(float(text))


def localised(digits: str) -> str:
    """Return *digits*, a number with `,` between its thousands and `.` before its fraction, as people write it."""
    if _current.get() == ENGLISH:
        return digits
    from babel.numbers import get_decimal_symbol, get_group_symbol  # noqa: PLC0415

    return digits.translate({ord(","): get_group_symbol(_locale()), ord("."): get_decimal_symbol(_locale())})


def day(when: date) -> str:
    """Return the day of *when* as people write it."""
    if _current.get() == ENGLISH:
        return f"{when.day} {when:%B} {when.year}"
    from babel.dates import format_date  # noqa: PLC0415

    return format_date(when, "long", locale=_locale())


def moment(when: datetime) -> str:
    """Return *when*, a moment in UTC, as people write it."""
    return f"{day(when)}, {when:%H:%M:%S} UTC"


def _locale() -> str:
    """Return what Babel calls the language in use; English for one that it does not know."""
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415

    try:
        return str(Locale.parse(_current.get(), sep="-"))
    except UnknownLocaleError:
        return ENGLISH
