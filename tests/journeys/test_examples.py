"""The example tools, each run as a newcomer runs it: with its sample, and with an example it brings along."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from examples import EXAMPLES, create_app, manifest_file
from tests.journeys.person import field, file_of, result, run, settled, visit
from tests.marks import slow_but
from webform import ABSENT, load, sample


class Expected(NamedTuple):
    """What a tool answers to its sample; the name of an example, and what it answers to that."""

    sample: str
    example: str
    answer: str


TOOLS = {
    "csv-stats": Expected(
        "1 row and 1 column (1 number); 0 values missing.",
        "Penguins",
        "12 rows and 6 columns (2 text, 3 number, 1 date); 3 values missing.",
    ),
    "image-filters": Expected("PNG, 1 × 1 px, 68 bytes", "Evening in blue", "JPEG, 96 × 64 px, 1,292 bytes"),
    "geodesic-area": Expected("1.327 km²", "Antarctica", "13,662,703.680 km²"),
    "portfolio-risk": Expected("121,460.30 EUR", "Two uncorrelated halves", "668.79 EUR"),
    "sql-library": Expected("Selma Lagerlöf", "The first twenty Fibonacci numbers", "4181"),
    "audio-levels": Expected("1, 1.000 s in all", "Two beeps", "1, 0.100 s in all"),
    "weather": Expected("1,461", "One year", "365"),
    "airports": Expected("OSL Oslo Gardermoen Airport, 37 km", "Fiji, at the date line", "LBS Labasa Airport, 17 km"),
    "kitchen-sink": Expected("29 inputs arrived, without textarea", "Everything filled in", "39 inputs arrived."),
}
CHAT = "unit-chat"


@pytest.fixture
def opened(started, serve, visitor):
    """`opened(name) -> Page` at the page of that example tool, which runs."""

    def start(name):
        (tool,) = load(manifest_file(name))
        address = started((tool, serve(create_app(name)) + "/run"))
        visit(visitor, f"{address}/tools/{name}")
        return visitor

    return start


def test_every_example_tool_is_run_here():
    assert {*TOOLS, CHAT} == set(EXAMPLES)


@pytest.mark.parametrize("name", slow_but(["csv-stats"], TOOLS))
def test_an_example_tool_runs_with_its_sample(opened, tmp_path, name):
    page = opened(name)
    (tool,) = load(manifest_file(name))
    body = sample(tool.form)

    for input_ in tool.form.inputs:
        if input_.required and input_.type in ("file", "image", "audio"):
            chooser = field(page, f"/{input_.key}").get_by_label(input_.label, exact=True)
            chooser.set_input_files(file_of(tmp_path, body[input_.key]))
        elif input_.required and input_.default is ABSENT:
            # The rest stands there already, a box that is left unticked included.
            assert (input_.type, body[input_.key]) == ("checkbox", False)
    run(page)

    expect(result(page)).to_contain_text(TOOLS[name].sample)
    assert_media_is_shown(page)


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [False], ids=["no-scripts"], indirect=True)
@pytest.mark.parametrize("name", TOOLS)
def test_an_example_is_loaded_and_run(opened, name):
    """With scripts, test_in_sight does so."""
    page = opened(name)

    page.locator("summary", has_text="Load example").click()
    page.get_by_role("button", name=TOOLS[name].example, exact=True).click()
    settled(page)
    run(page)

    expect(result(page)).to_contain_text(TOOLS[name].answer)
    assert_media_is_shown(page)


def test_a_conversation_goes_on_from_what_was_said(opened):
    page = opened(CHAT)

    for message, reply in (("5 km in miles", "3.106855961 mi"), ("times 2", "6.213711922 mi"), ("list", "3.106855961")):
        page.get_by_label("Message").fill(message)
        page.get_by_role("button", name="Send").click()
        expect(page.locator(".msg").last).to_contain_text(reply)

    expect(page.locator('.msg[data-role="user"] .prose')).to_have_text(["5 km in miles", "times 2", "list"])


def assert_media_is_shown(page):
    """Every picture and sound of the result is one that the browser can show."""
    for element in page.locator("[data-result] img").all():
        expect(element).to_have_js_property("complete", True)
        assert element.evaluate("image => image.naturalWidth") > 0
    for element in page.locator("[data-result] audio").all():
        expect(element).to_have_js_property("error", None)
