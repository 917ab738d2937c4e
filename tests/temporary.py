"""The temporary files of tests: in memory, where there is room."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
#: Bytes that are free there at least. Tests keep two gigabytes at most; their browsers need as much of the memory.
ROOM = 6_000_000_000


def use_memory() -> None:
    """
    Keep the temporary files of this process, and of those it starts, in memory.

    Databases of thousands of tests, with the files of PostgreSQL, keep a disk's file system busy. Whoever sets `TMPDIR`
    chooses where they are. Programs are run from them too, which a file system may forbid.
    """
    if "TMPDIR" in os.environ or not MEMORY.is_dir() or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return
    if shutil.disk_usage(MEMORY).free >= ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
