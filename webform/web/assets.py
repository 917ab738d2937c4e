"""The built scripts and styles: files named by their content."""

from __future__ import annotations

import json
from functools import cache

from webform.places import static

#: Media types by the ends of names.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".svg": "image/svg+xml",
    ".ts": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}


class Assets:
    """The files of static/dist: those of the manifest by their plain name, all of them by their real one."""

    def __init__(self) -> None:
        self._folder = static()
        manifest = json.loads((self._folder / "manifest.json").read_text("utf-8"))
        self._files: dict[str, str] = {name: chunk["file"] for name, chunk in manifest.items()}
        # What is asked for is looked up among these, and never joined to a path unseen.
        paths = [path for path in self._folder.rglob("*") if path.suffix in TYPES]
        self._known = {path.relative_to(self._folder).as_posix(): path for path in paths}
        self._read: dict[tuple[str, bool], bytes] = {}

    def file_of(self, name: str) -> str | None:
        """Return the name of the built file of *name*."""
        return self._files.get(name)

    def content(self, file: str, *, packed: bool) -> bytes | None:
        """Return the bytes of *file*, gzipped if they are wanted *packed* and were built so."""
        path = self._known.get(file)
        if path is None or file == "manifest.json":
            return None
        key = file, packed
        if key not in self._read:
            source = path.with_name(path.name + ".gz") if packed else path
            self._read[key] = source.read_bytes() if source.is_file() else b""
        return self._read[key] or None


@cache
def built_assets() -> Assets:
    """Return the files as they were when this was first called: all apps of a process share them."""
    return Assets()
