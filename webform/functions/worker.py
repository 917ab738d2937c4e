"""The process in which functions run: it imports their module, and takes one run after the other."""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import os
import sys
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any

from webform.bounded import hold
from webform.functions import channel as channels
from webform.functions.place import Function
from webform.functions.telling import listen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

#: Seconds without a run after which a process ends by itself.
IDLE = 300.0
#: Characters of the message of an exception, and of its trace.
MAX_MESSAGE, MAX_TRACE = 4_000, 20_000
_HERE = str(Path(__file__).parent)


def main() -> None:
    """Do what the first line of standard input orders: describe functions, or run them."""
    output, source = os.dup(1), os.fdopen(os.dup(0), encoding="utf-8")
    # What the function or a library prints there is for the log.
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    order = json.loads(source.readline())
    function = Function(**order["function"])
    if order["do"] == "describe":
        from webform.functions.modules import described  # noqa: PLC0415 - with the module

        channels.Channel(output).end({"type": "described", **described(function)})
        return
    Worker(channels.Channel(output), function).work(_requests(source))


def _requests(source: Any) -> Queue[dict[str, Any]]:
    """Return the queue of what comes from *source*; at its end nobody waits for this process any more."""
    requests: Queue[dict[str, Any]] = Queue()

    def read() -> None:
        for line in source:
            requests.put(json.loads(line))
        os._exit(0)

    Thread(target=read, daemon=True).start()
    return requests


class Worker:
    """
    Runs the functions of one module.

    Args:
        channel: where events go.
        function: the place of the module, with the memory that a run may take.
    """

    def __init__(self, channel: channels.Channel, function: Function) -> None:
        self._channel, self._function = channel, function
        self._module: Any = None
        self._signatures: dict[str, Any] = {}

    def work(self, requests: Queue[dict[str, Any]]) -> None:
        """Import the module, then run what *requests* ask for, until there are none for a while."""
        listen(self._channel.tell)
        outputs = [channels.Output(self._channel, "info"), channels.Output(self._channel, "warning")]
        sys.stdout, sys.stderr = map(channels.text_stream, outputs)
        logging.getLogger().addHandler(channels.Records(self._channel))
        logging.getLogger().setLevel(logging.INFO)
        logging.captureWarnings(capture=True)
        self._import()
        while True:
            try:
                request = requests.get(timeout=IDLE)
            except Empty:
                os._exit(0)
            self._channel.begin()
            self._channel.end({"type": "begun"})
            outcome = self._outcome(request)
            for stream, output in zip((sys.stdout, sys.stderr), outputs, strict=True):
                # The function may have put another one in its place.
                with suppress(Exception):
                    stream.flush()
                output.finish()
            self._channel.end(outcome)

    def _import(self) -> None:
        from webform.functions.modules import load  # noqa: PLC0415 - the rest of what a run needs

        try:
            self._module = load(self._function)
        except BaseException as error:  # noqa: BLE001 - a module may raise anything, and is told of
            self._channel.end({**_failure(error), "type": "unusable"})
            os._exit(1)
        hold(self._function.memory)
        file = inspect.getsourcefile(self._module) or ""
        self._channel.end({"type": "ready", "file": file, "changed": Path(file).stat().st_mtime_ns if file else 0})

    def _outcome(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the event that ends the run of *request*; an interrupt ends the process, once the function has."""
        from pydantic import ValidationError  # noqa: PLC0415 - imported with the module

        tempfile.tempdir = request["folder"]
        try:
            value = self._value(request)
        except ValidationError as error:
            return _invalid(error)
        except KeyboardInterrupt:
            os._exit(130)
        except BaseException as error:  # noqa: BLE001 - a function may raise anything, and is told of
            return _failure(error)
        try:
            return _written(value, Path(request["folder"]))
        except (TypeError, ValueError, OSError, MemoryError) as error:
            return _failure(error)

    def _value(self, request: dict[str, Any]) -> Any:
        from webform.functions.arguments import with_files  # noqa: PLC0415 - imported with the module

        body = with_files(request["body"], request["files"])
        value = self._signature(request["name"]).call(body)
        if inspect.isgenerator(value):
            return self._streamed(value)
        if inspect.isasyncgen(value):
            return asyncio.run(self._streamed_later(value))
        if inspect.isawaitable(value):
            return asyncio.run(_awaited(value))
        return value

    def _signature(self, name: str) -> Any:
        from webform.functions.decorator import settings_of  # noqa: PLC0415 - imported with the module
        from webform.functions.signature import read_signature  # noqa: PLC0415 - likewise

        if name not in self._signatures:
            function = getattr(self._module, name)
            self._signatures[name] = read_signature(function, settings_of(function).inputs)
        return self._signatures[name]

    def _streamed(self, pieces: Iterator[Any]) -> Any:
        """Return what *pieces* come to: what the generator returns, else its texts as one, else its last value."""
        stream = Stream(self._channel)
        while True:
            try:
                piece = next(pieces)
            except StopIteration as end:
                return stream.value if end.value is None else end.value
            stream.take(piece)

    async def _streamed_later(self, pieces: AsyncIterator[Any]) -> Any:
        stream = Stream(self._channel)
        async for piece in pieces:
            stream.take(piece)
        return stream.value


class Stream:
    """The values that a generator yields: texts are appended to each other, any other value replaces the one before."""

    def __init__(self, channel: channels.Channel) -> None:
        self._channel, self._texts = channel, list[str]()
        self._last: Any = None

    @property
    def value(self) -> Any:
        """What they come to."""
        return "".join(self._texts) if self._texts else self._last

    def take(self, piece: Any) -> None:
        """Tell of *piece*."""
        from webform.functions.results import as_json  # noqa: PLC0415 - imported with the module

        if isinstance(piece, str):
            self._texts.append(piece)
            self._channel.tell({"type": "chunk", "text": piece})
            return
        self._texts.clear()
        self._last = piece
        self._channel.tell({"type": "partial", "value": as_json(piece)})


async def _awaited(value: Any) -> Any:
    return await value


def _written(value: Any, folder: Path) -> dict[str, Any]:
    """Return the event of the result *value*, which is in a file of *folder*, or where the function says."""
    from webform.functions.results import answer_of  # noqa: PLC0415 - imported with the module

    answer = answer_of(value)
    if hasattr(answer, "content"):
        content, name, media = answer.content, answer.name, answer.media
    else:
        content, name, media = json.dumps(answer, allow_nan=False).encode(), "", "application/json"
    path = content if isinstance(content, Path) else folder / "result"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif not path.is_file():
        raise FileNotFoundError(f"{path.name} is no file")
    return {"type": "result", "path": str(path.absolute()), "name": name, "media": media}


def _failure(error: BaseException) -> dict[str, Any]:
    """Return the event of an exception: its type and message, and its trace without our own frames."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(_HERE)]
    trace = "".join(traceback.format_list(frames))[-MAX_TRACE:]
    text = str(error)[:MAX_MESSAGE]
    message = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return {"type": "error", "message": message, "trace": trace, "memory": isinstance(error, MemoryError)}


def _invalid(error: Any) -> dict[str, Any]:
    """Return the event of values that are not what the annotations say."""
    faults = [
        {"at": [part for part in fault["loc"] if isinstance(part, str | int)], "message": fault["msg"]}
        for fault in error.errors(include_url=False, include_input=False, include_context=False)
    ]
    return {"type": "invalid", "faults": faults}
