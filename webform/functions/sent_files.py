"""Files that were sent to a function: as a path, or as bytes."""

from __future__ import annotations

import mimetypes
import os
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from webform import dataurl


class SentFile(NamedTuple):
    """A file of a body: its copy in the folder of the run, and its media type."""

    path: Path
    media_type: str


def file_path(value: Any) -> Path:
    """
    Return the path of the file *value*; a text is a data URL, and never the path of anything.

    Raises:
        ValueError: it is no file.
    """
    if isinstance(value, SentFile):
        return value.path
    parsed, content = _read(value)
    handle, name = tempfile.mkstemp(suffix=mimetypes.guess_extension(parsed.media_type) or "")
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    return Path(name)


def file_bytes(value: Any) -> bytes:
    """
    Return the bytes of the file *value*.

    Raises:
        ValueError: it is no file.
    """
    return value.path.read_bytes() if isinstance(value, SentFile) else _read(value)[1]


def _read(value: Any) -> tuple[dataurl.DataURL, bytes]:
    if not isinstance(value, str):
        raise ValueError("expected a file")  # noqa: TRY004 - pydantic's way to refuse a value
    try:
        parsed = dataurl.parse(value)
    except dataurl.DataURLError as error:
        raise ValueError(str(error)) from None
    return parsed, dataurl.decode(value)
