"""Files that a function returns."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - a field of a named tuple
from typing import Any, NamedTuple

from webform import dataurl
from webform.media import type_of

#: What a page shows itself; other files are there to be taken away.
_SHOWN = ("image", "audio", "video")


class MadeFile(NamedTuple):
    """A file: its bytes or where they are, what it is called, and its media type; `""` is told by these."""

    content: bytes | Path
    name: str = ""
    media_type: str = ""

    @property
    def media(self) -> str:
        """Its media type: as it was made, by its name, or by its first bytes."""
        return type_of(self.media_type, self.name, self.first())

    def first(self) -> bytes:
        """Return its first bytes."""
        if isinstance(self.content, bytes):
            return self.content[:512]
        with self.content.open("rb") as file:
            return file.read(512)

    def as_json(self) -> Any:
        """Return it as it stands within a value: a data URL, with its name where it is no picture, sound or video."""
        content = self.content if isinstance(self.content, bytes) else self.content.read_bytes()
        url = dataurl.make(self.media, content)
        return url if not self.name or self.media.partition("/")[0] in _SHOWN else {"filename": self.name, "data": url}


def file_of(path: Path) -> MadeFile:
    """Return the file at *path*."""
    return MadeFile(path, path.name)
