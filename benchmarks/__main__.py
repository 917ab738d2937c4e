"""The command of the benchmarks: `python -m benchmarks rendering files` prints these, `--write` keeps them."""

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
    cluster,
    faults,
    files,
    floods,
    functions,
    grid,
    growth,
    large,
    operations,
    options,
    preview,
    rendering,
    report,
    serving,
    streams,
)
from benchmarks.figures import show

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
    "preview": preview,
    "large": large,
    "operations": operations,
    "answers": answers,
    "beside": beside,
    "functions": functions,
    "faults": faults,
    "cluster": cluster,
    "growth": growth,
}


def main(arguments: list[str]) -> None:
    """Print the figures of the subjects in *arguments*, or of all; `--write` also keeps them in docs/performance.md."""
    names = [argument for argument in arguments if argument != "--write"] or [*SUBJECTS]
    unknown = [name for name in names if name not in SUBJECTS]
    if unknown:
        raise SystemExit(f'there is no benchmark "{unknown[0]}"; expected some of {", ".join(SUBJECTS)}')
    print(f"Python {platform.python_version()} on {os.cpu_count()} processors; medians of interleaved rounds")
    start = perf_counter()
    for name in names:
        subject = SUBJECTS[name]
        print(f"\n{name}: {report.title(subject)}", flush=True)
        figures = show(subject.main())
        if "--write" in arguments:
            report.write(subject, figures, [*SUBJECTS.values()])
            if keep := getattr(subject, "keep", None):
                keep(figures)
    print(f"\n{perf_counter() - start:.0f} seconds in all")


if __name__ == "__main__":
    main(sys.argv[1:])
