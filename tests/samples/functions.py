# ruff: noqa: TC003, T201, UP028 - the annotations are read, and the functions are what they are
"""Functions that tests call: how they end, what they tell, what they are filled in with."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator

import webform

CALLS = [0]


@webform.tool
def greet(name: str, *, times: int = 1) -> str:
    """Greet somebody."""
    return " ".join([f"Hello {name}."] * times)


@webform.tool
def count() -> int:
    """Return how often this process was asked."""
    CALLS[0] += 1
    return CALLS[0]


@webform.tool
def talk(lines: int) -> str:
    """Say something in every way."""
    print("printed")
    print("complained", file=sys.stderr)
    logging.getLogger("library").warning("logged %d", lines)
    os.write(1, b"written past Python\n")
    webform.progress(1, lines, "one")
    return "done"


@webform.tool
def stream(parts: int) -> Iterator[str]:
    """Give a text in parts."""
    for number in range(parts):
        yield f"{number} "


@webform.tool
async def later(parts: int) -> AsyncIterator[dict[str, int]]:
    """Give values one after the other."""
    for number in range(parts):
        yield {"number": number}


@webform.tool
def ends_with(parts: int) -> Any:
    """Return something else than what was given before."""
    for number in range(parts):
        yield number
    return {"parts": parts}


@webform.tool
async def wait(seconds: float = 0) -> str:
    """Return at once."""
    return f"waited {seconds:g}"


@webform.tool
def fail(secret: str) -> None:
    """Raise an exception."""
    raise ValueError(f"no {secret}")


@webform.tool
def leave(status: int) -> None:
    """End the whole process."""
    os._exit(status)


@webform.tool
def stop(status: int) -> None:
    """Ask the process to end."""
    sys.exit(status)


@webform.tool
def sleep(mark: str) -> None:
    """Sleep for a minute; where it is interrupted, leave a mark."""
    try:
        webform.progress(0, None, "asleep")
        time.sleep(60)
    finally:
        Path(mark).write_text("interrupted", encoding="utf-8")


@webform.tool
def deaf(mark: str) -> None:
    """Sleep, whatever comes."""
    Path(mark).write_text(str(os.getpid()), encoding="utf-8")
    while True:
        try:
            webform.progress(0, None, "asleep")
            time.sleep(60)
        except KeyboardInterrupt:
            continue


@webform.tool(memory=100)
def grow(megabytes: int) -> int:
    """Take memory."""
    return len(bytearray(megabytes * 1_000_000))


@webform.tool
def read(file: Path, other: bytes | None = None) -> dict[str, Any]:
    """Read files."""
    return {
        "name": file.name,
        "text": file.read_text("utf-8"),
        "other": other and len(other),
        "folder": str(file.parent),
    }


@webform.tool
def paths(files: list[Path]) -> list[str]:
    """Return the names of files."""
    return [file.name for file in files]


def _even(number: int) -> int:
    if number % 2:
        raise ValueError("must be even")
    return number


@dataclass
class Pair:
    """Two numbers."""

    first: Annotated[int, AfterValidator(_even)]
    second: int = 0


@webform.tool
def halve(pair: Pair) -> Pair:
    """Halve two numbers."""
    return Pair(pair.first // 2, pair.second // 2)


@webform.tool
def environment() -> dict[str, str | None]:
    """Return variables of the environment."""
    return {name: os.environ.get(name) for name in ("WEBFORM_SECRET_KEY", "GREETING", "HOME")}


@webform.tool
def looks_like_an_error() -> dict[str, str]:
    """Return an object that other protocols have for errors."""
    return {"error": "none", "status": "failed"}


@webform.tool
def report() -> Path:
    """Return a file."""
    handle, path = tempfile.mkstemp(suffix=".csv")
    os.write(handle, b"a,b\n1,2\n")
    os.close(handle)
    return Path(path)


@webform.tool
def any_number(*names: str) -> None:
    """Take any number of names."""
