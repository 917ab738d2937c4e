"""Forms read from schemas, as people meet them: parts opened, kinds chosen, items added, with scripts and without."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

import webform
from tests.journeys.person import COLOURS, drawn, field, result, run, settled, visit
from tests.marks import slow_but
from webform.messages import message
from webform.values import equal

SAMPLES = Path(__file__).parents[1] / "samples"
DECLARED = [
    path
    for name in ("mcp", "arcade", "json-schema", "field-maps", "named-types")
    for path in sorted((SAMPLES / name).glob("*.[jy]*"))
    if not path.stem.endswith("_responses") and path.suffix != ".jsonl"
]
TRIP = {
    "name": "trip",
    "inputSchema": {
        "type": "object",
        "$defs": {
            "place": {"type": "object", "properties": {"city": {"type": "string", "title": "City"}}, "required": ["city"]},
            "flight": {
                "type": "object", "title": "Flight", "required": ["kind", "number"],
                "properties": {"kind": {"const": "flight"}, "number": {"type": "string"}, "note": {"type": "string"}},
            },
            "train": {
                "type": "object", "title": "Train", "required": ["kind", "seat"],
                "properties": {"kind": {"const": "train"}, "seat": {"type": "integer", "maximum": 90}, "note": {"type": "string"}},
            },
        },
        "properties": {
            "via": {"$ref": "#/$defs/place", "title": "Via"},
            "legs": {"type": "array", "title": "Legs", "items": {"oneOf": [{"$ref": "#/$defs/flight"}, {"$ref": "#/$defs/train"}]}},
            "budget": {"anyOf": [{"type": "number"}, {"type": "null"}], "title": "Budget"},
            "prices": {"type": "object", "title": "Prices", "additionalProperties": {"type": "number"}},
            "extra": {"title": "Anything else"},
            "guests": {
                "type": "array", "title": "Guests",
                "items": {"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}},
            },
        },
    },
}  # fmt: skip
IF = {
    "name": "if",
    "inputSchema": {
        "type": "object",
        "properties": {"mode": {"enum": ["fast", "slow"], "title": "Mode"}, "note": {"type": "string", "title": "Note"}},
        "if": {"properties": {"mode": {"const": "slow"}}, "required": ["mode"]},
        "then": {"properties": {"wait": {"type": "integer", "title": "Wait"}}, "required": ["wait"]},
    },
}  # fmt: skip


def press(page, do: str) -> None:
    """Press the button *do*, and wait until the form has come back."""
    page.locator(f'button[value="{do}"]').click()
    settled(page)


def choose(page, at: str, label: str) -> None:
    """Choose the kind called *label* at *at*, and see its controls."""
    page.locator(f'[name="to{at}"]').select_option(label=label)
    # Scripts, which show the keys that run, choose at once.
    if not page.locator("[data-run] kbd").is_visible():
        page.locator(f'button[value="choose{at}"]').click()
    expect(page.locator(f'[name="is{at}"][value]').first).not_to_have_value("")
    settled(page)


@pytest.fixture
def trip(started, acting, visitor):
    (tool,) = webform.load(TRIP)
    visit(visitor, f"{started((tool, acting.url))}/tools/{tool.id}")
    return visitor


def test_parts_are_opened_chosen_added_and_sent_as_they_were_filled_in(trip, acting):
    press(trip, "open/via")
    trip.locator('[name="/via/city"]').fill("Oslo")
    press(trip, "open/legs")
    choose(trip, "/legs/0", "Train")
    trip.locator('[name="/legs/0/seat"]').fill("12")
    press(trip, "add/legs")
    choose(trip, "/legs/1", "Flight")
    trip.locator('[name="/legs/1/number"]').fill("SK1")
    press(trip, "up/legs/1")
    press(trip, "open/prices")
    press(trip, "add/prices")
    trip.locator('[name="key/prices/+1"]').fill("a/b")
    trip.locator('[name="/prices/+1"]').fill("9.50")
    choose(trip, "/extra", "List")
    press(trip, "open/guests")
    trip.locator('[name="/guests/0/name"]').fill("Ada")
    run(trip)
    result(trip)

    assert acting.bodies == [
        {
            "via": {"city": "Oslo"},
            "legs": [{"kind": "flight", "number": "SK1"}, {"kind": "train", "seat": 12}],
            "prices": {"a/b": 9.5},
            "extra": [],
            "guests": [{"name": "Ada"}],
        }
    ]


def test_switching_back_and_forth_loses_nothing_and_only_what_is_chosen_is_wrong(trip, acting):
    press(trip, "open/legs")
    choose(trip, "/legs/0", "Train")
    trip.locator('[name="/legs/0/seat"]').fill("12abc")
    trip.locator('[name="/legs/0/note"]').fill("window")
    choose(trip, "/legs/0", "Flight")
    expect(trip.locator('[name="/legs/0/note"]')).to_have_value("window")
    trip.locator('[name="/legs/0/number"]').fill("SK1")
    choose(trip, "/legs/0", "Train")
    expect(trip.locator('[name="/legs/0/seat"]')).to_have_value("12abc")
    run(trip)
    expect(trip.locator('[data-problem-for="/legs/0/seat"]')).to_have_text(message("not-a-number.secret", {}))
    choose(trip, "/legs/0", "Flight")
    run(trip)
    result(trip)

    assert acting.bodies == [{"legs": [{"kind": "flight", "number": "SK1", "note": "window"}]}]


def test_null_is_sent_where_it_is_asked_for(trip, acting, scripts):
    budget = field(trip, "/budget")
    budget.hover()
    if scripts:
        budget.get_by_role("button", name="Options for Budget").click()
        trip.get_by_role("menuitemradio", name="null").click()
    else:
        budget.get_by_text("Send as null").click()
    run(trip)
    result(trip)

    assert acting.bodies == [{"budget": None}]


def test_axe_finds_nothing_where_everything_is_open(started, acting, page, axe):
    (tool,) = webform.load(TRIP)
    value = {
        "via": {"city": "Oslo"}, "legs": [{"kind": "train", "seat": 500}], "budget": 4, "prices": {"a": 1},
        "extra": {"x": [1, None, "a", True]}, "guests": [{"name": "Ada", "age": 36}],
    }  # fmt: skip
    visit(page, f"{started((tool, acting.url))}/tools/{tool.id}?%23={webform.values.write_json(value)}")
    light_and_dark(page, axe)
    run(page)
    expect(page.locator("[data-summary]")).to_be_focused()
    light_and_dark(page, axe)


def light_and_dark(page, axe):
    """Axe finds nothing on the page as it is in the light, and no colour of it in the dark."""
    axe(page)
    page.emulate_media(color_scheme="dark")
    drawn(page)
    axe(page, only=COLOURS)
    page.emulate_media(color_scheme="light")
    drawn(page)


def test_what_a_condition_asks_for_comes_once_the_control_is_left(started, acting, lively):
    (tool,) = webform.load(IF)
    visit(lively, f"{started((tool, acting.url))}/tools/{tool.id}")
    expect(field(lively, "/wait")).to_have_count(0)

    lively.get_by_label("Mode").select_option("slow")
    expect(field(lively, "/wait")).to_be_visible()
    lively.locator('[name="/note"]').fill("typed")
    lively.locator('[name="/wait"]').fill("3")
    run(lively)
    result(lively)

    assert acting.bodies == [{"mode": "slow", "note": "typed", "wait": 3}]


@pytest.mark.parametrize("path", slow_but(DECLARED[:2], DECLARED), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_sample_that_nobody_touched_is_what_the_tool_gets(started, acting, visitor, path):
    tools = [tool for tool in webform.load(path) if not any(tool.price for tool in [tool])]
    base = started(*((tool, acting.url) for tool in tools))
    for tool in tools[:3]:
        body = webform.sample(tool.form)
        visit(visitor, f"{base}/tools/{tool.id}?%23={webform.values.write_json(body)}")
        confirm = visitor.locator('[name="confirm"]')
        if confirm.count():
            confirm.check()
        run(visitor)
        result(visitor)
        # What a dialect adds of itself are defaults of what was left out.
        meant = webform.coerce(tool.form, body) if tool.form.coerces else body
        assert equal(acting.bodies[-1], meant), tool.id
