"""A declaration, a link, a file and a tool that mean harm: all they say is shown as text, and nothing of it runs."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.alive import quiet
from tests.hostile.harm import ALL_HARM, HARM, RAN, answered, declared
from tests.journeys.person import LAPTOP, PHONE, drawn, result, run, settled, visit
from webform import Config, load
from webform.inputs import INPUTS
from webform.messages import message
from webform.web.preview import create_preview

#: The text of the first label of each type of input.
LABELS = """() => Object.fromEntries([...document.querySelectorAll('[data-input]')].reverse().map(
    place => [place.dataset.input, place.querySelector('.label')?.textContent.replace(/\\s+/g, ' ').trim()]))"""


def words(text):
    """Return *text* with one space between its words."""
    return " ".join(text.split())


@pytest.fixture
def page(lively):
    """A page with scripts; at the end nothing has run, and nothing was made of what should be text."""
    yield lively
    assert_unharmed(lively)


def assert_unharmed(page):
    assert page.evaluate(RAN) == []


@pytest.mark.slow
@pytest.mark.parametrize("harm", HARM.values(), ids=HARM)
def test_a_form_shows_hostile_text_as_text_and_sends_it_as_it_is(started, acting, page, harm):
    acting.suggestions = [{"value": harm, "label": f"{harm}!"}]
    acting.answer = {f"{kind}{harm}": value for kind, (_, value) in answered(harm).items()}
    (tool,) = load(declared(harm))
    address = started((tool, acting.url))
    visit(page, address)
    page.get_by_role("link", name=f"Trial {harm}").click()
    quiet(page)

    labels = page.evaluate(LABELS)
    wanted = {kind: words(f"{kind} {harm}") for kind in INPUTS.keys() - {"hidden"}}
    assert {kind: labels.get(kind) for kind in wanted} == wanted
    expect(page.locator('[data-input="text"] .ctl').first).to_have_value(harm)
    assert_unharmed(page)

    page.locator("summary", has_text="Load example").click()
    page.get_by_role("button", name=f"Example {harm}").click()
    settled(page)
    page.locator('[data-input="autocomplete"] .ctl').first.press_sequentially("x")
    page.locator('[role="option"]').first.click()
    page.locator('[data-input="file"] input[type=file]').set_input_files(
        {"name": f"{harm.replace('/', '')}.txt", "mimeType": "text/plain", "buffer": harm.encode()}
    )
    run(page)

    section = result(page)
    expect(section).to_contain_text(harm)
    for tab in section.locator("[data-tabs] [role=tab], .rhead [role=tab]").all()[::-1]:
        tab.click()
    sent = {f"{key}{harm}": harm for key in ("text", "select", "if", "autocomplete")}
    assert acting.bodies[0].items() >= sent.items()


@pytest.mark.slow
def test_problems_with_hostile_text_are_shown_as_text(started, acting, page):
    harm = ALL_HARM
    (tool,) = load(declared(harm))
    visit(page, f"{started((tool, acting.url))}/tools/{tool.id}")
    for kind in ("number", "colour", "map_polygon"):
        page.locator(f'[data-input="{kind}"] .ctl').first.fill(harm)
    page.locator('[data-input="json"] .cm-content').focus()
    page.keyboard.insert_text(harm)
    run(page)

    expect(page.locator('[data-input="number"] .problem').first).to_contain_text(message("not-a-number.secret", {}))
    page.locator("[data-summary] a").first.click()
    assert_unharmed(page)

    for kind in ("number", "colour", "map_polygon"):
        page.locator(f'[data-input="{kind}"] .ctl').first.fill("")
    page.locator('[data-input="json"] .cm-content').press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    acting.answer = (
        {"detail": [{"loc": ["body", f"text{harm}"], "msg": harm, "type": harm}, {"loc": [harm], "msg": harm}]},
        422,
    )
    run(page)
    expect(result(page, "invalid")).to_contain_text(harm)
    expect(page.locator('[data-input="text"] .problem').first).to_have_text(harm)


@pytest.mark.slow
def test_long_words_stay_within_the_window(started, new_page, acting):
    page = new_page(viewport=PHONE)
    (tool,) = load(declared(ALL_HARM))
    address = started((tool, acting.url))
    for place in ("", "/panel"):
        visit(page, f"{address}/tools/{tool.id}{place}")
        for size in (PHONE, LAPTOP):
            page.set_viewport_size(size)
            drawn(page)
            wider = page.evaluate("""() => [document.documentElement, ...document.querySelectorAll('[data-blank] li')]
                .filter(each => each.scrollWidth > each.clientWidth).map(each => each.outerHTML.slice(0, 200))""")
            assert wider == [], (place, size)
        page.set_viewport_size(PHONE)


@pytest.mark.parametrize(("title", "is_cut"), [("Portfolio risk", False), ("A title of many words " * 5, True)])
def test_a_category_stays_whole_beside_its_title(started, new_page, title, is_cut):
    page = new_page(viewport={"width": 390, "height": 900})
    (tool,) = load({"name": title, "category": "finance/portfolio", "inputs": []})
    visit(page, f"{started(tool)}/tools/{tool.id}")
    cut = "each => each.scrollWidth > each.clientWidth"

    assert page.locator(".trail a").evaluate(cut) is False
    assert page.locator(".trail [aria-current]").evaluate(cut) is is_cut


@pytest.mark.slow
def test_pages_of_hostile_declarations_and_links_show_them_as_text(started, acting, serve, page, tmp_path):
    harm, link = ALL_HARM, quote(ALL_HARM)
    (tool,) = load(declared(harm))
    address = started((tool, acting.url))
    file = tmp_path / "tool.json"
    file.write_text(json.dumps(declared(harm) | {harm: harm, "inputs": [*declared(harm)["inputs"], {harm: harm}]}))
    preview = create_preview(file, Config(database=str(tmp_path / "other.sqlite"), files=tmp_path / "other"))

    for place in (
        f"{address}/tools/{tool.id}/panel",
        f"{address}/tools/{tool.id}?/{link}={link}&/text{link}={link}",
        f"{address}/?q={link}",
        serve(preview),
    ):
        page.goto(place)
        expect(page.locator("main")).to_contain_text("Trial" if "?q" in place else harm)
        assert_unharmed(page)
