"""
The tool of `benchmarks.cluster` behind Gradio's queue: `python -m benchmarks.sleeping_gradio PORT AT_ONCE`.

The first runs begin once a line comes in, so that as many wait before as for the workers of webform.
"""

from __future__ import annotations

import sys
import time
from itertools import count
from threading import Event, Thread
from typing import TYPE_CHECKING

import gradio

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Seconds between two lines that say how often the tool was called, and returned.
TELL = 0.25
_calls, _returns = count(), count()
_counts = [0, 0]
_may_begin = Event()


def sleep(seconds: float) -> Iterator[str]:
    """Tell the time each second."""
    _counts[0] = next(_calls) + 1
    _may_begin.wait()
    try:
        for number in range(int(seconds)):
            yield f"{number} {time.time()}"
            time.sleep(1)
    finally:
        _counts[1] = next(_returns) + 1


def begin() -> None:
    """Let the runs begin once a line comes in."""
    sys.stdin.readline()
    _may_begin.set()


def tell() -> None:
    """Print how often the tool was called, and returned, now and then."""
    while True:
        print(*_counts, flush=True)
        time.sleep(TELL)


if __name__ == "__main__":
    port, at_once = map(int, sys.argv[1:])
    Thread(target=tell, daemon=True).start()
    Thread(target=begin, daemon=True).start()
    interface = gradio.Interface(sleep, gradio.Number(), gradio.Textbox(), api_name="sleep", flagging_mode="never")
    interface.queue(default_concurrency_limit=at_once, max_size=None)
    interface.launch(server_port=port, quiet=True, max_threads=at_once)
