"""Mutants: each takes one defence of docs/security.md out of a copy of the source, and a test of its row has to fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).resolve().parents[2]
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
_SHARED = ("node_modules", "package.json", "package-lock.json", "README.md", "CHANGELOG.md", "LICENSE")
#: Seconds for the test of one mutant.
LONGEST = 60


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """
    A defence that is taken away.

    Args:
        row: the row of docs/security.md that has it.
        what: what is no longer done, in a few words.
        file: where in the source it stands; where it stands there no more, it is looked for in all of it.
        old: the text that does it, which stands there once.
        new: what stands there instead.
        test: the test of the row that has to fail, as pytest names it.
    """

    row: int
    what: str
    file: str
    old: str
    new: str
    test: str

    @cached_property
    def path(self) -> Path | None:
        """The one file of the source, from its root, where the text stands once; `None` where there is none."""
        found = [source for source in (Path(self.file), *sources()) if _text(source).count(self.old) == 1]
        return found[0] if found and (found[0] == Path(self.file) or len(found) == 1) else None


@cache
def sources() -> tuple[Path, ...]:
    """Return the files that mutants are made of, from the root of the source."""
    files = (
        (ROOT / "webform").rglob("*.py"),
        (ROOT / "templates").rglob("*.html"),
        (ROOT / "static/src").rglob("*.js"),
    )
    return tuple(stop.relative_to(ROOT) for some in files for stop in sorted(some))


@cache
def _text(file: Path) -> str:
    path = ROOT / file
    return path.read_text(encoding="utf-8") if path.is_file() else ""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What became of a mutant: whether its test failed, and what pytest said last."""

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


def outcomes(mutants: Iterable[Mutant], folder: Path) -> Iterator[Outcome]:
    """Try *mutants* one after the other in *folder*, a copy of the source."""
    for mutant in mutants:
        if mutant.path is None:
            yield Outcome(mutant=mutant, killed=False, message=f"the source has no one place with {mutant.old!r}")
            continue
        path = folder / mutant.path
        whole = path.read_text(encoding="utf-8")
        path.write_text(whole.replace(mutant.old, mutant.new), encoding="utf-8")
        try:
            yield _tried(mutant, folder)
        finally:
            path.write_text(whole, encoding="utf-8")
            _build(mutant, folder)


def _tried(mutant: Mutant, folder: Path) -> Outcome:
    _build(mutant, folder)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider", mutant.test]
    environ = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ended = subprocess.run(
            command, cwd=folder, env=environ, capture_output=True, text=True, timeout=LONGEST, check=False
        )
    except subprocess.TimeoutExpired:
        return Outcome(mutant=mutant, killed=True, message=f"no end within {LONGEST} seconds")
    line = (ended.stdout.strip().splitlines() or ended.stderr.strip().splitlines() or [""])[-1]
    # 1 is "tests failed"; any other is a mutant that was not tried.
    return Outcome(mutant=mutant, killed=ended.returncode == 1 and " failed" in line, message=line)


def _build(mutant: Mutant, folder: Path) -> None:
    if mutant.path and mutant.path.parts[0] == "static":
        subprocess.run([sys.executable, "hatch_build.py"], cwd=folder, capture_output=True, timeout=LONGEST, check=True)
