"""Every type of input: what a person fills in is what the tool receives, and what a form shows it gives back."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.all_types import DOCUMENT, SAMPLE, further, texts_of
from tests.journeys.person import field, result, run, spelled, visit
from webform import load, sample
from webform.inputs import INPUTS

SAMPLES = Path(__file__).parents[1] / "samples/tool-json"
SAMPLED = json.loads(SAMPLE.read_text("utf-8"))["inputs"]
ANSWER = json.loads((SAMPLES / "all-types.response.json").read_text("utf-8"))

#: Name of a file -> its media type, and what is in it.
FILES = {
    "prices.csv": ("text/csv", b"ticker,close\nAAPL,1.5\n"),
    "terms.pdf": ("application/pdf", b"%PDF-1.4\n%%EOF\n"),
    "notes.txt": ("text/plain", "Grüße\n".encode()),
    "photo.png": ("image/png", b"\x89PNG\r\n\x1a\n" + b"\0\0\0\x0dIHDR" + b"\0\0\0\x01" * 2 + b"\x08\6\0\0\0"),
    "voice.wav": (
        "audio/wav",
        b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0" + b"\x40\x1f\0\0" * 2 + b"\1\0\x08\0data" + b"\0" * 4,
    ),
}


def data_url(name):
    media_type, data = FILES[name]
    return f"data:{media_type};base64,{b64encode(data).decode()}"


#: What the tool is to receive for what `fill_in` fills in.
BODY = {
    "title": "“Quotes” & <b>, 世界 🌍",
    "notes": "a  b\n1  2",
    "mass": 72.5,
    "count": 9007199254740993,
    "opacity": 0.55,
    "band": [455, 600],
    "country": "US",
    "level": "1",
    "countries": ["GB", "US"],
    "agree": True,
    "fast": False,
    "mode": "tuned",
    "temperature": 1.3,
    "when": "2026-02-28",
    "at": "23:45",
    "moment": "2026-02-28T09:30",
    "period": ["2026-02-01", "2026-02-28"],
    "prices_csv": data_url("prices.csv"),
    "attachments": [data_url("terms.pdf"), data_url("notes.txt")],
    "photo": data_url("photo.png"),
    "voice": data_url("voice.wav"),
    "tint": "#C0FFEE",
    "config": {"n": 2},
    "script": "print('hi')\nprint(1)",
    "body_md": "# Title\n\n*text*",
    "labels": ["beta", "two words"],
    "city": "OSL",
    "assets": [
        {"ticker": "AAPL", "weight": 30, "bought": "2026-01-31"},
        {"ticker": "0123", "weight": 69.5},
        {"ticker": "X", "weight": 0.5, "bought": "2026-02-01"},
    ],
    "home": [59.9139, 10.7522],
    "area": [[-19.5, 177.5], [-16, 180]],
    "study_area": [[59.9, 10.7], [59.9, 10.8], [59.95, 10.75]],
    "stops": [[59.9139, 10.7522], [59.9275, 10.7166]],
    "api_version": "v2",
    **{key: value for key, (_, value) in further(SAMPLED).items()},
}


@pytest.fixture
def opened(started, acting, visitor):
    """`opened(declared) -> Page` at the page of that tool, run by `acting`."""

    def start(declared=DOCUMENT):
        (tool,) = load(declared)
        visit(visitor, f"{started((tool, acting.url))}/tools/{tool.id}")
        return visitor

    return start


def test_what_is_filled_in_here_is_of_every_type():
    (tool,) = load(DOCUMENT)

    assert {input_.type for input_ in tool.form.inputs} == INPUTS.keys()
    assert [input_.key for input_ in tool.form.inputs] == list(BODY)


@pytest.mark.slow
def test_a_tool_receives_what_was_filled_in(opened, acting, scripts, tmp_path):
    acting.answer = ANSWER
    page = opened()

    fill_in(page, tmp_path, scripts=scripts)
    run(page)

    expect(result(page).locator('[data-at="/o_text"]')).to_contain_text("Hello")
    assert [spelled(body) for body in acting.bodies] == [spelled(BODY)]


#: What is typed, whatever was there before: key, what its control is called, text; a tab is a tab.
TYPED = [
    ("title", "Title", BODY["title"]),
    ("notes", "Notes", BODY["notes"]),
    ("mass", "Mass", "72.5"),
    ("count", "Count", "9007199254740993"),
    ("temperature", "Temperature", "1.3"),
    ("band", "To", "600"),
    ("when", "Date", "02282026"),
    ("at", "Time", "1145PM"),
    # A year may have more digits than four.
    ("moment", "Date and time", "02282026\t0930AM"),
    ("period", "From", "02012026"),
    ("period", "To", "02282026"),
    ("tint", "Tint", "#C0FFEE"),
    ("config", "Config", '{"n": 2}'),
    ("script", "Python script", BODY["script"]),
    ("body_md", "Body", BODY["body_md"]),
    ("home", "Latitude", "59.9139"),
    ("home", "Longitude", "10.7522"),
    ("area", "South", "-19.5"),
    ("area", "West", "177.5"),
    ("area", "North", "-16"),
    ("area", "East", "180"),
    ("study_area", "Study area", "59.9, 10.7\n59.9, 10.8\n59.95, 10.75"),
    ("stops", "Stops", "59.9139, 10.7522\n59.9275, 10.7166"),
]
#: What is typed key by key: what has parts of its own, which come one after the other, and editors; test_keyboard types all.
BY_KEY = {"when", "at", "moment", "period", "config", "script", "body_md"}
ROWS_TYPED = [("AAPL", "30", "01312026"), ("0123", "69.5", ""), ("X", "0.5", "02012026")]
CHOSEN = {
    "prices_csv": ["prices.csv"],
    "attachments": ["terms.pdf", "notes.txt"],
    "photo": ["photo.png"],
    "voice": ["voice.wav"],
}


def fill_in(page, folder, *, scripts):
    """Fill in everything as people do; where scripts have put something better, with that."""
    pick(page, scripts=scripts)
    for key, label, text in TYPED:
        type_into(page, key, label, text)
    for key, names in CHOSEN.items():
        for name in names:
            (folder / name).write_bytes(FILES[name][1])
        field(page, f"/{key}").locator("input[type=file]").set_input_files([folder / name for name in names])
    fill_in_rows(field(page, "/assets"))
    for name, text in texts_of(SAMPLED).items():
        control = page.locator(f'[name="{name}"]')
        radio = control.and_(page.locator(f'[type=radio][value="{text}"]'))
        radio.check() if radio.count() else control.fill(text)
    (fill_in_with_scripts if scripts else fill_in_without)(page)


def type_into(page, key, label, text):
    # The track of a slider, and the list of a combobox, have the name of its text.
    control = field(page, f"/{key}").get_by_label(label, exact=True).and_(page.locator(".ctl, .cm-content"))
    if key not in BY_KEY:
        control.fill(text)
        return
    control.clear()
    first, *rest = text.split("\t")
    control.press_sequentially(first)
    for part in rest:
        page.keyboard.press("Tab")
        page.keyboard.type(part)


def pick(page, *, scripts):
    country = field(page, "/country").get_by_role("combobox")
    if scripts:
        country.click()
        page.get_by_role("option", name="United States").click()
    else:
        country.select_option(label="United States")
    field(page, "/level").get_by_role("combobox").select_option(label="String one")
    field(page, "/countries").get_by_label("United States").check()
    field(page, "/agree").get_by_label("I agree").check()
    field(page, "/fast").get_by_label("Fast mode").uncheck()
    field(page, "/mode").get_by_label("Tuned").check()


def fill_in_rows(table):
    table.get_by_role("button", name="Add row").click()
    for row, texts in enumerate(ROWS_TYPED):
        for label, text in zip(("Ticker", "Weight (%)", "Bought"), texts, strict=True):
            box = table.get_by_label(label).nth(row)
            box.press_sequentially(text) if label == "Bought" else box.fill(text)


def fill_in_with_scripts(page):
    page.get_by_role("slider", name="Opacity").press("ArrowRight")
    page.get_by_role("slider", name="Wavelength band (nm), From").press("ArrowRight")
    labels = field(page, "/labels")
    labels.get_by_role("button", name="Remove alpha").click()
    labels.get_by_role("combobox").press_sequentially("be")
    labels.get_by_role("option", name="beta").click()
    labels.get_by_role("combobox").press_sequentially("two words\n")
    type_into(page, "city", "City", "Osl")
    page.get_by_role("option", name="Oslo").click()


def fill_in_without(page):
    type_into(page, "opacity", "Opacity", "0.55")
    type_into(page, "band", "From", "455")
    type_into(page, "labels", "Labels", "beta\ntwo words")
    type_into(page, "city", "City", "Osl")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name="Oslo", exact=True).click()


@pytest.mark.slow
def test_an_input_with_a_condition_is_revealed(opened, scripts):
    page = opened()
    heat, words = field(page, "/temperature"), page.get_by_text("Only when Mode is Tuned")
    expect(heat).to_be_visible(visible=not scripts)

    field(page, "/mode").get_by_label("Tuned").check()

    expect(heat).to_be_visible()
    expect(words).to_be_visible(visible=not scripts)


@pytest.mark.parametrize(("value", "label"), [(2**53 + 1, "Large"), (0.1, "A tenth"), (True, "Yes"), ("7", "Text")])
def test_a_suggestion_is_sent_with_its_type(opened, acting, scripts, value, label):
    acting.suggestions = {"results": [{"value": value, "label": label}]}
    city = {"key": "c", "type": "autocomplete", "label": "City", "endpoint": "/autocomplete/c"}
    page = opened({"id": "t", "name": "T", "inputs": [city], "provides_autocomplete": True})

    page.get_by_role("combobox" if scripts else "textbox", name="City").press_sequentially("x")
    if scripts:
        page.get_by_role("option", name=label).click()
    else:
        page.get_by_role("button", name="Search").click()
        page.get_by_role("button", name=label, exact=True).click()
    run(page)

    result(page)
    assert [spelled(body) for body in acting.bodies] == [spelled({"c": value})]


def given_back(page, acting, body):
    """Run *body* as a program does, and submit the form of that run untouched: what the tool received each time."""
    address = page.url + "/run"
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    answer = page.request.post(address, data=json.dumps(body), headers=headers)
    assert answer.status == 200, answer.text()
    acting.begun()
    visit(page, address.partition("/tools/")[0] + "/runs/" + answer.json()["run"])
    run(page)
    acting.begun()
    result(page)
    return [spelled(body) for body in acting.bodies]


@pytest.mark.slow
def test_a_sample_submitted_untouched_is_the_sample(opened, acting):
    (tool,) = load(DOCUMENT)
    body = sample(tool.form)
    acting.answer = ANSWER

    assert given_back(opened(), acting, body) == [spelled(body)] * 2


ALIKE = [
    {"value": 1, "label": "One"},
    {"value": "1", "label": "One as text"},
    {"value": 1.0, "label": "One point nought"},
    {"value": True, "label": "True"},
    {"value": "true", "label": "True as text"},
    {"value": "", "label": "Nothing"},
    {"value": "a\nb", "label": "Two lines"},
]
EACH = [option["value"] for option in ALIKE]
TEXTS = ["", " ", " a ", "Grüße, 世界 🌍", "a\nb", "\na\n", "a\tb", "a\r\nb", "\0", "<b>&amp;\"'", "{{7*7}}"]
COLUMNS = [
    {"key": "text", "label": "Text", "type": "text"},
    {"key": "number", "label": "Number", "type": "number"},
    {"key": "date", "label": "Date", "type": "date"},
]
ROWS = [
    {"text": "a\nb", "number": 9007199254740993, "date": "2026-02-28"},
    {},
    {"text": ""},
    {"text": "0", "number": -0.5},
]
#: Values that a form could bend: of inputs as declared, but for key and label.
AWKWARD = [
    *(({"type": kind}, text) for kind in ("text", "textarea", "code", "markdown", "autocomplete") for text in TEXTS),
    *(({"type": "number"}, number) for number in (9007199254740993, -(2**70), 0, 0.1, 1e-300, 1.5e300, 2.0)),
    *(({"type": "slider", "min": 0, "max": 1, "step": 0.05}, number) for number in (0.33, 0, 1)),
    ({"type": "slider", "min": 0, "max": 1, "step": 0.05, "range": True}, [0.33, 0.34]),
    *(({"type": kind, "options": ALIKE}, value) for kind in ("select", "radio") for value in EACH),
    *(({"type": "multiselect", "options": ALIKE}, some) for some in ([], [True, "1", 1], ["", "a\nb", "true", 1.0])),
    *(({"type": kind, "required": needed}, value)
      for kind in ("checkbox", "toggle") for needed in (True, False) for value in (True, False)),
    *(({"type": "date"}, day) for day in ("2026-02-28", "0001-01-01", "9999-12-31")),
    *(({"type": "time"}, time) for time in ("10:00", "10:00:00", "23:59:59.5")),
    *(({"type": "datetime"}, moment) for moment in ("2026-02-28T10:00", "2026-02-28T10:00:00", "2026-02-28T10:00Z")),
    ({"type": "date_range"}, ["2026-02-28", "2026-02-28"]),
    ({"type": "file"}, "data:text/csv;base64,YSxiCg=="),
    ({"type": "file"}, "data:text/plain;charset=utf-8;base64,R3LDvMOfZQ=="),
    ({"type": "file", "multiple": True}, []),
    ({"type": "file", "multiple": True}, ["data:text/csv;base64,YQ=="] * 2),
    *(({"type": "colour"}, colour) for colour in ("#5563D1", "#000000")),
    *(({"type": "json"}, value) for value in (None, {}, [], "", 0, 1.0, {"a": [1, 2.0, True, None, "\n"], "": 2**70})),
    *(({"type": "tags"}, tags) for tags in ([], [""], ["a", "a", "B"], ["a\nb", " c "], ["Grüße", "a, b"])),
    *(({"type": "table", "columns": COLUMNS}, rows) for rows in ([], [{}], ROWS)),
    ({"type": "map_point"}, [-0.0, 180]),
    ({"type": "map_bbox"}, [[-16.5, 177.5], [-16, -180]]),
    ({"type": "map_bbox", "bbox_format": "flat"}, [-16.5, 177.5, -16, -180]),
    ({"type": "map_polygon"}, [[0.1, 0.2], [1e-7, 3], [-5, 6]]),
    *(({"type": "map_multipoint"}, places) for places in ([], [[0, 0], [0, 0]])),
    *(({"type": "hidden", "default": value}, value) for value in (None, "", 0, ["a", {"b": "\r"}])),
]  # fmt: skip


@pytest.mark.slow
def test_awkward_values_submitted_untouched_are_the_same_values(opened, acting):
    inputs = [{"key": f"i{number}", "label": f"I {number}", **value} for number, (value, _) in enumerate(AWKWARD)]
    body = {f"i{number}": value for number, (_, value) in enumerate(AWKWARD)}
    page = opened({"id": "awkward", "name": "Awkward", "inputs": inputs})

    assert given_back(page, acting, body) == [spelled(body)] * 2
