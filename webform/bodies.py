"""Bodies that hold files: as JSON text written in blocks, and for people."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.files import StoredFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def write_body(body: Any) -> tuple[int, Iterator[bytes]]:
    """
    Return the JSON text of *body*, its length and its bytes in chunks, files as data URLs read as they are sent.

    Raises:
        FileGoneError: a file in it is not resolved, or no longer kept.
    """
    # A text of 128 random bits stands for each file: no body holds it.
    mark, files = "", list[StoredFile]()

    def stand_in(value: Any) -> str:
        nonlocal mark
        if not isinstance(value, StoredFile):
            raise TypeError(f"{type(value).__name__} is no JSON value")
        files.append(value)
        mark = mark or secrets.token_hex(16)
        return mark

    text = json.dumps(body, ensure_ascii=False, allow_nan=False, default=stand_in)
    # The way a lone surrogate is escaped in Python is how JSON does it.
    content = text.encode("utf-8", "backslashreplace")
    if not files:
        return len(content), iter([content])
    pieces = content.split(mark.encode())
    # The head as it stands within a JSON string.
    files = [replace(file, head=json.dumps(file.before)[1:-1], size=_size(file)) for file in files]
    length = sum(map(len, pieces)) + sum(len(file.before) + -(-file.size // 3) * 4 for file in files)
    return length, _woven(pieces, files)


def _size(file: StoredFile) -> int:
    with file.open() as kept:
        return kept.seek(0, os.SEEK_END)


def _woven(pieces: list[bytes], files: list[StoredFile]) -> Iterator[bytes]:
    yield pieces[0]
    for file, piece in zip(files, pieces[1:], strict=True):
        yield from file.chunks()
        yield piece


def with_data_urls(body: Any) -> Any:
    """Return *body* with data URLs in place of files."""
    return _replaced(body, StoredFile.data_url)


def outline(body: Any) -> Any:
    """Return *body* for people: the beginning and the size of each file in its place."""
    return _replaced(body, str)


def _replaced(value: Any, made: Callable[[StoredFile], str]) -> Any:
    match value:
        case StoredFile():
            return made(value)
        case dict():
            return {key: _replaced(part, made) for key, part in value.items()}
        case list() | tuple():
            return [_replaced(part, made) for part in value]
    return value
