"""A crowd of runs of a tool that sleeps: so many are kept in flight, and streams open on them, by one thread."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from sqlalchemy import create_engine, text

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

#: Seconds that the tool takes: one of these; it tells an event each second.
SECONDS = (1, 30)
#: Runs that are begun at the same time, and seconds until a refused one is tried again.
BEGINNING, AGAIN = 100, 1.0
#: Seconds between two looks at how many are in flight, and until nearly that many have to be.
LOOK, FILLING, NEARLY = 0.5, 120.0, 0.97
MILLI = 1000


class Flight(NamedTuple):
    """How many runs are not over: those that wait, and those whose tool is called."""

    waiting: int
    running: int

    @property
    def all(self) -> int:
        """Both together."""
        return self.waiting + self.running


class Server(Protocol):
    """Where runs are begun."""

    async def begin(self, number: int, seconds: int) -> str:
        """Begin the run of that number; return its address."""

    def events(self, run: str) -> AsyncIterator[tuple[str, str]]:
        """Yield the kinds and data of the events of a run."""

    def in_flight(self) -> Flight:
        """Return how many runs are not over."""


@dataclass
class Load:
    """
    What was found.

    Args:
        filled: seconds until nearly as many runs as wanted were in flight.
        seconds: that were measured after that.
    """

    filled: float = 0.0
    seconds: float = 0.0
    ended: int = 0
    refused: int = 0
    flights: list[Flight] = field(default_factory=list)
    #: Streams that were open, at each look.
    streams: list[int] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    #: Seconds of the processor, by who used them.
    used: dict[str, float] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        """Runs that ended in a second."""
        return self.ended / self.seconds

    @property
    def half(self) -> float:
        """Milliseconds within which half of the events came."""
        return median(self.late or [0.0]) * MILLI

    @property
    def most(self) -> float:
        """Milliseconds within which 99 of 100 events came."""
        return quantiles(self.late, n=100)[-1] * MILLI if len(self.late) > 1 else 0.0


class Webform:
    """The tool at web processes of webform, whose addresses are *webs*; their runs are in *database*."""

    def __init__(self, webs: Sequence[str], database: str) -> None:
        self._webs, self._engine = webs, create_engine(database)

    async def begin(self, number: int, seconds: int) -> str:
        """Begin the run of that number; return its address."""
        web = self._webs[number % len(self._webs)]
        asked = await _asked(f"{web}/tools/plain/run", {"events": seconds, "pause": 1}, _address(number))
        return f"{web}/runs/{asked['run']}"

    def events(self, run: str) -> AsyncIterator[tuple[str, str]]:
        """Yield the kinds and data of the events of a run."""
        return _events(f"{run}/events")

    def in_flight(self) -> Flight:
        """Return how many runs are not over."""
        query = "SELECT state, count(*) FROM webform_runs WHERE state IN ('queued', 'running') GROUP BY state"
        with self._engine.connect() as connection:
            found = Counter({state: int(number) for state, number in connection.execute(text(query))})
        return Flight(found["queued"], found["running"])


class Gradio:
    """The tool behind the queue of Gradio at *url*; *called* has how often it was called so far, and returned."""

    def __init__(self, url: str, called: list[int]) -> None:
        self._call, self._called, self._begun = f"{url}/gradio_api/call/sleep", called, 0

    async def begin(self, number: int, seconds: int) -> str:
        """Begin a run; return its address."""
        del number
        run = f"{self._call}/{(await _asked(self._call, {'data': [seconds]}))['event_id']}"
        self._begun += 1
        return run

    def events(self, run: str) -> AsyncIterator[tuple[str, str]]:
        """Yield the kinds and data of the events of a run."""
        return _events(run)

    def in_flight(self) -> Flight:
        """Return how many runs are not over."""
        called, returned = self._called
        return Flight(max(0, self._begun - called), called - returned)


class Crowd:
    """
    Keeps runs in flight.

    Args:
        server: where.
        full: how many.
        listening: how many streams are open on them.
    """

    def __init__(self, server: Server, full: int, listening: int) -> None:
        self._server, self._full, self._listening = server, full, listening
        self._numbers, self._chance = count(), random.Random(full)
        self._begun, self._beginning, self._missing, self._streams = 0, 0, 0, 0
        self._tasks = set[asyncio.Task[None]]()
        self._is_measured = False
        self.load = Load()

    async def keep(self, seconds: float, used: Any, work: Callable[[], None]) -> Load:
        """Keep them in flight, have *work* begin, and measure for so many *seconds*; *used* tells of the processor."""
        load, began = self.load, time.monotonic()
        flight = await self._fill()
        while flight.all < NEARLY * self._full and time.monotonic() - began < FILLING:
            await asyncio.sleep(LOOK)
            flight = await self._fill()
        load.filled = time.monotonic() - began
        starting = asyncio.create_task(asyncio.to_thread(work))
        while not starting.done():
            await asyncio.sleep(LOOK)
            flight = await self._fill()
        await starting
        self._is_measured, began = True, time.monotonic()
        before, used_before = self._begun - flight.all, used()
        while time.monotonic() - began < seconds:
            await asyncio.sleep(LOOK)
            flight = await self._fill()
            load.flights.append(flight)
            load.streams.append(self._streams)
        self._is_measured, load.seconds = False, time.monotonic() - began
        load.ended = self._begun - flight.all - before
        load.used = {name: value - used_before[name] for name, value in used().items()}
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        return load

    async def _fill(self) -> Flight:
        """Begin as many as are missing; return how many are in flight."""
        begun = self._begun
        flight = await asyncio.to_thread(self._server.in_flight)
        # Those begun meanwhile may be counted or not.
        missing = self._full - flight.all - (self._begun - begun)
        for _ in range(min(missing, BEGINNING) - self._beginning):
            self._beginning += 1
            task = asyncio.ensure_future(self._follow())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._missing = missing - self._beginning
        return flight

    async def _follow(self) -> None:
        """Begin runs while any are missing, and listen to the last of them where more streams are to be open."""
        while True:
            run = await self._begin()
            if run and self._streams < self._listening:
                self._listen(run)
            if self._missing <= 0:
                self._beginning -= 1
                return
            self._missing -= 1

    async def _begin(self) -> str:
        number, seconds = next(self._numbers), self._chance.randint(*SECONDS)
        if number < self._listening:
            # The first are at different places, as if they had gone on for long.
            seconds = self._chance.randint(1, seconds)
        try:
            run = await self._server.begin(number, seconds)
        except (OSError, ValueError, KeyError, asyncio.IncompleteReadError):
            self.load.refused += 1
            await asyncio.sleep(AGAIN)
            return ""
        self._begun += 1
        return run

    def _listen(self, run: str) -> None:
        self._streams += 1
        task = asyncio.ensure_future(self._hear(run))
        self._tasks.add(task)
        task.add_done_callback(self._left)

    def _left(self, task: asyncio.Task[None]) -> None:
        self._streams -= 1
        self._tasks.discard(task)

    async def _hear(self, run: str) -> None:
        opened = time.time()
        try:
            async for kind, data in self._server.events(run):
                if kind in ("log", "generating") and self._is_measured:
                    found = json.loads(data)
                    sent = float((found[0] if isinstance(found, list) else found["message"]).split()[1])
                    # An event from before anybody listened is not late.
                    if sent > opened:
                        self.load.late.append(time.time() - sent)
        except (OSError, ValueError, KeyError, asyncio.IncompleteReadError):
            self.load.refused += 1


def crowded(  # noqa: PLR0913 - all that a load is made of
    server: Server, full: int, listening: int, seconds: float, *, used: Any, work: Callable[[], None]
) -> Load:
    """
    Keep *full* runs in flight and *listening* streams open on them, and measure for so many *seconds*.

    Once they are in flight *work* has them executed, where the server does not do so by itself.
    """
    return asyncio.run(Crowd(server, full, listening).keep(seconds, used, work))


def _address(number: int) -> str:
    """Return the address that a proxy says a client has: each has one of its own."""
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


async def _sent(url: str, body: Any, address: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Send a request; return what reads the answer, after its head."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    content = b"" if body is None else json.dumps(body).encode()
    head = [
        f"{'GET' if body is None else 'POST'} {parts.path} HTTP/1.0",
        f"Host: {parts.netloc}",
        "Accept: application/json, text/event-stream",
        "Prefer: respond-async",
        *([f"X-Forwarded-For: {address}"] if address else []),
        *(["Content-Type: application/json", f"Content-Length: {len(content)}"] if content else []),
    ]
    writer.write("\r\n".join([*head, "", ""]).encode() + content)
    answer = await reader.readuntil(b"\r\n\r\n")
    status = int(answer.split(maxsplit=2)[1])
    if status >= 400:
        writer.close()
        raise OSError(status)
    return reader, writer


async def _asked(url: str, body: Any = None, address: str = "") -> Any:
    reader, writer = await _sent(url, body, address)
    try:
        return json.loads(await reader.read())
    finally:
        writer.close()


async def _events(url: str) -> AsyncIterator[tuple[str, str]]:
    reader, writer = await _sent(url, None)
    try:
        while True:
            try:
                event = await reader.readuntil(b"\n\n")
            except asyncio.IncompleteReadError as error:
                if error.partial.strip():
                    raise
                return
            fields = dict(line.partition(": ")[::2] for line in event.decode().splitlines())
            if "data" in fields:
                yield fields.get("event", ""), fields["data"]
    finally:
        writer.close()
