"""Texts by length, pattern and format, the least first."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import count
from string import ascii_lowercase
from typing import TYPE_CHECKING

from webform.inputs.smallest import smallest
from webform.patterns import matches
from webform.schema import writing
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from webform.schema.document import SchemaVariant

#: Texts that are looked at in vain, one after the other.
_TRIES = 200
#: What plain texts are made of: some of each kind soon.
_LETTERS = "ab0A -_." + ascii_lowercase[2:]

#: By format the text number *n*, with *fill* where it can be as long as one likes; the others are any text.
FORMATS: dict[str, Callable[[int, str, datetime], str]] = {
    "date": lambda n, _, now: (now + timedelta(days=n)).date().isoformat(),
    "time": lambda n, _, __: f"{n // 60 % 24:02}:{n % 60:02}:00Z",
    "date-time": lambda n, _, now: f"{now + timedelta(seconds=n):%Y-%m-%dT%H:%M:%S}Z",
    "duration": lambda n, _, __: f"P{n}D",
    "email": lambda _, fill, __: f"{fill}@example.com",
    "idn-email": lambda _, fill, __: f"{fill}@example.com",
    "hostname": lambda _, fill, __: f"{fill}.example.com",
    "idn-hostname": lambda _, fill, __: f"{fill}.example.com",
    "ipv4": lambda n, _, __: f"192.0.{n // 254 % 254}.{n % 254 + 1}",
    "ipv6": lambda n, _, __: f"2001:db8::{n % 65535 + 1:x}",
    "uri": lambda _, fill, __: f"https://example.com/{fill}",
    "url": lambda _, fill, __: f"https://example.com/{fill}",
    "iri": lambda _, fill, __: f"https://example.com/{fill}",
    "json-pointer": lambda _, fill, __: f"/{fill}",
    "relative-json-pointer": lambda n, _, __: str(n),
    "uuid": lambda n, _, __: f"00000000-0000-4000-8000-{n:012x}",
    "color": lambda n, _, __: f"#{n % 0x1000000:06x}",
}


def texts(variant: SchemaVariant, now: datetime) -> Iterator[str]:
    """Yield different texts that *variant* describes: of its format where that can be, by its patterns, any."""
    least = max(map(int, variant.all("minLength")), default=0)
    most = min(map(int, variant.all("maxLength")), default=writing.MAX_TEXT)
    patterns = list(dict.fromkeys(variant.all("pattern")))
    if least > min(most, writing.MAX_TEXT):
        return
    seen = set[str]()
    for offers in (_of_format(variant, least, now), _of_patterns(patterns, least), _plain(least, most)):
        yield from _new(offers, patterns, range(least, most + 1), seen)


def found_by(pattern: str) -> Iterator[str]:
    """Yield different texts that *pattern* is found in."""
    yield from _new(writing.texts(pattern, 0), [pattern], range(writing.MAX_TEXT), set())


def words() -> Iterator[str]:
    """Yield all words of small letters, the short ones first."""
    return (writing.letters(number, ascii_lowercase) for number in count(1))


def _new(offers: Iterable[str], patterns: list[str], lengths: range, seen: set[str]) -> Iterator[str]:
    """Yield those of *offers* that fit and were not *seen*; ends where too many in a row are none."""
    in_vain = 0
    for text in offers:
        if text not in seen and len(text) in lengths and all(matches(pattern, text) for pattern in patterns):
            seen.add(text)
            in_vain = 0
            yield text
        else:
            in_vain += 1 + len(text) // 200
            if in_vain > _TRIES:
                return


def _of_format(variant: SchemaVariant, least: int, now: datetime) -> Iterator[str]:
    if variant.is_file:
        yield _contents(variant)
    written = FORMATS.get(variant.say("format"))
    if written is None:
        return
    try:
        padding = "a" * (least - len(written(0, "a", now)))
        for n in count():
            yield written(n, padding + writing.letters(n + 1, ascii_lowercase), now)
    except OverflowError:
        # The calendar ends.
        return


def _contents(variant: SchemaVariant) -> str:
    """Return the content of the smallest file of the type that *variant* names."""
    media = variant.say("contentMediaType")
    file = smallest([media] if isinstance(media, str) else [])
    if variant.say("format") == "data-url" or variant.say("x-mcp-file") not in (ABSENT, False, None):
        return file
    if variant.say("contentEncoding") == "base64" and media is not ABSENT:
        return file.partition(",")[2]
    return "{}" if media == "application/json" else ""


def _of_patterns(patterns: list[str], least: int) -> Iterator[str]:
    streams = [writing.texts(pattern, least) for pattern in patterns]
    for turn in zip(*streams, strict=True):
        yield from dict.fromkeys((*turn, "".join(turn), "".join(reversed(turn))))


def _plain(least: int, most: int) -> Iterator[str]:
    for n in count():
        text = writing.letters(n, _LETTERS).rjust(least, "a")
        if len(text) > most:
            return
        yield text
        if n % 4 == 3:
            yield "a" * (least + n)
