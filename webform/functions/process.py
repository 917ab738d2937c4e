"""Processes in which functions run, from our side: begun, written to, listened to and ended."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Thread
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webform.functions.place import Function

#: Seconds for a module to be imported and described.
PATIENCE = 120.0
#: Seconds that a function is given to end once it is interrupted.
GRACE = 0.5
#: Events that wait to be told; a process that writes more waits.
WAITING = 1_000
#: What signatures are read with: the extra `python`.
NEEDED = ("pydantic", "docstring_parser")
#: Variables of our own environment that are no business of functions.
OURS = "WEBFORM_"
#: What a process runs. A program that was started beside the package does not have its folder on the path.
_PROGRAM = """
import sys
sys.path.append(sys.argv[1])
from webform.functions.worker import main
main()
"""


class FunctionError(Exception):
    """Raised when functions cannot be described: the sentence says why."""


def describe(function: Function, env: Mapping[str, str] | None = None) -> dict[str, Any]:
    """
    Return what a process of its own says of the tools at *function*: see `webform.functions.modules.described`.

    Raises:
        FunctionError: the module cannot be imported, or has none.
    """
    lacking = [package for package in NEEDED if find_spec(package) is None]
    if lacking:
        raise FunctionError(f"{function}: functions need the package {lacking[0]}: pip install 'webform[python]'")
    with _begun(function, env or {}, stderr=subprocess.DEVNULL) as process:
        order = json.dumps({"do": "describe", "function": asdict(function)}) + "\n"
        try:
            output, _ = process.communicate(order.encode(), PATIENCE)
        except subprocess.TimeoutExpired:
            _end(process)
            raise FunctionError(f"{function}: it is not imported within {PATIENCE:g} seconds") from None
    try:
        found: dict[str, Any] = json.loads(output)
    except ValueError:
        raise FunctionError(f"{function}: its process ended while it was imported") from None
    if "error" in found:
        raise FunctionError(f"{function}: {found['error']}")
    return found


def _begun(function: Function, env: Mapping[str, str], stderr: int) -> subprocess.Popen[bytes]:
    ours = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return subprocess.Popen(  # noqa: S603 - our own interpreter and program
        [sys.executable, "-P", "-c", _PROGRAM, str(Path(__file__).parents[2])],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**ours, "MPLBACKEND": "Agg", "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **env},
        # All that it starts can be ended with it.
        start_new_session=True,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


class FunctionProcess:
    """
    A process that has imported a module, or is about to.

    Args:
        function: the place of the module.
        env: variables of its environment besides ours.
    """

    def __init__(self, function: Function, env: Mapping[str, str]) -> None:
        self._process = _begun(function, env, stderr=subprocess.PIPE)
        self._events: Queue[dict[str, Any] | None] = Queue(WAITING)
        self._over = False
        #: Whether the module is imported; from which file, and when that was changed last.
        self.ready, self._file, self._changed = False, "", 0
        self._send({"do": "run", "function": asdict(function)})
        streams = ((self._process.stdout, json.loads), (self._process.stderr, _line))
        for stream, read in streams:
            Thread(target=self._hear, args=(stream, read), daemon=True).start()

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
        return self._process.poll() is None

    @property
    def is_current(self) -> bool:
        """Whether it runs, and has its module as that is in its file."""
        try:
            return self.is_alive and (not self._file or Path(self._file).stat().st_mtime_ns == self._changed)
        except OSError:
            # An editor replaces a file by taking it away first.
            return True

    def imported(self, event: Mapping[str, Any]) -> None:
        """Note that its module is imported, as *event* says."""
        self.ready, self._file, self._changed = True, event["file"], event["changed"]

    def begin(self, request: dict[str, Any]) -> None:
        """Ask it for a run."""
        self._send(request)

    def next_event(self, seconds: float) -> dict[str, Any] | None:
        """
        Return the next event; `None` once it has ended.

        Raises:
            TimeoutError: there is none within *seconds*.
        """
        try:
            return self._events.get(timeout=seconds)
        except Empty:
            raise TimeoutError from None

    def end(self) -> None:
        """End it with all that it started; the function may end itself first."""
        self._over = True
        if self.is_alive and self.ready:
            self._process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE)
        _end(self._process)
        with suppress(OSError):
            assert self._process.stdin  # noqa: S101 - a pipe
            self._process.stdin.close()

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin  # noqa: S101 - a pipe
        # A process that is gone says so by the end of its events.
        with suppress(OSError):
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    def _hear(self, stream: IO[bytes], read: Any) -> None:
        with stream:
            for line in stream:
                self._put(read(line))
        if read is json.loads:
            self._put(None)

    def _put(self, event: dict[str, Any] | None) -> None:
        while not self._over:
            with suppress(Full):
                self._events.put(event, timeout=GRACE)
                return


def _line(line: bytes) -> dict[str, Any]:
    """Return a line that the process wrote past Python's own streams, as a line of the log."""
    return {"type": "log", "level": "info", "message": line.decode("utf-8", "replace").rstrip()[:8_000]}
