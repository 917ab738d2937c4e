"""Files that arrive inside a value, as data URLs: shown where that is safe, else to be downloaded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from webform import dataurl
from webform.files import FileGoneError, StoredFile, in_words
from webform.language import gettext, marked
from webform.media import UNKNOWN, USUAL_EXTENSION, accepts, extension, is_text, sniff
from webform.messages import Phrase
from webform.outputs.base import About, Download, Misfit, View, unwrap
from webform.outputs.base64s import SHOWN, FileIn, as_url, file_in, is_data_url
from webform.outputs.drawings import is_costly
from webform.outputs.texts import file_name
from webform.texts import link_in, visible

if TYPE_CHECKING:
    from collections.abc import Callable

#: Types that a download keeps; anything else is served as bytes, since a browser might open it as a document.
_KEPT = (set().union(*SHOWN.values()) - {"image/svg+xml"}) | {
    "application/pdf", "application/json", "application/zip", "application/gzip", "text/plain", "text/csv",
}  # fmt: skip
#: The most bytes a page shows of one file.
MAX_SHOWN = 8 * 1024 * 1024
#: Bytes of a kept text that a page shows.
_BEGINNING = 4000
#: Fewer bytes than these do not tell what they are.
_TELLING = 12
#: What a browser would open as a document.
_DOCUMENTS = {"text/html", "image/svg+xml", "application/xml"}
#: Media on another site, by family.
_ELSEWHERE = {
    "image": marked("image on another site"),
    "audio": marked("audio on another site"),
    "video": marked("video on another site"),
}
_GONE = marked("It is no longer kept.")


@dataclass(frozen=True, kw_only=True)
class Media:
    """
    A file inside a value: its words, and why it is not shown.

    Where it is shown, `url` is its data URL, or its address; of a kept file that is the address of its download.
    Of a kept file that is a text, its `beginning` is shown.
    """

    filename: str
    words: str
    url: str = ""
    reason: str = ""
    beginning: str = ""


def shown(family: str, value: Any, about: About) -> View | Misfit:
    """Return the view of an image, audio or video: a data URL or an address, by itself or as `{"value": …}`."""
    value, about, at = unwrap(value, about)
    if address := link_in(value):
        if any(_is_of(origin.lower(), _origin(address)) for origin in about.origins):
            media = Media(filename=file_name(about.name), words=address, url=address)
            return View(name=family, at=at, data=media, copy=address)
        # What stands on another site is not fetched: its server would learn who reads this.
        return View(name="link", at=at, data=address, note=gettext(_ELSEWHERE[family]), copy=address, small=True)
    found = file_in(value)
    if found and not about.budget.take_bytes(len(found.text)):
        return _too_many(found, about, at)
    value = found.url if found else value
    file = _read(value)
    if isinstance(file, Phrase):
        return Misfit(expected=Phrase(f"kind.{family}", {"form": file}), part=at)
    # The bytes know their type better than its many spellings: audio/x-wav is audio/wav.
    media_type = sniffed if (sniffed := sniff(file.first)) in SHOWN[family] else file.media_type
    reason = _why_not(family, media_type, file)
    name = file_name(about.filename) if extension(about.filename) else ""
    name = name or file_name(about.name, USUAL_EXTENSION.get(media_type, ""))
    source = "" if reason or file.kept else dataurl.head_of(media_type) + value[len(file.head) :]
    media = Media(filename=name, words=_words(media_type, file.size), url=source, reason=reason)
    return _view("file" if reason else family, file, media, media_type, at)


def stored(value: Any, name: str, about: About, at: str = "") -> View | Misfit:
    """Return the view of a file called *name* to be downloaded: a data URL, a kept file, or an address."""
    if address := link_in(value):
        return View(name="link", at=at, data=address, note=file_name(name) if name else "", copy=address, small=True)
    file = _read(as_url(value))
    if isinstance(file, Phrase):
        return Misfit(expected=Phrase("kind.file", {"form": file}), part=at)
    media_type, name = file.media_type, name or file.name or about.filename
    name = file_name(name) if extension(name) else file_name(name or about.name, USUAL_EXTENSION.get(media_type, ""))
    media = Media(
        filename=name,
        words=_words(media_type, file.size),
        reason=_GONE if file.gone else "",
        beginning=_beginning(value, about) if file.kept and not file.gone and is_text(media_type) else "",
    )
    return _view("file", file, media, media_type, at)


def _beginning(file: StoredFile, about: About) -> str:
    """Return the beginning of a text that is kept as a file."""
    return visible(file.first(about.budget.take_text(_BEGINNING)).decode("utf-8", "replace"))


@dataclass(frozen=True, kw_only=True)
class _File:
    """A file, however it came: *kept* by a server, and perhaps *gone*, or a data URL that begins with *head*."""

    media_type: str
    name: str
    size: int
    first: bytes
    content: Callable[[], bytes | StoredFile]
    head: str = ""
    kept: bool = False
    gone: bool = False


def file_view(value: Any, about: About) -> View | None:
    """Return the view of the file that *value* is, wherever it stands; `None` where it is none that can be read."""
    found = file_in(value)
    if found is None:
        return None
    about = replace(about, name=file_name(found.name) if found.name else about.name)
    seen = stored(value, found.name, about) if found.family == "file" else shown(found.family, value, about)
    return seen if isinstance(seen, View) else None


def _too_many(found: FileIn, about: About, at: str) -> View:
    """Return the view of a file that a page has no more room for: its bytes are not looked at, but for a download."""
    reason = gettext("It is not shown: the files on this page are too large together.")
    name = file_name(about.name, USUAL_EXTENSION.get(found.media_type, ""))
    words = _words(found.media_type or found.family, len(found.text) * 3 // 4)
    download = Download(
        format="file",
        label=_label(name),
        filename=name,
        media_type=UNKNOWN,
        content=lambda: dataurl.decode(found.url),
    )
    return View(name="file", at=at, data=Media(filename=name, words=words, reason=reason), downloads=(download,))


def _origin(address: str) -> str:
    try:
        scheme, site, *_ = urlsplit(address.lower())
    except ValueError:
        return ""
    return f"{scheme}://{site}"


def _is_of(allowed: str, origin: str) -> bool:
    """Tell whether *origin* is the one that is *allowed*, or below it as `https://*.example.com` has it."""
    scheme, star, site = allowed.partition("*")
    return origin.startswith(scheme) and origin.endswith(site) if star else origin == allowed


def _read(value: Any) -> _File | Phrase:
    """Return *value* as a file, or what was expected of it."""
    if isinstance(value, StoredFile):
        return _read_kept(value)
    if not is_data_url(value):
        return Phrase("kind.data-url-or-address")
    try:
        url = dataurl.parse(value)
    except dataurl.DataURLError as error:
        return Phrase("kind.data-url-broken", {"fault": error.phrase})
    return _File(media_type=url.media_type, name=url.name, size=url.size, first=dataurl.first(value), head=url.head,
                 content=lambda: dataurl.decode(value))  # fmt: skip


def _read_kept(value: StoredFile) -> _File:
    try:
        first, gone = value.first(), False
    except FileGoneError:
        first, gone = b"", True
    return _File(media_type=value.media_type, name=value.name, size=value.size, first=first, content=lambda: value,
                 kept=True, gone=gone)  # fmt: skip


def _words(media_type: str, size: int) -> str:
    kind = media_type or gettext("file")
    return f"{kind}, {in_words(size)}"


def _view(kind: str, file: _File, media: Media, media_type: str, at: str) -> View:
    may_stay = media_type in _KEPT and sniff(file.first) not in _DOCUMENTS
    download = Download(
        format="file",
        label=_label(media.filename),
        filename=media.filename,
        media_type=media_type if may_stay else UNKNOWN,
        content=file.content,
        size=file.size,
    )
    return View(name=kind, at=at, data=media, downloads=() if file.gone else (download,))


def _label(name: str) -> str:
    """Return the kind of the file called *name*, in a word."""
    return extension(name)[1:].upper() or gettext("file")


def _whole(file: _File) -> bytes:
    content = file.content()
    return content if isinstance(content, bytes) else b""


def _why_not(family: str, media_type: str, file: _File) -> str:
    """Return why *file* is not shown as *family*; `""` if it is."""
    sniffed = sniff(file.first)
    disguised = sniffed in _DOCUMENTS and file.media_type != "image/svg+xml"
    if file.gone:
        return gettext(_GONE)
    if disguised or (len(file.first) >= _TELLING and not accepts([f"{family}/*"], file.media_type, "", file.first)):
        return gettext(
            "It is said to be {type} and holds {found}: not shown as {family}.",
            type=file.media_type,
            found=sniffed or gettext("something else"),
            family=gettext(family),
        )
    if media_type not in SHOWN[family]:
        return gettext("Browsers do not show {type}.", type=media_type)
    if media_type == "image/svg+xml" and not file.kept and file.size <= MAX_SHOWN and is_costly(_whole(file)):
        return gettext("It is a drawing that may take very long to draw: it is not shown.")
    # A drawing has no address of its own, at which a browser would open it as a document.
    too_large = file.size > MAX_SHOWN if not file.kept else media_type == "image/svg+xml"
    return gettext("It is too large to be shown here ({size}).", size=in_words(file.size)) if too_large else ""
