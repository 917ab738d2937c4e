"""The owner of a run: a process on this machine, and whether it still runs."""

from __future__ import annotations

import os
import secrets
import socket
from functools import lru_cache
from pathlib import Path

_open: set[str] = set()


class Owner:
    """What a store calls itself in the runs it is still at work on; the same object in processes forked from here."""

    def __init__(self) -> None:
        self._token = secrets.token_hex(8)
        self._host = socket.gethostname().replace("/", "")[:100]
        _open.add(self._token)

    def __str__(self) -> str:
        return f"{self._host}/{_of_process(os.getpid())}/{self._token}"

    def is_alive(self, owner: str) -> bool:
        """Tell whether the one that called itself *owner* may still be at work; on another machine it is not."""
        host, pid, started, token = owner.split("/")
        if host != self._host or _start_time(int(pid)) != started:
            return False
        return int(pid) != os.getpid() or token in _open

    def leave(self) -> None:
        """Be at work no more."""
        _open.discard(self._token)


@lru_cache(maxsize=1)
def _of_process(pid: int) -> str:
    return f"{pid}/{_start_time(pid)}"


def _start_time(pid: int) -> str | None:
    """Return when the process *pid* began, as far as the system tells, since numbers come again; `None` if it ended."""
    try:
        state, *facts = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except FileNotFoundError:
        return "" if not Path("/proc/self").exists() and _takes_signals(pid) else None
    # A zombie still has a /proc entry.
    return None if state in "ZX" else facts[18]


def _takes_signals(pid: int) -> bool:
    if os.name != "posix":
        # Elsewhere a signal that does nothing is one that kills.
        return pid == os.getpid()
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
