"""Bodies of runs: the files in them stand beside them on the way to the process of a function."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from webform import dataurl
from webform.files import StoredFile
from webform.functions.sent_files import SentFile
from webform.media import usual


def without_files(body: Any, folder: Path) -> tuple[Any, list[dict[str, Any]]]:
    """
    Return *body* without its files, and where copies of them are in *folder*, with their places in it.

    Raises:
        FileGoneError: a file is no longer kept.
    """
    files: list[dict[str, Any]] = []

    def plain(value: Any, at: list[str | int]) -> Any:
        match value:
            case StoredFile():
                path = _copied(value, folder / str(len(files)))
                files.append({"at": at, "path": str(path), "media_type": usual(value.media_type)})
                return None
            case dict():
                return {key: plain(part, [*at, key]) for key, part in value.items()}
            case list() | tuple():
                return [plain(part, [*at, index]) for index, part in enumerate(value)]
        return value

    return plain(body, []), files


def _copied(file: StoredFile, folder: Path) -> Path:
    """Return the path of a copy of *file*, which is called as it was, in a *folder* of its own."""
    folder.mkdir()
    path = folder / (dataurl.clean_name(file.name) or "file")
    with file.open() as source, path.open("wb") as target:
        while block := source.read(65_536):
            target.write(block)
    return path


def with_files(body: Any, files: list[dict[str, Any]]) -> Any:
    """Return *body* with *files* at their places."""
    for file in files:
        holder: Any = body
        *above, last = file["at"]
        for part in above:
            holder = holder[part]
        holder[last] = SentFile(Path(file["path"]), file["media_type"])
    return body
