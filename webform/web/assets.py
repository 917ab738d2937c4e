"""The built scripts and styles: files named by their content."""

from __future__ import annotations

import gzip
import json
from functools import cache
from hashlib import sha256

from webform.places import static

#: Media types by the ends of names.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


class Assets:
    """
    The files of static/dist: those of the manifest by their plain name, all of them by their real one.

    Args:
        theme: a style sheet that stands behind the one of every page, in the same file.
    """

    def __init__(self, theme: str = "") -> None:
        self._folder = static()
        manifest = json.loads((self._folder / "manifest.json").read_text("utf-8"))
        self._files: dict[str, str] = {name: chunk["file"] for name, chunk in manifest.items()}
        # What is asked for is looked up among these, and never joined to a path unseen.
        paths = [path for path in self._folder.rglob("*") if path.suffix in TYPES]
        self._known = {path.relative_to(self._folder).as_posix(): path for path in paths}
        self._read: dict[tuple[str, bool], bytes] = {}
        if theme:
            self._add(theme)

    def _add(self, theme: str) -> None:
        whole = (self.content(self._files["app.css"], packed=False) or b"") + theme.encode()
        name = f"app-{sha256(whole).hexdigest()[:8].upper()}.css"
        self._files["app.css"] = name
        self._read |= {(name, False): whole, (name, True): gzip.compress(whole, mtime=0)}

    def file_of(self, name: str) -> str | None:
        """Return the name of the built file of *name*."""
        return self._files.get(name)

    def content(self, file: str, *, packed: bool) -> bytes | None:
        """Return the bytes of *file*, gzipped if they are wanted *packed* and were built so."""
        path, key = self._known.get(file), (file, packed)
        if key not in self._read:
            if path is None or file == "manifest.json":
                return None
            source = path.with_name(path.name + ".gz") if packed else path
            self._read[key] = source.read_bytes() if source.is_file() else b""
        return self._read[key] or None


@cache
def built_assets() -> Assets:
    """Return the files as they were when this was first called: all apps of a process share them."""
    return Assets()
