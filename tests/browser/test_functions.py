"""Twenty Python functions, served by the real command line, each run in the browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive

ROOT = Path(__file__).parents[2]


class Trial(NamedTuple):
    """What is filled in by label, and what is shown: a view, and a text in the result."""

    fills: dict[str, object]
    view: str
    text: str


PICTURE = ROOT / "docs/picture.png"
TRIALS = {
    "greet": Trial({"Name": "Ada"}, "text", "Hello Ada"),
    "add": Trial({"First": "2", "Second": "3.5"}, "number", "5.5"),
    "fahrenheit": Trial({"Celsius": "100"}, "number", "212"),
    "shout": Trial({"Text": "hello there", "How": "title"}, "text", "Hello There"),
    "weight_of_paper": Trial({"Paper": "Card", "Sheets": "100"}, "kv", "1.559"),
    "days_between": Trial({"Start": "2026-01-01", "End": "2026-01-31", "Workdays only": True}, "kv", "22"),
    "statistics": Trial({"?": "/numbers=[2,4]"}, "kv", "3"),
    "common": Trial({"?": '/first=["a","b"]&/second=["b","c"]'}, "list", "b"),
    "distance": Trial(
        {"/start/latitude": "59.9", "/start/longitude": "10.7", "/end/latitude": "48.9", "/end/longitude": "2.4"},
        "number", "1333.5",
    ),
    "repayments": Trial({"/loan/amount": "1000", "/loan/years": "2"}, "table", "45"),
    "receipt": Trial(
        {"?": '/order/items=[{"name":"tea","count":2,"price":3.5}]', "/order/customer": "Ada"}, "number", "7"
    ),
    "count_words": Trial({"/document": ROOT / "LICENSE"}, "kv", "words"),
    "archive": Trial({"/files/0": PICTURE, "Name": "pictures"}, "file", "pictures.zip"),
    "blur": Trial({"/image": PICTURE}, "image", ""),
    "sales": Trial({"Rows": "3"}, "table", "2026-03"),
    "wave": Trial({}, "image", ""),
    "trend": Trial({"Years": "4"}, "chart", "1 series, 4 values"),
    "triangle": Trial({"/place/0": "59.9", "/place/1": "10.7"}, "map", "Triangle"),
    "story": Trial({"Topic": "tea", "Sentences": "3"}, "text", "Sentence 3 is about tea."),
    "primes": Trial({"Limit": "2000"}, "kv", "1999"),
}  # fmt: skip
#: Those that `make test` runs too.
QUICK = ("greet", "trend", "story")


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of the twenty, in one server."""
    folder = tmp_path_factory.mktemp("functions")
    (folder / "webform.toml").write_text('database = "runs.sqlite"\nfiles = "files"\n', encoding="utf-8")
    command = [sys.executable, "-m", "webform", "serve", str(ROOT / "examples/functions.py"), "--port", "0"]
    command += ["--config", str(folder / "webform.toml")]
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    with subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    ) as server:
        try:
            yield next(found[0] for line in server.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+", line)))
        finally:
            server.terminate()
            server.communicate(timeout=30)


def _run(page, address, name):
    """Fill in the function called *name*, run it, and look at its result."""
    trial = TRIALS[name]
    # A link fills in what has rows.
    page.goto(f"{address}/tools/{name}?{trial.fills.get('?', '')}")
    come_alive(page)
    for place, value in trial.fills.items():
        if place != "?":
            _fill(page, place, value)
    page.locator("[data-run]").click()

    result = page.locator("[data-result][data-status=ok]")
    expect(result).to_be_visible(timeout=60_000)
    expect(result.locator(f"[data-view={trial.view}]").first).to_be_visible()
    expect(result).to_contain_text(trial.text)


def test_a_few_functions_are_filled_in_run_and_shown(address, page, violations, subtests):
    for name in QUICK:
        with subtests.test(name):
            _run(page, address, name)
            assert violations == []


@pytest.mark.slow
def test_all_other_functions_are_filled_in_run_and_shown(address, page, violations, subtests):
    for name in [name for name in TRIALS if name not in QUICK]:
        with subtests.test(name):
            _run(page, address, name)
            assert violations == []


def _fill(page, place, value):
    control = page.locator(f'[name="{place}"]') if place.startswith("/") else page.get_by_label(place, exact=True)
    if isinstance(value, Path) and place.endswith("/0"):
        page.get_by_role("button", name="Add item").click()
    if isinstance(value, Path):
        control.set_input_files(value)
    elif value is True:
        control.check()
    elif control.first.evaluate("node => node.tagName") == "SELECT":
        control.select_option(label=value) if value == "Card" else control.select_option(value)
    else:
        control.first.fill(value)
