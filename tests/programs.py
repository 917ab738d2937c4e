"""Programs of tests, each in a process of its own that has imported webform before it begins."""

from __future__ import annotations

import ctypes
import gc
import os
import socket
import sys
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import IO

_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(["webform.web.server", "psycopg"])
#: What a process has of its own by `unshare(2)`: the name of its host, and users, among whom it may set that.
_HOST, _USERS = 0x04000000, 0x10000000


class Program(_CONTEXT.Process):
    """
    A program that has been started; it ends with the tests.

    Args:
        text: its Python.
        arguments: what follows in `sys.argv`.
        environ: variables beside those of this process.
        quiet: whether nobody sees its errors; else they go where those of the tests go.
        host: the name of its host, where that is its own.
    """

    def __init__(
        self,
        text: str,
        *arguments: object,
        environ: dict[str, str] | None = None,
        quiet: bool = False,
        host: str = "",
    ) -> None:
        super().__init__(daemon=True)
        self._text, self._arguments, self._host = text, [*map(str, arguments)], host
        self._environ = {**os.environ, **(environ or {})}
        printed, output = os.pipe()
        self._output, self._quiet = Connection(output, readable=False), quiet
        self.start()
        self._output.close()
        self.stdout: IO[str] = os.fdopen(printed, encoding="utf-8")

    def run(self) -> None:
        """Run the program: called in its process."""
        # What it shares with others is not looked through for garbage, not even as it ends.
        gc.freeze()
        os.dup2(self._output.fileno(), sys.stdout.fileno())
        self._output.close()
        if self._quiet:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
        os.setsid()
        if self._host:
            # Who is not root is nobody from now on, and may read and write what it could before.
            if ctypes.CDLL(None, use_errno=True).unshare(_HOST | (_USERS if os.geteuid() else 0)):
                raise OSError(ctypes.get_errno(), "no host name of its own")
            socket.sethostname(self._host)
        os.environ.clear()
        os.environ.update(self._environ)
        sys.argv = ["", *self._arguments]
        exec(compile(self._text, "<program>", "exec"), {"__name__": "__main__"})

    def wait(self, seconds: float = 30) -> int:
        """Return its status once it has ended; fail where it does not."""
        self.join(seconds)
        assert self.exitcode is not None, "the program goes on"
        return self.exitcode

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        assert self.pid
        os.kill(self.pid, number)
