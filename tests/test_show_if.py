"""The rule of show_if, by the cases that the browser has as well (tests/browser/test_show_if.py)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.as_browser import entries_of
from webform import decode, load, render

CASES = json.loads((Path(__file__).parent / "samples/show_if.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["rule"])
def test_an_input_is_shown_while_its_target_has_the_value(case):
    form = load({"inputs": case["inputs"]})[0].form
    typed = case.get("typed", {})
    entries = [entry for entry in entries_of(render(form, case["values"])) if entry[0] not in typed]

    body, _ = decode(form, [*entries, *typed.items()])

    assert {key: form.root.shows(form.root.by_key[key], body) for key in case["shown"]} == case["shown"]


@pytest.mark.parametrize("case", [case for case in CASES if "typed" not in case], ids=lambda case: case["rule"])
def test_what_is_not_shown_is_drawn_so_and_the_rest_is_there_from_the_first_frame(case):
    html = render(load({"inputs": case["inputs"]})[0].form, case["values"])

    conditional = re.findall(r'data-at="/([^"]+)"[^>]* data-show-if=[^>]*?( x-cloak)?>', html)
    assert {key: not cloak for key, cloak in conditional} == {
        key: shown for key, shown in case["shown"].items() if key in dict(conditional)
    }
    assert len(conditional) == sum("show_if" in declared for declared in case["inputs"])
