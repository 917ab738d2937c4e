"""JSON values as text that can be read: digits kept, cut where a page could not bear it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from webform.outputs.base import MAX_COPY, Download
from webform.outputs.base64s import begins_as_data_url
from webform.outputs.texts import text_download
from webform.texts import Cut, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

#: How much of a long text an outline keeps.
_HEAD = 120
#: A longer text has no line for each value: nobody reads it value by value, and writing it so takes long.
MAX_LINED = 1_000_000
_encode = json.JSONEncoder(ensure_ascii=False, default=str).encode


def pretty(value: Any, *, limit: int | None = None, longest: int | None = None, indented: bool = True) -> Cut:
    """
    Return *value* as JSON text; it stays valid JSON where nothing is cut.

    Args:
        limit: stop after so many characters; `more` is then 1, since the rest is not measured.
        longest: texts beyond so many characters are outlined: their beginning, and how long they are.
        indented: a line for each value, else one line for all.
    """
    pieces: list[str] = []
    size = 0
    for piece in _pieces(value, longest, "\n" if indented else ""):
        if limit is not None and size + len(piece) > limit:
            return Cut("".join(pieces) + piece[: limit - size], 1)
        pieces.append(piece)
        size += len(piece)
    return Cut("".join(pieces))


def whole(value: Any) -> str:
    """Return all of *value* as JSON text: a line for each value, or, of a large one, for its own parts."""
    try:
        folded = _folded(value, 2 if isinstance(value, dict) else 1)
    except RecursionError:
        return pretty(value).text
    # With a line for each value it is longer yet.
    text, more = ("", 1) if len(folded) > MAX_LINED else pretty(value, limit=MAX_LINED)
    return visible(folded) if more else text


def _folded(value: Any, levels: int, start: str = "\n") -> str:
    if not levels or not isinstance(value, dict | list) or not value:
        return _encode(value)
    below = start + "  "
    if isinstance(value, dict):
        members = (f"{_encode(str(key))}: {_folded(child, levels - 1, below)}" for key, child in value.items())
        return "{" + ",".join(below + member for member in members) + start + "}"
    return "[" + ",".join(below + _folded(child, levels - 1, below) for child in value) + start + "]"


def line(value: Any, *, limit: int | None = None, longest: int | None = None) -> str:
    """Return *value* as JSON text on one line."""
    return pretty(value, limit=limit, longest=longest, indented=False).text


def copied(value: Any) -> str | None:
    """Return *value* as JSON text to be copied; `None` where it is too long."""
    text, more = pretty(value, limit=MAX_COPY)
    return None if more else text


def scalar(value: Any, longest: int | None = None) -> str:
    """Return the JSON text of a *value* that holds no others; what cannot be seen in it is spelled."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and longest is not None and len(value) > longest:
        value = f"{_head(value)}… ({len(value):,} characters)"
    return visible(_encode(value))


def _head(text: str) -> str:
    # Of a data URL, what it says of itself is all that can be read.
    return text[: text.find(",", 0, _HEAD) + 1 or _HEAD] if begins_as_data_url(text) else text[:_HEAD]


def _pieces(value: Any, longest: int | None, newline: str) -> Iterator[str]:
    # A stack of its own: an answer may be nested deeper than Python calls itself.
    stack: list[tuple[Iterator[tuple[str, Any]], str]] = [(iter([("", value)]), "")]
    while stack:
        children, closing = stack[-1]
        for lead, child in children:
            if isinstance(child, dict | list) and child:
                opening, end = "{}" if isinstance(child, dict) else "[]"
                above = newline and newline + "  " * (len(stack) - 1)
                yield lead + opening
                stack.append((_members(child, above and above + "  ", longest), above + end))
                break
            yield lead + scalar(child, longest)
        else:
            yield closing
            stack.pop()


def json_download(value: Any, name: str) -> Download:
    """Return the download of *value*, called *name*, as JSON."""
    return text_download(name, "json", lambda: whole(value), "application/json")


def _members(value: dict[str, Any] | list[Any], start: str, longest: int | None) -> Iterator[tuple[str, Any]]:
    between = start
    if isinstance(value, dict):
        for key, child in value.items():
            yield f"{between}{scalar(str(key), longest)}: ", child
            between = "," + (start or " ")
    else:
        for child in value:
            yield between, child
            between = "," + (start or " ")
