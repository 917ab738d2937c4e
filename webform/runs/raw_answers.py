"""Raw answers kept with their runs: in the row if small, else as a file."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.envelopes.redacted import without_internals, without_secrets
from webform.files import FileStore, StoredFile, StoreFullError
from webform.language import marked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.raw import Raw, RawMessage
    from webform.result import Result

#: Bytes of a body that are kept in the row of its run; characters of messages.
MAX_IN_ROW = 16_000

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


def at_hand(part: Any, files: FileStore) -> Any:
    """Return *part*; a file is resolved, and cannot be opened where it is no longer kept."""
    return (files.resolve(part) or part) if isinstance(part, StoredFile) else part


def with_files(result: Result, files: FileStore) -> Result:
    """Return *result* with its files at hand."""
    raw = result.raw and replace(result.raw, body=at_hand(result.raw.body, files))
    return replace(result, value=at_hand(result.value, files), raw=raw)


def _first(messages: tuple[RawMessage, ...]) -> Iterator[RawMessage]:
    left = MAX_IN_ROW
    for message in messages:
        if left <= 0:
            return
        yield message if len(message.text) <= left else replace(message, text=message.text[:left])
        left -= len(message.text) + 20
