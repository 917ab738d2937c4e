"""The tabs beside a result: what was sent, what came back, and the same call in code."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from webform import dataurl
from webform.files import StoredFile, in_words
from webform.html.details import details_view
from webform.html.raw_panel import RawShown, shown_raw
from webform.html.snippets import note as note_on
from webform.html.snippets import snippets
from webform.language import gettext
from webform.media import UNKNOWN, USUAL_EXTENSION, canonical
from webform.outputs.base import About, Misfit
from webform.outputs.log import view as log_view
from webform.outputs.parts import split_part
from webform.outputs.pretty import copied, json_download, pretty
from webform.runs.events import AGAIN, LEFT_OUT
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.outputs import Download, View
    from webform.raw import Raw
    from webform.result import Log, Result
    from webform.runs import Run
    from webform.texts import Cut

#: How much of an answer or a request is shown, and from which length on a text inside it is outlined.
MAX_JSON, MAX_TEXT = 60_000, 1_000
#: The most bytes a page carries for one download where no server keeps the run.
MAX_CARRIED = 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class DownloadLink:
    """A download as a link: its *label*, address and file name, and its size in words, where that is known."""

    label: str
    href: str
    filename: str
    size: str = ""


@dataclass(frozen=True, kw_only=True)
class Panel:
    """
    A tab beside the result: one of JSON, a view, a raw answer, or code.

    Args:
        json: JSON text, cut where it is too long; *copy* is the whole of it, *links* its downloads.
        view: a view, such as that of a log.
        raw: the answer as it came.
        codes: the same call in code.
        note: what it is, in a sentence.
    """

    id: str
    title: str
    json: Cut | None = None
    copy: str | None = None
    view: View | Misfit | None = None
    raw: RawShown | None = None
    codes: tuple[Any, ...] = ()
    note: str = ""
    links: tuple[DownloadLink, ...] = ()


def link_to(download: Download, at: str, run: Run | None, root: str) -> DownloadLink | None:
    """Return *download* as a link: to the run, else a data URL; `None` where that would be too large."""
    if run is not None:
        part, pointer = split_part(at)
        place = {"at": pointer} if part is None else {"part": part, "at": pointer}
        query = urlencode({**place, "format": download.format}, errors="surrogatepass")
        href = f"{root}/runs/{run.id}/download?{query}"
        return DownloadLink(label=download.label, href=href, filename=download.filename, size=_size(download.size))
    return _carried(download.label, download.filename, download.media_type, download.content())


def _carried(label: str, filename: str, media_type: str, data: bytes | StoredFile) -> DownloadLink | None:
    if isinstance(data, StoredFile) or len(data) > MAX_CARRIED:
        return None
    return DownloadLink(label=label, href=dataurl.make(media_type, data), filename=filename, size=_size(len(data)))


def _size(count: int | None) -> str:
    return "" if count is None else in_words(count)


def panels_of(result: Result | None, request: Any, run: Run | None, root: str, call: str) -> Iterator[Panel]:
    """Yield the tabs that there is something for, in their order."""
    if request is not ABSENT:
        yield _json_panel("request", gettext("Request"), request, gettext("The body that the tool was sent."))
    if result and isinstance(result.value, dict | list):
        link = link_to(json_download(result.value, "answer"), "", run, root)
        note = gettext("The value of the answer, as JSON.")
        yield _json_panel("json", "JSON", result.value, note, (link,) if link else ())
    if result and result.raw:
        link = _raw_link(result.raw, run, root)
        yield Panel(id="raw", title=gettext("Raw"), raw=shown_raw(result.raw), links=(link,) if link else ())
    if result and (details := details_view(result, run)):
        yield Panel(id="details", title=gettext("Details"), view=details)
    if result and result.logs:
        yield Panel(id="log", title=gettext("Log"), view=logged(result.logs))
    if request is not ABSENT and call:
        codes = tuple(snippets(call, request))
        yield Panel(id="code", title=gettext("Code"), codes=codes, note=note_on(request))


def logged(lines: tuple[Log, ...]) -> View | Misfit:
    """Return the view of the lines of a log."""
    return log_view({"lines": [_line(line) for line in lines]}, About(name="log"))


def _line(line: Log) -> dict[str, Any]:
    """Return *line* as its view takes it; what we logged ourselves in the language in use."""
    shown = replace(line, message=gettext(line.message)) if line.message in (LEFT_OUT, AGAIN) else line
    return {name: value for name, value in asdict(shown).items() if value is not None}


def _json_panel(name: str, title: str, value: Any, note: str, links: tuple[DownloadLink, ...] = ()) -> Panel:
    shown = pretty(value, limit=MAX_JSON, longest=MAX_TEXT)
    return Panel(id=name, title=title, json=shown, copy=copied(value), note=note, links=links)


def _raw_link(raw: Raw, run: Run | None, root: str) -> DownloadLink | None:
    """Return the link to all of *raw*; `None` where there is nothing to save."""
    name = raw_name(raw)
    label = name.rpartition(".")[2].upper()
    if not raw.body and not raw.messages:
        return None
    if run is not None:
        href = f"{root}/runs/{run.id}/download?part=raw"
        return DownloadLink(label=label, href=href, filename=name, size=_size(raw.size if raw.body else None))
    return _carried(label, name, UNKNOWN, raw.content())


def raw_name(raw: Raw) -> str:
    """Return what the file of *raw* is called."""
    if not raw.body:
        return "messages.jsonl"
    media = canonical(raw.headers.get("content-type", "")) or UNKNOWN
    return "answer" + USUAL_EXTENSION.get(media, ".bin")
