"""The tool of `benchmarks.cluster` behind Gradio's queue: `python -m benchmarks.sleeping_gradio PORT AT_ONCE`."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import gradio  # type: ignore[import-not-found]  # only `make bench` installs it

if TYPE_CHECKING:
    from collections.abc import Iterator


def sleep(seconds: float) -> Iterator[str]:
    """Tell the time each second."""
    for number in range(int(seconds)):
        yield f"{number} {time.time()}"
        time.sleep(1)


if __name__ == "__main__":
    port, at_once = map(int, sys.argv[1:])
    interface = gradio.Interface(sleep, gradio.Number(), gradio.Textbox(), api_name="sleep", flagging_mode="never")
    interface.queue(default_concurrency_limit=at_once, max_size=None)
    interface.launch(server_port=port, quiet=True, max_threads=at_once)
