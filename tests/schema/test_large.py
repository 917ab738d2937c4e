"""Large and deep values: a page shows what it has room for, and what it does not show travels with it unharmed."""

from __future__ import annotations

import pytest

from tests.as_browser import entries_of
from tests.html.parsed import Parsed
from webform.draft import MAX_SHOWN, act, begin, fill, to_controls
from webform.html.decode import body_of, read_form
from webform.html.folding import MAX_ITEMS
from webform.html.render import render_draft
from webform.schema import read_schema

NUMBERS = {"type": "array", "items": {"type": "number"}}
PAIR = {"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}]}


def sent_back(form, draft, problems=(), **changed):
    entries = dict(entries_of(render_draft(form, draft, problems))) | changed
    rows = [(name, text) for name, text in entries_of(render_draft(form, draft, problems)) if name.startswith("row")]
    return read_form(form, [*(item for item in entries.items() if not item[0].startswith("row")), *rows])[0]


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "object", "additionalProperties": {"$ref": "#"}},
        {"type": "object", "properties": {"a": {"$ref": "#"}}},
        {"type": "array", "items": {"$ref": "#"}},
        {"type": ["array", "object", "string"], "items": {"$ref": "#"}, "properties": {"a": {"$ref": "#"}}},
    ],
)
@pytest.mark.parametrize("token", ["a", "0"])
@pytest.mark.parametrize("more", [0, 1, 3, 4, 40])
def test_a_name_of_any_depth_is_answered(schema, token, more):
    form, _ = read_schema(schema)
    pointer = f"/{token}" * (MAX_SHOWN + more)
    draft, problems = read_form(form, [(pointer, "1")])
    _, found = body_of(form, draft)
    act(form, draft, "open" + pointer)

    assert "<form" in render_draft(form, draft, to_controls(draft, problems + found))


@pytest.mark.slow
def test_a_value_can_be_opened_as_deep_as_controls_stand():
    form, _ = read_schema({})
    value = 1
    for _ in range(60):
        value = {"a": value}
    draft = fill(form.root, value)

    for depth in range(1, 60):
        act(form, draft, "open" + "/a" * depth)
        draft = sent_back(form, draft)

    assert body_of(form, draft) == (value, [])


@pytest.mark.parametrize("keys", ["a", "ab", "abcdefghij"])
def test_what_requires_itself_ends_somewhere(keys):
    form, _ = read_schema({"type": "object", "properties": {key: {"$ref": "#"} for key in keys}, "required": [*keys]})

    assert Parsed(render_draft(form, begin(form))).of("fieldset") != []


def test_only_the_items_up_to_a_wrong_one_are_on_the_page():
    form, _ = read_schema(NUMBERS)
    draft = fill(form.root, [*range(5000)])
    draft.children["150"].text = ["12abc"]
    _, problems = body_of(form, draft)
    html = render_draft(form, draft, to_controls(draft, problems))

    assert 'data-at="/150"' in html
    assert 'data-at="/151"' not in html
    assert html.count("12abc") >= 1

    again = sent_back(form, draft, problems, **{"/150": "150"})
    assert body_of(form, again) == ([*range(5000)], [])


@pytest.mark.parametrize(("count", "shown"), [(MAX_ITEMS, MAX_ITEMS), (MAX_ITEMS + 1, MAX_ITEMS)])
def test_a_page_shows_the_first_hundred_items(count, shown):
    form, _ = read_schema(NUMBERS)
    draft = sent_back(form, fill(form.root, [*range(count)]))

    assert (len(draft.rows), draft.hidden_rows_json) == (shown, "[100]" if count > shown else None)


def test_a_problem_of_an_item_that_is_not_on_the_page_is_said_at_the_list():
    form, _ = read_schema(NUMBERS)
    draft = sent_back(form, fill(form.root, [*range(MAX_ITEMS + 5)]))
    draft.hidden_rows_json = draft.hidden_rows_json.replace("102", '"x"')
    _, problems = body_of(form, draft)

    assert [problem.at for problem in problems] == ["/102"]
    assert [problem.at for problem in to_controls(draft, problems)] == [""]


def test_what_is_moved_among_the_items_shown_keeps_the_others_behind_them():
    form, _ = read_schema(NUMBERS)
    draft = sent_back(form, fill(form.root, [*range(300)]))
    act(form, draft, "up/1")
    draft = sent_back(form, draft)
    act(form, draft, "remove/5")
    act(form, draft, "rest#")

    assert body_of(form, sent_back(form, draft)) == ([1, 0, *range(2, 5), *range(6, 300)], [])


@pytest.mark.parametrize(
    ("texts", "body", "wrong"),
    [
        (["", "5"], None, ["/0"]),
        (["x", ""], ["x"], []),
        (["", ""], [], []),
        (["x", "5"], ["x", 5], []),
    ],
)
def test_an_item_with_a_place_of_its_own_keeps_it(texts, body, wrong):
    form, _ = read_schema(PAIR)
    entries = [("is#", "list"), *(("row#", str(index)) for index in range(2))]
    draft, _ = read_form(form, [*entries, *((f"/{index}", text) for index, text in enumerate(texts))])
    found, problems = body_of(form, draft)

    assert [problem.at for problem in problems] == wrong
    assert wrong or found == body


def test_what_has_rows_takes_no_text_of_its_own():
    form, _ = read_schema(NUMBERS)
    _, problems = body_of(form, read_form(form, [("#", "x"), ("/0", "1")])[0])

    assert [problem.code for problem in problems] == ["unknown-name"]


def test_a_choice_of_json_that_is_left_blank_is_nothing():
    form, _ = read_schema({"type": "object", "properties": {"a": {}, "b": NUMBERS}})
    draft, _ = read_form(form, [("is/a", "json"), ("/a", ""), ("is/b", "json"), ("/b", "")])

    assert body_of(form, draft) == ({}, [])
