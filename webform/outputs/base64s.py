"""Texts that are the base64 of a picture or of another file that browsers show."""

from __future__ import annotations

import re
from binascii import Error, a2b_base64
from typing import Any

from webform.media import sniff
from webform.outputs.embedded import SHOWN

#: A shorter text may be a word; this much of it says what it is.
_LEAST, _HEAD = 64, 64
_BASE64 = re.compile(r"[A-Za-z0-9+/\s]+={0,2}\s*")


def family_of(value: Any) -> str:
    """Return `image`, `audio` or `video` where *value* is the base64 of such a file, told by its bytes; else `""`."""
    media_type = _held(value)
    return next(
        (family for family, types in SHOWN.items() if media_type in types and media_type != "image/svg+xml"), ""
    )


def data_url(value: str, media_type: str = "") -> str:
    """Return the data URL of *value*, the base64 of a file."""
    return f"data:{media_type or _held(value) or 'application/octet-stream'};base64,{''.join(value.split())}"


def _held(value: Any) -> str:
    if not isinstance(value, str) or len(value) < _LEAST or not _BASE64.fullmatch(value, 0, 4 * _HEAD):
        return ""
    try:
        return sniff(a2b_base64("".join(value[:_HEAD].split()) + "=" * 3, strict_mode=False)) or ""
    except Error:
        return ""
