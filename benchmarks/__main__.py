"""Print all benchmarks, or those named: `python -m benchmarks rendering files`."""

from __future__ import annotations

import os
import platform
import sys
from time import perf_counter

from benchmarks import (
    answers,
    beside,
    browser,
    bytes,  # noqa: A004 - a subject, and its name
    files,
    floods,
    grid,
    large,
    options,
    rendering,
    serving,
    streams,
)

#: Subject -> what it measures.
SUBJECTS = {
    "bytes": bytes,
    "rendering": rendering,
    "floods": floods,
    "serving": serving,
    "streams": streams,
    "files": files,
    "browser": browser,
    "grid": grid,
    "options": options,
    "large": large,
    "answers": answers,
    "beside": beside,
}


def main(names: list[str]) -> None:
    """Print the figures of *names*, or of all subjects."""
    unknown = [name for name in names if name not in SUBJECTS]
    if unknown:
        raise SystemExit(f'there is no benchmark "{unknown[0]}"; expected some of {", ".join(SUBJECTS)}')
    print(f"Python {platform.python_version()} on {os.cpu_count()} processors; medians of interleaved rounds")
    start = perf_counter()
    for name in names or SUBJECTS:
        print(f"\n{name}: {(SUBJECTS[name].__doc__ or '').strip()}", flush=True)
        SUBJECTS[name].main()
    print(f"\n{perf_counter() - start:.0f} seconds in all")


if __name__ == "__main__":
    main(sys.argv[1:])
