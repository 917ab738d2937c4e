"""
Twenty Python functions (`benchmarks/twenty.py`), filled in and run in Chromium, beside the same in Gradio's Interface.

Both are written as their own docs have it. Lines are what an author writes beside the function itself: its decorator
and calls of webform, or its interface. Clicks and keys are those of a visitor, Run included; a list that is opened is
a click more. The time is that from Run, or from the button that cancels, to the first result in view.
One round, on a machine that others may use: a single time says little. That a cancelled function ends is not measured.
"""

from __future__ import annotations

import ast
import re
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import TimeoutError as BrowserTimeoutError

from benchmarks.beside import GRADIO, OFFLINE, listening
from benchmarks.chromium import browser, new_page
from benchmarks.figures import Figure, counted
from benchmarks.functions_trials import PICTURES, ROOT, TRIALS, Press, Trial

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, Page

DOCS = ROOT / "docs/functions-python.md"
HEADING = "## Beside Gradio\n"
ROUNDS = 1
#: Milliseconds in which what is looked for has to be in view: the first, and what comes with it.
FIRST, MORE = 15_000, 4_000
#: Milliseconds in which what is not to be in view would be found.
LEAST = 50
MOST_TIMES = 1
#: Whether a text is in view, in elements or in fields.
IN_VIEW = """text => [document.body.innerText, ...[...document.querySelectorAll("input, textarea")]
    .filter(field => field.checkVisibility()).map(field => field.value)].some(part => part.includes(text))"""
#: Whether a picture is, of those that a selector names: Playwright looks for elements twice a second only.
DRAWN = """selector => [...document.querySelectorAll(selector)]
    .some(image => image.checkVisibility() && image.complete && image.width)"""
ENDED = "[data-result]:is([data-status=ok], [data-status=error], [data-status=cancelled])"
VIEWS = """() => {
    const views = [...document.querySelectorAll("[data-result] [data-view]")].map(({ dataset }) => dataset.view)
    return [...new Set(views.length ? views : [document.querySelector("[data-result]").dataset.status])] }"""
COMPONENTS = """() => window.gradio_config.components
    .filter(({ props }) => props.label === "output").map(({ type }) => type)"""


class Site(NamedTuple):
    """
    A server of all functions.

    Args:
        url: the address of a function, with its name in it.
        run: the button that runs it.
        ended: what is there once a run has ended.
        views: what says how its result is shown.
        number: its place among the sites.
    """

    url: str
    run: str
    ended: str
    views: str
    number: int


class Seen(NamedTuple):
    """What one side of a trial came to: milliseconds are those to the first result, `None` where there was none."""

    lines: int
    clicks: int
    keys: int
    arrived: bool
    shown: bool
    views: tuple[str, ...]
    milliseconds: float | None

    def __str__(self) -> str:
        """Return it in words."""
        lacking = [word for word, there in (("not as filled in", self.arrived), ("not shown", self.shown)) if not there]
        amounts = [counted(self.lines, "line"), counted(self.clicks, "click"), counted(self.keys, "key")]
        return ", ".join([*amounts, *lacking, " ".join(self.views) or "nothing"])


@dataclass(frozen=True, kw_only=True)
class Compared(Figure):
    """The figure of a function: both sides."""

    ours: Seen
    theirs: Seen

    @property
    def times(self) -> float | None:
        """Our time to the first result as a multiple of theirs."""
        if self.ours.milliseconds is None or self.theirs.milliseconds is None:
            return None
        return self.ours.milliseconds / self.theirs.milliseconds


def main() -> Iterator[Figure]:
    """Yield the figures."""
    if not GRADIO.is_dir():
        yield Figure(what="not compared with", found="Gradio: `make bench` installs it")
        return
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        notes = folder / "notes"
        notes.touch()
        sites = (stack.enter_context(_webform(folder, notes)), stack.enter_context(_gradio(notes)))
        chromium = stack.enter_context(browser(unbound=False))
        counted = (lines_of_ours(), lines_of_theirs())
        compared = []
        for name, trial in TRIALS.items():
            ours, theirs = [], []
            for _ in range(ROUNDS):
                ours.append(attempt(chromium, sites[0], name, trial, notes))
                theirs.append(attempt(chromium, sites[1], name, trial, notes))
            both = (middle(ours, counted[0][name]), middle(theirs, counted[1][name]))
            compared.append(_compared(name, *both))
            yield compared[-1]
        yield from totals(compared)


def _compared(name: str, ours: Seen, theirs: Seen) -> Compared:
    figure = Compared(what=name, found="", ours=ours, theirs=theirs)
    times = "" if figure.times is None else f"; first result after {figure.times:.2f} × the time"
    return Compared(what=name, found=f"{ours}; Gradio {theirs}{times}", ours=ours, theirs=theirs)


def middle(seen: Sequence[Seen], lines: int) -> Seen:
    """Return what was *seen* in all rounds, with the median of their times."""
    times = [one.milliseconds for one in seen if one.milliseconds is not None]
    return seen[-1]._replace(
        lines=lines,
        arrived=all(one.arrived for one in seen),
        shown=all(one.shown for one in seen),
        milliseconds=median(times) if len(times) == len(seen) else None,
    )


def totals(compared: Sequence[Compared]) -> Iterator[Figure]:
    """Yield what all of *compared* come to; the target is what Gradio has."""
    sides = [[one.ours for one in compared], [one.theirs for one in compared]]
    for what in ("lines", "clicks", "keys"):
        mine, other = (sum(getattr(one, what) for one in side) for side in sides)
        yield Figure(what=f"all: {what}", found=f"{mine}; Gradio {other}", value=mine, most=other)
    for what, name in (("arrived", "arrived as filled in"), ("shown", "shown in full")):
        mine, other = (sum(getattr(one, what) for one in side) for side in sides)
        yield Figure(what=f"all: {name}", found=f"{mine}; Gradio {other}", value=mine, least=len(compared))
    times = [one.times for one in compared if one.times is not None]
    if times:
        found = f"{median(times):.2f} × Gradio in the middle, {min(times):.2f} to {max(times):.2f}"
        yield Figure(what="all: time to the first result", found=found, value=median(times), most=MOST_TIMES, unit=" ×")


def attempt(chromium: Browser, site: Site, name: str, trial: Trial, notes: Path) -> Seen:
    """Fill in, run and look at the function *name* of *site*, which writes what arrives into *notes*."""
    steps = (trial.ours, trial.theirs)[site.number]
    before = len(notes.read_text("utf-8").splitlines())
    with new_page(chromium) as page:
        # Fonts and the like of others are not there on a machine without a network.
        page.route(lambda asked: "//127.0.0.1:" not in asked, lambda route: route.abort())
        page.goto(site.url.format(name))
        run = page.locator(site.run).first
        run.wait_for()
        page.wait_for_load_state("networkidle")
        for step in steps:
            step.do(page)
        for text in trial.shows:
            # What is cancelled looks as before.
            if not trial.stop and in_view(page, text, LEAST):
                raise SystemExit(f"{name}: {text} is in view before the function has run")
        start = perf_counter()
        run.click()
        pressed = [*steps, Press(site.run)]
        if trial.stop:
            button = page.locator(trial.stop[site.number].removeprefix("css=")).first
            button.wait_for()
            pressed.append(Press(trial.stop[site.number]))
            start = perf_counter()
            button.click()
        shown = in_view(page, trial.shows[0], FIRST)
        milliseconds = (perf_counter() - start) * 1000 if shown else None
        page.locator(site.ended).first.wait_for()
        if trial.log and site.number == 0:
            trial.log.do(page)
            pressed.append(trial.log)
        shown = shown and all(in_view(page, text, MORE) for text in trial.shows[1:])
        views = page.evaluate(site.views)
    arrived = notes.read_text("utf-8").splitlines()[before:]
    efforts = [step.effort for step in pressed]
    return Seen(
        lines=0,
        clicks=sum(clicks for clicks, _ in efforts),
        keys=sum(keys for _, keys in efforts),
        arrived=[as_written(line) for line in arrived] == [trial.arrives],
        shown=shown,
        views=tuple(views),
        milliseconds=milliseconds,
    )


def as_written(note: str) -> str:
    """Return *note* with whole numbers as they are written: 2.0 is 2."""
    return re.sub(r"(?<![\d.])(\d+)\.0(?!\d)", r"\1", note)


def in_view(page: Page, what: str, milliseconds: int) -> bool:
    """Tell whether *what*, a text or `css=` and a selector, comes into view within *milliseconds*."""
    try:
        if what == PICTURES:
            page.wait_for_function(DRAWN, arg=PICTURES.removeprefix("css="), timeout=milliseconds)
        elif what.startswith("css="):
            page.locator(what.removeprefix("css=")).first.wait_for(timeout=milliseconds)
        else:
            page.wait_for_function(IN_VIEW, arg=what, timeout=milliseconds)
    except BrowserTimeoutError:
        return False
    return True


def lines_of_ours() -> dict[str, int]:
    """Return the lines of `twenty.py` that are there for webform, by function."""
    return {name: sum("webform" in line for line in source) for name, source in _functions("twenty.py")}


def lines_of_theirs() -> dict[str, int]:
    """Return the lines of the interfaces in `twenty_gradio.py`, by function: code, without lines of brackets alone."""
    return {
        name: sum(bool(re.match(r"[^#]*\w", line)) for line in source[1:])
        for name, source in _functions("twenty_gradio.py")
    }


def _functions(file: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the lines of each of the twenty in *file*, decorators included."""
    text = (Path(__file__).parent / file).read_text("utf-8")
    lines = text.splitlines()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name in TRIALS:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield node.name, lines[first - 1 : node.end_lineno]


def keep(figures: Sequence[Figure]) -> None:
    """Put the table of *figures* below `HEADING`, the last section of `DOCS`, in place of the one there."""
    rows = [figure for figure in figures if isinstance(figure, Compared)]
    if rows:
        head, heading, section = DOCS.read_text("utf-8").partition(HEADING)
        DOCS.write_text(head + heading + section.partition("\n| ")[0] + "\n" + table(rows), "utf-8")


def table(rows: Sequence[Compared]) -> str:
    """Return *rows* in Markdown, ours before theirs."""
    lines = ["| function | lines | clicks | keys | as filled in | shown by webform | by Gradio |", "|---" * 7 + "|"]
    for row in rows:
        pairs = [f"{getattr(row.ours, what)}, {getattr(row.theirs, what)}" for what in ("lines", "clicks", "keys")]
        arrived = ", ".join("yes" if side.arrived else "no" for side in (row.ours, row.theirs))
        shown = [" ".join(f"`{view}`" for view in row.ours.views), " ".join(row.theirs.views)]
        for number, side in enumerate((row.ours, row.theirs)):
            shown[number] += "" if side.shown else ", in part"
        lines.append("| " + " | ".join([f"`{row.what}`", *pairs, arrived, *shown]) + " |")
    return "\n".join(lines) + "\n"


@contextmanager
def _webform(folder: Path, notes: Path) -> Iterator[Site]:
    settings = folder / "webform.toml"
    settings.write_text('database = "runs.sqlite"\nfiles = "files"\n', "utf-8")
    command = [sys.executable, "-m", "webform", "serve", str(ROOT / "benchmarks/twenty.py"), "--config", str(settings)]
    command.append("--port")
    with listening(command, {"ARRIVED": str(notes), "PYTHONPATH": str(ROOT)}) as url:
        yield Site(f"{url}/tools/{{}}", "[data-run]", ENDED, VIEWS, 0)


@contextmanager
def _gradio(notes: Path) -> Iterator[Site]:
    command = [str(GRADIO / "bin/python"), "-m", "benchmarks.twenty_gradio"]
    with listening(command, {"ARRIVED": str(notes), **OFFLINE}) as url:
        yield Site(f"{url}/{{}}/", "button.primary", "button.primary:visible", COMPONENTS, 1)
