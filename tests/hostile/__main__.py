"""`python -m tests.hostile`: try the review, the mutants, or fuzzed requests, and print what came of them."""

from __future__ import annotations

import argparse
import re
import signal
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from tests.hostile.attacks import ATTACKS
from tests.hostile.changes import MUTANTS
from tests.hostile.fuzzed import fuzz
from tests.hostile.kills import NotTriedError
from tests.hostile.lab import Lab, Tried
from tests.mutants import copy_source, outcomes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.hostile.attacks import Attack

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/security.md"
#: Where the table stands in the document.
TABLE = re.compile(r"(?<=<!-- made by `make hostile` -->\n).*?(?=<!-- end -->)", re.DOTALL)
#: The name and the result in a row of it.
ROW = re.compile(r"\(`([\w.]+)`\) \| (.*) \|$", re.MULTILINE)
SAFE = "safe"


class TooLongError(Exception):
    """Raised where an attack takes longer than it may."""


def main() -> int:
    """Do what the command line says; return how many things are not as they have to be."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    commands = parser.add_subparsers(dest="command")
    review = commands.add_parser("review", help="try every attack on a running server (the default)")
    review.add_argument("names", nargs="*", metavar="NAME", help="those attacks alone, as sites.headers")
    review.add_argument("--write", action="store_true", help="write the table into docs/security.md")
    mutants = commands.add_parser("mutants", help="take each defence out of a copy of the source, and run its test")
    mutants.add_argument(
        "rows", nargs="*", type=int, metavar="ROW", help="those of these rows of docs/security.md alone"
    )
    requests = commands.add_parser("requests", help="send fuzzed requests to every route")
    requests.add_argument("--count", type=int, default=10_000)
    requests.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    match asked.command:
        case "mutants":
            return try_mutants(asked.rows)
        case "requests":
            return try_requests(asked.count, asked.seed)
    return try_review(getattr(asked, "names", []), write=getattr(asked, "write", False))


def try_review(names: list[str], *, write: bool) -> int:
    """Try the attacks called *names*, all without any; print each as it ends, and then the table."""
    results = {}
    for attack in ATTACKS:
        if not names or attack.name in names:
            began = monotonic()
            results[attack.name] = (tried, words) = attempt(attack)
            print(f"{attack.name}: {words} ({monotonic() - began:.0f} s)", flush=True)
            for fault in dict.fromkeys(tried.faults[:50]):
                print(f"    {fault}", flush=True)
    text = table({name: words for name, (_, words) in results.items()})
    print(f"\n{text}")
    if write:
        document = DOCUMENT.read_text(encoding="utf-8")
        # Those that were not tried now have the result of the last time.
        before = dict(ROW.findall(document))
        text = table(before | {name: words for name, (_, words) in results.items()})
        DOCUMENT.write_text(TABLE.sub(lambda _: f"\n{text}\n", document), encoding="utf-8")
    return min(1, sum(len(tried.faults) for tried, _ in results.values()))


def attempt(attack: Attack) -> tuple[Tried, str]:
    """Try *attack* on a server of its own; return what it came to, and that in words."""
    with tempfile.TemporaryDirectory(prefix="webform-hostile") as folder:
        lab = Lab(Path(folder))
        try:
            with bounded(attack.seconds):
                tried = attack.program(lab)
                lab.healthy()
        except NotTriedError as reason:
            return Tried(), f"not tried: {reason}"
        except Exception as error:  # noqa: BLE001 - whatever it is, the attack was not withstood
            tried = Tried(1, [f"{type(error).__name__}: {error}"])
        finally:
            lab.close()
    return tried, SAFE if not tried.faults else f"{len(tried.faults)} of {tried.count} are not safe"


@contextmanager
def bounded(seconds: int) -> Iterator[None]:
    """End what takes longer than *seconds* with `TooLongError`; in the main thread, where the system has alarms."""

    def end(*_: object) -> None:
        raise TooLongError(f"no end within {seconds} seconds")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def table(results: dict[str, str]) -> str:
    """Return threat → tried → result as Markdown."""
    lines = ["| threats | tried | result |", "|---|---|---|"]
    for attack in ATTACKS:
        if attack.name in results:
            threats = ", ".join(map(str, attack.threats))
            lines.append(f"| {threats} | {attack.tried} (`{attack.name}`) | {results[attack.name]} |")
    return "\n".join(lines) + "\n"


def try_mutants(rows: list[int]) -> int:
    """Try the mutants of *rows*, all without any; print each with what its test said."""
    alive = 0
    with tempfile.TemporaryDirectory(prefix="webform-mutants") as folder:
        copy_source(Path(folder))
        for outcome in outcomes([mutant for mutant in MUTANTS if not rows or mutant.row in rows], [Path(folder)]):
            alive += not outcome.killed
            word = "found" if outcome.killed else "NOT FOUND"
            print(f"{outcome.mutant.row:>3} {word:<9} {outcome.mutant.what}: {outcome.message}", flush=True)
    print(f"{alive} mutants were not found")
    return min(1, alive)


def try_requests(count: int, seed: int) -> int:
    """Send *count* fuzzed requests, and print what came of them."""
    with tempfile.TemporaryDirectory(prefix="webform-hostile") as folder:
        lab = Lab(Path(folder))
        try:
            report = fuzz(lab, count, seed)
        finally:
            lab.close()
    print("\n".join(report.lines()))
    return min(1, len(report.broken))


if __name__ == "__main__":
    sys.exit(main())
