"""The details of a run: what is known beside its result, by names that people read."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from webform.files import in_words
from webform.language import decimal, gettext, marked
from webform.outputs.base import About, Misfit, View
from webform.outputs.kv import view as kv_view
from webform.outputs.pretty import line
from webform.values import is_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.result import Result
    from webform.runs import Run

#: How deep objects are opened; what is deeper is JSON.
MAX_DEPTH = 3
#: Names that are not made of their key.
_LABELS = {
    "bytes": marked("Size"),
    "date": marked("Server time"),
    "media_type": marked("Media type"),
    "request_id": marked("Request ID"),
    "url": "URL",
    "id": "ID",
}


def took_words(milliseconds: float | None) -> str:
    """Return how long something took, as people say it: `420 ms`, `3.8 s`, `2 min 5 s`; `""` where it is not known."""
    if milliseconds is None:
        return ""
    if milliseconds < 1000:
        return gettext("{count} ms", count=f"{milliseconds:.0f}")
    seconds = milliseconds / 1000
    if seconds < 60:
        return gettext("{count} s", count=decimal(seconds))
    return gettext("{minutes} min {seconds} s", minutes=f"{seconds // 60:.0f}", seconds=f"{seconds % 60:.0f}")


def details_view(result: Result, run: Run | None) -> View | Misfit | None:
    """Return the details as pairs; `None` where there are none."""
    pairs = dict(_of_run(result, run)) | dict(_flat(result.details, ""))
    return kv_view(pairs, About(name="details")) if pairs else None


def _of_run(result: Result, run: Run | None) -> Iterator[tuple[str, str]]:
    if run is not None and run.took_ms is not None:
        yield gettext("Duration"), took_words(run.took_ms)
    if result.http_status is not None:
        yield gettext("HTTP status"), status_words(result.http_status)


def status_words(status: int) -> str:
    """Return *status* with its phrase: `404 Not Found`."""
    known = status in HTTPStatus.__members__.values()
    return f"{status} {HTTPStatus(status).phrase}" if known else str(status)


def _flat(value: dict[str, Any], above: str, depth: int = 1) -> Iterator[tuple[str, Any]]:
    for key, child in value.items():
        label = above + _label(key)
        if isinstance(child, dict) and child and depth < MAX_DEPTH:
            yield from _flat(child, f"{label} · ", depth + 1)
        elif key.endswith("_ms") and is_number(child):
            yield label.removesuffix(" ms"), took_words(child)
        elif key == "bytes" and isinstance(child, int):
            yield label, in_words(child)
        else:
            yield label, line(child) if isinstance(child, dict | list) else child


def _label(key: str) -> str:
    words = key.replace("_", " ").strip()
    return gettext(_LABELS[key]) if key in _LABELS else words[:1].upper() + words[1:]
