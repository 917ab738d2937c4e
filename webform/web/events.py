"""The events of a run over HTTP: a stream that goes on where it was broken off."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from contextlib import ExitStack
from itertools import accumulate
from time import monotonic
from typing import TYPE_CHECKING, Any

from flask import Response, request

from webform.web.clients import kept_client
from webform.web.feeding import RETRY, TAKES_OVER, HandedOver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from webform.runs import Run, Runs
    from webform.runs.events import RunEvent
    from webform.runs.glances import Glance
    from webform.runs.run import State
    from webform.web.feeding import Source
    from webform.web.site import Site

#: Seconds of silence after which a comment is sent: whoever has gone away is noticed by it.
SILENCE = 15.0
#: Seconds between two looks at the place of a run that waits for its turn.
LOOK = 1.0
#: Characters that are read at once: they wait in memory for a client that reads slowly.
MAX_CHARS = 500_000

_BEGIN = f"retry: {RETRY}\n\n".encode()
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


class EventStream:
    """
    The events of a run, in the form of Server-Sent Events, as they are sent to one client.

    Args:
        runs: the runs.
        run_id: the id of the run.
        after: the number of the last event that the client has.
    """

    def __init__(self, runs: Runs, run_id: str, after: int) -> None:
        self.runs, self.run_id, self.after = runs, run_id, after
        self._state, self._sent, self._looked, self._look = "", monotonic(), 0.0, SILENCE
        #: What was seen of the run, for the next read.
        self.seen: Glance | None = None
        #: Whether all was read, and whether more is there already than was read.
        self.over = self.has_more = False

    @staticmethod
    def look(streams: Sequence[EventStream]) -> None:
        """Look at the runs of all *streams* together: each of them is read next."""
        groups: dict[Runs, list[EventStream]] = {}
        for stream in streams:
            groups.setdefault(stream.runs, []).append(stream)
        for runs, group in groups.items():
            # Of two streams of a run one has more to be told.
            asked: dict[str, int] = {}
            for stream in group:
                asked[stream.run_id] = min(stream.after, asked.get(stream.run_id, stream.after))
            seen = runs.glances(asked)
            for stream in group:
                stream.seen = seen.get(stream.run_id)

    def read(self) -> bytes:
        """Return what there is to send now, `b""` where there is nothing; the last of it once it is `over`."""
        self._looked = monotonic()
        seen, self.seen = self.seen, None
        if seen is not None:
            return self._sent_now(self._told(seen.events) + self._state_of(seen.state, seen.place))
        run = self.runs.get(self.run_id)
        if run is None:
            # A run that was forgotten has no more to tell.
            self.over, self.has_more = True, False
            return b""
        # Looked for after the run was: all that a run told is there once it is over.
        parts = self._told(self.runs.events(self.run_id, self.after))
        self.over = run.over and not self.has_more
        if self.over:
            is_done = run.result is not None and run.result.status in ("ok", "scheduled")
            parts.append(event_text("done" if is_done else "failed", json.dumps(summary(run)), self.after + 1))
        elif not run.over:
            parts += self._state_of(run.state, run.place)
        return self._sent_now(parts)

    def _told(self, events: list[RunEvent]) -> list[bytes]:
        """Return those of *events* that are sent now."""
        events = events[bisect_right(events, self.after, key=lambda event: event.seq) :]
        # One, and as many as have few enough characters.
        fitting = 1 + bisect_right(list(accumulate(len(event.text) for event in events[1:])), MAX_CHARS)
        now = events[:fitting]
        self.has_more = len(now) < len(events)
        if now:
            self.after = now[-1].seq
        return [event_text(event.kind, event.text, event.seq) for event in now]

    def _sent_now(self, parts: list[bytes]) -> bytes:
        """Return *parts* together; a comment where there was nothing for long."""
        if not parts and self._looked - self._sent >= SILENCE:
            parts.append(b":\n\n")
        if parts:
            self._sent = self._looked
        return b"".join(parts)

    def _state_of(self, state_now: State, place: int | None) -> list[bytes]:
        """Return the event of the state of the run, and its place, where that has changed."""
        # Nobody says when a place in the queue changes.
        self._look = LOOK if place is not None else SILENCE
        known = {"run": self.run_id, "state": state_now} | ({} if place is None else {"place": place})
        state = json.dumps(known)
        if state == self._state:
            return []
        self._state = state
        return [event_text("state", state)]

    @property
    def due(self) -> float:
        """When there may be more though nobody said so: by the monotonic clock, in seconds."""
        return min(self._looked + self._look, self._sent + SILENCE)

    def wait(self) -> None:
        """Return when there may be more."""
        self.runs.wait_event(self.run_id, self.after, max(self.due - monotonic(), 0))

    def watch(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Have *wake* called, from any thread, when there may be more; return what ends that."""
        return self.runs.watch(self.run_id, wake)


def _whole(stream: Source) -> Iterator[bytes]:
    """Yield all of *stream*, and wait in between."""
    yield _BEGIN
    while not stream.over:
        if data := stream.read():
            yield data
        elif not stream.over:
            stream.wait()


def _begun(stream: Source, left: ExitStack, *, chunked: bool) -> Iterator[bytes]:
    """Yield the first of *stream*; hand over the rest, and what is to be done once it has *left*."""
    yield _BEGIN
    if data := stream.read():
        yield data
    if not stream.over:
        raise HandedOver(stream, left.pop_all().close, chunked=chunked)


def events(site: Site, run_id: str) -> Response:
    """Answer with the events of a run, those so far and those to come."""
    run = site.find_run(run_id)
    after = number(request.headers.get("Last-Event-ID", request.args.get("after", "")))
    if run.over and after and not site.runs.events(run_id, after - 1):
        return Response(status=204)
    return answer_stream(site, EventStream(site.runs, run_id, after))


def answer_stream(site: Site, stream: Source) -> Response:
    """Answer with all of *stream*: it counts as one of the client's, and whoever feeds streams takes it over."""
    client, hand_over = kept_client(request.environ).name, request.environ.get(TAKES_OVER)
    site.streams.take(client, has_thread=hand_over is None)
    left = ExitStack()
    left.callback(site.streams.leave, client)
    if hand_over:
        hand_over()
        body = _begun(stream, left, chunked=request.environ["SERVER_PROTOCOL"] != "HTTP/1.0")
    else:
        body = _whole(stream)
    headers = {"X-Accel-Buffering": "no"}
    response = Response(body, headers=headers, content_type="text/event-stream; charset=utf-8")
    # Called once the answer is sent, or nobody is there any more, even where the stream was never begun. A server may
    # close an answer twice: the second time there is nothing left to do.
    response.call_on_close(left.close)
    return response


def number(text: str) -> int:
    """Return the number of an event that *text* is; 0 where it is none."""
    return int(text) if _NUMBER.fullmatch(text) else 0


def summary(run: Run) -> dict[str, Any]:
    """Return what a stream tells of a run: what its JSON has, the answer itself left out."""
    shown = run.as_json()
    return {key: shown[key] for key in ("run", "state", "place", "status", "message", "took_ms") if key in shown}


def event_text(kind: str, text: str, seq: int | None = None) -> bytes:
    """Return an event as it is sent; *text* is JSON, which has no line breaks of its own."""
    at = "" if seq is None else f"id: {seq}\n"
    return f"{at}event: {kind}\ndata: {text}\n\n".encode()
