"""JSON values: equality, text, and their addresses."""

from __future__ import annotations

import copy
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.large import Large
from webform.messages import Phrase
from webform.values import (
    ABSENT,
    MAX_DEPTH,
    MAX_DIGITS,
    NotJSONError,
    at_pointer,
    brief,
    equal,
    from_name,
    join,
    kind_of,
    read_json,
    split,
    to_id,
    to_name,
    write_json,
)

TEXTS = st.text(st.characters(), max_size=20) | st.text(st.sampled_from('\ud800\x00\r\n"\\/~%#é 日'), max_size=8)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
VALUES = st.recursive(SCALARS, lambda part: st.lists(part) | st.dictionaries(TEXTS, part), max_leaves=20)


def nested(depth: int) -> list:
    value: list = []
    for _ in range(depth - 1):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "kind"),
    [(None, "null"), (True, "boolean"), (0, "number"), (1.5, "number"), ("", "string"), ([], "list"),
     ((), "list"), ({}, "object"), (ABSENT, "absent")],
)  # fmt: skip
def test_each_value_has_its_kind(value, kind):
    assert kind_of(value) == kind


# equality


@pytest.mark.parametrize(
    ("a", "b"),
    [(1, 1.0), ([1, (2,)], (1.0, [2])), ({"a": 1, "b": 2}, {"b": 2, "a": 1}), (ABSENT, ABSENT), (2**53, 2.0**53)],
)
def test_values_equal_in_json_are_equal(a, b):
    assert equal(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [(1, True), (0, False), (1, "1"), (None, ABSENT), ("", None), ([], {}), ([1], [1, 2]), ({"a": 1}, {"b": 1}),
     ({"a": {"b": [1, True]}}, {"a": {"b": [1, 1]}}), (2**53 + 1, 2.0**53)],
)  # fmt: skip
def test_values_that_json_tells_apart_differ(a, b):
    assert not equal(a, b)


def test_values_nested_deeper_than_calls_are_compared():
    assert equal(nested(20_000), nested(20_000))
    assert not equal(nested(20_000), nested(20_001))


@given(VALUES)
def test_a_copy_is_equal(value):
    assert equal(value, copy.deepcopy(value))


# text


@given(VALUES)
def test_what_is_written_is_read_back_exactly(value):
    assert json.dumps(read_json(write_json(value))) == json.dumps(value)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"a": 1,}', Phrase("json.at", {"fault": Phrase("json.trailing-comma"), "line": 1, "column": 8})),
        ("[1,\n tru]", Phrase("json.at", {"fault": Phrase("json.text", {"found": "tru"}), "line": 2, "column": 2})),
        ("", Phrase("json.at", {"fault": Phrase("json.empty"), "line": 1, "column": 1})),
        (
            "1 2",
            Phrase(
                "json.at",
                {"fault": Phrase("json.found", {"expected": Phrase("json.end"), "found": "2"}), "line": 1, "column": 3},
            ),
        ),
        ("NaN", Phrase("json.not-finite", {"number": "NaN"})),
        ("[-Infinity]", Phrase("json.not-finite", {"number": "-Infinity"})),
        ("1e400", Phrase("json.too-large", {"number": "1e400"})),
        ("9" * 5000, Phrase("json.too-long", {"length": 5000, "limit": 4000})),
        (Large(lambda: "[" * 100_000), Phrase("json.too-deep", {"limit": MAX_DEPTH})),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), Phrase("json.too-deep", {"limit": MAX_DEPTH})),
    ],
)
def test_what_is_not_json_is_said_in_words(text, fault):
    with pytest.raises(NotJSONError) as caught:
        read_json(text)

    assert caught.value.phrase == fault


def test_the_longest_number_that_is_read_has_its_digits():
    longest = "9" * MAX_DIGITS

    assert read_json(f"[{longest}]") == [int(longest)]
    with pytest.raises(NotJSONError):
        read_json(f"[{longest}9]")


def test_what_html_cannot_carry_is_written_as_an_escape():
    assert write_json("é\x85\ufffe\ud800") == '"é\\u0085\\ufffe\\ud800"'


def test_the_deepest_value_that_is_read_can_be_written():
    text = "[" * MAX_DEPTH + "]" * MAX_DEPTH

    assert write_json(read_json(text)) == text


@given(st.text() | st.text(st.sampled_from('[]{},:"\\ \n01.eE-+truefalsn/NaN'), max_size=12))
def test_any_text_is_read_or_refused(text):
    try:
        value = json.loads(text, parse_constant=lambda _: math.nan)
    except ValueError:
        with pytest.raises(NotJSONError):
            read_json(text)
    else:
        if "NaN" not in json.dumps(value) and "Infinity" not in json.dumps(value):
            assert equal(read_json(text), value)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a", '"a"'),
        ({"a": [1, None]}, '{"a": [1, null]}'),
        (ABSENT, '"ABSENT"'),
        ("x" * 100, '"' + "x" * 58 + "…"),
        (list(range(100)), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, …"),
        ("\ud800 \x9b31m \x1b", r'"\ud800 \u009b31m \u001b"'),
        ({(1, 2): 3}, "dict"),
        (10**5000, "int"),
        (nested(100_000), "[" * 59 + "…"),
    ],
    ids=range(9),
)
def test_brief_fits_into_a_message(value, shown):
    assert brief(value) == shown


@given(VALUES)
def test_brief_is_short_and_can_be_printed(value):
    assert len(brief(value)) <= 60
    assert brief(value).encode()


# addresses


@given(st.lists(TEXTS))
def test_a_pointer_is_split_into_what_it_was_joined_of(tokens):
    assert split(join("", *tokens)) == tokens


@pytest.mark.parametrize(("pointer", "tokens"), [("/~01", ["~1"]), ("/~10/~00", ["/0", "~0"]), ("/", [""]), ("", [])])
def test_an_escape_in_a_pointer_is_read_once(pointer, tokens):
    assert split(pointer) == tokens
    assert join("", *tokens) == pointer


@given(st.lists(TEXTS))
def test_a_name_spells_its_pointer(tokens):
    pointer = join("", *tokens)

    assert from_name(to_name(pointer)) == pointer


@pytest.mark.parametrize(
    ("pointer", "name"),
    [("", "#"), ("/a/0", "/a/0"), ("/é b", "/é b"), ('/a"b', "#/a%22b"), ("/a%", "#/a%25"), ("/\ud800", "#/%ED%A0%80")],
)
def test_a_pointer_is_a_name_as_it_is_where_a_post_carries_that(pointer, name):
    assert to_name(pointer) == name


def test_an_id_has_no_spaces():
    assert to_id("/a b", "help") == "help/a%20b"


@pytest.mark.parametrize(
    ("pointer", "found"),
    [("", {"a": [1, (2, 3)], "": {"~/": 0}}), ("/a/0", 1), ("/a/1/1", 3), ("//~0~1", 0), ("/a/2", ABSENT),
     ("/a/-1", ABSENT), ("/a/00", ABSENT), ("/a/01", ABSENT), ("/a/٠", ABSENT), ("/a/x", ABSENT), ("/b", ABSENT),
     ("/a/0/0", ABSENT), ("/a/99999999999999999999", ABSENT)],
)  # fmt: skip
def test_a_pointer_finds_what_it_names_and_nothing_else(pointer, found):
    assert at_pointer({"a": [1, (2, 3)], "": {"~/": 0}}, pointer) == found
