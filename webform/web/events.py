"""The events of a run over HTTP: a stream that goes on where it was broken off."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from time import monotonic
from typing import TYPE_CHECKING, Any

from flask import Response, request

from webform.web.clients import kept_client

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.runs import Run, Runs
    from webform.web.site import Site

#: Seconds of silence after which a comment is sent: whoever has gone away is noticed by it.
SILENCE = 15.0
#: Seconds between two looks at the place of a run that waits for its turn.
LOOK = 1.0
#: Milliseconds after which a browser connects again.
RETRY = 1000

_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


def _stream(runs: Runs, run_id: str, after: int) -> Iterator[bytes]:
    """Yield the events of one run as they come, in the form of Server-Sent Events."""
    yield f"retry: {RETRY}\n\n".encode()
    shown, spoke = "", monotonic()
    # A run that was forgotten has no more to tell.
    while (run := runs.get(run_id)) is not None:
        # Looked for after the run was: all of its events are there once it is over.
        events = runs.events(run_id, after)
        if events:
            after = events[-1].seq
            yield b"".join(_event(event.kind, event.text, event.seq) for event in events)
        if run.over:
            yield _event(end_of(run), json.dumps(summary(run)), after + 1)
            return
        state = json.dumps(summary(run))
        if state != shown:
            yield _event("state", state)
        elif not events and monotonic() - spoke > SILENCE:
            yield b":\n\n"
        elif not events:
            runs.wait_event(run_id, after, LOOK if run.state == "queued" else SILENCE)
            continue
        shown, spoke = state, monotonic()


def events(site: Site, run_id: str) -> Response:
    """Answer with the events of a run, those so far and those to come."""
    run = site.find_run(run_id)
    after = number(request.headers.get("Last-Event-ID", request.args.get("after", "")))
    if run.over and after and not site.runs.events(run_id, after - 1):
        return Response(status=204)
    client = kept_client(request.environ).name
    site.streams.take(client)
    stream, headers = _stream(site.runs, run_id, after), {"X-Accel-Buffering": "no"}
    response = Response(stream, headers=headers, content_type="text/event-stream; charset=utf-8")
    left = ExitStack()
    left.callback(site.streams.leave, client)
    # Called once the answer is sent, or nobody is there any more, even where the stream was never begun. A server may
    # close an answer twice: the second time there is nothing left to do.
    response.call_on_close(left.close)
    return response


def number(text: str) -> int:
    """Return the number of an event that *text* is; 0 where it is none."""
    return int(text) if _NUMBER.fullmatch(text) else 0


def end_of(run: Run) -> str:
    """Return the kind of event that ends the stream of *run*, which is over."""
    return "done" if run.result is not None and run.result.status in ("ok", "scheduled") else "failed"


def summary(run: Run) -> dict[str, Any]:
    """Return what a stream tells of a run: what its JSON has, the answer itself left out."""
    shown = run.as_json()
    return {key: shown[key] for key in ("run", "state", "place", "status", "message", "took_ms") if key in shown}


def _event(kind: str, text: str, seq: int | None = None) -> bytes:
    """Return an event as it is sent; *text* is JSON, which has no line breaks of its own."""
    at = "" if seq is None else f"id: {seq}\n"
    return f"{at}event: {kind}\ndata: {text}\n\n".encode()
