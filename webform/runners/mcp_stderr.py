"""The standard error of MCP programs in the log: escaped, and not without end."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from webform.texts import printable

if TYPE_CHECKING:
    from asyncio import StreamReader

#: Bytes that are read at once; of a line, those that are logged; lines of one program that are.
PIECE, MAX_LINE, MAX_LINES = 4096, 1_000, 1_000

_log = logging.getLogger(__name__)


async def log_lines(name: str, stream: StreamReader) -> None:
    """Log the lines of *stream*, of the program of the server called *name*, until it ends."""
    line, left = b"", MAX_LINES
    while piece := await stream.read(PIECE):
        *ended, rest = piece.split(b"\n")
        for end in ended:
            left -= _logged(name, line + end, left)
            line = b""
        # What is longer than is logged need not be kept.
        line = (line + rest)[: MAX_LINE + 1]
    _logged(name, line, left)


def _logged(name: str, line: bytes, left: int) -> bool:
    """Log *line*, one of *left* that may be; tell whether there was anything to log."""
    text = line.decode("utf-8", "replace").rstrip()
    if not text or left < 0:
        return False
    if left:
        _log.warning("%s: %s%s", name, printable(text[:MAX_LINE]), "…" if len(text) > MAX_LINE else "")
    else:
        _log.warning("%s: more than %d lines; the rest is not logged", name, MAX_LINES)
    return True
