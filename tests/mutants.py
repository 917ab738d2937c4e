"""Mutants: mistakes put into a copy of the source, one after the other, each of which some test has to notice."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

ROOT = Path(__file__).resolve().parents[1]
#: What a copy of the source has of its own, and what it shares with the source.
_COPIED = (
    "webform",
    "templates",
    "tests",
    "static",
    "docs",
    "examples",
    "benchmarks",
    "pyproject.toml",
    "hatch_build.py",
)
_SHARED = (".venv", "node_modules", "package.json", "package-lock.json", "README.md", "CHANGELOG.md", "LICENSE")
#: Seconds for the tests of one mutant.
LONGEST = 180
#: Mutants that are tried at a time.
WORKERS = os.cpu_count() or 1


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """
    A mistake in one file of the source.

    Args:
        what: what goes wrong, in a few words.
        file: where in the source it stands; where it stands there no more, it is looked for in all of it.
        old: the text that is right, which stands there once.
        new: what stands there instead.
        tests: the tests of which one has to fail, as pytest names them.
    """

    what: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @cached_property
    def path(self) -> Path | None:
        """The one file of the source, from its root, where the text stands once; `None` where there is none."""
        found = [source for source in (Path(self.file), *sources()) if _text(source).count(self.old) == 1]
        return found[0] if found and (found[0] == Path(self.file) or len(found) == 1) else None


@dataclass(frozen=True, kw_only=True)
class Mistake(Mutant):
    """A mutant of mutants.toml, called *id*."""

    id: str


@cache
def mistakes() -> tuple[Mistake, ...]:
    """Return the mutants of mutants.toml."""
    declared = tomllib.loads((ROOT / "tests/mutants.toml").read_text(encoding="utf-8"))
    return tuple(Mistake(**entry | {"tests": tuple(entry["tests"])}) for entry in declared["mutant"])


@cache
def sources() -> tuple[Path, ...]:
    """Return the files that mutants are made of, from the root of the source."""
    files = (
        (ROOT / "webform").rglob("*.py"),
        (ROOT / "templates").rglob("*.html"),
        (ROOT / "static/src").rglob("*.js"),
    )
    return tuple(path.relative_to(ROOT) for found in files for path in sorted(found))


@cache
def _text(file: Path) -> str:
    path = ROOT / file
    return path.read_text(encoding="utf-8") if path.is_file() else ""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What became of a mutant: whether one of its tests failed, and what pytest said last."""

    mutant: Mutant
    killed: bool
    message: str


def copy_source(folder: Path) -> None:
    """Make *folder* a copy of the source that tests can run in."""
    unwanted = shutil.ignore_patterns("__pycache__", ".pytest_cache")
    for name in _COPIED:
        source, copy = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, copy, ignore=unwanted, symlinks=True)
        else:
            shutil.copy(source, copy)
    for name in _SHARED:
        (folder / name).symlink_to(ROOT / name)


def outcomes(mutants: Iterable[Mutant], folders: Sequence[Path]) -> Iterator[Outcome]:
    """Try *mutants* in *folders*, each a copy of the source, as many at a time as there are."""
    free: SimpleQueue[Path] = SimpleQueue()
    for folder in folders:
        free.put(folder)

    def tried(mutant: Mutant) -> Outcome:
        folder = free.get()
        try:
            return _outcome(mutant, folder)
        finally:
            free.put(folder)

    with ThreadPoolExecutor(len(folders)) as pool:
        yield from pool.map(tried, mutants)


def _outcome(mutant: Mutant, folder: Path) -> Outcome:
    if mutant.path is None:
        return Outcome(mutant=mutant, killed=False, message=f"the source has no one place with {mutant.old!r}")
    path = folder / mutant.path
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        return _tried(mutant, folder)
    finally:
        path.write_text(whole, encoding="utf-8")
        _build(mutant, folder)


def _tried(mutant: Mutant, folder: Path) -> Outcome:
    _build(mutant, folder)
    try:
        status, line = run_tests(mutant.tests, folder, LONGEST)
    except subprocess.TimeoutExpired:
        return Outcome(mutant=mutant, killed=True, message=f"no end within {LONGEST} seconds")
    # 1 is "tests failed"; any other is a mutant that was not tried.
    return Outcome(mutant=mutant, killed=status == 1 and " failed" in line, message=line)


def run_tests(tests: Iterable[str], folder: Path, seconds: float | None = None) -> tuple[int, str]:
    """Run *tests* in *folder*, a copy of the source, until one fails; return pytest's exit status and last line."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider", *tests]
    environ = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    ended = subprocess.run(
        command, cwd=folder, env=environ, capture_output=True, text=True, timeout=seconds, check=False
    )
    lines = ended.stdout.strip().splitlines() or ended.stderr.strip().splitlines() or [""]
    return ended.returncode, lines[-1]


def _build(mutant: Mutant, folder: Path) -> None:
    if mutant.path and mutant.path.parts[0] == "static":
        subprocess.run([sys.executable, "hatch_build.py"], cwd=folder, capture_output=True, timeout=LONGEST, check=True)


def _killed(outcome: Outcome) -> bool:
    """Print *outcome* and tell whether the mutant was killed."""
    print(f"{'killed  ' if outcome.killed else 'SURVIVED'} {outcome.mutant.id}: {outcome.message}", flush=True)
    return outcome.killed


def main(ids: list[str]) -> int:
    """Try the mutants called *ids*, all without any; return 0 where each was killed."""
    chosen = [mutant for mutant in mistakes() if not ids or mutant.id in ids]
    if unknown := set(ids) - {mutant.id for mutant in chosen}:
        print(f"unknown: {', '.join(sorted(unknown))}")
        return 1
    with tempfile.TemporaryDirectory(prefix="webform-mutants") as name:
        folders = [Path(name) / str(number) for number in range(WORKERS)]
        for folder in folders:
            copy_source(folder)
        # A test that fails without a mutant would kill every one.
        status, line = run_tests(dict.fromkeys(test for mutant in chosen for test in mutant.tests), folders[0])
        print(f"without a mutant: {line}", flush=True)
        if status:
            return 1
        killed = sum(map(_killed, outcomes(chosen, folders)))
    print(f"{killed} of {len(chosen)} mutants killed")
    return min(1, len(chosen) - killed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
