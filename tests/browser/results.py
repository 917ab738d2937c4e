"""Results on a page: a view, the menu of one, and its first cells."""

from __future__ import annotations

import json

from tests.outputs.showing import SAMPLES

OUTPUTS = json.loads((SAMPLES / "all-types.tool.json").read_text(encoding="utf-8"))["outputs"]
ROWS = [{"n": index, "name": f"row {index}", "odd": index % 2 == 1} for index in range(1000)]
LINE = {"x": [f"2026-01-{day:02}" for day in range(1, 29)], "series": [{"name": "Rain", "y": [*range(28)]}]}
TABLE = {"outputs": [{"key": "o", "type": "table", "label": "Rows"}]}


def view(page, key):
    return page.locator(f'section[data-at^="/{key}"]')


def menu(page, name):
    """What opens the menu of the section called *name*."""
    return page.locator(f'details.as > summary[aria-label="Actions for {name}"]')


def first(page, row=0):
    """The first cell of a row."""
    return page.locator("tbody td:first-child").nth(row)
