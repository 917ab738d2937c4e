"""Texts by language: the tags of languages, and the text that is shown to whoever asks for one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from webform.language import ENGLISH, nearest, widened

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: How a tag of BCP 47 is written: language, script, region, variants, and what is private.
TAG = (
    r"^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?"
    r"(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(-x(-[A-Za-z0-9]{1,8})+)?$"
)
#: The longest tag.
MAX_TAG = 35
_TAG = re.compile(TAG, re.ASCII)


class TaggedText(str):
    """A text in another language than the one that was asked for."""

    __slots__ = ("lang",)

    lang: str

    @classmethod
    def of(cls, text: str, lang: str) -> TaggedText:
        """Return *text* as one in *lang*."""
        tagged = cls(text)
        tagged.lang = lang
        return tagged


def lang_of(text: Any) -> str:
    """Return the language of *text*, where it is known to be another than that of its page; else `""`."""
    return text.lang if isinstance(text, TaggedText) else ""


def is_tag(name: str) -> bool:
    """Tell whether *name* is written as the tag of a language is."""
    return len(name) <= MAX_TAG and _TAG.fullmatch(name) is not None


def covered(tags: Iterable[str]) -> frozenset[str]:
    """Return the names, in small letters, of the languages of *tags* and of all that they are a part of."""
    return frozenset(name for tag in tags for name in widened(tag))


def asked_for(tags: Mapping[str, Any], language: str) -> str:
    """Return which of *tags* *language* means: itself, what it is a part of, or what is nearest to it; else `""`."""
    by_name = {tag.lower(): tag for tag in tags}
    wide = widened(language)
    if found := next((by_name[name] for name in wide if name in by_name), ""):
        return found
    alike = (tag for name, tag in by_name.items() if language and name.startswith(wide[-1]))
    return next((tag for tag in alike if nearest(tag) == language), "")


def chosen(tags: Mapping[str, Any], own: str) -> str:
    """Return which of *tags* is for whoever asks for none of them: *own*, that of the tool, else English, else any."""
    return asked_for(tags, own) or asked_for(tags, ENGLISH) or next(iter(tags))
