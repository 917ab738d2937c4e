"""Recovery from mistakes and failures: nothing that was typed is lost, and each trouble says what helps."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.journeys.person import field, problem, result, run, settled, visit
from webform.messages import Phrase, message

PDF = b"%PDF-1.4\n%%EOF\n"
COLUMNS = [{"key": "name", "label": "Name", "type": "text"}, {"key": "n", "label": "Count", "type": "number"}]
TITLE = {"key": "title", "type": "text", "label": "Title", "max_length": 5}
NUMBER = {"key": "n", "type": "number", "label": "Number", "min": 0, "max": 10, "required": False}
PAPER = {"key": "paper", "type": "file", "label": "Paper", "accept": ".pdf", "required": False}
TABLE = {"key": "rows", "type": "table", "label": "Rows", "columns": COLUMNS, "min_rows": 1}

#: What is typed wrongly: an input, the text of its control or controls, what is said of it; and what is right, and sent.
WRONG = [
    (TITLE, {"": "far too long"}, message("maxLength", {"limit": 5, "length": 12}), {"": "short"}, "short"),
    (NUMBER, {"": "12abc"}, message("not-a-number.secret", {}), {"": "7"}, 7),
    (
        {"key": "s", "type": "slider", "label": "Slider", "min": 0, "max": 1},
        {"": "3"},
        message("maximum", {"limit": "1"}),
        {"": "0.5"},
        0.5,
    ),
    (
        {"key": "band", "type": "slider", "label": "Band", "min": 0, "max": 9, "range": True},
        {"/0": "8", "/1": "2"},
        message("range-order", {}),
        {"/0": "2", "/1": "8"},
        [2, 8],
    ),
    (
        {"key": "c", "type": "colour", "label": "Colour"},
        {"": "reddish"},
        message("not-a-colour", {}),
        {"": "#ff0000"},
        "#ff0000",
    ),
    (
        {"key": "area", "type": "map_polygon", "label": "Area"},
        {"": "1, 2\nthere"},
        message("not-a-place.line", {"line": 2}),
        {"": "1, 2\n3, 4\n5, 6"},
        [[1, 2], [3, 4], [5, 6]],
    ),
    (
        {"key": "home", "type": "map_point", "label": "Home"},
        {"/0": "91", "/1": "0"},
        message("maximum", {"limit": "90"}),
        {"/0": "9", "/1": "0"},
        [9, 0],
    ),
    (
        TABLE,
        {"/0/name": "A", "/0/n": "many"},
        message("not-a-number.secret", {}),
        {"/0/name": "A", "/0/n": "3"},
        [{"name": "A", "n": 3}],
    ),
]


def control(page, declared, part=""):
    return page.locator(f'[name="/{declared["key"]}{part}"]')


def type_all(page, which):
    for declared, *texts in WRONG:
        for part, text in texts[which].items():
            control(page, declared, part).fill(text)


def open_body(page, *, scripts):
    page.locator("summary", has_text="Edit as JSON").click()
    # What keeps it in step with the form is loaded now.
    expect(page.locator("[data-body-json] [role=alert]")).to_have_count(int(scripts))
    return page.get_by_label("Edit as JSON")


def choose(page, label, name, data, kind="application/pdf"):
    page.get_by_label(label, exact=True).set_input_files({"name": name, "mimeType": kind, "buffer": data})


def test_what_is_wrong_is_said_at_each_input_and_nothing_typed_is_lost(served, acting, visitor):
    visit(visitor, served(*(declared for declared, *_ in WRONG), PAPER))
    choose(visitor, "Paper", "thesis.pdf", PDF)
    type_all(visitor, 0)
    run(visitor)

    for declared, wrong, words, _, _ in WRONG:
        expect(field(visitor, f"/{declared['key']}")).to_contain_text(words)
        for part, text in wrong.items():
            expect(control(visitor, declared, part)).to_have_value(text)
    expect(visitor.locator("[data-summary] li")).to_have_count(len(WRONG))
    expect(field(visitor, "/paper")).to_contain_text("thesis.pdf")
    assert acting.bodies == []

    type_all(visitor, 2)
    run(visitor)

    result(visitor)
    right = {declared["key"]: value for declared, *_, value in WRONG}
    assert acting.bodies == [right | {"paper": "data:application/pdf;base64,JVBERi0xLjQKJSVFT0YK"}]


def test_what_only_the_server_finds_is_said_at_its_input(served, acting, visitor):
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    data = {"key": "data", "type": "json", "label": "Data", "schema": schema}
    visit(visitor, served(data, PAPER))
    visitor.get_by_label("Data", exact=True).fill('{"n": "seven"}')
    choose(visitor, "Paper", "thesis.pdf", b"not a PDF at all")
    run(visitor)

    expect(problem(visitor, "/data")).to_have_text(message("type.typed", {"type": Phrase("kind.integer")}))
    expect(problem(visitor, "/paper")).to_have_text(
        message("wrong-file-type", {"name": "thesis.pdf", "found": Phrase("media.plain"), "accepted": "PDF"})
    )
    expect(visitor.locator('textarea[name="/data"]')).to_have_value('{"n": "seven"}')
    assert acting.bodies == []


def test_a_kept_file_survives_every_round_trip_and_can_be_removed(served, acting, visitor):
    visit(visitor, served(TITLE, PAPER, TABLE))
    choose(visitor, "Paper", "thesis.pdf", PDF)
    visitor.get_by_role("button", name="Add row").click()
    field(visitor, "/rows").get_by_label("Name").nth(1).fill("B")
    run(visitor)
    expect(problem(visitor, "/title")).to_have_text("Required")
    expect(field(visitor, "/paper")).to_contain_text("thesis.pdf")

    visitor.get_by_label("Title").fill("short")
    run(visitor)

    result(visitor)
    paper = "data:application/pdf;base64,JVBERi0xLjQKJSVFT0YK"
    assert acting.bodies == [{"title": "short", "paper": paper, "rows": [{"name": "B"}]}]

    # What was run stands in the form again, its file too.
    visitor.get_by_role("button", name="Remove thesis.pdf").click()
    expect(field(visitor, "/paper")).not_to_contain_text("thesis.pdf")
    run(visitor)

    acting.begun()
    acting.begun()
    assert acting.bodies[1:] == [{"title": "short", "rows": [{"name": "B"}]}]


def test_rows_are_added_and_removed(served, acting, visitor):
    visit(visitor, served(TABLE | {"default": [{"name": "A"}, {"name": "B"}, {"name": "C"}]}))
    rows = field(visitor, "/rows")

    rows.get_by_role("button", name="Remove row 2").click()
    expect(rows.locator("tbody tr")).to_have_count(2)
    rows.get_by_role("button", name="Add row").click()
    expect(rows.locator("tbody tr")).to_have_count(3)
    rows.get_by_label("Count").last.fill("7")
    run(visitor)

    result(visitor)
    assert acting.bodies == [{"rows": [{"name": "A"}, {"name": "C"}, {"n": 7}]}]


def test_enter_runs_and_presses_no_other_button(served, acting, visitor, scripts):
    visit(visitor, served(TITLE, TABLE | {"default": [{"name": "A", "n": 1}, {"name": "B", "n": 2}]}))
    visitor.get_by_label("Title").fill("short")

    # In a table that scripts make a grid, Enter goes down.
    visitor.get_by_label("Name").first.press("Enter")
    if scripts:
        expect(visitor.get_by_label("Name").last).to_be_focused()
        visitor.get_by_label("Title").press("Enter")

    result(visitor)
    assert acting.bodies == [{"title": "short", "rows": [{"name": "A", "n": 1}, {"name": "B", "n": 2}]}]


def test_a_double_click_runs_once(served, acting, visitor):
    visit(visitor, served(TITLE))
    visitor.get_by_label("Title").fill("short")
    acting.hold()

    visitor.locator("[data-run]").dblclick(no_wait_after=True)
    acting.begun()
    acting.let_go()

    result(visitor)
    assert acting.bodies == [{"title": "short"}]


def test_what_was_typed_is_there_after_going_back(served, acting, visitor):
    visit(visitor, served(TITLE, NUMBER))
    visitor.get_by_label("Title").fill("short")
    visitor.get_by_label("Number").fill("7")
    visitor.get_by_role("link", name="webform, all tools").click()
    expect(visitor.get_by_role("heading", name="Tools")).to_be_visible()

    visitor.go_back()

    expect(visitor.get_by_label("Title")).to_have_value("short")
    expect(visitor.get_by_label("Number")).to_have_value("7")
    run(visitor)
    result(visitor)
    assert acting.bodies == [{"title": "short", "n": 7}]


def test_a_run_is_mended_by_going_back(served, acting, plain):
    visit(plain, served(TITLE, NUMBER))
    plain.get_by_label("Title").fill("one")
    run(plain)
    result(plain)

    plain.go_back()
    expect(plain.get_by_label("Title")).to_have_value("one")
    plain.get_by_label("Title").fill("two")
    run(plain)

    result(plain)
    assert acting.bodies == [{"title": "one"}, {"title": "two"}]


def test_a_link_fills_in_and_never_runs(served, acting, visitor):
    visit(visitor, served(TITLE, NUMBER) + "?/title=short&/n=99&do=run")

    expect(visitor.get_by_text("Values on this form came from a link. Check them before you run.")).to_be_visible()
    expect(visitor.get_by_label("Title")).to_have_value("short")
    expect(problem(visitor, "/n")).to_have_text(message("maximum", {"limit": "10"}))
    assert acting.bodies == []

    visitor.get_by_label("Number").fill("9")
    run(visitor)
    result(visitor)
    assert acting.bodies == [{"title": "short", "n": 9}]


def test_reset_brings_the_defaults_back(served, acting, visitor):
    visit(visitor, served(TITLE | {"default": "first"}, NUMBER, TABLE | {"default": [{"name": "A"}]}))
    visitor.get_by_label("Title").fill("other")
    visitor.get_by_label("Number").fill("12abc")
    visitor.get_by_label("Name").fill("B")

    visitor.get_by_role("button", name="Reset").click()

    expect(visitor.get_by_label("Title")).to_have_value("first")
    settled(visitor)
    run(visitor)
    result(visitor)
    assert acting.bodies == [{"title": "first", "rows": [{"name": "A"}]}]


def test_a_body_pasted_as_json_fills_the_form(served, acting, visitor, scripts):
    visit(visitor, served(TITLE, NUMBER, TABLE))
    box = open_body(visitor, scripts=scripts)

    box.fill('{"title": "long title", "n": 9.5, "rows": [{"name": "A", "n": 9007199254740993}]}')
    visitor.get_by_role("button", name="Apply to form").click()

    expect(visitor.get_by_label("Title")).to_have_value("long title")
    settled(visitor)
    visitor.get_by_label("Title").fill("short")
    run(visitor)
    result(visitor)
    assert acting.bodies == [{"title": "short", "n": 9.5, "rows": [{"name": "A", "n": 9007199254740993}]}]


def test_a_pasted_body_that_is_no_json_stays_to_be_mended(served, visitor, scripts):
    visit(visitor, served(TITLE))
    box = open_body(visitor, scripts=scripts)

    box.fill('{"title": "short",}')
    visitor.get_by_role("button", name="Apply to form").click()

    expect(visitor.locator(".card.form-card")).to_contain_text("JSON:")
    expect(box).to_have_value('{"title": "short",}')


def test_what_was_filled_in_beside_a_body_that_is_no_json_is_not_lost(served, visitor, scripts):
    visit(visitor, served(TITLE))
    visitor.get_by_label("Title").fill("typed")
    box = open_body(visitor, scripts=scripts)

    box.fill("{oops")
    visitor.get_by_role("button", name="Apply to form").click()
    expect(visitor.locator(".card.form-card")).to_contain_text("JSON:")
    if not scripts:
        expect(visitor.locator(".notice[role=status]")).to_contain_text("go back to the page before")
        visitor.go_back()

    expect(visitor.get_by_label("Title")).to_have_value("typed")


#: What a tool answers, if anything; the state of its run; what is said of it.
TROUBLES = {
    "a web page": (("<h1>It works!</h1>", 200, {"Content-Type": "text/html"}), "error", "a web page instead of JSON"),
    "half an answer": (('{"y": [1, 2', 200, {"Content-Type": "application/json"}), "error", "breaks off in the middle"),
    "nothing": (("", 200), "error", "The tool answered nothing."),
    "a failure": ((b"<pre>Traceback: secret</pre>", 500), "error", "The tool failed."),
    "too busy": (({"detail": "Too Many Requests"}, 429), "error", "The tool is busy."),
    "a reason": (({"detail": "No data for 2031"}, 422), "invalid", "No data for 2031"),
    "elsewhere": (("", 307, {"Location": "http://127.0.0.1:1/"}), "error", "sends us elsewhere"),
    "nonsense": (([1, 2], 200), "error", "The tool should have answered with"),
}


def test_a_tool_that_answers_badly_is_a_clear_state_with_advice(served, acting, visitor, subtests):
    visit(visitor, served(TITLE, outputs=[{"key": "y", "type": "number", "label": "Y"}]))
    for number, (trouble, (answer, status, words)) in enumerate(TROUBLES.items()):
        with subtests.test(trouble):
            acting.answer = answer
            visitor.get_by_label("Title").fill(f"no. {number}")
            run(visitor)

            found = result(visitor, status)
            expect(found).to_contain_text(words)
            expect(found.locator(".advice")).not_to_be_empty()
            # What the tool answered is for its author: it is folded.
            answered = found.locator("#tab-result").get_by_text("secret")
            expect(answered.locator("visible=true")).to_have_count(0)
            if trouble == "a failure":
                found.locator("summary", has_text="Details: what the tool answered").click()
                expect(answered).to_be_visible()
            expect(visitor.get_by_label("Title")).to_have_value(f"no. {number}")

            acting.answer = {"y": 100 + number}
            if trouble == "half an answer":
                # Nobody knows whether the tool has done its work.
                found.locator("summary", has_text="Try again").click()
                visitor.get_by_role("button", name="Run it again").click()
            else:
                visitor.get_by_role("button", name="Try again").click()
            expect(result(visitor)).to_contain_text(str(100 + number))


def test_what_a_tool_refuses_is_said_at_its_input(served, acting, visitor):
    detail = [{"loc": ["body", "rows", 1, "n"], "msg": "We have only 3 of these", "type": "value_error"}]
    acting.answer = {"detail": detail}, 422
    visit(visitor, served(TITLE, TABLE | {"default": [{"name": "A"}, {"name": "B", "n": 4}]}))
    visitor.get_by_label("Title").fill("short")
    run(visitor)

    expect(result(visitor, "invalid")).to_contain_text("The tool rejected your input.")
    expect(problem(visitor, "/rows/1/n")).to_have_text("We have only 3 of these")
    acting.answer = {"y": 42}
    visitor.get_by_label("Count").last.fill("3")
    run(visitor)
    result(visitor)
    assert acting.bodies[-1] == {"title": "short", "rows": [{"name": "A"}, {"name": "B", "n": 3}]}


def test_a_tool_that_is_down_is_a_clear_state_with_advice(started, visitor):
    from webform import load

    (tool,) = load({"id": "t", "name": "Trial", "inputs": []})
    visit(visitor, started((tool, "http://127.0.0.1:1/run")) + "/tools/t")
    run(visitor)

    found = result(visitor, "error")
    expect(found).to_contain_text("The tool cannot be reached")
    expect(found.locator(".advice")).not_to_be_empty()


def test_a_tool_that_is_slow_is_given_up_in_time(served, acting, visitor):
    acting.hold()
    visit(visitor, served(TITLE, max_runtime_seconds=1))
    visitor.get_by_label("Title").fill("short")
    run(visitor)

    found = result(visitor, "error")
    expect(found).to_contain_text("did not finish within 1 s")
    expect(found.locator(".advice")).not_to_be_empty()


def test_a_run_that_takes_long_tells_so_and_is_cancelled(served, acting, visitor):
    acting.hold()
    visit(visitor, served(TITLE))
    visitor.get_by_label("Title").fill("short")
    run(visitor)

    found = result(visitor, "running")
    expect(found.locator("[data-elapsed]")).to_be_visible()
    found.get_by_role("button", name="Cancel").click()

    expect(result(visitor, "cancelled")).to_contain_text("Your input is still here")
    expect(visitor.get_by_label("Title")).to_have_value("short")


def test_a_run_that_ends_late_is_shown_without_being_asked_for(served, acting, visitor):
    acting.hold()
    visit(visitor, served(TITLE))
    visitor.get_by_label("Title").fill("short")
    run(visitor)
    result(visitor, "running")

    acting.let_go()

    expect(result(visitor)).to_contain_text("42")
