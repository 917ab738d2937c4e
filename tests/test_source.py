"""A declaration's text, read: its limits, what is wrong with it, and where."""

from __future__ import annotations

import json
from datetime import date
from enum import IntEnum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from tests.large import Large
from webform.messages import Phrase
from webform.problems import Problem
from webform.source import MAX_PROBLEMS, read_source
from webform.source_limits import LIMITS, MAX_DEPTH, MAX_KEY
from webform.values import ABSENT, equal


def source_problems(source) -> list[tuple[int | None, int | None, str, str]]:
    """What is wrong with *source*: line, column, pointer, code."""
    return [(problem.line, problem.column, problem.at, problem.code) for problem in source.problems]


def problem(at: str, *, on_key: bool = False) -> Problem:
    return Problem(at=at, code="x", key="verbatim", params={"text": "x"}, on_key=on_key)


# what is read


def test_a_path_is_a_file_and_its_name(tmp_path):
    file = tmp_path / "a.tool.json"
    file.write_bytes(b'\xef\xbb\xbf{"a": "\xc3\xa9"}')

    source = read_source(file)

    assert (source.value, source.text, source.name, source.problems) == ({"a": "é"}, '{"a": "é"}', str(file), ())


def test_a_file_that_cannot_be_read_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_source(tmp_path / "none.json")


@pytest.mark.parametrize("source", ['{"a": 1}', b'{"a": 1}', '\ufeff{"a": 1}', b'\xef\xbb\xbf{"a": 1}', {"a": 1}])
def test_text_bytes_and_a_value_are_the_document(source):
    assert read_source(source).value == {"a": 1}


def test_the_name_is_what_is_given_else_nothing():
    assert (read_source("1").name, read_source("1", "stdin").name, read_source({}, "x").name) == ("", "stdin", "x")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda part: st.lists(part) | st.dictionaries(st.text(), part),
    max_leaves=15,
)


@given(JSON)
def test_any_json_is_read_as_it_is_as_text_and_as_value(value):
    for source in (read_source(json.dumps(value)), read_source([value])):
        assert source.problems == ()
    assert json.dumps(read_source(json.dumps(value)).value) == json.dumps(value)
    assert json.dumps(read_source([value]).value) == json.dumps([value])


def test_a_lone_surrogate_stays_in_the_value_and_out_of_the_excerpt():
    source = read_source('["\\ud800", "\ud800", 1]')

    assert source.value == ["\ud800", "\ud800", 1]
    assert source.excerpt(problem("/2")) == '["\\ud800", "\ufffd", 1]\n' + " " * 16 + "^"


# what is not


@pytest.mark.parametrize(
    ("source", "place", "message"),
    [
        ("", (1, 1), Phrase("json.empty")),
        ('{\n  "a": 1,\n}', (2, 9), Phrase("json.trailing-comma")),
        ('{"é": "\U0001f600" 1}', (1, 11), Phrase("json.found", {"expected": Phrase("json.comma", {"closing": "}"}), "found": "1"})),
        (b'{"a":\n "\xe9"}', (2, 3), Phrase("source.not-utf-8", {"byte": "E9"})),
        (b'"\xc3\xa9\xff"', (1, 3), Phrase("source.not-utf-8", {"byte": "FF"})),
        (b'\xef\xbb\xbf"\xff', (1, 2), Phrase("source.not-utf-8", {"byte": "FF"})),
        ('{"a": 1}'.encode("utf-16"), (None, None), Phrase("source.utf-16")),
        (Large(lambda: "[" * 100_000), (1, 65), Phrase("json.too-deep", {"limit": 64})),
        ('{"a":\n' + "[" * MAX_DEPTH + "]" * MAX_DEPTH + "}", (2, 64), Phrase("json.too-deep", {"limit": 64})),
        (Large(lambda: "[" + "0," * LIMITS.values + "0]"), (1, 1), Phrase("source.too-many-values", {"limit": 75000})),
        (Large(lambda: '{"a": 1' + ', "a": 1' * 300_000 + "}"), (1, 1_399_999), Phrase("json.too-many-values", {"limit": 175000})),
        (Large(lambda: '{"enum": [' + "0," * LIMITS.options + "0]}"), (1, 1),
         Phrase("source.too-many-options", {"limit": 100000})),
        ('{"%s": 1}' % ("k" * (MAX_KEY + 1)), (1, 1), Phrase("source.too-long", {"limit": 10000})),
        ("'" + "x" * 100, (1, 1), Phrase("json.single-quotes")),
    ],
    ids=range(14),
)  # fmt: skip
def test_a_text_that_cannot_be_read_is_one_problem_at_its_place(source, place, message):
    read = read_source(source)

    assert read.value is ABSENT
    assert [(problem.line, problem.column, problem.params["fault"], problem.at) for problem in read.problems] == [
        (*place, message, "")
    ]


def test_a_text_that_is_too_large_is_one_problem():
    for text in ("x" * LIMITS.bytes, "é" * (LIMITS.bytes // 2), " " * LIMITS.bytes):
        for source in (f'"{text}"', f'"{text}"'.encode(), (text + " ").encode()):
            read = read_source(source)

            assert read.value is ABSENT
            assert [(problem.at, problem.line, problem.params["fault"]) for problem in read.problems] == [
                ("", None, Phrase("source.too-large", {"limit": 4}))
            ]


def test_a_file_larger_than_the_limit_is_not_read_whole():
    assert source_problems(read_source(Path("/dev/zero"))) == [(None, None, "", "too-large")]


def test_the_deepest_and_the_largest_that_are_allowed_are_read():
    deep = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    many = json.dumps({"enum": [0] * (LIMITS.options - 1), "x": [0] * (LIMITS.values - 5)})
    # Whatever stands in options is of them.
    within = json.dumps({"enum": [{"x": [0] * (LIMITS.values + 5)}]})

    assert [read_source(text).problems for text in (deep, many, within)] == [(), (), ()]


@pytest.mark.parametrize(
    ("text", "value", "problems"),
    [
        ('{"a": NaN}', {"a": None}, [(1, 7, "/a", "not-finite")]),
        ("[1,\n -Infinity]", [1, None], [(2, 2, "/1", "not-finite")]),
        ('{"a/b": 1e400}', {"a/b": None}, [(1, 9, "/a~1b", "not-finite")]),
        ("[" + "9" * 5000 + "]", [None], [(1, 2, "/0", "too-long")]),
        ("[-" + "9" * 5000 + "]", [None], [(1, 2, "/0", "too-long")]),
        ('{"a": 1,\n "a": 2,\n "a": 3}', {"a": 3}, [(2, 2, "/a", "repeated-key"), (3, 2, "/a", "repeated-key")]),
        ('[{"a": {"b": 1, "b": NaN}}]', [{"a": {"b": None}}],
         [(1, 22, "/0/a/b", "not-finite"), (1, 17, "/0/a/b", "repeated-key")]),
    ],
    ids=range(7),
)  # fmt: skip
def test_a_part_that_is_wrong_costs_that_part_alone(text, value, problems):
    source = read_source(text)

    assert equal(source.value, value)
    assert source_problems(source) == problems


def test_a_repeated_key_says_where_it_stands_first():
    (found,) = read_source('{\n  "a": 1,\n  "a": 2}').problems

    assert found.phrase == Phrase("repeated-key", {"name": '"a"', "line": 2, "column": 3})
    assert found.on_key


def test_problems_with_a_text_are_bounded():
    assert len(read_source("[" + "NaN," * 500 + "0]").problems) == MAX_PROBLEMS
    assert len(read_source("{" + '"a": 0, ' * 500 + '"a": 0}').problems) == MAX_PROBLEMS


# parsed values


class Colour(IntEnum):
    """Numbers of a class of their own."""

    RED = 1


def cyclic() -> list:
    value: list = [1]
    value.append(value)
    return value


def doubling() -> list:
    value: list = []
    for _ in range(40):
        value = [value, value]
    return value


@pytest.mark.parametrize(
    ("given_value", "value", "problems"),
    [
        (cyclic(), ABSENT, [("", "too-deep")]),
        (doubling(), ABSENT, [("", "too-many-values")]),
        (Large(lambda: ["x" * 3_000_000] * 2), ABSENT, [("", "too-large")]),
        ({"k" * (MAX_KEY + 1): 1}, ABSENT, [("", "too-long")]),
        ({1: 2, "a": 3}, {"a": 3}, [("", "not-json")]),
        ([float("nan"), float("-inf")], [None, None], [("/0", "not-finite"), ("/1", "not-finite")]),
        ([10**5000], [None], [("/0", "too-long")]),
        ({"day": date(2026, 1, 31), "set": {1}, "bytes": b"", "absent": ABSENT},
         {"day": None, "set": None, "bytes": None, "absent": None},
         [("/day", "not-json"), ("/set", "not-json"), ("/bytes", "not-json"), ("/absent", "not-json")]),
        ((1, (2,)), [1, [2]], []),
        (None, None, []),
    ],
    ids=range(10),
)  # fmt: skip
def test_a_value_that_is_not_json_is_a_problem_and_no_exception(given_value, value, problems):
    source = read_source(given_value)

    assert equal(source.value, value)
    assert [(problem.at, problem.code) for problem in source.problems] == problems
    assert [(problem.line, problem.column) for problem in source.problems] == [(None, None)] * len(problems)


def test_values_of_classes_of_their_own_become_plain():
    value = read_source({Markup("<b>"): [Markup("<i>"), Colour.RED, True]}).value

    assert value == {"<b>": ["<i>", 1, True]}
    assert [type(part) for part in (*value, *value["<b>"])] == [str, str, int, bool]


def test_what_was_read_does_not_change_with_what_was_given():
    given_value = {"a": [1]}
    source = read_source(given_value)
    given_value["a"].append(2)

    assert source.value == {"a": [1]}


# positions

TEXT = '{"inputs": [{"key": "a",\r\n\t"type": "text"}, {"": {"~/": 1}}]}'


@pytest.mark.parametrize(
    ("at", "on_key", "place"),
    [
        ("", False, (1, 1)),
        ("", True, (1, 1)),
        ("/inputs", True, (1, 2)),
        ("/inputs/0/type", False, (2, 10)),
        ("/inputs/0/type", True, (2, 2)),
        ("/inputs/0/label", False, (1, 13)),
        ("/inputs/0/label", True, (1, 13)),
        ("/inputs/0/type/deeper", True, (2, 10)),
        ("/inputs/7/type", False, (1, 12)),
        ("/inputs/00", False, (1, 12)),
        ("/inputs/1//~0~1", False, (2, 31)),
        ("/inputs/1/", True, (2, 20)),
        ("/nothing", False, (1, 1)),
    ],
)
def test_a_problem_is_located_at_its_value_its_key_or_the_nearest_parent(at, on_key, place):
    located = read_source(TEXT).locate(problem(at, on_key=on_key))

    assert (located.line, located.column) == place


def test_without_a_text_there_are_no_positions():
    source = read_source({"a": 1})

    assert source.locate(problem("/a")) == problem("/a")
    assert source.excerpt(problem("/a")) == ""


def test_a_problem_that_has_its_place_keeps_it():
    placed = Problem(at="/a", code="x", key="verbatim", params={"text": "x"}, line=7, column=9)

    assert read_source('{"a": 1}').locate(placed) == placed


def test_the_last_of_repeated_keys_is_located():
    assert read_source('{"a": 1, "a": 2}').locate(problem("/a")).column == 15


@pytest.mark.parametrize(
    ("text", "at", "excerpt"),
    [
        ('{"a": 1,\n "b": 2,\n "c": 3}', "/b", ' "b": 2,\n      ^'),
        ('{\r\n\t"a":\t1\r\n}', "/a", '    "a":    1\n            ^'),
        ('["日本", 1]', "/1", '["日本", 1]\n         ^'),
        ('["e\u0301", 1]', "/1", '["e\u0301", 1]\n      ^'),
        ('["\u202eabc\x7f", 1]', "/1", '["\ufffdabc\ufffd", 1]\n          ^'),
        ('["' + "x" * 200 + '", 1, "' + "y" * 200 + '"]', "/1",
         "…" + "x" * 67 + '", 1, "' + "y" * 26 + "…\n" + " " * 71 + "^"),
    ],
    ids=range(6),
)  # fmt: skip
def test_the_excerpt_has_a_caret_below_the_place(text, at, excerpt):
    assert read_source(text).excerpt(problem(at)) == excerpt


@pytest.mark.parametrize(
    ("text", "at", "pieces"),
    [
        ('{"a": 1, "b": "one \\" two"}', "/b", ('{"a": 1, "b": ', '"one \\" two"', "}")),
        ('{"a": -1.5e3}', "/a", ('{"a": ', "-1.5e3", "}")),
        ('{"a": [1]}', "/a", ('{"a": ', "[", "1]}")),
        ('{"a": "' + "x" * 40 + '"}', "/a", ('{"a": ', '"' + "x" * 29, "…")),
        ("[1,\n", "", ("", "", "")),
    ],
    ids=range(5),
)
def test_the_line_of_a_place_is_told_in_pieces(text, at, pieces):
    source = read_source(text)

    assert source.pieces(source.problems[0] if source.problems else problem(at)) == pieces


def test_the_excerpt_of_a_fault_is_the_line_it_is_in():
    source = read_source('{"a": 1,\n "b": tru\n}')

    assert source.excerpt(source.problems[0]) == ' "b": tru\n      ^'


def test_the_excerpt_of_a_fault_at_the_end_is_the_last_line():
    source = read_source("[1,\n")

    assert source.excerpt(source.problems[0]) == "\n^"


@given(JSON, st.sampled_from([None, 2]))
def test_every_place_has_an_excerpt(value, indent):
    source = read_source(json.dumps(value, indent=indent, ensure_ascii=False))
    line, caret = source.excerpt(problem("")).split("\n")

    assert caret == "^"
    assert line
