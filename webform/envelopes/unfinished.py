"""The value of a JSON text that is still being written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.values import ABSENT, read_json_or

if TYPE_CHECKING:
    from collections.abc import Container

_CLOSES = {"{": "}", "[": "]"}


def unfinished(text: str, whole: Container[str] = ()) -> Any:
    """
    Return the value of *text* as far as it is there; `ABSENT` where nothing is.

    Args:
        text: the beginning of a JSON text.
        whole: keys whose texts count only once they are closed: the beginning of one may be another.
    """
    open_, safe, in_string, escaped, began = list[str](), (0, ""), False, False, 0
    for index, char in enumerate(text):
        if in_string:
            in_string = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            in_string, began = True, index
        elif char in _CLOSES:
            open_.append(_CLOSES[char])
            safe = index + 1, _closing(open_)
        elif char in "}]":
            if not open_ or open_.pop() != char:
                return ABSENT
            safe = index + 1, _closing(open_)
        elif char == ",":
            safe = index, _closing(open_)
    end, closing = safe
    kept = text[:end] + closing
    if in_string and _key_before(text[:began]) in whole:
        return _read(kept)
    tried = _closed(text, in_string=in_string, escaped=escaped) + _closing(open_)
    found = _read(tried)
    return _read(kept) if found is ABSENT else found


def _closing(open_: list[str]) -> str:
    return "".join(reversed(open_))


def _closed(text: str, *, in_string: bool, escaped: bool) -> str:
    if not in_string:
        return text
    if escaped:
        return text[:-1] + '"'
    # Half of an escape says nothing yet: \u12
    start = text.rfind("\\u", len(text) - 5)
    return (text[:start] if start >= 0 else text) + '"'


def _key_before(text: str) -> str | None:
    """Return the key whose value begins where *text* ends; `None` where none does."""
    head = text.rstrip()
    if not head.endswith(":"):
        return None
    quoted = head[:-1].rstrip()
    start = quoted.rfind('"', 0, -1)
    return quoted[start + 1 : -1] if start >= 0 else None


def _read(text: str) -> Any:
    return read_json_or(text) if text.strip() else ABSENT
