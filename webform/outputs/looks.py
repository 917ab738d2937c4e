"""
Ways to look at a value, as the address of a page has them: `as/p`, `page/p`, `sort/p`, `find/p`, `in/p`.

Of a value in a part, which part stands before the pointer: `as@2/p`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from webform.values import to_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Looks = Mapping[str, "Look"]

#: The most characters of anything that is asked for.
_MAX = 1000


@dataclass(frozen=True, kw_only=True)
class Look:
    """
    How one value is seen.

    Args:
        view: the view it is shown as; `""` is the one that fits best.
        page: which page of its rows, from 1.
        sort: the column its rows are sorted by; `-` before it turns the order round.
        find: what the rows shown hold.
        inside: JSON Pointer of the part that is shown alone.
    """

    view: str = ""
    page: int = 1
    sort: str = ""
    find: str = ""
    inside: str = ""


#: The words of addresses, and the fields of a look that they set.
WORDS = {"as": "view", "page": "page", "sort": "sort", "find": "find", "in": "inside"}
_NAME = re.compile(rf"({'|'.join(WORDS)})(?:#?(/.*)|#|(@\d{{1,4}}(?:/.*)?))", re.DOTALL)


def looks_of(asked: Iterable[tuple[str, str]]) -> dict[str, Look]:
    """Return the looks that the parameters *asked* of an address say; what is no look is passed over."""
    looks: dict[str, Look] = {}
    for name, text in asked:
        found = _NAME.fullmatch(name) if len(name) <= _MAX and len(text) <= _MAX else None
        if found is None:
            continue
        at, field = found[2] or found[3] or "", WORDS[found[1]]
        value = max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 10 else 1
        changed: dict[str, Any] = {field: value if field == "page" else text}
        looks[at] = replace(looks.get(at, Look()), **changed)
    return looks


def query_of(looks: Looks, at: str, **changed: str | int) -> str:
    """Return the query of an address with *looks*, but what is at *at* *changed*; a new order begins on page 1."""
    fields: dict[str, Any] = {"page": 1, **changed}
    wanted = {**looks, at: replace(looks.get(at, Look()), **fields)}
    plain = Look()
    pairs = [
        (word + to_name(place), getattr(look, field))
        for place, look in wanted.items()
        for word, field in WORDS.items()
        if getattr(look, field) != getattr(plain, field)
    ]
    return urlencode(pairs, errors="surrogatepass")
