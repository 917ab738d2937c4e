"""Paths that somebody typed: whether a file, a folder or anything is there."""

from __future__ import annotations

from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Literal


def at_path(name: str) -> Literal["file", "folder", "other", ""]:
    """Return what stands at the path *name*; `""` for nothing, and where no file can have that name."""
    try:
        mode = Path(name).stat().st_mode
    except (OSError, ValueError):
        return ""
    return "file" if S_ISREG(mode) else "folder" if S_ISDIR(mode) else "other"
