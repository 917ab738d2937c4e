"""A declaration, a link, a file and a tool that mean harm: all they say is shown as text, and nothing of it runs."""

from __future__ import annotations

import json
from base64 import b64encode
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.journeys.person import result, run, settled, visit
from webform import Config, load
from webform.inputs import INPUTS
from webform.web.preview import create_preview

HARM = {
    "out of a script's string": "' + (window.__pwned=1) + '",
    "an expression of a template": "{{7*7}}{%print(7*7)%}{{window.__pwned=1}}",
    "an attribute": "x onfocus=window.__pwned=1 autofocus x-init=window.__pwned=1",
    "out of an attribute": '" onfocus=\'window.__pwned=1\' autofocus x-data="{a:(window.__pwned=1)}" @click="',
    "out of a script": "</script><script>window.__pwned=1</script>",
    "out of a text": '"></textarea></title></style><img src=x onerror=window.__pwned=1><iframe srcdoc="<script>">',
    "a template's text": "${7*7}`${window.__pwned=1}`",
    "an address": "javascript:window.__pwned=1//",
}
SVG = "<svg xmlns='http://www.w3.org/2000/svg' onload='parent.__pwned=1'><script>parent.__pwned=1</script></svg>"


def data_url(media_type, text):
    return f"data:{media_type};base64,{b64encode(text.encode()).decode()}"


def declared(harm):
    """Return a manifest that says *harm* wherever a text may stand, in inputs and outputs of every type."""
    options = [{"value": harm, "label": harm}, {"value": 1, "label": f"1{harm}"}]
    columns = [{"key": f"{harm}{kind}", "label": f"{harm}{kind}", "type": kind} for kind in ("text", "number", "date")]
    said = {
        "text": {"placeholder": harm, "default": harm},
        "textarea": {"placeholder": harm, "default": harm},
        "number": {"unit": harm},
        "slider": {"min": 0, "max": 1, "unit": harm, "default": 0.5},
        "select": {"options": options, "default": harm},
        "multiselect": {"options": options, "default": [harm]},
        "radio": {"options": options, "default": harm, "required": False},
        "json": {"default": {harm: harm}},
        "code": {"language": "python", "default": harm},
        "markdown": {"default": harm},
        "tags": {"suggestions": [harm, f"{harm}2"], "default": [harm]},
        "autocomplete": {"endpoint": "/autocomplete/x", "default": harm},
        "table": {"columns": columns, "default": [{columns[0]["key"]: harm}]},
        "hidden": {"default": harm},
    }
    inputs = [
        {"key": f"{kind}{harm}", "type": kind, "label": f"{kind} {harm}", "description": harm, "group": f"{harm}{kind}"}
        | {"required": False}
        | said.get(kind, {})
        for kind in INPUTS
    ]
    condition = {"key": f"select{harm}", "equals": harm}
    hidden = {"key": f"if{harm}", "type": "text", "label": harm, "default": harm, "show_if": condition}
    return {
        "id": harm,
        "name": f"Trial {harm}",
        "description": f"{harm}\n\n[{harm}](javascript:window.__pwned=1) <img src=x onerror=window.__pwned=1>",
        "category": harm,
        "icon": harm,
        "version": harm,
        "tags": [harm],
        "provides_autocomplete": True,
        "inputs": [*inputs, hidden],
        "outputs": [
            {"key": f"{kind}{harm}", "type": kind, "label": f"{kind} {harm}", "description": harm, "caption": harm}
            | {"unit": harm, "true_label": harm, "false_label": harm, "layout": layout}
            for kind, (layout, _) in answered(harm).items()
        ],
        "examples": [{"name": f"Example {harm}", "values": {f"{key}{harm}": harm for key in ("text", "select", "if")}}],
    }


def answered(harm):
    """Return, by type of output, its layout and a value that says *harm*."""
    columns = [{"key": harm, "label": harm, "type": "text"}]
    return {
        "text": ("panel", harm),
        "markdown": ("panel", f"{harm}\n\n[a]({harm}) [b](javascript:window.__pwned=1)\n\n```{harm}\n{harm}\n```"),
        "number": ("inline", 1),
        "boolean": ("inline", True),
        "table": ("tab", {"columns": columns, "rows": [{harm: harm}]}),
        "kv": ("tab", {"pairs": [{"key": harm, "value": harm}]}),
        "image": ("panel", data_url("image/svg+xml", SVG)),
        "audio": ("panel", harm),
        "video": ("panel", "javascript:window.__pwned=1"),
        "code": ("panel", {"value": harm, "language": harm}),
        "latex": ("panel", f"x = {harm}"),
        "log": ("panel", {"lines": [{"level": harm, "message": harm, "t": harm}]}),
        "file": ("panel", {"filename": f"{harm}.html", "data": data_url("text/html", harm), "mime_type": "text/html"}),
        "tree": ("panel", {"root": {"label": harm, "children": [{"label": harm, "children": []}]}}),
        "progress": ("panel", harm),
    }


#: All of it at once.
ALL_HARM = " ".join(HARM.values())


@pytest.fixture
def page(lively):
    """A page with scripts; at the end nothing has run, and nothing was made of what should be text."""
    yield lively
    assert_unharmed(lively)


def assert_unharmed(page):
    found = page.evaluate(
        """() => [
            window.__pwned,
            ...[...document.querySelectorAll('*')].flatMap(each => [...each.attributes])
                .filter(({name, value}) => /^(on|@|:)/.test(name) || (name === 'href' && /^\\s*javascript/i.test(value)))
                .map(({name, value}) => `${name}=${value}`),
            ...[...document.querySelectorAll('[x-init], img[src="x"], iframe[srcdoc], script:not([src])')]
                .map(each => each.outerHTML),
        ].filter(each => each !== undefined)"""
    )
    assert found == []


@pytest.mark.parametrize("harm", HARM.values(), ids=HARM)
def test_a_form_shows_hostile_text_as_text_and_sends_it_as_it_is(started, acting, page, harm):
    acting.suggestions = [{"value": harm, "label": f"{harm}!"}]
    acting.answer = {f"{kind}{harm}": value for kind, (_, value) in answered(harm).items()}
    (tool,) = load(declared(harm))
    address = started((tool, acting.url))
    visit(page, address)
    page.get_by_role("link", name=f"Trial {harm}").click()
    page.wait_for_load_state("networkidle")

    for kind in INPUTS.keys() - {"hidden"}:
        expect(page.locator(f'[data-input="{kind}"] .label').first).to_have_text(f"{kind} {harm}")
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


def test_problems_with_hostile_text_are_shown_as_text(started, acting, page):
    harm = ALL_HARM
    (tool,) = load(declared(harm))
    visit(page, f"{started((tool, acting.url))}/tools/{tool.id}")
    for kind in ("number", "colour", "map_polygon"):
        page.locator(f'[data-input="{kind}"] .ctl').first.fill(harm)
    page.locator('[data-input="json"] .cm-content').focus()
    page.keyboard.insert_text(harm)
    run(page)

    expect(page.locator('[data-input="number"] .problem').first).to_contain_text("expected a number")
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


@pytest.mark.parametrize("width", [390, 1280])
def test_long_words_stay_within_the_window(started, new_page, acting, width):
    page = new_page(viewport={"width": width, "height": 900})
    (tool,) = load(declared(ALL_HARM))
    address = started((tool, acting.url))
    for place in ("", "/panel"):
        visit(page, f"{address}/tools/{tool.id}{place}")
        wider = page.evaluate("""() => [document.documentElement, ...document.querySelectorAll('[data-blank] li')]
            .filter(each => each.scrollWidth > each.clientWidth).map(each => each.outerHTML.slice(0, 200))""")
        assert wider == []


@pytest.mark.parametrize(("title", "is_cut"), [("Portfolio risk", False), ("A title of many words " * 5, True)])
def test_a_category_stays_whole_beside_its_title(started, new_page, title, is_cut):
    page = new_page(viewport={"width": 390, "height": 900})
    (tool,) = load({"name": title, "category": "finance/portfolio", "inputs": []})
    visit(page, f"{started(tool)}/tools/{tool.id}")
    cut = "each => each.scrollWidth > each.clientWidth"

    assert page.locator(".trail a").evaluate(cut) is False
    assert page.locator(".trail [aria-current]").evaluate(cut) is is_cut


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
