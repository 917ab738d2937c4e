"""Where stored files are in a folder."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from webform.files import StoredFile


def path_of(file: StoredFile) -> Path:
    """Return the path of *file*, which a folder has."""
    return file.blobs.path / file.sha256


def age(path: Path, seconds: float) -> None:
    """Let the file at *path* have been used so many seconds ago."""
    then = time.time() - seconds
    os.utime(path, (then, then))
