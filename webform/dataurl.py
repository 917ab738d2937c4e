"""Data URLs: read strictly, measured before they are decoded, made and streamed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import quote, unquote

import pybase64

from webform.media import canonical
from webform.messages import Param, Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator


#: Characters before the comma, the comma with them, at most.
MAX_HEAD = 1024
#: Parameters of the media type at most.
MAX_PARAMETERS = 10
#: Characters of a file's name at most.
MAX_NAME = 255
#: Bytes read at once: a multiple of 3, which base64 makes 64 KiB of.
_BLOCK = 48 * 1024
#: Characters decoded at once: a multiple of 4.
_STEP = 64 * 1024

_NAME = r"[0-9A-Za-z!#$&^_.+-]{1,127}"
_PARAMETER = rf';({_NAME})=("[ !#-+\--\[\]-~]*+"|[!#-+\--:<-~]*+)'
_HEAD = re.compile(rf"data:({_NAME}/{_NAME})?((?:{_PARAMETER})*);base64,", re.IGNORECASE | re.ASCII)
_PARAMETERS = re.compile(_PARAMETER, re.ASCII)


class DataURLError(ValueError):
    """Raised when a text is no data URL that is taken: *code* is a word for the rule, *phrase* says what is wrong."""

    def __init__(self, code: str, key: str, **params: Param) -> None:
        self.code, self.phrase = code, Phrase(f"data-url.{key}", params)
        super().__init__(code)

    def __str__(self) -> str:
        return str(self.phrase)


@dataclass(frozen=True, kw_only=True)
class DataURL:
    """
    What a data URL says of its bytes.

    Args:
        media_type: `type/subtype`, in lower case; `text/plain` where it says none.
        parameters: names, in lower case, and values of what it adds to that.
        head: its text up to the comma, and the comma, exactly.
        size: how many bytes it holds.
    """

    media_type: str
    parameters: tuple[tuple[str, str], ...]
    head: str
    size: int

    @property
    def name(self) -> str:
        """The file name it gives, for display only."""
        return clean_name(next((unquote(value) for name, value in self.parameters if name in {"name", "filename"}), ""))


def parse(text: str, limit: int | None = None) -> DataURL:
    """
    Read the data URL *text*.

    Args:
        text: `data:`, a media type, `;base64,` and validly padded base64 without white space.
        limit: how many bytes it may hold; it is measured before it is decoded.

    Raises:
        DataURLError: it is none, or holds more.
    """
    head, media_type, parameters = _head(text)
    length, padding = len(text) - len(head), 2 if text.endswith("==") else int(text.endswith("="))
    if length % 4:
        raise DataURLError("bad-base64", "length")
    size = length // 4 * 3 - padding
    if limit is not None and size > limit:
        raise DataURLError("too-large", "too-large", limit=limit, size=size)
    # Padding within would pass where a block happens to end.
    if text.find("=", len(head), len(text) - padding) >= 0:
        raise DataURLError("bad-base64", "padding")
    for _ in decoded(text, head):
        pass
    last = text[-4:] if size else ""
    if pybase64.b64encode(pybase64.b64decode(last)).decode() != last:
        raise DataURLError("bad-base64", "bits")
    return DataURL(media_type=media_type, parameters=parameters, head=head, size=size)


def _head(text: str) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    if text[:5].lower() != "data:":
        raise DataURLError("not-a-data-url", "start")
    head = text[: text.find(",", 0, MAX_HEAD) + 1]
    if not head:
        raise DataURLError("bad-data-url", "comma", limit=MAX_HEAD)
    if not head.lower().endswith(";base64,"):
        raise DataURLError("not-base64", "not-base64")
    match = _HEAD.fullmatch(head)
    if match is None:
        raise DataURLError("bad-data-url", "form")
    parameters = [(name.lower(), value.strip('"')) for name, value in _PARAMETERS.findall(match[2])]
    if len(parameters) > MAX_PARAMETERS:
        raise DataURLError("bad-data-url", "parameters", limit=MAX_PARAMETERS, count=len(parameters))
    return head, canonical(match[1] or "text/plain") or "", tuple(parameters)


def decoded(text: str, head: str) -> Iterator[bytes]:
    """Yield the bytes of the data URL *text*, whose head is *head*, a block at a time; raise `DataURLError`."""
    for start in range(len(head), len(text), _STEP):
        try:
            yield pybase64.b64decode(text[start : start + _STEP], validate=True)
        except ValueError:
            raise DataURLError("bad-base64", "character") from None


def decode(text: str, limit: int | None = None) -> bytes:
    """Return the bytes of the data URL *text*; raise `DataURLError` as `parse` does."""
    return b"".join(decoded(text, parse(text, limit).head))


def first(text: str, count: int = 512) -> bytes:
    """Return the first *count* bytes of the data URL *text*, of which nothing more is read."""
    head, _, _ = _head(text)
    return b"".join(decoded(text[: len(head) + -(-count // 3) * 4], head))[:count]


def make(media_type: str, data: bytes, name: str = "") -> str:
    """Return *data* of a file called *name* as a data URL; raise `ValueError` where *media_type* is none."""
    return head_of(media_type, name) + pybase64.b64encode_as_string(data)


def head_of(media_type: str, name: str = "") -> str:
    """Return the head of a data URL of *media_type*; raise `ValueError` where it is none. A long *name* is left out."""
    plain = canonical(media_type)
    if plain is None:
        raise ValueError(f"{media_type!r} is no media type")
    quoted = quote(clean_name(name), safe="")
    named = f"data:{plain};name={quoted};base64,"
    return named if quoted and len(named) <= MAX_HEAD else f"data:{plain};base64,"


def chunks(head: str, file: BinaryIO) -> Iterator[bytes]:
    """Yield the data URL of what *file* holds from where it stands, *head* first, some 64 KiB at a time."""
    yield head.encode()
    rest = b""
    # Unbuffered files may give less than they are asked for.
    while block := file.read(_BLOCK):
        block = rest + block
        whole = len(block) - len(block) % 3
        rest = block[whole:]
        yield pybase64.b64encode(block[:whole])
    if rest:
        yield pybase64.b64encode(rest)


def clean_name(name: str) -> str:
    """Return the file name *name* fit for display: no folders, no control characters, at most 255 characters."""
    last = re.split(r"[/\\]", name)[-1]
    shown = "".join(char for char in last if char.isprintable()).strip()[:MAX_NAME].strip()
    return shown if shown.strip(".") else ""
