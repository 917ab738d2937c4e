"""The form in a host of MCP Apps: the reference bridge around it, a frame that allows scripts alone, a strict policy."""

from __future__ import annotations

import base64
import json

import pytest
from playwright.sync_api import expect

from tests.mcp_server.conftest import ANSWER, ORDER, PARCEL, REFERENCE, TRIP
from webform import load
from webform.inputs import INPUTS
from webform.mcp_server import gateway
from webform.mcp_server.document import document

OSLO = {"city": "Oslo", "days": 2, "museums": False, "tags": ["a", "b"], "stops": [{"name": "X"}]}
RESULT = "[data-result]"
#: A PNG of one point.
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def press_run(frame) -> None:
    frame.locator("[data-run]").click()


def calls(page, name="trip"):
    return [call["arguments"] for call in page.evaluate("host.seen.calls") if call["name"] == name]


@pytest.fixture(autouse=True)
def answer(tool):
    """Let the tool answer as it does again."""
    yield
    tool.let_go()
    tool.answer = ANSWER


@pytest.fixture
def alone(hosted):
    """`alone(**how) -> Frame` of the document that needs no server of ours beside the tool."""
    return lambda **how: hosted(html=document(load(TRIP)[0]), **how)


def test_it_is_filled_in_by_the_host_and_calls_its_tool_through_it(hosted, page, tool, axe):
    frame = hosted(input=OSLO, context={"theme": "dark"})
    expect(frame.get_by_label("City")).to_have_value("Oslo")
    assert frame.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    axe(frame)
    press_run(frame)
    expect(frame.locator(RESULT)).to_have_attribute("data-status", "ok")

    expect(frame.locator("[data-at='/total']")).to_contain_text("12.5 km")
    expect(frame.get_by_role("heading", name="A walk")).to_be_visible()
    expect(frame.get_by_role("tab", name="JSON")).to_be_visible()
    expect(frame.get_by_role("tab", name="Code")).to_have_count(0)
    assert (calls(page), tool.bodies[-1]) == ([OSLO], OSLO)
    axe(frame)
    height = frame.evaluate("Math.ceil(document.body.getBoundingClientRect().height)")
    page.wait_for_function("height => host.seen.sizes.at(-1).height === height", arg=height)


def test_what_is_wrong_stands_at_its_input(hosted, page, tool):
    frame = hosted(attributes=REFERENCE)
    frame.get_by_label("Days").fill("99")
    press_run(frame)
    problem = frame.locator("[data-problem-for='/city']")
    expect(problem).to_have_text("Required")
    assert calls(page) == []

    # What only the tool knows.
    tool.answer = ({"detail": [{"loc": ["body", "city"], "msg": "No such city", "type": "x"}]}, 422)
    frame.get_by_label("City").fill("Atlantis")
    frame.get_by_label("Days").fill("3")
    press_run(frame)
    expect(problem).to_contain_text("No such city")


@pytest.mark.parametrize("served", [True, False])
def test_an_integer_that_a_host_would_round_is_a_problem_at_its_input(hosted, page, served):
    html = None if served else document(load(PARCEL)[0])
    frame = hosted(tool="parcel", html=html, input={"city": "Oslo", "weight": 1})
    # The host gives it once the form is there.
    expect(frame.get_by_label("City")).to_have_value("Oslo")
    frame.get_by_label("Secret").fill("s")
    frame.get_by_label("Photo").set_input_files(
        {"name": "a.png", "mimeType": "image/png", "buffer": base64.b64decode(PIXEL)}
    )
    number, problem = frame.locator("[name='/number']"), frame.locator("[data-problem-for='/number']")
    # The second is a number of a browser, which writes it with other digits.
    for digits in ("12345678901234567890", "12345678901234567168"):
        number.fill(digits)
        expect(problem).to_be_hidden()
        press_run(frame)
        expect(problem).to_have_text("This number has more digits than this app can pass on.")
    assert calls(page, "parcel") == []

    number.fill("12345678901234567000")
    press_run(frame)
    page.wait_for_function("host.seen.calls.some(call => call.name === 'parcel')")
    assert [call["number"] for call in calls(page, "parcel")] == [12345678901234567000]


def test_a_run_is_watched_and_cancelled(hosted, tool):
    frame = hosted(input=OSLO)
    tool.hold()
    press_run(frame)
    tool.begun()
    expect(frame.locator(RESULT)).to_have_attribute("data-status", "running")
    frame.get_by_role("button", name="Cancel").click()
    expect(frame.locator(RESULT)).to_have_attribute("data-status", "cancelled")


def test_what_the_assistant_did_is_shown_too(hosted, page):
    frame = hosted(input=OSLO)
    page.evaluate("input => host.call('trip', input)", OSLO)

    expect(frame.locator(RESULT)).to_have_attribute("data-status", "ok")
    expect(frame.get_by_role("heading", name="A walk")).to_be_visible()
    page.evaluate("host.bridge.sendToolCancelled({ reason: 'stopped' })")
    expect(frame.locator(RESULT)).to_have_attribute("data-status", "cancelled")


def test_it_follows_theme_style_and_language_of_the_host(hosted, page):
    colours = {"background-primary": "#102030", "text-primary": "#fff", "text-secondary": "#ddd"}
    variables = {f"--color-{name}": value for name, value in colours.items()} | {"--font-sans": "monospace"}
    frame = hosted(input=OSLO, context={"theme": "dark", "locale": "de-AT", "styles": {"variables": variables}})
    card = "getComputedStyle(document.querySelector('.form-card')).backgroundColor"
    assert (frame.evaluate(card), frame.evaluate("getComputedStyle(document.body).fontFamily")) == (
        "rgb(16, 32, 48)",
        "monospace",
    )
    expect(frame.get_by_role("button", name="Starten", exact=True)).to_be_visible()

    page.evaluate("host.bridge.sendHostContextChange({ theme: 'light', locale: 'ar', styles: { variables: {} } })")
    expect(frame.locator("html")).to_have_attribute("dir", "rtl")
    expect(frame.locator("html")).to_have_attribute("data-theme", "light")
    expect(frame.get_by_label("City")).to_have_value("Oslo")
    assert frame.evaluate(card) == "oklch(1 0 264)"


def test_an_input_is_kept_where_the_language_changes_before_it_is_drawn(hosted, page):
    frame = hosted()
    page.evaluate("""() => {
        const forward = host.bridge.oncalltool
        host.bridge.oncalltool = async (params, extra) => {
            host.bridge.oncalltool = forward
            await new Promise(done => { host.release = done })
            return forward(params, extra)
        }
    }""")
    page.evaluate("input => host.bridge.sendToolInput({ arguments: input })", OSLO)
    page.wait_for_function("() => host.release")
    page.evaluate("host.bridge.sendHostContextChange({ locale: 'ar' })")
    page.evaluate("host.release()")
    expect(frame.locator("html")).to_have_attribute("dir", "rtl")
    expect(frame.get_by_label("City")).to_have_value("Oslo")


@pytest.mark.parametrize("server", [gateway.NAME, ""], ids=["served", "alone"])
def test_another_language_keeps_what_is_typed_and_chosen(hosted, page, server):
    frame = hosted(tool="parcel", html=document(load(PARCEL)[0], "parcel", server))
    frame.get_by_role("button", name="Run", exact=True).click()
    problem = frame.locator("[data-problem-for='/city']")
    expect(problem).to_be_visible()
    english = problem.inner_text()
    typed = {"/weight": "1,5x", "/number": "12345678901234567890", "/secret": "hush"}
    for name, text in typed.items():
        frame.locator(f"[name='{name}']").fill(text)
    frame.locator("[name='/secret']").press("Tab")
    frame.locator("input[type=file]").set_input_files(
        {"name": "a.png", "mimeType": "image/png", "buffer": base64.b64decode(PIXEL)}
    )
    frame.locator("[name='/weight']").focus()
    page.evaluate("host.bridge.sendHostContextChange({ locale: 'de' })")
    expect(frame.get_by_role("button", name="Starten", exact=True)).to_be_visible()

    for name, text in typed.items():
        expect(frame.locator(f"[name='{name}']")).to_have_value(text)
    assert frame.evaluate("document.querySelector('input[type=file]').files[0].name") == "a.png"
    expect(frame.locator("[name='/weight']")).to_be_focused()
    # What was shown to be wrong is, in that language; the rest is not yet.
    expect(problem).to_be_visible()
    expect(problem).not_to_have_text(english)
    frame.locator("[name='/weight']").fill("2")
    frame.locator("[name='/number']").fill("3")
    frame.locator("[name='/city']").fill("Oslo")
    frame.get_by_role("button", name="Starten", exact=True).click()
    page.wait_for_function("host.seen.calls.some(call => call.name === 'parcel')")
    assert calls(page, "parcel") == [
        {"city": "Oslo", "weight": 2, "number": 3, "secret": "hush", "photo": f"data:image/png;base64,{PIXEL}"}
    ]


def test_links_are_the_hosts_to_open_and_files_to_save(hosted, page):
    frame = hosted(input=OSLO)
    frame.get_by_role("link", name="the docs").click()
    page.wait_for_function("host.seen.links.length")
    assert page.evaluate("host.seen.links") == ["https://example.com/docs"]
    frame.evaluate("document.querySelector('.prose a').setAttribute('href', 'javascript:document.body.remove()')")
    frame.get_by_role("link", name="the docs").click()

    press_run(frame)
    frame.get_by_label("Actions for Places").click()
    frame.get_by_role("link", name="Download CSV").click()
    page.wait_for_function("host.seen.downloads.length")
    [[file]] = page.evaluate("host.seen.downloads")
    assert (file["resource"]["uri"].rpartition(".")[2], file["resource"]["mimeType"]) == ("csv", "text/csv")
    assert len(page.evaluate("host.seen.links")) == 1


def test_files_go_through_the_host_and_charts_are_drawn(hosted, page, tool):
    curve = {"type": "chart_line", "x": [1, 2], "series": [{"name": "a", "y": [2, 3]}]}
    tool.answer = {"curve": curve, "seen": f"data:image/png;base64,{PIXEL}"}
    frame = hosted(tool="graph")
    file = {"name": "dot.png", "mimeType": "image/png", "buffer": base64.b64decode(PIXEL)}
    frame.locator("input[type=file]").set_input_files(file)
    press_run(frame)
    expect(frame.locator(RESULT)).to_have_attribute("data-status", "ok")

    assert tool.bodies[-1]["picture"].endswith(f";base64,{PIXEL}")
    expect(frame.locator("[data-spec] :is(svg, canvas)").first).to_be_visible()
    expect(frame.get_by_role("img", name="Seen")).to_have_js_property("naturalWidth", 1)


def test_hostile_messages_get_nowhere(hosted, page):
    frame = hosted(input=OSLO)
    fill = {"jsonrpc": "2.0", "method": "ui/notifications/tool-input", "params": {"arguments": {"city": "Evil"}}}
    # Not from the window around it.
    page.evaluate("message => frames[0].frames[0].postMessage(message, '*')", fill)
    for message in (
        None,
        "text",
        [],
        {},
        {"jsonrpc": "1.0", "method": "ping", "id": 1},
        {"jsonrpc": "2.0", "id": 1e9},
    ):
        page.evaluate("message => frames[0].postMessage(message, '*')", message)
    refused = page.evaluate("""() => new Promise(done => {
        addEventListener('message', ({ data }) => { if (data.id === 'x') done(data.error.code) })
        frames[0].postMessage({ jsonrpc: '2.0', id: 'x', method: 'ui/evil' }, '*')
    })""")
    evil = {
        "--color-background-primary": "url(https://evil.example/a.png)",
        "--color-text-primary": "url(https://evil.example/a.png)",
        "--color-text-secondary": "url(https://evil.example/a.png)",
        "--color-border-primary": "var(--x, image-set('https://evil.example/b.png' 1x))",
        "--font-sans": "x; } body { display: none",
        "--border-radius-md": "1e9vw; background: red",
    }
    page.evaluate("host.bridge.sendHostContextChange({ theme: 'x' })")
    page.evaluate("variables => host.bridge.sendHostContextChange({ theme: 'dark', styles: { variables } })", evil)
    # Messages are followed in turn: all before this one were.
    expect(frame.locator("html")).to_have_attribute("data-theme", "dark")
    assert frame.evaluate("document.documentElement.style.cssText") == ""
    expect(frame.get_by_label("City")).to_have_value("Oslo")
    page.evaluate("host.bridge.sendToolInput({ arguments: { city: 'x'.repeat(3e6) } })")
    frame.wait_for_function("() => document.querySelector('[name=\"/city\"]').value.length >= 3e6")
    assert refused == -32601

    page.evaluate("host.bridge.teardownResource({})")
    expect(frame.locator("form")).to_have_count(0)


def test_what_a_host_tells_is_text_and_neither_runs_nor_stays(alone, page):
    # Where the frame has an origin, there is more to lose.
    frame, mark = alone(attributes=REFERENCE), '<img src="x" onerror="__pwned = 1">'
    result = {"content": [], "structuredContent": {"summary": mark, "places": [{"name": mark}], "more": "javascript:x"}}
    for method, params in (
        ("tool-input", {"arguments": {"city": mark, "__proto__": {"evil": 1}, "constructor": {"evil": 1}}}),
        ("tool-result", result),
    ):
        message = json.dumps({"jsonrpc": "2.0", "method": f"ui/notifications/{method}", "params": params})
        page.frames[1].evaluate("message => frames[0].postMessage(JSON.parse(message), '*')", message)

    expect(frame.get_by_label("City")).to_have_value(mark)
    expect(frame.get_by_role("cell", name=mark)).to_be_visible()
    assert frame.evaluate("[typeof __pwned, ({}).evil, document.querySelectorAll('main img, main a[href^=java]').length]") == [
        "undefined", None, 0,
    ]  # fmt: skip
    assert frame.evaluate("() => { try { return localStorage.length } catch { return 'none' } }") == "none"
    assert calls(page) == []


def test_without_a_server_of_ours_the_document_does_it_all(alone, page, tool, axe):
    # What no control gives back, and what is not declared, is JSON.
    odd = OSLO | {"tags": ["a\nb", "c"], "days": "many", "more": {"x": [None, 0, ""]}}
    frame = alone(input=odd)
    expect(frame.locator("[data-at='/more'] textarea")).to_have_value(json.dumps(odd["more"], indent=2))
    axe(frame)
    press_run(frame)
    expect(frame.locator("[data-problem-for='/days']")).to_be_visible()
    assert calls(page) == [odd]

    page.evaluate("input => host.bridge.sendToolInput({ arguments: input })", OSLO)
    frame.get_by_label("City").fill("Bergen")
    # The rows of a table come and go by its scripts.
    cells = frame.locator("[data-at='/stops'] tbody .ctl")
    expect(cells).to_have_value("X")
    frame.get_by_role("button", name="Add row").click()
    cells.nth(1).fill("Y")
    frame.get_by_role("button", name="Remove row 1").click()
    expect(cells).to_have_value("Y")
    press_run(frame)
    expect(frame.locator(RESULT)).to_have_attribute("data-status", "ok")
    expect(frame.locator("[data-at='/total']")).to_contain_text("12.5 km")
    expect(frame.get_by_role("cell", name="Park")).to_be_visible()
    assert tool.bodies[-1] == OSLO | {"city": "Bergen", "stops": [{"name": "Y"}]}
    assert {call["name"] for call in page.evaluate("host.seen.calls")} == {"trip"}
    axe(frame)


def test_every_input_gives_back_what_the_host_filled_it_with(hosted, page):
    kinds = {kind: INPUTS[kind].examples for kind in INPUTS}
    examples = {f"{kind}{n}": (kind, *one) for kind, found in kinds.items() for n, one in enumerate(found)}
    inputs = [
        {"key": key, "type": kind, "label": key, "required": False, **options}
        for key, (kind, options, _) in examples.items()
    ]
    body = {key: value for key, (_, _, value) in examples.items()}
    frame = hosted(html=document(load({"id": "all", "name": "All", "inputs": inputs, "outputs": []})[0]), input=body)
    press_run(frame)
    page.wait_for_function("host.seen.calls.length")

    assert calls(page) == [body]
    page.evaluate("host.bridge.sendHostContextChange({ locale: 'de' })")
    frame.get_by_role("button", name="Starten", exact=True).click()
    page.wait_for_function("host.seen.calls.length === 2")
    assert calls(page)[1] == body
    # Where nothing is said of an input, nothing is sent.
    page.evaluate("host.bridge.sendToolInput({ arguments: { number0: 7 } })")
    expect(frame.locator("[name='/number0']")).to_have_value("7")
    frame.get_by_role("button", name="Starten", exact=True).click()
    page.wait_for_function("host.seen.calls.length === 3")
    assert calls(page)[2] == {"number0": 7}


def test_lists_maps_and_choices_come_and_go_without_a_server(hosted, page, axe):
    body = {
        "weights": [1, 2.5],
        "lines": [{"name": "A", "sizes": [4, 5], "colours": ["red"], "notes": {"x": "y"}}, {"name": "B", "count": 2}],
        "labels": {"a~/b": "x"},
        "box": {"width": 3},
        "pay": {"kind": "invoice", "references": [7]},
        "tree": {"name": "top", "children": [{"name": "leaf"}, {"children": [{"name": "deep"}]}]},
        "any": {"x": [None, "5"]},
    }
    frame = hosted(tool="order", html=document(load(ORDER)[0]), input=body)
    # Only what no script could show is JSON.
    edited = frame.locator("form textarea[name]")
    expect(edited).to_have_count(3)
    assert [area.get_attribute("name") for area in edited.all()] == [
        "/tree/children/0/children", "/tree/children/1/children", "/any",
    ]  # fmt: skip
    expect(frame.locator("[data-at='/lines'] [data-item-line]")).to_have_text(["A", "B · 2"])
    axe(frame)
    press_run(frame)
    page.wait_for_function("host.seen.calls.length")
    assert calls(page, "order") == [body]

    def press(name, at):
        frame.locator(f"[data-at='{at}']").get_by_role("button", name=name, exact=True).click()

    frame.locator("input[type=file]").set_input_files(
        {"name": "a.png", "mimeType": "image/png", "buffer": base64.b64decode(PIXEL)}
    )
    press("Move Weight 2 up", "/weights")
    expect(frame.locator("[data-at='/weights'] .ctl").first).to_have_value("2.5")
    press("Duplicate Weight 1", "/weights")
    weights = frame.locator("[data-at='/weights']")
    expect(weights.get_by_role("textbox", name="Weight 2")).to_have_value("2.5")
    # There is no room for another.
    expect(weights.get_by_role("textbox", name="Weight 1")).to_be_focused()
    expect(weights.get_by_role("button", name="Add item")).to_have_count(0)
    press("Remove Weight 3", "/weights")
    press("Add item", "/lines")
    frame.locator("[data-at='/lines']").get_by_label("Name", exact=True).last.fill("C")
    press("Remove Line 1", "/lines")
    press("Add a value", "/labels")
    frame.locator("[data-at='/labels'] [name^=key]").last.fill("new")
    frame.locator("[data-at='/labels']").get_by_label("Value", exact=True).last.fill("y")
    press("Leave out Box", "/box")
    # Choosing another kind takes no button.
    frame.get_by_label("Kind of Payment").select_option("Card")
    frame.get_by_label("Number").fill("41")
    press_run(frame)
    page.wait_for_function("host.seen.calls.length === 2")
    assert calls(page, "order")[1] == {
        "weights": [2.5, 2.5],
        "lines": [{"name": "B", "count": 2}, {"name": "C", "count": 1}],
        "labels": {"a~/b": "x", "new": "y"},
        "pay": {"kind": "card", "number": "41"},
        "photo": f"data:image/png;base64,{PIXEL}",
        **{key: body[key] for key in ("tree", "any")},
    }

    frame.locator("[data-at='/labels'] [name^=key]").last.fill("a~/b")
    press_run(frame)
    expect(frame.locator("[data-problem-for]:not([hidden])")).to_contain_text("is used twice")
    page.evaluate("host.bridge.sendHostContextChange({ locale: 'de' })")
    expect(frame.get_by_role("button", name="Starten", exact=True)).to_be_visible()
    expect(frame.locator("[data-at='/weights'] .ctl")).to_have_count(2)
    expect(frame.get_by_label("Number")).to_have_value("41")


def test_hostile_values_of_parts_are_text_and_bounded(hosted, page):
    mark = '<img src="x" onerror="__pwned = 1">'
    body = {
        "labels": {mark: mark, "__proto__x": "", "constructor": mark},
        "lines": [{"name": mark, "sizes": [[[]]]}] * 60,
        "pay": {"kind": mark, "number": {"constructor": [mark]}},
        "weights": [1] * 5000,
        "tree": [mark],
    }
    frame = hosted(tool="order", html=document(load(ORDER)[0]), input=body)
    expect(frame.locator("[data-at='/weights'] textarea")).to_be_visible()
    assert frame.evaluate("[typeof __pwned, ({}).kind, document.querySelectorAll('main img').length]") == [
        "undefined",
        None,
        0,
    ]
    press_run(frame)
    page.wait_for_function("host.seen.calls.length")
    assert calls(page, "order") == [body]


def test_a_schema_without_end_is_drawn_to_a_depth():
    keys = [f"k{n}" for n in range(20)]
    node = {"type": "object", "required": keys, "properties": {key: {"$ref": "#/$defs/node"} for key in keys}}
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/node"}}, "$defs": {"node": node}}

    assert len(document(load({"name": "endless", "inputSchema": schema})[0])) < 2_500_000


def test_a_host_that_lets_it_call_no_tools_is_named(alone):
    frame = alone(input=OSLO, capabilities={})
    press_run(frame)
    expect(frame.locator(RESULT)).to_contain_text("This app lets forms call no tools.")
    expect(frame.get_by_label("City")).to_have_value("Oslo")
