"""A value in a few words, as a list of runs has it."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, datetime
from typing import Any

from webform import dataurl
from webform.files import StoredFile, in_words
from webform.language import day as day_words
from webform.language import gettext, marked_plural
from webform.values import kind_of, write_json
from webform.words import counted

#: What stands for no value.
NOTHING = "\N{EM DASH}"
#: The most items that are named one by one, how deep parts are looked into, and characters that are of use.
MAX_ITEMS, MAX_DEPTH, MAX_TEXT = 5, 3, 1000
#: How many items or fields there are: one, and several.
ITEMS = marked_plural("{count} item", "{count} items")
FIELDS = marked_plural("{count} field", "{count} fields")


def summary(value: Any, depth: int = 0) -> str:
    """Return *value* in a few words, where no input says more of it."""
    match value:
        case None:
            return NOTHING
        case bool():
            return gettext("Yes") if value else gettext("No")
        case StoredFile():
            return ", ".join(filter(None, (value.name or value.media_type, in_words(value.size))))
        case str():
            return _file(value) if value[:5].lower() == "data:" else value[:MAX_TEXT]
        case list():
            return listed([summary(item, depth + 1) for item in value[: MAX_ITEMS + 1]], value, depth)
        case dict():
            parts = [f"{key}: {summary(member, depth + 1)}" for key, member in list(value.items())[: MAX_ITEMS + 1]]
            return listed(parts, value, depth, FIELDS)
    return write_json(value) if kind_of(value) == "number" else str(value)


def listed(parts: list[str], value: list[Any] | dict[str, Any], depth: int = 0, nouns: tuple[str, str] = ITEMS) -> str:
    """Return the *parts* of *value*, how many these are where they are too many to name, or are deep inside."""
    count = len(value)
    if not count:
        return gettext("None")
    if count > MAX_ITEMS or depth >= MAX_DEPTH:
        return counted(count, *nouns)
    return ", ".join(parts)


def day(text: str) -> str:
    """Return an ISO date as people read it: `31 January 2026`; another text as it is."""
    with suppress(ValueError):
        if len(text) == len("2026-01-31"):
            read = date.fromisoformat(text)
            return day_words(read)
        read = datetime.fromisoformat(text)
        rest = text[len("2026-01-31T") :]
        return f"{day_words(read)}, {rest}" if rest else text
    return text


def _file(text: str) -> str:
    """Return a data URL as its name or type, and its size; never its content."""
    try:
        parsed = dataurl.parse(text)
    except dataurl.DataURLError:
        return gettext("A file")
    return f"{parsed.name or parsed.media_type}, {in_words(parsed.size)}"
