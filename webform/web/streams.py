"""Limits of event streams, in all and of one client."""

from __future__ import annotations

from collections import Counter
from threading import Lock

from webform.language import gettext, number
from webform.web.answers import refuse
from webform.web.limits import SOON, refuse_more
from webform.web.rates import wait_words

#: Streams at the same time; and of those that hold a thread, where the server of the app feeds no streams: others must
#: be left for requests.
MAX_STREAMS, MAX_WITH_THREADS = 6000, 400


class Streams:
    """
    How many streams of events there may be.

    Args:
        per_client: of one client.
    """

    def __init__(self, per_client: float = float("inf")) -> None:
        self.most, self.most_with_threads, self.per_client = MAX_STREAMS, MAX_WITH_THREADS, per_client
        self._of, self._lock = Counter[str](), Lock()
        #: How many there are.
        self.open = 0

    def take(self, client: str, *, has_thread: bool = True) -> None:
        """Take one for *client*, which *has_thread* of its own or none; refuse one too many."""
        most = self.most_with_threads if has_thread else self.most
        with self._lock:
            if self._of[client] < self.per_client and self.open < most:
                self.open += 1
                self._of[client] += 1
                return
            own = self._of[client] >= self.per_client
        advice = gettext(
            "Ask for the run itself now and then: its address with ?after= and the number of the last event."
        )
        if own:
            message = gettext(
                "You can have {per_client} streams of events open, and have.",
                per_client=f"{self.per_client:g}",
            )
            refuse_more("too-many-streams", f"{message} {advice}", SOON)
        message = gettext("All {most} streams of events that this server has are open.", most=number(most))
        again = gettext("Or try again {time}.", time=wait_words(SOON))
        refuse(503, "no-streams", message, f"{advice} {again}")

    def leave(self, client: str) -> None:
        """Give one back."""
        with self._lock:
            self.open -= 1
            self._of[client] -= 1
            if not self._of[client]:
                del self._of[client]
