"""Files within values: data URLs, texts that are base64, and objects of base64 and its media type."""

from __future__ import annotations

import re
from binascii import Error, a2b_base64
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from webform.dataurl import MAX_HEAD
from webform.files import StoredFile
from webform.media import EXTENSIONS, UNKNOWN, canonical, extension, sniff

#: The types of each family that browsers show; none of them can run anything where it is shown.
SHOWN = {
    "image": {
        "image/png", "image/jpeg", "image/gif", "image/webp",
        "image/avif", "image/bmp", "image/x-icon", "image/svg+xml",
    },
    "audio": {"audio/wav", "audio/mpeg", "audio/aac", "audio/ogg", "audio/flac", "audio/mp4", "audio/webm"},
    "video": {"video/mp4", "video/webm", "video/ogg", "video/quicktime"},
}  # fmt: skip
#: Other types whose first bytes tell them from any text.
_FILES = {"application/pdf", "application/zip", "application/gzip", "image/tiff", "image/heic"}
#: A shorter text without a media type may be a word; this much of it says what it is.
_LEAST, _HEAD = 64, 64
_BASE64 = re.compile(r"[A-Za-z0-9+/\s]+={0,2}\s*")

#: How services call the media type and the base64 of a file that is an object, and what may stand beside them.
TYPE_KEYS = ("mimeType", "mime_type", "media_type", "mediaType", "contentType", "content_type")
_DATA = ("data", "base64", "blob", "b64_json", "bytes")
_NAMES = ("name", "filename", "file_name", "title", "uri")
_BESIDE = {*TYPE_KEYS, *_NAMES, "type", "size", "encoding", "annotations", "_meta", "cache_control"}
#: Media types of texts: their bytes are no files that anyone would miss.
_TEXTUAL = re.compile(r"text/.*|.*[/+](?:json|xml|yaml|javascript)")
#: How a data URL begins, whatever holds its bytes.
_URL = re.compile(r"data:(?:[\w!#$&^.+-]+/[\w!#$&^.+-]+)?(?:;[^\s;,]+)*,", re.IGNORECASE | re.ASCII)


class FileIn(NamedTuple):
    """
    A file that a value is.

    Args:
        family: `image`, `audio`, `video`, or `file` for what browsers do not show.
        text: its data URL, or its base64.
        media_type: that of base64, as it is labelled, else as its bytes begin.
        name: what it is called.
    """

    family: str
    text: str
    media_type: str = ""
    name: str = ""

    @property
    def url(self) -> str:
        """Its data URL, which is made when it is asked for: it may be long."""
        return data_url(self.text, self.media_type) if self.media_type else self.text


def is_data_url(value: Any, family: str = "") -> bool:
    """Tell whether *value* looks like a data URL of *family*, or is a kept file that stands for one."""
    if isinstance(value, StoredFile):
        return value.media_type.startswith(family)
    start = f"data:{family}/" if family else "data:"
    return isinstance(value, str) and value[: len(start)].lower() == start


def begins_as_data_url(text: str) -> bool:
    """Tell whether *text* begins as a data URL does up to its comma, and is no sentence about data."""
    return is_data_url(text) and _URL.match(text, 0, MAX_HEAD) is not None


def may_be_file(value: Any) -> bool:
    """Tell at a glance whether *value* is long enough, or an object small enough, to be a file or its address."""
    if isinstance(value, str):
        return len(value) >= _LEAST or value[:5].lower() in ("data:", "http:", "https")
    return isinstance(value, dict) and 1 < len(value) <= len(_BESIDE)


def file_in(value: Any) -> FileIn | None:
    """Return the file that *value* is, known by its first bytes rather than its label; `None` where it is none."""
    if isinstance(value, dict):
        return _file_of(value)
    if isinstance(value, str) and is_data_url(value):
        media_type = canonical(value[5 : value.find(",", 0, 1024)]) or ""
        return FileIn(_family(media_type) or "file", value)
    sniffed = _sniffed_type(value) if isinstance(value, str) and len(value) >= _LEAST else ""
    family = _family(sniffed) if sniffed != "image/svg+xml" else ""
    return FileIn(family or "file", value, sniffed) if family or sniffed in _FILES else None


def family_of(value: Any) -> str:
    """Return `image`, `audio` or `video` where *value* is such a file, `file` for another; `""` where it is none."""
    found = file_in(value)
    return found.family if found else ""


def as_url(value: Any) -> Any:
    """Return the data URL of the file that *value* is; *value* where it is none."""
    found = file_in(value)
    return found.url if found else value


def data_url(value: str, media_type: str = "") -> str:
    """Return the data URL of *value*, the base64 of a file."""
    text = value if len(value.split(None, 1)) == 1 else "".join(value.split())
    return f"data:{media_type or _sniffed_type(value) or UNKNOWN};base64,{text}"


def family_at(address: str) -> str:
    """Return `image`, `audio` or `video` where the path of *address* ends as such a file's name does; else `""`."""
    try:
        path = urlsplit(address).path
    except ValueError:
        return ""
    return _family(EXTENSIONS.get(extension(path.rpartition("/")[2]), ("",))[0])


def _family(media_type: str) -> str:
    return next((family for family, types in SHOWN.items() if media_type in types), "")


def _file_of(value: dict[str, Any]) -> FileIn | None:
    """Return the file that an object is: base64 beside its media type, or that as its `source`."""
    if len(value) > len(_BESIDE):
        return None
    if isinstance(value.get("source"), dict) and value.keys() <= {*_BESIDE, "source"} and "type" in value:
        return _file_of(value["source"])
    labels = [value[key] for key in TYPE_KEYS if isinstance(value.get(key), str)]
    key = next((key for key in _DATA if isinstance(value.get(key), str)), "")
    if not labels or not key or not value.keys() <= {*_BESIDE, key}:
        return None
    if is_data_url(value[key]):
        found = file_in(value[key])
        return found._replace(name=_name(value)) if found else None
    sniffed, label = _sniffed_type(value[key]), canonical(labels[0]) or ""
    if not sniffed or (not _is_known(sniffed) and (not label or _TEXTUAL.fullmatch(label))):
        return None
    family = _family(sniffed) or _family(label)
    return FileIn(family or "file", value[key], label or UNKNOWN, _name(value))


def _name(value: dict[str, Any]) -> str:
    names = (value[key] for key in _NAMES if isinstance(value.get(key), str))
    return next((name.rstrip("/").rpartition("/")[2] for name in names), "")


def _is_known(media_type: str) -> bool:
    return media_type in _FILES or (bool(_family(media_type)) and media_type != "image/svg+xml")


def _sniffed_type(value: str) -> str:
    """Return the media type that the base64 *value* begins as; `""` where it is no base64."""
    if not value or not _BASE64.fullmatch(value, 0, 4 * _HEAD):
        return ""
    try:
        return sniff(a2b_base64("".join(value[:_HEAD].split()) + "=" * 3, strict_mode=False)) or UNKNOWN
    except Error:
        return ""
