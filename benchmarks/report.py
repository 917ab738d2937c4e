"""docs/performance.md: the figures of `make bench`, a section for each subject."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from benchmarks.figures import Figure

PAGE = Path(__file__).parents[1] / "docs/performance.md"
HEAD = """# Performance

`make bench` writes this page: each figure beside its target, `met` or `MISSED`. It takes half an hour or more.
`python -m benchmarks rendering files` prints a part, and with `--write` keeps it here.

A busy machine makes all times longer, so what counts are ratios. Ours and what it is compared with take turns in one
run, and the medians of both are divided. No test depends on a time.

`python -m benchmarks.corpus FOLDER` measures any folder of schemas and documents: what is refused, what opening a
form changes, time and memory; see `--help`.
"""


def title(subject: ModuleType) -> str:
    """Return the first line of what *subject* says of itself."""
    return (getdoc(subject) or "").partition("\n")[0]


def heading(subject: ModuleType) -> str:
    """Return the line that the section of *subject* begins with."""
    name = subject.__name__.rpartition(".")[2]
    return f"## {name.capitalize()} (`benchmarks/{name}.py`)"


def section(subject: ModuleType, figures: Sequence[Figure]) -> str:
    """Return the Markdown of *figures*, below what *subject* says of itself."""
    rows = [
        f"| {_cell(figure.what)} | {_cell(figure.found)} | {_cell(figure.target)} | {figure.verdict} |"
        for figure in figures
    ]
    machine = f"{datetime.now(tz=UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} processors."
    table = ["| | found | target | |", "|---|---|---|---|", *rows]
    return "\n".join([heading(subject), "", getdoc(subject) or "", "", *table, "", machine, ""])


def write(subject: ModuleType, figures: Sequence[Figure], subjects: Sequence[ModuleType]) -> None:
    """Keep *figures* as the section of *subject* in `PAGE`; the other sections of *subjects* stay."""
    kept = sections(PAGE.read_text("utf-8"))
    kept[heading(subject)] = section(subject, figures)
    PAGE.write_text("\n".join([HEAD, *(kept[name] for name in map(heading, subjects) if name in kept)]), "utf-8")


def sections(page: str) -> dict[str, str]:
    """Return the sections of *page* by their headings."""
    _, *parts = page.split("\n## ")
    return {f"## {part.partition(chr(10))[0]}": f"## {part.rstrip()}\n" for part in parts}


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
