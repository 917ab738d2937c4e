"""Media types: by declaration, by extension, by first bytes, and whether an `accept` list takes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from webform.messages import Param, Phrase, one_of

if TYPE_CHECKING:
    from collections.abc import Sequence


#: What has words of its own: families, and plain text, whose endings say less.
_NAMED = {
    "image/*": Phrase("media.image"),
    "audio/*": Phrase("media.audio"),
    "video/*": Phrase("media.video"),
    "text/*": Phrase("media.text"),
    "text/plain": Phrase("media.plain"),
    "*/*": Phrase("media.any"),
}
#: What says nothing about the bytes.
UNKNOWN = "application/octet-stream"
#: How many of its bytes tell a file's type.
FIRST = 512

#: Media types by extension, the usual one first. A table of our own: the system's differs by machine.
EXTENSIONS: dict[str, tuple[str, ...]] = {
    ".aac": ("audio/aac",),
    ".avi": ("video/x-msvideo",),
    ".avif": ("image/avif",),
    ".bin": (UNKNOWN,),
    ".bmp": ("image/bmp",),
    ".css": ("text/css",),
    ".csv": ("text/csv",),
    ".doc": ("application/msword",),
    ".docx": ("application/vnd.openxmlformats-officedocument.wordprocessingml.document",),
    ".epub": ("application/epub+zip",),
    ".flac": ("audio/flac",),
    ".geojson": ("application/geo+json", "application/json"),
    ".gif": ("image/gif",),
    ".gpx": ("application/gpx+xml", "application/xml"),
    ".gz": ("application/gzip",),
    ".heic": ("image/heic", "image/heif"),
    ".htm": ("text/html",),
    ".html": ("text/html",),
    ".ico": ("image/x-icon",),
    ".ipynb": ("application/x-ipynb+json", "application/json"),
    ".jpeg": ("image/jpeg",),
    ".jpg": ("image/jpeg",),
    ".js": ("text/javascript",),
    ".json": ("application/json",),
    ".jsonl": ("application/jsonl", "application/x-ndjson"),
    ".kml": ("application/vnd.google-earth.kml+xml", "application/xml"),
    ".log": ("text/plain",),
    ".m4a": ("audio/mp4",),
    ".md": ("text/markdown",),
    ".mkv": ("video/x-matroska",),
    ".mov": ("video/quicktime",),
    ".mp3": ("audio/mpeg",),
    ".mp4": ("video/mp4",),
    ".oga": ("audio/ogg",),
    ".ogg": ("audio/ogg", "video/ogg"),
    ".ogv": ("video/ogg",),
    ".opus": ("audio/ogg",),
    ".parquet": ("application/vnd.apache.parquet",),
    ".pdf": ("application/pdf",),
    ".png": ("image/png",),
    ".ppt": ("application/vnd.ms-powerpoint",),
    ".pptx": ("application/vnd.openxmlformats-officedocument.presentationml.presentation",),
    ".py": ("text/x-python",),
    ".rtf": ("application/rtf",),
    ".sql": ("application/sql",),
    ".svg": ("image/svg+xml",),
    ".tar": ("application/x-tar",),
    ".tif": ("image/tiff",),
    ".tiff": ("image/tiff",),
    ".toml": ("application/toml",),
    ".tsv": ("text/tab-separated-values",),
    ".txt": ("text/plain",),
    ".wav": ("audio/wav",),
    ".weba": ("audio/webm",),
    ".webm": ("video/webm", "audio/webm"),
    ".webp": ("image/webp",),
    ".xls": ("application/vnd.ms-excel",),
    ".xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",),
    ".xml": ("application/xml",),
    ".yaml": ("application/yaml",),
    ".yml": ("application/yaml",),
    ".zip": ("application/zip",),
}
#: The usual extension by media type.
USUAL_EXTENSION: dict[str, str] = {
    **{type_: name for name, types in EXTENSIONS.items() for type_ in types},
    **{types[0]: name for name, types in EXTENSIONS.items()},
    "audio/ogg": ".ogg",
    "text/plain": ".txt",
}

#: Other spellings of one type.
_SAME = {
    "application/csv": "text/csv",
    "application/javascript": "text/javascript",
    "application/x-gzip": "application/gzip",
    "application/x-json": "application/json",
    "application/x-pdf": "application/pdf",
    "application/x-yaml": "application/yaml",
    "application/x-zip-compressed": "application/zip",
    "audio/m4a": "audio/mp4",
    "audio/mp3": "audio/mpeg",
    "audio/vnd.wave": "audio/wav",
    "audio/wave": "audio/wav",
    "audio/x-flac": "audio/flac",
    "audio/x-m4a": "audio/mp4",
    "audio/x-wav": "audio/wav",
    "image/heif": "image/heic",
    "image/jpg": "image/jpeg",
    "image/vnd.microsoft.icon": "image/x-icon",
    "image/x-ms-bmp": "image/bmp",
    "text/json": "application/json",
    "text/x-csv": "text/csv",
    "text/x-markdown": "text/markdown",
    "text/xml": "application/xml",
    "text/yaml": "application/yaml",
}

#: How files begin that say what they are.
_SIGNATURES = [
    (re.compile(pattern, re.DOTALL), media_type)
    for pattern, media_type in (
        (rb"\x89PNG\r\n\x1a\n", "image/png"),
        (rb"\xff\xd8\xff", "image/jpeg"),
        (rb"GIF8[79]a", "image/gif"),
        (rb"RIFF....WEBP", "image/webp"),
        (rb"\0\0\0.ftyp(?:avif|avis)", "image/avif"),
        (rb"\0\0\0.ftyp(?:heic|heix|heim|heis|mif1|msf1)", "image/heic"),
        (rb"BM....\0\0\0\0", "image/bmp"),
        (rb"II\*\0|MM\0\*", "image/tiff"),
        (rb"\0\0\x01\0[\x01-\xff]\0", "image/x-icon"),
        (rb"RIFF....WAVE", "audio/wav"),
        (rb"ID3[\x02-\x04]|\xff[\xfa\xfb\xf2\xf3]", "audio/mpeg"),
        (rb"\xff[\xf0\xf1\xf8\xf9]", "audio/aac"),
        (rb"OggS\0", "audio/ogg"),
        (rb"fLaC\0", "audio/flac"),
        (rb"\0\0\0.ftypM4A", "audio/mp4"),
        (rb"\0\0\0.ftypqt", "video/quicktime"),
        (rb"\0\0\0.ftyp", "video/mp4"),
        (rb"\x1aE\xdf\xa3.{0,60}webm", "video/webm"),
        (rb"\x1aE\xdf\xa3", "video/x-matroska"),
        (rb"RIFF....AVI ", "video/x-msvideo"),
        (rb"%PDF-", "application/pdf"),
        (rb"PK(?:\x03\x04|\x05\x06)", "application/zip"),
        (rb"\x1f\x8b\x08", "application/gzip"),
    )
]
#: Containers of sound or pictures, by what else they are called: the bytes do not tell which.
_CONTAINERS = {
    "audio/mp4": "mp4",
    "audio/ogg": "ogg",
    "audio/webm": "webm",
    "video/mp4": "mp4",
    "video/ogg": "ogg",
    "video/quicktime": "mp4",
    "video/webm": "webm",
    "video/x-matroska": "webm",
}
_SIGNED = {media_type for _, media_type in _SIGNATURES} | set(_CONTAINERS)

_SVG = rb"(?:<\?xml(?>.*?\?>)\s*+)?+(?:<!--(?>.*?-->)\s*+)*+(?:<!doctype\s+svg[^>]*>\s*+)?<svg\b"
_MARKUP = [
    (re.compile(rb"<!doctype\s+html\b|<(?:html|head|body|script|title|iframe)\b", re.IGNORECASE), "text/html"),
    (re.compile(_SVG, re.DOTALL | re.IGNORECASE), "image/svg+xml"),
    (re.compile(rb"<\?xml\b"), "application/xml"),
]
#: Bytes that no text has.
_BINARY = re.compile(rb"[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_NAME = r"[0-9a-z!#$&^_.+-]{1,127}"
_TYPE = re.compile(rf"{_NAME}/{_NAME}", re.IGNORECASE | re.ASCII)
_TOKEN = re.compile(rf"\.\S+|{_NAME}/{_NAME}(?:\s*;.*)?|{_NAME}/\*|\*/\*")
_TEXTUAL = re.compile(
    r"text/.*|.*\+(?:json|xml|yaml)"
    r"|application/(?:json|jsonl|x-ndjson|xml|yaml|toml|sql|rtf|x-sh|x-python|x-tex|graphql)"
)
_ZIPPED = re.compile(r"application/(?:vnd\.openxmlformats-.*|vnd\.oasis\.opendocument\..*|epub\+zip|java-archive)")
#: What browsers call text files whose type they do not know.
_VAGUE_TEXT = {UNKNOWN, "text/plain", "application/vnd.ms-excel"}


def canonical(media_type: str) -> str | None:
    """Return *media_type* without parameters and in lower case; `None` if it is none."""
    plain = media_type.partition(";")[0].strip()
    return plain.lower() if _TYPE.fullmatch(plain) else None


def extension(name: str) -> str:
    """Return the extension of the file called *name*, in lower case, the dot with it; `""` if it has none."""
    stem, dot, last = name.lower().rpartition(".")
    return dot + last if stem and last.isalnum() else ""


def usual(media_type: str) -> str:
    """Return the usual spelling of *media_type*, without parameters; `UNKNOWN` if it is none."""
    plain = canonical(media_type) or UNKNOWN
    return _SAME.get(plain, plain)


def part_type(media_type: str) -> str:
    """Return the type of a part of an answer that is a file of *media_type*."""
    family = media_type.partition("/")[0]
    return family if family in ("image", "audio", "video") else "file"


def is_text(media_type: str) -> bool:
    """Tell whether what is of *media_type* is shown as text; an SVG is a picture."""
    return media_type != "image/svg+xml" and _TEXTUAL.fullmatch(media_type) is not None


def type_of(media_type: str, name: str, first_bytes: bytes) -> str:
    """Return the media type of a file: as declared, else by its name's extension, else by its first bytes."""
    declared = canonical(media_type) or UNKNOWN
    if declared != UNKNOWN:
        return declared
    return EXTENSIONS.get(extension(name), (None,))[0] or sniff(first_bytes) or UNKNOWN


def sniff(first_bytes: bytes) -> str | None:
    """Return the media type that *first_bytes* plainly show; `None` where they show none. `FIRST` are looked at."""
    first_bytes = first_bytes[:FIRST]
    for pattern, media_type in _SIGNATURES:
        if pattern.match(first_bytes):
            return media_type
    if first_bytes.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "text/plain"
    if not first_bytes or _BINARY.search(first_bytes):
        return None
    start = first_bytes.removeprefix(b"\xef\xbb\xbf").lstrip()
    return next((media_type for pattern, media_type in _MARKUP if pattern.match(start)), "text/plain")


def is_json(media_type: str) -> bool:
    """Tell whether what is of *media_type*, which may have parameters, is a JSON text."""
    return media_type.partition(";")[0].strip().lower().endswith(("/json", "+json"))


def accepts(accept: Sequence[str] | str, media_type: str, name: str, first_bytes: bytes) -> bool:
    """
    Tell whether a file is one of those that *accept* takes, as HTML's attribute has it; in doubt it is.

    Args:
        accept: media types, families (`image/*`) and extensions (`.csv`), as a list or as one text with commas.
        media_type: what the file is declared to be.
        name: its name, `""` where that is not known.
        first_bytes: how it begins; what plainly is something else is refused.
    """
    tokens = [part.strip().lower() for part in (accept.split(",") if isinstance(accept, str) else accept)]
    tokens = [token for token in tokens if _TOKEN.fullmatch(token)]
    declared, name, seen = usual(media_type), name.lower(), sniff(first_bytes)
    # An SVG's root may come after more than its first bytes.
    if seen == "application/xml" and (declared == "image/svg+xml" or name.endswith(".svg")):
        seen = "image/svg+xml"
    return not tokens or any(
        _claims(token, declared, name, seen) and _consistent(_wanted(token), seen) for token in tokens
    )


def _wanted(token: str) -> str:
    if token.startswith("."):
        return EXTENSIONS.get(token, ("*/*",))[0]
    return token if token.endswith("/*") else usual(token)


def _claims(token: str, declared: str, name: str, seen: str | None) -> bool:
    """Tell whether a file says that it is what *token* takes."""
    wanted, known = _wanted(token), EXTENSIONS.get(extension(name), ())
    if wanted == "*/*" and not token.startswith("."):
        return True
    if token.startswith(".") and extension(name):
        return name.endswith(token) or wanted in known[:1]
    if token.startswith("."):
        claims = wanted == "*/*" or declared in EXTENSIONS[token]
    else:
        claims = any(_matches(wanted, type_) for type_ in (declared, *known))
    return claims or (not known and _vague(wanted, declared, name, seen))


def _vague(wanted: str, declared: str, name: str, seen: str | None) -> bool:
    """Tell whether a file of no telling type may well be *wanted*."""
    if _TEXTUAL.fullmatch(wanted):
        return declared in _VAGUE_TEXT and seen is not None and _TEXTUAL.fullmatch(seen) is not None
    return declared == UNKNOWN and (seen is not None or not extension(name))


def _matches(wanted: str, media_type: str) -> bool:
    return wanted == media_type or (wanted.endswith("/*") and media_type.startswith(wanted[:-1]))


def _consistent(wanted: str, seen: str | None) -> bool:
    """Tell whether a file whose bytes show *seen* can be *wanted*."""
    family = wanted.partition("/")[0]
    if seen is None or _matches(wanted, seen):
        return True
    if _TEXTUAL.fullmatch(wanted):
        return _TEXTUAL.fullmatch(seen) is not None and (wanted, seen) != ("image/svg+xml", "text/html")
    if wanted in _SIGNED:
        return wanted in _CONTAINERS and _CONTAINERS[wanted] == _CONTAINERS.get(seen)
    if family in {"audio", "video"}:
        return seen.startswith(f"{family}/") or seen in _CONTAINERS
    if family == "image":
        return seen.startswith("image/")
    return _ZIPPED.fullmatch(wanted) is None or seen == "application/zip"


def endings(media_type: str) -> list[str]:
    """Return the endings of names of files of that type."""
    return [ending for ending, types in EXTENSIONS.items() if media_type in types]


def kinds(accepted: Sequence[str]) -> list[str]:
    """Return those of *accepted*, media types and endings, that others do not say already."""
    return [kind for kind in accepted if not set(endings(kind)) & set(accepted)]


def short_name(kind: str) -> str:
    """Return what files of *kind*, a media type or an ending, are called: "PNG"."""
    found, usual = endings(kind), f".{kind.rpartition('/')[2]}"
    best = kind if kind.startswith(".") else usual if usual in found else next(iter(found), "")
    return best[1:].upper() or kind


def named(kind: str) -> Param:
    """Return what a file of *kind* is called in a sentence: "an image", "PNG"."""
    return _NAMED.get(kind) or short_name(kind)


def named_all(accepted: Sequence[str]) -> Param:
    """Return what files of *accepted*, which is not empty, are called in a sentence: "PNG or JPEG"."""
    return one_of(list(dict.fromkeys(map(named, kinds(accepted)))))
