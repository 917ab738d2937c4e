"""Raw answers kept with their runs: in the row if small, else as a file."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.envelopes.redacted import without_internals, without_secrets
from webform.files import StoredFile, StoreFullError
from webform.language import marked

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from webform.files import FileStore
    from webform.raw import Raw, RawMessage
    from webform.result import Result

#: Bytes of a body that are kept in the row of its run; characters of messages.
MAX_IN_ROW = 16_000
#: Characters that a header of the operator's has at least for it to be looked for in answers.
_TELLING = 8
#: Headers of requests that are no secrets.
_OPEN = ("accept", "content", "user-agent", "x-forwarded", "cache")

_NO_ROOM = marked("Only the beginning was kept: there was no room for the rest.")


def kept(raw: Raw, secrets: set[str], files: FileStore | None, *, redact: bool) -> Raw:
    """
    Return *raw* as it is kept with its run.

    Args:
        raw: the answer as it came.
        secrets: the texts that are not kept.
        files: where large ones go; without, they are cut.
        redact: leave out what is meant for the tool's developers.
    """
    raw = without_secrets(without_internals(raw) if redact else raw, secrets)
    if not raw.body and sum(len(message.text) for message in raw.messages) > MAX_IN_ROW:
        raw = replace(raw, body=raw.content())
    raw = replace(raw, messages=tuple(_first(raw.messages)))
    if isinstance(raw.body, StoredFile) or len(raw.body) <= MAX_IN_ROW:
        return raw
    try:
        body = files and files.put(io.BytesIO(raw.body), "", "application/octet-stream")
    except (StoreFullError, OSError):
        body = None
    return replace(raw, body=body) if body else replace(raw, body=raw.body[:MAX_IN_ROW], note=_NO_ROOM)


def with_files(result: Result, files: FileStore) -> Result:
    """Return *result* with its files resolved; one that is no longer kept cannot be opened."""
    if isinstance(result.value, StoredFile):
        result = replace(result, value=files.resolve(result.value) or result.value)
    if result.raw is not None and isinstance(result.raw.body, StoredFile):
        body = files.resolve(result.raw.body) or result.raw.body
        result = replace(result, raw=replace(result.raw, body=body))
    return result


def secrets_of(body: Any, public: Any, headers: Mapping[str, str]) -> set[str]:
    """Return the texts in *body* that are not in *public*, its part that may be kept, and the keys in *headers*."""
    found = set[str]() if public is body else {*_texts(body)} - {*_texts(public)}
    for name, value in headers.items():
        if not name.lower().startswith(_OPEN):
            found |= {text for text in (value, value.rpartition(" ")[2]) if len(text) >= _TELLING}
    return found


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for child in value.values():
                yield from _texts(child)
        case list():
            for child in value:
                yield from _texts(child)
        case bool() | None | StoredFile():
            pass
        case _:
            yield str(value)


def _first(messages: tuple[RawMessage, ...]) -> Iterator[RawMessage]:
    left = MAX_IN_ROW
    for message in messages:
        if left <= 0:
            return
        yield message if len(message.text) <= left else replace(message, text=message.text[:left])
        left -= len(message.text) + 20
