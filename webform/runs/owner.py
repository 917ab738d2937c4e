"""Who runs a run: a process on this machine, and whether it still does."""

from __future__ import annotations

import os
import secrets
import socket

_open: set[str] = set()


class Owner:
    """What a store calls itself in the runs it is still at work on; the same object in processes forked from here."""

    def __init__(self) -> None:
        self._token = secrets.token_hex(8)
        self._host = socket.gethostname().replace("/", "")[:100]
        _open.add(self._token)

    def __str__(self) -> str:
        return f"{self._host}/{os.getpid()}/{self._token}"

    def is_alive(self, owner: str) -> bool:
        """Tell whether the one that called itself *owner* may still be at work; on another machine it is not."""
        host, pid, token = owner.split("/")
        if int(pid) == os.getpid():
            # Numbers of processes come again.
            return token in _open
        return host == self._host and _runs(int(pid))

    def leave(self) -> None:
        """Be at work no more."""
        _open.discard(self._token)


def _runs(pid: int) -> bool:
    # Elsewhere a signal that does nothing is one that kills.
    if os.name != "posix":
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
