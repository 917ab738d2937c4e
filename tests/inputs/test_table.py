"""table: rows of typed columns."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT

ASSETS = [
    {"key": "ticker", "label": "Ticker", "type": "text"},
    {"key": "weight", "label": "Weight (%)", "type": "number"},
    {"key": "bought", "label": "Bought", "type": "date"},
]


def test_its_options_are_read():
    input_ = One("table", columns=[*ASSETS, {"key": "x"}], min_rows=2, max_rows=20).input

    assert [(column.key, column.label, column.type) for column in (input_.columns[0], input_.columns[3])] == [
        ("ticker", "Ticker", "text"),
        ("x", "x", "text"),
    ]
    assert (input_.min_rows, input_.max_rows) == (2, 20)


def test_the_example_of_the_seed_sends_its_body():
    one = One("table", label="Portfolio assets", columns=ASSETS[:2], min_rows=2, max_rows=20)
    typed = {"/0/ticker": "AAPL", "/0/weight": "30", "/1/ticker": "MSFT", "/1/weight": "70"}

    assert one.post(typed) == ([{"ticker": "AAPL", "weight": 30}, {"ticker": "MSFT", "weight": 70}], [])


@pytest.mark.parametrize(
    "value",
    [
        [],
        [{}],
        [{}, {"weight": 0}, {}],
        [{"ticker": "", "weight": 1.0, "bought": "2026-01-31"}],
        [{"ticker": "a\nb"}, {"ticker": "\x00"}],
        [{"weight": 2**70}] * 3,
    ],
    ids=repr,
)
def test_a_value_comes_back_as_it_was(value):
    one = One("table", columns=ASSETS)

    assert (value, []) == one.posted(one.sends(value))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ([], [])),
        ({"required": False}, (ABSENT, [])),
        ({"required": False, "default": []}, ([], [])),
        ({"min_rows": 2}, ([], [("", Phrase("minItems.table", {"limit": 2, "length": 0}))])),
        ({"min_rows": 2, "required": False}, (ABSENT, [])),
    ],
)
def test_blank_rows_are_no_rows(options, expected):
    one = One("table", columns=ASSETS, **options)

    assert expected == one.posted(one.sends())


def test_a_post_without_its_mark_has_nothing():
    assert One("table", columns=ASSETS).posted([]) == (ABSENT, REQUIRED)


def test_a_cleared_cell_is_absent_and_not_0():
    one = One("table", columns=ASSETS)
    value = [{"ticker": "AAPL", "weight": 30}]

    assert one.post({"/0/weight": ""}, value) == ([{"ticker": "AAPL"}], [])
    assert one.post({"/0/weight": "", "/0/ticker": ""}, value) == ([{}], [])


def test_a_problem_stands_at_the_cell_of_the_body():
    one = One("table", columns=ASSETS)
    entries = [("row/x", "7"), ("row/x", "3"), ("/x/3/weight", "12abc"), ("/x/3/bought", "soon")]

    assert one.posted(entries) == (
        [{"bought": "soon"}],
        [
            ("/0/weight", Phrase("not-a-number", {"wanted": Phrase("number.any")})),
            ("/0/bought", Phrase("not-a-date")),
        ],
    )


def test_rows_stand_in_the_order_of_their_marks_else_of_their_numbers():
    one = One("table", columns=ASSETS)
    cells = [("/x/10/ticker", "c"), ("/x/9/ticker", "b"), ("/x/2/ticker", "a")]

    assert [{"ticker": letter} for letter in "abc"] == one.posted(cells)[0]
    assert [{"ticker": letter} for letter in "bac"] == one.posted(
        [*cells, *(("row/x", word) for word in ("9", "2", "10"))]
    )[0]


def test_it_begins_with_the_least_rows_but_not_with_thousands():
    assert [text for name, text in One("table", columns=ASSETS, min_rows=2).sends() if name == "row/x"] == ["0", "1"]
    assert sum(name == "row/x" for name, _ in One("table", columns=ASSETS, min_rows=9_999).sends()) == 20


def test_its_schema_has_its_columns_and_bounds():
    row = {
        "type": "object",
        "properties": {
            "ticker": {"type": "string"},
            "weight": {"type": "number"},
            "bought": {"type": "string", "format": "date"},
        },
        "required": [],
        "additionalProperties": False,
    }
    input_ = One("table", columns=ASSETS, min_rows=2, max_rows=20).input

    assert {"type": "array", "items": row, "minItems": 2, "maxItems": 20} == input_.value_schema()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, []),
        ({"min_rows": 2}, [{"ticker": "", "weight": 0, "bought": "2026-03-14"}] * 2),
        ({"default": [{}]}, [{}]),
        ({"required": False, "min_rows": 2}, ABSENT),
    ],
)
def test_its_sample_is_its_default_or_the_least_rows(options, expected):
    assert expected == One("table", columns=ASSETS, **options).sample


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ([{}] * 3, [("", Phrase("maxItems", {"limit": 2, "length": 3}))]),
        ([{"weight": "1"}], [("/0/weight", Phrase("type.typed", {"type": Phrase("kind.number")}))]),
        ([{"wieght": 1}], [("/0/wieght", Phrase("unknown-key", {"name": "wieght", "near": "weight"}))]),
        ([{}, {"bought": "x"}], [("/1/bought", Phrase("not-a-date"))]),
        (["a"], [("/0", Phrase("type", {"type": Phrase("kind.object")}))]),
    ],
)
def test_what_is_wrong_with_a_value_is_said(value, wrong):
    assert wrong == One("table", columns=ASSETS, max_rows=2).wrong(value)


@pytest.mark.parametrize(
    ("options", "expected_problems"),
    [
        (
            {"columns": []},
            [
                (
                    "/columns",
                    Phrase("wrong-type", {"expected": Phrase("kind.columns"), "found": "[]"}),
                )
            ],
        ),
        (
            {"columns": [{"label": "a"}, *ASSETS]},
            [("/columns/0", Phrase("wrong-type", {"expected": Phrase("kind.column"), "found": '{"label": "a"}'}))],
        ),
        (
            {"columns": [{"key": ""}, *ASSETS]},
            [("/columns/0", Phrase("wrong-type", {"expected": Phrase("kind.column"), "found": '{"key": ""}'}))],
        ),
        (
            {"columns": [*ASSETS, {"key": "ticker"}]},
            [("/columns/3/key", Phrase("duplicate-key.column", {"name": "ticker"}))],
        ),
        (
            {"columns": [{"key": "a", "type": "numbr"}]},
            [
                (
                    "/columns/0/type",
                    Phrase("unknown-type.column-text", {"found": '"numbr"', "near": "number"}),
                )
            ],
        ),
        (
            {"columns": [{"key": "a", "width": 5}]},
            [("/columns/0/width", Phrase("unknown-option.column", {"name": "width"}))],
        ),
        (
            {"columns": [{"key": "a", "label": 5}]},
            [("/columns/0/label", Phrase("wrong-type", {"expected": Phrase("kind.text"), "found": "5"}))],
        ),
        (
            {"columns": ASSETS, "min_rows": 3, "max_rows": 2},
            [("/min_rows", Phrase("min-above-max.rows", {"min": 3, "max": 2}))],
        ),
        (
            {"columns": ASSETS, "min_rows": 10**9},
            [
                (
                    "/min_rows",
                    Phrase("wrong-type", {"expected": Phrase("kind.rows", {"limit": 10000}), "found": "1000000000"}),
                )
            ],
        ),
        (
            {"columns": ASSETS, "default": [{"weight": "1"}]},
            [
                (
                    "/default/0/weight",
                    Phrase("bad-default", {"problem": Phrase("type.typed", {"type": Phrase("kind.number")})}),
                )
            ],
        ),
    ],
)
def test_what_its_author_should_mend_is_said(options, expected_problems):
    assert expected_problems == One("table", **options).found_problems


def test_without_any_column_it_is_a_json_editor():
    assert One("table", columns=[5]).input.type == "json"
