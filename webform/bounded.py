"""Work done in a process of its own, which is ended when it takes too long or too much memory."""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
from math import ceil
from pathlib import Path
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

#: Processes at once: what waits for its turn longer than it may run is given up.
PROCESSES = 2
_TURNS = BoundedSemaphore(PROCESSES)
#: How much longer it may take by the clock than of the processor, which others may be busy with.
SHARED = 3
#: How a process ends where the function raised `ValueError`, and where its memory ran out.
_REFUSED, _MEMORY = 3, 4
#: What a process needs of the environment: none of the operator's secrets.
_NAMES = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR")
#: What a process runs. The package imports all of webform, which takes most of a second; a process needs a part of it.
_PROGRAM = """
import sys, types
package = types.ModuleType("webform")
package.__path__ = [sys.argv[1]]
sys.modules["webform"] = package
from webform.bounded import work
sys.exit(work())
"""


class TooMuchError(ValueError):
    """Raised when work was ended because it took too much; the message says of what, in words."""


class NoTurnError(TooMuchError):
    """Raised when work was given up because others were at work all the time: it says nothing of this work."""


def call(function: Callable[..., Any], *arguments: Any, seconds: float, megabytes: int = 300) -> Any:
    """
    Return what *function* returns, called in a process of its own.

    A process takes about a tenth of a second to start: ask for one only where the work may be large, and keep what
    it returns.

    Args:
        function: a function at the top of a module of webform; that module should import little.
        arguments: JSON values.
        seconds: the time of a processor that it may take, and three times that by the clock; before that it may wait
            so many seconds for its turn. Where there is no Linux, the clock alone limits it.
        megabytes: the memory it may take beside Python and its modules. Linux alone limits it.

    Returns:
        A JSON value.

    Raises:
        TooMuchError: it took too long, took too much memory, or could not be started.
        ValueError: the function raised it.
    """
    work = json.dumps([function.__module__, function.__qualname__, arguments, megabytes, seconds])
    if not _TURNS.acquire(timeout=seconds):
        raise NoTurnError("it waited too long for its turn")
    try:
        ended = subprocess.run(  # noqa: S603 - our own interpreter and program
            [sys.executable, "-P", "-c", _PROGRAM, str(Path(__file__).parent)],
            input=work.encode(),
            capture_output=True,
            timeout=seconds * SHARED,
            check=False,
            env={
                **{name: os.environ[name] for name in _NAMES if name in os.environ},
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            },
        )
    except subprocess.TimeoutExpired:
        raise _took(seconds) from None
    except OSError as error:
        raise TooMuchError(f"no process could be started for it: {error.strerror}") from None
    finally:
        _TURNS.release()
    if ended.returncode == _REFUSED:
        raise ValueError(json.loads(ended.stdout))
    if sys.platform == "linux" and ended.returncode == -signal.SIGXCPU:
        raise _took(seconds)
    if ended.returncode:
        raise TooMuchError(f"it took more than {megabytes:,} MB of memory")
    return json.loads(ended.stdout)


def _took(seconds: float) -> TooMuchError:
    return TooMuchError(f"it took more than {seconds:g} seconds")


def work() -> int:
    """Do the work that standard input asks for, in this process, and return how it ended."""
    module, name, arguments, megabytes, seconds = json.load(sys.stdin)
    function = getattr(importlib.import_module(module), name)
    hold(megabytes, ceil(seconds))
    try:
        sys.stdout.write(json.dumps(function(*arguments)))
    except MemoryError:
        return _MEMORY
    except ValueError as error:
        sys.stdout.write(json.dumps(str(error)))
        return _REFUSED
    return 0


def hold(megabytes: int, seconds: int | None = None) -> None:
    """Hold this process to *megabytes* beside what it has, and to *seconds* of a processor; Linux alone does."""
    if sys.platform != "linux":
        return
    import resource  # noqa: PLC0415 - not on Windows

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    limit = pages * resource.getpagesize() + megabytes * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if seconds is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
