"""Files as tools receive and answer them: data URLs."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass

_HEAD = re.compile(r"data:([\w.+-]+/[\w.+-]+)?(;[\w.+-]+=[^;,]*)*;base64,", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Upload:
    """A file that came with a body: its *media_type* as declared by the sender, and its *data*."""

    media_type: str
    data: bytes


def read_upload(url: str) -> Upload:
    """
    Return the file that the data URL *url* holds.

    Raises:
        ValueError: *url* is no base64 data URL; says so in a sentence.
    """
    # A header is short: nothing beyond is searched, however long the file.
    head = _HEAD.match(url, 0, 1000)
    if head is None:
        raise ValueError("Input should be a base64 data URL")
    try:
        data = base64.b64decode(url[head.end() :], validate=True)
    except ValueError:
        raise ValueError("Input should be a data URL with valid base64") from None
    return Upload(media_type=head[1] or "text/plain", data=data)


def data_url(media_type: str, data: bytes) -> str:
    """Return *data* as a base64 data URL."""
    return f"data:{media_type};base64,{base64.b64encode(data).decode('ascii')}"
