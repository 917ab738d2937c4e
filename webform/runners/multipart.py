"""Bodies as the parts of a form: files and texts as they are, anything else as JSON."""

from __future__ import annotations

import re
import secrets
from itertools import chain
from typing import TYPE_CHECKING, Any

from webform.bodies import write_body
from webform.files import StoredFile
from webform.runners.protocols.base import Post

if TYPE_CHECKING:
    from collections.abc import Iterator

#: How much of a file is read at a time.
STEP = 65_536
_QUOTED = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})


def multipart(path: str, body: dict[str, Any]) -> Post:
    """Return *body* as a form: files, and texts, as they are; anything else as JSON."""
    boundary = secrets.token_hex(16)
    parts = [part for name, value in _flat(body) for part in _parts(boundary, name, value)]
    end = f"--{boundary}--\r\n".encode()
    length = sum(size for size, _ in parts) + len(end)
    chunks = chain(chain.from_iterable(made for _, made in parts), [end])
    return Post(path, f"multipart/form-data; boundary={boundary}", length, chunks)


def _flat(body: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    # A wrapped body's inputs are parts beside its other keys.
    for name, value in body.items():
        if name == "inputs" and "_pixie" in body and isinstance(value, dict):
            yield from value.items()
        else:
            yield name, value


def _parts(boundary: str, name: str, value: Any) -> list[tuple[int, Iterator[bytes]]]:
    if isinstance(value, list) and value and all(isinstance(file, StoredFile) for file in value):
        return [_file(boundary, name, file) for file in value]
    if isinstance(value, StoredFile):
        return [_file(boundary, name, value)]
    if isinstance(value, str):
        content: Iterator[bytes] = iter([text := value.encode("utf-8", "replace")])
        length = len(text)
        media = ""
    else:
        length, content = write_body(value)
        media = "\r\nContent-Type: application/json"
    head = _head(boundary, name, media)
    return [(len(head) + length + 2, chain([head], content, [b"\r\n"]))]


def _file(boundary: str, name: str, file: StoredFile) -> tuple[int, Iterator[bytes]]:
    rest = f'; filename="{(file.name or "file").translate(_QUOTED)}"\r\nContent-Type: {_media(file)}'
    head = _head(boundary, name, rest)
    return len(head) + file.size + 2, chain([head], _bytes(file), [b"\r\n"])


def _media(file: StoredFile) -> str:
    return (
        file.media_type if re.fullmatch(r"[\w.+-]+/[\w.+-]+", file.media_type, re.ASCII) else "application/octet-stream"
    )


def _head(boundary: str, name: str, rest: str) -> bytes:
    text = f'--{boundary}\r\nContent-Disposition: form-data; name="{name.translate(_QUOTED)}"{rest}\r\n\r\n'
    return text.encode("utf-8", "replace")


def _bytes(file: StoredFile) -> Iterator[bytes]:
    with file.open() as kept:
        while block := kept.read(STEP):
            yield block
