"""A form that the server makes anew: what is typed while it is awaited is in it, and whoever went on stays there."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive, quiet

DECLARED = {
    "name": "t",
    "inputSchema": {
        "type": "object",
        "properties": {
            "title": {"type": "string", "title": "Title"},
            "legs": {"type": "array", "title": "Legs", "items": {"type": "object", "properties": {
                "to": {"type": "array", "items": {"type": "string"}}}}},
            "kind": {"enum": ["train", "boat"], "title": "Kind"},
            "with": {"type": "array", "title": "With", "uniqueItems": True, "items": {"enum": ["bed", "bike"]}},
        },
        "required": ["legs", "with"],
        "if": {"properties": {"kind": {"const": "boat"}}, "required": ["kind"]},
        "then": {"properties": {"cabin": {"type": "string", "title": "Cabin"}}},
    },
}  # fmt: skip


@pytest.fixture
def form(new_app, serve, page, violations):
    page.goto(serve(new_app(DECLARED)) + "/tools/t")
    come_alive(page)
    yield page.locator("form[data-webform]")
    assert violations == []


@pytest.fixture
def hold(page):
    """`hold(pattern) -> release`: what is asked for at *pattern* waits until `release()`."""

    def start(pattern):
        requests = []
        page.route(pattern, lambda route: requests.append(route))

        def release():
            for route in requests:
                route.continue_()
            page.unroute(pattern)

        return release

    return start


def title(form):
    return form.get_by_label("Title")


@pytest.mark.parametrize("late", ["**/form", "**/form_focus-*.js"])
def test_whoever_types_on_while_a_button_is_answered_loses_neither_words_nor_place(form, hold, page, late):
    title(form).fill("one")
    release = hold(late)
    form.get_by_role("button", name="Add item").first.click()

    title(form).press("End")
    page.keyboard.type(" two")
    page.keyboard.press("ArrowLeft")
    release()
    expect(form.locator('[data-at="/legs"] [data-row]')).to_have_count(1)
    quiet(page)
    page.keyboard.type("x")

    expect(title(form)).to_have_value("one twxo")


def test_who_waits_goes_on_at_what_the_button_made(form, hold):
    release = hold("**/form")
    form.get_by_role("button", name="Add item").first.click()
    release()

    expect(form.locator('[data-at="/legs"] [data-row] :focus')).to_have_count(1)


def test_whoever_types_on_while_fields_come_and_go_loses_nothing(form, page):
    posts = []

    def answer(route):
        posts.append(route)
        if len(posts) == 1:
            route.continue_()

    page.route("**/form", answer)
    title(form).fill("one")
    form.get_by_label("Kind").select_option("boat")
    with page.expect_request(lambda request: request.url.endswith("/form") and len(posts) == 1):
        title(form).press("End")
    title(form).press_sequentially(" two")
    posts[1].continue_()
    page.unroute("**/form")

    expect(form.get_by_label("Cabin")).to_be_visible()
    expect(title(form)).to_have_value("one two")
    expect(title(form)).to_be_focused()


def test_a_choice_that_was_made_meanwhile_is_kept_with_its_place(form, hold, page):
    release = hold("**/form")
    form.get_by_role("button", name="Add item").first.click()

    form.get_by_label("bike").check()
    release()
    expect(form.locator('[data-at="/legs"] [data-row]')).to_have_count(1)

    expect(form.get_by_label("bike")).to_be_checked()
    expect(form.get_by_label("bike")).to_be_focused()


@pytest.mark.motion
def test_a_form_that_is_awaited_for_long_is_seen_to_be(form, hold, page, axe_light_and_dark):
    slides = "() => document.getAnimations().some(each => each.animationName === 'slide' && each.currentTime > 600)"
    release = hold("**/form")

    form.get_by_role("button", name="Reset").click()

    expect(form).to_have_attribute("aria-busy", "true")
    page.wait_for_function(slides)
    axe_light_and_dark(page)
    release()
    page.wait_for_function(f"() => !({slides})()")


def test_whoever_chooses_what_fields_depend_on_stays_at_the_choice(new_app, serve, page, violations):
    kinds = [f"kind {number}" for number in range(60)]
    page.goto(serve(new_app({
        "name": "t",
        "inputSchema": {
            "type": "object",
            "properties": {"kind": {"enum": kinds, "title": "Kind"}},
            "if": {"properties": {"kind": {"const": "kind 7"}}, "required": ["kind"]},
            "then": {"properties": {"cabin": {"type": "string", "title": "Cabin"}}},
        },
    })) + "/tools/t")  # fmt: skip
    come_alive(page)
    kind = page.get_by_role("combobox", name="Kind")
    kind.press_sequentially("kind 7")
    kind.press("Enter")

    expect(page.get_by_label("Cabin")).to_be_visible()
    expect(kind).to_have_value("kind 7")
    expect(kind).to_be_focused()
    assert violations == []


ONES = [f"one {number}" for number in range(20)]


@pytest.mark.parametrize(("field", "role"), [
    ({"type": "string"}, "textbox"),
    ({}, "combobox"),
    ({"type": "string", "contentMediaType": "text/markdown"}, "textbox"),
    ({"enum": ONES}, "combobox"),
    ({"type": "array", "uniqueItems": True, "items": {"enum": ONES}}, "combobox"),
], ids=["text", "kind", "editor", "one", "several"])  # fmt: skip
def test_whoever_went_on_to_the_next_field_stays_there(new_app, serve, page, violations, field, role):
    page.goto(serve(new_app({
        "name": "t",
        "inputSchema": {
            "type": "object",
            "properties": {"kind": {"type": "string", "title": "Means"}, "next": field | {"title": "Next"}},
            "required": ["next"],
            "if": {"properties": {"kind": {"const": "boat"}}, "required": ["kind"]},
            "then": {"properties": {"cabin": {"type": "string", "title": "Cabin"}}},
        },
    })) + "/tools/t")  # fmt: skip
    come_alive(page)
    page.get_by_label("Means").fill("boat")
    control = page.locator('[data-at="/next"]').get_by_role(role)
    control.focus()

    expect(page.get_by_label("Cabin")).to_be_visible()
    come_alive(page)
    expect(control).to_be_focused()
    assert violations == []
