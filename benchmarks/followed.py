"""Runs that a client begins and follows to their end at any web process, and what came of them."""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from tests.runs.cluster import Node

#: Seconds after which a run that is in no definite state counts as left undecided, and of pause between two requests.
PATIENCE, PAUSE = 120.0, 0.2
#: How often a run of each tool may be executed.
MOST = {"plain": 1, "reads": 2}


@dataclass
class Followed:
    """
    A run as its client sees it.

    Args:
        tool: the tool, `plain` or `reads`.
        events: how many events it tells.
        notes: the file in which the tool notes what it tells.
    """

    tool: str
    events: int
    notes: Path
    run: str = ""
    state: str = ""
    #: By the monotonic clock: when it was known to be over.
    ended: float = 0.0
    #: The numbers of the events that came over the streams.
    came: list[int] = field(default_factory=list)
    #: The events as they are kept, of the kind `log`: each with its message.
    kept: list[tuple[int, str]] = field(default_factory=list)


def follow(followed: Followed, webs: Callable[[], Sequence[Node]], pause: float) -> None:
    """Begin the run at one of *webs*, and follow it at any of them, until it is over or `PATIENCE` is."""
    ends = time.monotonic() + PATIENCE
    key, body = uuid4().hex, {"events": followed.events, "pause": pause, "notes": str(followed.notes)}
    while time.monotonic() < ends:
        try:
            address = random.choice(webs()).address
            if not followed.run:
                headers = {"Prefer": "respond-async", "Idempotency-Key": key}
                followed.run = _asked(f"{address}/tools/{followed.tool}/run", body, headers)["run"]
            elif _streamed(address, followed):
                followed.ended = time.monotonic()
                return
        except (OSError, ValueError, HTTPException):
            # Whatever broke, a client tries again.
            time.sleep(PAUSE)


def _streamed(address: str, followed: Followed) -> bool:
    """Read the stream of the run on from where it was broken off; tell whether that was its end."""
    last = followed.came[-1] if followed.came else 0
    request = Request(f"{address}/runs/{followed.run}/events", headers={"Last-Event-ID": str(last)})
    with urlopen(request, timeout=20) as answer:
        if answer.status == 204:
            return True
        fields: dict[str, str] = {}
        for line in answer:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            fields = {} if line == b"\n" else fields | {name: value}
            if name == "data" and "id" in fields:
                followed.came.append(int(fields["id"]))
                if fields["event"] in ("done", "failed"):
                    return True
    return False


def ask(webs: Callable[[], Sequence[Node]], followed: Followed) -> None:
    """Ask for the run, and for what is kept of it."""
    ends = time.monotonic() + PATIENCE
    while followed.run and time.monotonic() < ends:
        try:
            run = _asked(f"{random.choice(webs()).address}/runs/{followed.run}?after=0")
            followed.kept = [(event["id"], event["data"].get("message", "")) for event in run["events"]]
            followed.state = run["state"]
        except (OSError, ValueError, HTTPException):
            time.sleep(PAUSE)
        else:
            return


def _asked(url: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
    fields = {"Accept": "application/json", "Content-Type": "application/json", **(headers or {})}
    try:
        with urlopen(Request(url, body and json.dumps(body).encode(), fields), timeout=20) as answer:
            return json.load(answer)
    except HTTPError as error:
        # The reason is in what it answers.
        raise OSError(error.read().decode("utf-8", "replace")) from error


class Count(NamedTuple):
    """What runs came to: of some of them, or of all."""

    runs: int = 0
    done: int = 0
    lost: int = 0
    again: int = 0
    undecided: int = 0
    twice: int = 0
    missing: int = 0
    doubled: int = 0

    def plus(self, other: Count) -> Count:
        """Return both together."""
        return Count(*(one + two for one, two in zip(self, other, strict=True)))


def counted(followed: Followed, notes: Iterable[str]) -> Count:
    """Return what *followed*, which is over, came to, beside the *notes* of the tool itself."""
    executed = sum(line.split()[1:] == ["begins"] for line in notes)
    numbers = [number for number, _ in followed.kept]
    missing, doubled = _gaps(numbers)
    # The end of the stream has the number after the last.
    unseen, seen_twice = _gaps(followed.came, len(numbers) + bool(followed.came))
    of_last = _last_call(message for _, message in followed.kept)
    untold, told_twice = _gaps([number + 1 for number in of_last], followed.events if followed.state == "done" else 0)
    return Count(
        runs=1,
        done=followed.state == "done",
        lost=followed.state == "lost",
        again=executed > 1,
        undecided=followed.state not in ("done", "lost"),
        twice=max(0, executed - MOST[followed.tool]),
        missing=missing + unseen + untold,
        doubled=doubled + seen_twice + told_twice,
    )


def _last_call(messages: Iterable[str]) -> list[int]:
    """Return the numbers that the last call of the tool told."""
    numbers: list[int] = []
    for message in messages:
        number, _, rest = message.partition(" ")
        if number.isdigit():
            numbers.append(int(number))
        elif "starts again" in rest:
            numbers = []
    return numbers


def _gaps(numbers: Sequence[int], most: int = 0) -> tuple[int, int]:
    """Return how many of the numbers from 1 to *most*, or the greatest that is there, are missing, and come twice."""
    there = set(numbers)
    return max([most, *there]) - len(there), len(numbers) - len(there)
