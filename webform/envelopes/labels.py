"""The headers of an answer about its body: the media type, the charset, the name of the file."""

from __future__ import annotations

import codecs
import re
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from werkzeug.http import parse_options_header

from webform.dataurl import clean_name

if TYPE_CHECKING:
    from collections.abc import Mapping

#: The spelling of a file's name that has a charset, which is preferred (RFC 6266).
_EXTENDED_NAME = re.compile(r";\s*(filename\*\s*=\s*[^;\s]+)", re.IGNORECASE)
#: Charsets that texts are read in; other codecs of Python's are no charsets.
_CHARSETS = re.compile(r"utf-?(?:8|16|32)(?:-?[lb]e)?|us-ascii|iso-?8859-\d+|latin-?1|windows-\d+|cp\d+"
                       r"|shift_?jis|euc-\w+|gb\w+|big5|koi8-\w", re.IGNORECASE)  # fmt: skip


class Label(NamedTuple):
    """The media type without parameters, in lower case; the charset; the name of the file; `""` for what it lacks."""

    media: str = ""
    charset: str = ""
    filename: str = ""


def label_of(headers: Mapping[str, str]) -> Label:
    """Return what *headers*, by their names in lower case, say of the body."""
    media, parameters = parse_options_header(headers.get("content-type", ""))
    charset = parameters.get("charset", "").strip()
    return Label(media.strip().lower(), charset if _is_charset(charset) else "", _filename(headers))


def _is_charset(name: str) -> bool:
    with suppress(LookupError):
        return _CHARSETS.fullmatch(name) is not None and bool(codecs.lookup(name))
    return False


def _filename(headers: Mapping[str, str]) -> str:
    header = headers.get("content-disposition", "")
    if not header:
        return ""
    extended = _EXTENDED_NAME.search(header)
    _, parameters = parse_options_header(f"attachment; {extended[1]}" if extended else header)
    name = parameters.get("filename", "")
    # Header bytes are read as Latin-1; most servers that send others mean UTF-8.
    with suppress(UnicodeError):
        name = name.encode("latin-1").decode()
    return clean_name(name)
