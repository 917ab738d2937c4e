"""Clients that begin runs of a tool that sleeps, one after the other, and hear their events, in one thread."""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

#: Seconds that the tool takes: one of these; it tells an event each second.
SECONDS = (1, 30)
#: Seconds until a run that nobody listens to is asked for again.
LOOK = 1.0
MILLI = 1000


@dataclass
class Load:
    """What the clients of one round found."""

    seconds: float
    ended: int = 0
    refused: int = 0
    late: list[float] = field(default_factory=list)

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
    """The tool at web processes of webform, whose addresses are *webs*."""

    def __init__(self, webs: Sequence[str]) -> None:
        self._webs = webs

    async def begin(self, client: int, seconds: int) -> str:
        """Begin a run; return its address."""
        body = {"events": seconds, "pause": 1}
        web = self._webs[client % len(self._webs)]
        return f"{web}/runs/{(await _asked(f'{web}/tools/plain/run', body, _address(client)))['run']}"

    def events(self, run: str) -> AsyncIterator[tuple[str, str]]:
        """Yield the kinds and data of the events of a run."""
        return _events(f"{run}/events")

    async def is_over(self, run: str) -> bool:
        """Tell whether a run is over."""
        return (await _asked(run))["state"] not in ("queued", "running")


class Gradio:
    """The tool behind the queue of Gradio at *url*."""

    def __init__(self, url: str) -> None:
        self._call = f"{url}/gradio_api/call/sleep"

    async def begin(self, client: int, seconds: int) -> str:
        """Begin a run; return its address."""
        del client
        return f"{self._call}/{(await _asked(self._call, {'data': [seconds]}))['event_id']}"

    def events(self, run: str) -> AsyncIterator[tuple[str, str]]:
        """Yield the kinds and data of the events of a run."""
        return _events(run)

    async def is_over(self, run: str) -> bool:
        """Listen to the end."""
        async for _ in _events(run):
            pass
        return True


def crowded(server: Webform | Gradio, clients: int, listening: int, seconds: float) -> Load:
    """Have so many *clients* run the tool for so many *seconds*; so many of them are *listening*."""
    load = Load(seconds)
    asyncio.run(_crowd(server, clients, listening, load))
    return load


async def _crowd(server: Webform | Gradio, clients: int, listening: int, load: Load) -> None:
    tasks = [asyncio.ensure_future(_client(server, client, client < listening, load)) for client in range(clients)]
    await asyncio.sleep(load.seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _client(server: Webform | Gradio, client: int, listens: bool, load: Load) -> None:  # noqa: FBT001
    chance = random.Random(client)
    # All at different places in their first run, as if they had gone on for long.
    seconds = chance.randint(1, chance.randint(*SECONDS))
    while True:
        try:
            run = await server.begin(client, seconds)
            if listens:
                await _listen(server, run, load)
            else:
                await asyncio.sleep(seconds)
                while not await server.is_over(run):  # noqa: ASYNC110 - it is asked over HTTP
                    await asyncio.sleep(LOOK)
            load.ended += 1
            seconds = chance.randint(*SECONDS)
        except (OSError, ValueError, KeyError, asyncio.IncompleteReadError):
            load.refused += 1
            await asyncio.sleep(LOOK)


async def _listen(server: Webform | Gradio, run: str, load: Load) -> None:
    opened = time.time()
    async for kind, data in server.events(run):
        if kind in ("log", "generating"):
            found = json.loads(data)
            sent = float((found[0] if isinstance(found, list) else found["message"]).split()[1])
            # An event from before anybody listened is not late.
            if sent > opened:
                load.late.append(time.time() - sent)


def _address(client: int) -> str:
    """Return the address that a proxy says a client has: each has one of its own."""
    return f"10.{client >> 16 & 255}.{client >> 8 & 255}.{client & 255}"


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
    status = int((await reader.readline()).split()[1])
    while (await reader.readline()).strip():
        pass
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
    fields: dict[str, str] = {}
    try:
        async for line in reader:
            name, _, value = line.decode().rstrip("\r\n").partition(": ")
            if name:
                fields[name] = value
            elif "data" in fields:
                yield fields["event"], fields["data"]
                fields = {}
    finally:
        writer.close()
