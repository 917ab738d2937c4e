"""Keywords that no draft has, but which are nearly one that it has: they say nothing."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from webform.schema.keywords import SchemaDraft

#: Keywords of others, and near ones of ours that say nothing of a value.
_OTHERS = frozenset({"example", "comment", "schema", "anchor", "vocabulary"})
_UNLIKELY = frozenset({"$comment", "$schema", "$anchor", "$vocabulary", "$id", "id"})
#: How like a keyword a word must be, from 0 to 1, and how long it may be.
_LIKE, _LONG = 0.85, 40


def meant(key: str, value: Any, draft: SchemaDraft) -> str:
    """Return the keyword of *draft* that *key*, at which *value* stands, nearly is; `""` where it is near none."""
    if len(key) > _LONG or key in _OTHERS or key.startswith(("x-", "x_", "ui:")):
        return ""
    near = _nearest(key, tuple(draft.keywords))
    if letters(near) == letters(key):
        return near
    # A word that is only alike may be a name of its own: what stands there tells.
    return near if near and draft.keywords[near].takes(value) else ""


def letters(text: str) -> str:
    """Return *text* as it is compared where spelling is at fault: `inputschema` for `input_schema`."""
    return text.lower().replace("_", "").replace("-", "")


@lru_cache(maxsize=1024)
def _nearest(key: str, keywords: tuple[str, ...]) -> str:
    word = letters(key)
    likely = [keyword for keyword in keywords if keyword not in _UNLIKELY]
    for keyword in likely:
        if letters(keyword) == word:
            return keyword
    ratios = {keyword: SequenceMatcher(None, word, letters(keyword)).ratio() for keyword in likely}
    best = max(ratios, key=ratios.__getitem__)
    swapped = next((keyword for keyword in likely if sorted(letters(keyword)) == sorted(word)), "")
    return best if ratios[best] >= _LIKE else swapped
