"""Everything by keyboard alone: every input filled in, mended and run, every page used, and the focus always seen."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from examples import manifest_file
from examples.kitchen_sink.main import run as echo
from tests.all_types import further, texts_of, with_all
from tests.journeys.keys import Keys, named
from tests.journeys.person import field, file_of, problem, result, spelled, visit
from webform import load
from webform.inputs import INPUTS
from webform.messages import message

MANIFEST = json.loads(manifest_file("kitchen-sink").read_text("utf-8"))
(SINK,) = load(with_all(MANIFEST))
#: The files that are chosen, as data URLs.
FILES = {key: SINK.examples[0].body[key] for key in ("file", "image", "audio")}
#: What the kitchen sink receives for what `fill_in` does; what is required and not shown has its default.
BODY = FILES | {
    "text": "Ada & “Grace”",
    "textarea": "one\n\nthree",
    "log": "a  b",
    "markdown": "# Title",
    "number": 72.25,
    "any_number": 9007199254740993,
    "slider": 0.4,
    "range": [455, 645],
    "optional_slider": -9,
    "select": "expert",
    "override": True,
    "limit": 25,
    "temperature": 0.7,
    "country": "NO",
    "radio": "1",
    "multiselect": [0, "blue"],
    "checkbox": True,
    "toggle": False,
    "tags": ["alpha", "two words", "beta"],
    "city": "BRSAO",
    "leap_year": 2028,
    "date": "2027-12-31",
    "time": "23:45",
    "datetime": "2027-12-31T21:05",
    "date_range": ["2026-03-01", "2026-03-31"],
    "colour": "#C0FFEE",
    "json": {"n": 2},
    "code": "print(1)",
    "table": [{"item": "Cups", "count": 3, "by": "2026-04-05"}, {"item": "Bowls"}],
    "map_point": [-1.5, 10.75],
    "map_bbox": [[-19.5, 177.5], [-16, 180]],
    "map_polygon": [[1, 2], [1, 3], [2, 2.5]],
    "map_multipoint": [[5, 6]],
    "hidden": "v2",
    **{key: value for key, (_, value) in further(MANIFEST["inputs"]).items()},
}
#: What the tool suggests, whatever is typed: a text and a number.
SUGGESTED = [{"value": "BRSAO", "label": "São Paulo"}, {"value": 2028, "label": "The year 2028"}]


@pytest.fixture
def sink(started, acting):
    """The address of the kitchen sink, whose tool is `acting`."""
    acting.suggestions = SUGGESTED
    acting.answer = echo(BODY)
    return started((SINK, acting.url)) + "/tools/kitchen-sink"


@pytest.fixture
def keys(visitor):
    """The keyboard of a visitor with scripts, and of one without."""
    return Keys(visitor)


@pytest.fixture
def living(lively):
    """The keyboard of a visitor with scripts."""
    return Keys(lively)


def fill_in(keys, *, scripts):
    """Fill in everything in the order of the page; the number wrongly."""
    page = keys.page
    for key in ("text", "textarea", "log", "markdown"):
        keys.write(named(page, f"/{key}"), BODY[key])
    keys.write(named(page, "/number"), "heavy")
    keys.write(named(page, "/any_number"), "9007199254740993")
    (slide if scripts else write_sliders)(keys)
    keys.to(named(page, "/select"))
    keys.press("End")
    keys.to(field(page, "/override").get_by_role("switch"))
    keys.press("Space")
    keys.write(named(page, "/limit"), "25")
    if scripts:
        keys.write(field(page, "/country").get_by_role("combobox"), "Nor")
        keys.press("Enter")
    else:
        keys.to(named(page, "/country"))
        page.keyboard.type("Nor")
    keys.to(page.locator('[name="/radio"][value="1"]'))
    keys.press("ArrowDown")
    for value in ('"red"', '"blue"', "true"):
        keys.to(page.locator(f"[type=checkbox][value='{value}']:is([name='/multiselect'], [name='/checkbox'])"))
        keys.press("Space")
    keys.to(field(page, "/toggle").get_by_role("switch"))
    keys.press("Space")
    (choose_tags if scripts else write_tags)(keys)
    for key, nth in (("city", 0), ("leap_year", 1)):
        (take_from_list if scripts else take_from_buttons)(keys, key, nth)
    write_dates(keys)
    keys.write(named(page, "/colour"), "#C0FFEE")
    keys.write(named(page, "/json"), '{"n": 2}')
    keys.write(named(page, "/code"), "print(1)")
    fill_in_rows(keys, scripts=scripts)
    for name, text in (
        ("/map_point/0", "-1.5"), ("/map_point/1", "10.75"), ("/map_bbox/0/0", "-19.5"), ("/map_bbox/0/1", "177.5"),
        ("/map_bbox/1/0", "-16"), ("/map_bbox/1/1", "180"), ("/map_polygon", "1, 2\n1, 3\n2, 2.5"),
        ("/map_multipoint", "5, 6"),
    ):  # fmt: skip
        keys.write(named(page, name), text)
    for name, text in texts_of(MANIFEST["inputs"]).items():
        keys.enter(name, text)


def slide(keys):
    for name, key in (
        ("Slider", "ArrowRight"),
        ("Slider with two handles (nm), From", "ArrowRight"),
        ("Slider with two handles (nm), To", "ArrowLeft"),
        ("Slider that may be left alone", "ArrowRight"),
    ):
        keys.to(keys.page.get_by_role("slider", name=name, exact=True))
        keys.press(key)


def write_sliders(keys):
    for name, text in (("/slider", "0.4"), ("/range/0", "455"), ("/range/1", "645"), ("/optional_slider", "-9")):
        keys.write(named(keys.page, name), text)


def choose_tags(keys):
    tags = field(keys.page, "/tags")
    keys.to(tags.get_by_label("Tags", exact=True))
    keys.press("ArrowLeft", "Delete")
    expect(tags.locator(".chips > *")).to_have_count(1)
    keys.page.keyboard.type("two words\n")
    keys.page.keyboard.type("be")
    keys.press("ArrowDown", "Enter")


def write_tags(keys):
    keys.write(named(keys.page, "/tags"), "alpha\ntwo words\nbeta")


def take_from_list(keys, key, nth):
    box = field(keys.page, f"/{key}").get_by_role("combobox")
    keys.write(box, "x")
    expect(box).to_have_attribute("aria-expanded", "true")
    keys.press(*["ArrowDown"] * (nth + 1), "Enter")
    expect(box).to_have_value(SUGGESTED[nth]["label"])


def take_from_buttons(keys, key, nth):
    place = field(keys.page, f"/{key}")
    keys.write(named(keys.page, f"/{key}"), "x")
    keys.to(place.get_by_role("button", name="Search"))
    keys.press("Enter")
    expect(named(keys.page, f"/{key}")).to_be_focused()
    keys.to(place.get_by_role("button", name=SUGGESTED[nth]["label"], exact=True))
    keys.press("Enter")
    expect(named(keys.page, f"/{key}")).to_have_value(str(SUGGESTED[nth]["value"]))
    expect(named(keys.page, f"/{key}")).to_be_focused()


def write_dates(keys):
    page = keys.page
    keys.write_parts(named(page, "/date"), "12312027")
    keys.write_parts(named(page, "/time"), "1145PM")
    keys.write_parts(named(page, "/datetime"), "12312027", "0905PM")
    keys.write_parts(named(page, "/date_range/0"), "03012026")
    keys.write_parts(named(page, "/date_range/1"), "03312026")


def fill_in_rows(keys, *, scripts):
    page, table = keys.page, field(keys.page, "/table")
    keys.write(named(page, "/table/0/item"), "Cups")
    keys.write(named(page, "/table/0/count"), "3")
    keys.write_parts(named(page, "/table/0/by"), "04052026")
    keys.to(table.get_by_role("button", name="Remove row 2"))
    keys.press("Enter")
    expect(table.locator("tbody tr")).to_have_count(1)
    expect(table.get_by_role("button", name="Remove row 1") if scripts else table).to_be_focused()
    keys.to(table.get_by_role("button", name="Add row"))
    keys.press("Space")
    expect(table.locator("tbody tr")).to_have_count(2)
    added = table.get_by_label("Item").nth(1)
    if not scripts:
        expect(table.locator("tbody tr").nth(1)).to_be_focused()
        keys.press("Tab")
    expect(added).to_be_focused()
    page.keyboard.type("Bowls")


def choose_files(page, folder):
    """Choose the files, which the browser's own dialog is for, and no page."""
    for key, url in FILES.items():
        page.locator(f'[type=file][name="/{key}"]').set_input_files(file_of(folder, url))


def test_what_is_typed_here_is_of_every_type():
    assert {input_.type for input_ in SINK.form.inputs if input_.key in BODY} == INPUTS.keys()


@pytest.mark.slow
def test_all_inputs_are_filled_in_mended_and_run(sink, acting, keys, scripts, tmp_path):
    page = keys.page
    visit(page, sink)
    fill_in(keys, scripts=scripts)
    choose_files(page, tmp_path)
    keys.to(page.locator("[data-run]"))
    keys.press("Space")
    expect(page.locator("[data-summary]")).to_be_focused()
    expect(problem(page, "/number")).to_have_text(message("not-a-number.secret", {}))
    assert acting.bodies == []

    keys.press("Tab", "Enter")
    expect(named(page, "/number")).to_be_focused()
    keys.press("Control+a")
    page.keyboard.type("72.25")
    keys.press("Enter")

    result(page)
    assert [spelled(body) for body in acting.bodies] == [spelled(BODY)]
