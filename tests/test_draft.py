"""Drafts: filled with a value, read from a post, made a body, acted upon; what is none of the form's is said."""

from __future__ import annotations

import pytest

import webform
from tests.as_browser import entries_of
from webform.draft import Draft, act, begin, body, fill, find, pointer_of, read, to_controls
from webform.html.render import render_draft
from webform.messages import Phrase
from webform.problems import Problem
from webform.schema import read_schema
from webform.values import ABSENT

INPUTS = [
    {"key": "city", "type": "text", "label": "City", "default": "Oslo"},
    {"key": "note", "type": "text", "label": "Note", "required": False},
    {"key": "a/b ~c", "type": "number", "label": "Odd", "required": False},
    {"key": "band", "type": "slider", "label": "Band", "min": 0, "max": 9, "range": True, "required": False},
    {
        "key": "rows", "type": "table", "label": "Rows", "required": False,
        "columns": [{"key": "t", "label": "T"}, {"key": "n", "label": "N", "type": "number"}],
    },
    {"key": "files", "type": "file", "label": "Files", "multiple": True, "required": False},
]  # fmt: skip
FORM = webform.load(INPUTS)[0].form
CONDITIONS = [
    {"key": "more", "type": "checkbox", "label": "More"},
    {"key": "extra", "type": "text", "label": "Extra", "required": False, "show_if": {"key": "more", "equals": True}},
    {"key": "kept", "type": "text", "label": "Kept", "default": "d", "show_if": {"key": "extra", "equals": "x"}},
]
CONDITIONAL = webform.load(CONDITIONS)[0].form


def made(*entries: tuple[str, str], form=FORM):
    """Return the body of a post, and what is wrong with the post, as (place, message)."""
    draft, problems = read(grouped(entries))
    value, unreadable = body(form, draft)
    return value, [(problem.at, problem.phrase) for problem in problems + unreadable]


def grouped(entries):
    names: dict[str, list[str]] = {}
    for name, text in entries:
        names.setdefault(name, []).append(text)
    return names.items()


# value → draft


def test_a_new_form_begins_with_defaults_and_what_cannot_be_unset():
    draft = begin(FORM)

    assert (draft.children["city"].text, draft.children["note"].text, draft.children["rows"].presence) == (
        ["Oslo"],
        [],
        None,
    )
    assert (begin(CONDITIONAL).children["more"].presence, begin(CONDITIONAL).children["kept"].text) == (
        "boolean",
        ["d"],
    )


def test_a_value_fills_the_controls_at_its_places():
    draft = fill(FORM.root, {"city": "Rome", "band": [1, 2], "rows": [{"t": "a"}, {}]})

    assert draft.at("/city").text == ["Rome"]
    assert (draft.at("/band/0").text, draft.at("/band/1").text) == (["1"], ["2"])
    assert (
        draft.at("/rows").rows, draft.at("/rows/0/t").text, draft.at("/rows/1").presence,
    ) == (["0", "1"], ["a"], "object")  # fmt: skip
    assert draft.at("/note") is None


@pytest.mark.parametrize("value", [5, "rome", None, [1], {"a": 1}])
def test_a_value_its_controls_cannot_show_is_shown_as_json(value):
    assert fill(find(FORM, None, "/band"), value).presence == "json"


@pytest.mark.parametrize("value", [5, [5], [{"q": 1}], {"t": "a"}, [{}] * 10_001], ids=range(5))
def test_rows_its_columns_cannot_show_are_shown_as_json(value):
    assert fill(find(FORM, None, "/rows"), value).presence == "json"


def test_what_was_not_declared_is_kept_as_json_and_costs_nothing_else():
    value = {"city": "Rome", "zip": {"code": 7}}
    html = render_draft(FORM, fill(FORM.root, value))

    assert 'name="/zip"' in html
    assert 'value="Rome"' in html
    assert (value, [("/zip", Phrase("unknown-key", {"name": "zip", "near": ""}))]) == (
        webform.decode(FORM, entries_of(html))[0],
        [(problem.at, problem.phrase) for problem in webform.decode(FORM, entries_of(html))[1]],
    )


def test_what_is_hidden_begins_anew():
    draft = fill(CONDITIONAL.root, {"more": False, "kept": "changed"})

    assert draft.children["kept"].text == ["d"]


# entries → draft → body


@pytest.mark.parametrize(
    ("entries", "value"),
    [
        ([], {}),
        ([("/city", "Rome")], {"city": "Rome"}),
        ([("/city", "")], {}),
        ([("/city", "\r\n")], {"city": "\n"}),
        ([("/a~1b ~0c", "7")], {"a/b ~c": 7}),
        ([("#/a~1b%20~0c", "7")], {"a/b ~c": 7}),
        ([("/band/0", "1"), ("/band/1", "2")], {"band": [1, 2]}),
        ([("/city", ""), ("is/city", "string")], {"city": ""}),
        ([("/city", "x"), ("is/city", "absent")], {}),
        ([("/city", "x"), ("is/city", "null")], {"city": None}),
        ([("/city", "[1]"), ("is/city", "json")], {"city": [1]}),
        ([("/city", ""), ("is/city", "json")], {}),
        ([("/city", "7"), ("is/city", "number")], {"city": 7}),
        ([("/city", "Rome"), ("is/city", "nonsense")], {"city": "Rome"}),
        ([("/city", "Rome"), ("is/city", "")], {"city": "Rome"}),
        ([("is/rows", "list")], {"rows": []}),
        ([("/rows", "[]"), ("is/rows", "json")], {"rows": []}),
        ([("/rows", '[{"q": 1}]'), ("is/rows", "json")], {"rows": [{"q": 1}]}),
        ([("is#", "object")], {}),
        ([("is#", "json"), ("#", '{"city": 1}')], {"city": 1}),
        ([("is#", "json"), ("#", "[5]")], [5]),
        ([("is#", "null")], None),
        ([("is#", "absent")], {}),
    ],
)
def test_a_post_made_by_hand_decodes(entries, value):
    assert (value, []) == made(*entries)


def test_a_json_text_that_is_none_is_said_at_its_place():
    message = Phrase(
        "not-json",
        {
            "fault": Phrase(
                "json.at", {"fault": Phrase("json.ends", {"expected": Phrase("json.value")}), "line": 1, "column": 2}
            )
        },
    )

    assert ({}, [("/rows", message)]) == made(("/rows", "["), ("is/rows", "json"))


@pytest.mark.parametrize(
    ("name", "at", "message"),
    [
        ("citi", "", Phrase("unknown-name.form", {"name": "citi", "near": ""})),
        ("", "", Phrase("unknown-name.form", {"name": "", "near": ""})),
        ("#city", "", Phrase("unknown-name.form", {"name": "#city", "near": ""})),
        ("#/%ff", "", Phrase("unknown-name.form", {"name": "#/%ff", "near": ""})),
        ("#/\ud800", "", Phrase("unknown-name.form", {"name": "#/\ud800", "near": ""})),
        ("/" + "/a" * 64, "", Phrase("unknown-name.form", {"name": "/" + "/a" * 39 + "/", "near": ""})),
        ("#" + "/a" * 65, "", Phrase("unknown-name.form", {"name": "#" + "/a" * 39 + "/", "near": ""})),
        ("/citi", "/citi", Phrase("unknown-name", {"name": '"citi"', "near": "city"})),
        ("/", "/", Phrase("unknown-name", {"name": '""', "near": ""})),
        ("/city/0", "/city/0", Phrase("unknown-name", {"name": "/0", "near": ""})),
        ("/band/2", "/band/2", Phrase("unknown-name", {"name": "/2", "near": ""})),
        ("/rows/0/x", "/rows/0/x", Phrase("unknown-name", {"name": '"x"', "near": ""})),
        ("/rows/999999999/t", "/rows/999999999/t", Phrase("unknown-name", {"name": "/999999999/t", "near": ""})),
        ("/rows/-1/t", "/rows/-1/t", Phrase("unknown-name", {"name": "/-1/t", "near": ""})),
        ("/rows/٣/t", "/rows/٣/t", Phrase("unknown-name", {"name": "/٣/t", "near": ""})),
        ("to/city", "/city", Phrase("unknown-name.companion", {"name": "to", "near": ""})),
        ("rest/city", "/city", Phrase("unknown-name.companion", {"name": "rest", "near": ""})),
        ("key/rows/0", "/rows/0", Phrase("unknown-name.companion", {"name": "key", "near": ""})),
        ("draft/city", "/city", Phrase("unknown-name.companion", {"name": "draft", "near": ""})),
        ("/band", "/band", Phrase("unknown-name.parts", {"parts": Phrase("list.and", {"first": ("/0",), "last": "/1"}), "near": ""})),
    ],
)  # fmt: skip
def test_a_name_that_is_none_of_the_form_is_a_problem(name, at, message):
    _, problems = made((name, "1"))

    assert [(at, message)] == problems


@pytest.mark.parametrize("name", ["/%zz", "#/%zz", "/a%", "/é", "#/é"])
def test_an_escape_that_is_none_is_as_it_stands(name):
    assert name.lstrip("#") == pointer_of(name)


@pytest.mark.slow
def test_a_hundred_thousand_names_are_read_at_once():
    _, problems = made(*((f"/citi{index}", "1") for index in range(100_000)))

    assert len(problems) == 100


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([str(index) for index in range(10_001)], Phrase("bad-rows.count", {"limit": 10000})),
        (["0", "0"], Phrase("bad-rows.count", {"limit": 10000})),
        (["0", "x"], Phrase("bad-rows.count", {"limit": 10000})),
        (["999999999"], Phrase("bad-rows.count", {"limit": 10000})),
    ],
)
def test_rows_are_bounded_and_each_has_its_number(rows, message):
    assert ({}, [("/rows", message)]) == made(*(("row/rows", row) for row in rows))


def test_ten_thousand_rows_are_read_at_once():
    entries = [("row/rows", str(row)) for row in range(10_000)] + [(f"/rows/{row}/n", "x") for row in range(10_000)]
    value, problems = made(*entries)

    assert (len(value["rows"]), len(problems)) == (10_000, 10_000)


def test_blank_rows_are_dropped_unless_a_value_brought_them():
    entries = [("row/rows", "0"), ("row/rows", "1"), ("row/rows", "2"), ("/rows/0/t", ""), ("is/rows/1", "object")]

    assert made(*entries)[0] == {"rows": [{}]}


def test_rows_that_cannot_be_read_have_their_places_all_the_same():
    form, _ = read_schema({"type": "object", "properties": {"rows": {"type": "array", "items": {"type": "number"}}}})
    entries = [("is/rows", "list"), *(("row/rows", row) for row in "456")]
    value, problems = made(*entries, ("/rows/4", "x"), ("/rows/5", "y"), ("/rows/6", "7"), form=form)

    assert value["rows"][2] == 7
    assert [at for at, _ in problems] == ["/rows/0", "/rows/1"]


def test_a_row_is_named_by_one_step_or_as_it_stands():
    draft, problems = read([("row/rows", ["/a~1b", "#/c%20d", "/a/b", "5"])])

    assert (draft.children["rows"].rows, problems) == (["a/b", "c d", "/a/b", "5"], [])


@pytest.mark.parametrize(("required", "body_"), [(["a"], {"a": None}), ([], {})])
def test_what_may_be_null_begins_as_null_where_it_has_to_be_there(required, body_):
    form, _ = read_schema({"properties": {"a": {"type": ["string", "null"]}}, "required": required, "type": "object"})

    assert body(form, begin(form)) == (body_, [])


def test_what_is_hidden_is_left_out_with_its_problems():
    entries = [("/extra", "x"), ("is/extra", "json"), ("/kept", "y")]

    assert made(("is/more", "boolean"), *entries, form=CONDITIONAL) == ({"more": False, "kept": "d"}, [])


def test_a_hidden_target_holds_nothing_up():
    shown = [("/more", "true"), ("/extra", "x"), ("/kept", "y")]

    assert made(*shown, form=CONDITIONAL)[0] == {"more": True, "extra": "x", "kept": "y"}
    assert made(*shown[1:], form=CONDITIONAL)[0] == {"kept": "d"}


# problems at controls


def test_problems_of_rows_are_moved_to_their_ids():
    entries = [("row/rows", "7"), ("row/rows", "5"), ("row/rows", "3"), ("/rows/5/t", "a"), ("/rows/3/t", "b")]
    draft, _ = read(grouped(entries))
    body(FORM, draft)
    problems = [
        Problem(at=at, code="x", key="verbatim", params={"text": ""})
        for at in ("/rows/0/n", "/rows/1", "/rows/2/n", "/city", "")
    ]

    assert [problem.at for problem in to_controls(draft, problems)] == [
        "/rows/5/n",
        "/rows/3",
        "/rows/2/n",
        "/city",
        "",
    ]


# buttons


@pytest.mark.parametrize(
    ("do", "changed", "rows"),
    [
        ("add/rows", "/rows", ["4", "2", "3"]),
        ("remove/rows/4", "/rows", ["2"]),
        ("remove/rows/9", "/rows", ["4", "2"]),
        ("add/city", None, ["4", "2"]),
        ("add/nothing", None, ["4", "2"]),
        ("add#", None, ["4", "2"]),
        ("remove/rows", "/rows", []),
        ("remove/none/0", None, ["4", "2"]),
        ("explode/rows", None, ["4", "2"]),
        ("add", None, ["4", "2"]),
        ("", None, ["4", "2"]),
        ("add#/%ff", None, ["4", "2"]),
        ("add/rows" + "/0" * 99, None, ["4", "2"]),
    ],
)
def test_a_button_does_what_it_says_or_nothing(do, changed, rows):
    draft, _ = read(grouped([("row/rows", "4"), ("row/rows", "2"), ("/rows/4/t", "a"), ("/rows/2/t", "b")]))

    assert (changed, rows) == (act(FORM, draft, do), draft.at("/rows").rows)


def test_a_row_is_added_to_rows_without_marks():
    draft, _ = read(grouped([("/rows/10/t", "b"), ("/rows/9/t", "a")]))

    assert (act(FORM, draft, "add/rows"), draft.at("/rows").rows) == ("/rows", ["9", "10", "2"])


def test_a_kept_file_is_removed():
    draft, _ = read(grouped([("/files", "a"), ("/files", "b")]))

    assert (act(FORM, draft, "remove/files/1"), draft.at("/files").text) == ("/files", ["a"])
    assert None is act(FORM, draft, "remove/files/5")


def test_what_was_typed_survives_a_button():
    draft, _ = read(grouped([("/a~1b ~0c", "12abc"), ("row/rows", "0"), ("/rows/0/n", "x1")]))
    act(FORM, draft, "add/rows")
    again = dict(entries_of(render_draft(FORM, draft)))

    assert (again["/a~1b ~0c"], again["/rows/0/n"], again["/rows/1/n"]) == ("12abc", "x1", "")


@pytest.mark.parametrize(
    ("pointer", "found"), [("", "object"), ("/rows", "table"), ("/rows/5/n", "number"), ("/x", None)]
)
def test_an_input_is_found_by_its_pointer(pointer, found):
    assert found == getattr(find(FORM, None, pointer), "type", None)


def test_nothing_is_the_draft_of_what_is_absent():
    assert Draft() == fill(FORM.root, ABSENT)


FIXED = {
    "type": "array", "prefixItems": [{"type": "string"}, {"type": "string"}], "items": {"type": "string"}, "minItems": 2,
}  # fmt: skip


@pytest.mark.parametrize(
    ("do", "values"),
    [
        ("up/3", ["a", "b", "d", "c"]),
        ("up/2", ["a", "b", "c", "d"]),
        ("down/2", ["a", "b", "d", "c"]),
        ("down/1", ["a", "b", "c", "d"]),
        ("copy/2", ["a", "b", "c", "c", "d"]),
    ],
)
def test_rows_move_and_are_copied_behind_those_of_a_fixed_place(do, values):
    form, _ = read_schema(FIXED)
    draft = fill(form.root, ["a", "b", "c", "d"])
    act(form, draft, do)

    assert body(form, draft) == (values, [])
