"""Processor time that one rendering may take."""

from __future__ import annotations

from time import thread_time

from webform.bounded import TooMuchError


class Clock:
    """Ends, where it is asked, what takes more than so many *seconds* of processor of this thread."""

    def __init__(self, seconds: float) -> None:
        self._end = thread_time() + seconds

    def check(self) -> None:
        """Raise `TooMuchError` where the time is over."""
        if thread_time() > self._end:
            raise TooMuchError("it took too long")
