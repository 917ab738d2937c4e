"""YAML texts: what is read of them, what is wrong with them, and where."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import webform
from webform.messages import Phrase
from webform.problems import Problem
from webform.scan import Scan
from webform.source import LIMITS, MAX_DEPTH, MAX_PROBLEMS, Limits, read_source
from webform.values import ABSENT
from webform.yaml import read_yaml


def read(text: str):
    return read_source(text, "a.yaml")


def source_problems(source) -> list[tuple[int | None, int | None, str, str]]:
    """What is wrong with *source*: line, column, pointer, code."""
    return [(problem.line, problem.column, problem.at, problem.code) for problem in source.problems]


# which texts are YAML


@pytest.mark.parametrize("text", ["a: 1", "# a\na: 1", "---\na: 1", "- 1", "a:\n  - 1", "on: off", "héllo: 1"])
def test_a_text_that_does_not_start_like_json_is_yaml(text):
    source = read_source(text)

    assert (type(source.value) in {dict, list}, source.problems) == (True, ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{a: 1}", Phrase("json.key", {"found": "a"})),
        ("[yes]", Phrase("json.text", {"found": "yes"})),
        ("# a\n{}", Phrase("json.comment")),
        ("// a\n{}", Phrase("json.comment")),
        ("", Phrase("json.empty")),
        ("'a'", Phrase("json.single-quotes")),
    ],
)
def test_a_text_that_starts_like_json_has_the_problems_of_json(text, message):
    assert [message] == [problem.params["fault"] for problem in read_source(text).problems]


@pytest.mark.parametrize(
    ("name", "value"), [("a.yaml", {"a": 1}), ("a.YML", {"a": 1}), ("a.json", ABSENT), ("a.txt", ABSENT), ("", ABSENT)]
)
def test_the_name_of_a_file_decides_before_its_text(name, value):
    assert read_source("{a: 1}", name).value == value


def test_a_file_is_read_by_its_name_and_without_its_byte_order_mark(tmp_path):
    file = tmp_path / "a.yml"
    file.write_bytes(b"\xef\xbb\xbf{a: \xc3\xa9}")

    assert read_source(file).value == {"a": "é"}


# values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *[(word, word) for word in ("on", "off", "yes", "no", "Yes", "y", "n", "NO", "nUll", "tRUE")],
        *[(word, None) for word in ("", "~", "null", "Null", "NULL")],
        *[(word, True) for word in ("true", "True", "TRUE")],
        *[(word, False) for word in ("false", "False", "FALSE")],
        ("012", 12), ("-7", -7), ("+7", 7), ("0o17", 15), ("0x1F", 31), ("1_000", "1_000"), ("0b1", "0b1"),
        ("1e3", 1000.0), (".5", 0.5), ("1.", 1.0), ("-1.5E-2", -0.015), ("1:30", "1:30"), ("1.2.3", "1.2.3"),
        ("9007199254740993", 9007199254740993), ("2026-01-31", "2026-01-31"),
        ("2026-01-31T10:00:00Z", "2026-01-31T10:00:00Z"), ("=", "="), ("'1'", "1"), ('"\\u00e9\\n"', "é\n"),
        ("|\n  a\n  b", "a\nb"), (">\n  a\n  b", "a b"), ("a\n  b", "a b"), ("١", "١"),
    ],
)  # fmt: skip
def test_text_is_what_the_core_schema_makes_of_it(text, value):
    source = read(f"a: {text}")

    assert (json.dumps(source.value), source.problems) == (json.dumps({"a": value}), ())


#: What stands in double quotes as it is, in JSON and in YAML.
TEXTS = st.text(st.characters(max_codepoint=0xD7FF, exclude_categories=["Cc", "Zl", "Zp"]), max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda part: st.lists(part, max_size=4) | st.dictionaries(TEXTS, part, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_json_is_yaml_with_the_same_values_at_the_same_places(value):
    text = json.dumps(value, ensure_ascii=False)
    document = read_yaml(text, MAX_DEPTH, LIMITS.yaml_kilobytes, LIMITS.yaml_values)

    assert json.dumps(document.value) == json.dumps(value)
    assert document.root == Scan(text, MAX_DEPTH, 1000).root


def test_an_alias_stands_for_the_value_of_its_anchor():
    source = read("a: &a {b: [1]}\nc: *a\nd: [*a, *a]\n*e : 1".replace("*e", "e"))

    assert (source.value, source.problems) == (
        {"a": {"b": [1]}, "c": {"b": [1]}, "d": [{"b": [1]}, {"b": [1]}], "e": 1},
        (),
    )


def test_the_last_anchor_of_a_name_counts_and_an_alias_may_be_a_key():
    assert read("- &a x\n- &a y\n- *a\n- {*a : 1}").value == ["x", "y", "y", {"y": 1}]


# what is wrong


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", (1, 1), Phrase("json.empty")),
        ("# nothing\n", (2, 1), Phrase("json.empty")),
        ("a:\n\t- b", (2, 1), Phrase("yaml.tab")),
        ("a: b: c", (1, 5), Phrase("yaml.key")),
        ("a:\n b: 1\nc", (3, 1), Phrase("yaml.colon")),
        ("a: @b", (1, 4), Phrase("yaml.quotes", {"found": "@"})),
        ("a: `b`", (1, 4), Phrase("yaml.quotes", {"found": "`"})),
        ("a: 'b", (1, 4), Phrase("yaml.open-string")),
        ('a: "b\n---\n', (1, 4), Phrase("yaml.open-string")),
        (r'a: "\d"', (1, 6), Phrase("yaml.escape", {"found": "d"})),
        ("a: [1, 2", (1, 9), Phrase("yaml.comma", {"closing": "]"})),
        ("a: {b: 1\nc: 2", (2, 2), Phrase("yaml.comma", {"closing": "}"})),
        ("- a\nb: c", (2, 1), Phrase("yaml.indentation")),
        ("[a]\nb: c", (2, 1), Phrase("yaml.nothing-above")),
        ("a: - b", (1, 4), Phrase("yaml.item")),
        ("a: | b", (1, 6), Phrase("yaml.next-line")),
        ("a: [,]", (1, 5), Phrase("yaml.value")),
        ("a: b\x07", (1, 5), Phrase("yaml.character", {"code_point": "0007"})),
        ("a: \ud800", (1, 4), Phrase("yaml.character", {"code_point": "D800"})),
        (r'a: "\UFFFFFFFF"', (1, 1), Phrase("yaml.spelling")),
        ("%YAML 1.9\n---\na", (1, 1), Phrase("yaml.spelling")),
        ("a: !x!y z", (1, 4), Phrase("yaml.parser", {"fault": "found undefined tag handle '!x!'"})),
        ("a:\n " + "[" * MAX_DEPTH + "]" * MAX_DEPTH, (2, 65), Phrase("json.too-deep", {"limit": 64})),
        ("- " * (MAX_DEPTH + 1), (1, 129), Phrase("json.too-deep", {"limit": 64})),
        ("{" * 100_000, (1, 66), Phrase("json.too-deep", {"limit": 64})),
        ("a" * (LIMITS.yaml_kilobytes * 1024 + 1), (1, 1), Phrase("yaml.too-large", {"limit": 256})),
        ("é" * (LIMITS.yaml_kilobytes * 1024 // 2 + 1), (1, 1), Phrase("yaml.too-large", {"limit": 256})),
    ],
    ids=range(27),
)  # fmt: skip
def test_a_text_that_cannot_be_read_is_one_problem_at_its_place(text, place, message):
    source = read(text)

    assert source.value is ABSENT
    assert [(*place, message, "")] == [
        (problem.line, problem.column, problem.params["fault"], problem.at) for problem in source.problems
    ]


@pytest.mark.parametrize(
    ("text", "value", "problems"),
    [
        ("a: 1\nb: 2\na: 3", {"a": 3, "b": 2}, [(3, 1, "/a", "repeated-key")]),
        ("a:\n  - {b: 1, 'b': 2}", {"a": [{"b": 2}]}, [(2, 12, "/a/0/b", "repeated-key")]),
        ("1: a\ntrue: b\n~: c", {"1": "a", "true": "b", "~": "c"},
         [(1, 1, "", "yaml-key"), (2, 1, "", "yaml-key"), (3, 1, "", "yaml-key")]),
        ("a: {[b]: 1, c: 2}", {"a": {"c": 2}}, [(1, 5, "/a", "yaml-key")]),
        ("? {a: [b]}\n: {c: [d]}\ne: 1", {"e": 1}, [(1, 3, "", "yaml-key")]),
        ("a: &a {b: 1}\nc:\n  <<: *a\n  d: 2", {"a": {"b": 1}, "c": {"d": 2}}, [(3, 3, "/c", "yaml-merge")]),
        ("'<<': 1", {"<<": 1}, []),
        ("a: !!python/object/apply:os.system [x]", {"a": ["x"]}, [(1, 4, "/a", "yaml-tag")]),
        ("a: !!str 1\nb: ! c", {"a": 1, "b": "c"}, [(1, 4, "/a", "yaml-tag"), (2, 4, "/b", "yaml-tag")]),
        ("a: *b", {"a": None}, [(1, 4, "/a", "yaml-alias")]),
        ("a: &a [1, *a]", {"a": [1, None]}, [(1, 11, "/a/1", "yaml-alias")]),
        ("a: .nan\nb: [-.inf]", {"a": None, "b": [None]}, [(1, 4, "/a", "not-finite"), (2, 5, "/b/0", "not-finite")]),
        ("a: 1e999", {"a": None}, [(1, 4, "/a", "not-finite")]),
        ("a: " + "9" * 5000, {"a": None}, [(1, 4, "/a", "too-long")]),
        ("a: 0x" + "f" * 5000, {"a": None}, [(1, 4, "/a", "too-long")]),
        ("a: 1\n---\nb: 2", {"a": 1}, [(2, 1, "", "several-documents")]),
        ("a: 1\n...\n# end\n", {"a": 1}, []),
        ("%YAML 1.1\n---\na: yes", {"a": "yes"}, [(2, 1, "", "yaml-version")]),
        ("%YAML 1.2\n---\na: yes", {"a": "yes"}, []),
    ],
    ids=range(19),
)  # fmt: skip
def test_a_part_that_is_wrong_costs_that_part_alone(text, value, problems):
    source = read(text)

    assert (source.value, source_problems(source)) == (value, problems)


def test_the_values_of_a_text_are_bounded():
    def read(text: str):
        return read_source(text, "a.yaml", Limits(yaml_values=10))

    assert read("[1, 2, 3, 4, 5, {a: 6}]").problems == ()
    assert source_problems(read("[1, 2, 3, 4, 5, {a: 6, b: 7}]")) == [(1, 27, "", "too-many-values")]
    assert source_problems(read("[1, 2, 3, 4, 5, {[1, 2, 3, 4]: 6}]")) == [(1, 25, "", "too-many-values")]


def test_problems_with_a_text_are_bounded():
    assert len(read("a: 1\n" * 500).problems) == MAX_PROBLEMS
    assert len(read("- !x y\n" * 500).problems) == MAX_PROBLEMS


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
         + "".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10)), "too-many-values"),
        ("- &a0 [x]\n" + "".join(f"- &a{n} [*a{n - 1}]\n" for n in range(1, 100)), "too-deep"),
        ("- &a " + "x" * 100_000 + "\n" + "- *a\n" * 100, "too-large"),
    ],
    ids=["wide", "deep", "long"],
)  # fmt: skip
def test_aliases_count_as_often_as_they_stand(text, code):
    source = read(text)

    assert (source.value, [code]) == (ABSENT, [problem.code for problem in source.problems])


@pytest.mark.parametrize(
    "text",
    [
        "? " * 100_000,
        "[" * 200_000,
        "!" + "a" * 200_000 + " b",
    ],
    ids=range(3),
)
def test_no_text_keeps_the_reader_for_long(text):
    read(text)


# positions

TEXT = "# a protocol\r\ntypes:\r\n  Address: &a\r\n    street: { type: string }\r\n  é: *a\r\n'x/y':\r\n- - 1\r\nempty:\r\n"


@pytest.mark.parametrize(
    ("at", "on_key", "place"),
    [
        ("", False, (2, 1)),
        ("/types", True, (2, 1)),
        ("/types", False, (3, 3)),
        ("/types/Address", True, (3, 3)),
        ("/types/Address/street", True, (4, 5)),
        ("/types/Address/street", False, (4, 13)),
        ("/types/Address/street/type", False, (4, 21)),
        ("/types/Address/city", False, (3, 12)),
        ("/types/é", False, (5, 6)),
        ("/types/é/street/type", False, (4, 21)),
        ("/x~1y", True, (6, 1)),
        ("/x~1y/0/0", False, (7, 5)),
        ("/empty", True, (8, 1)),
        ("/empty", False, (8, 1)),
        ("/nothing", False, (2, 1)),
    ],
)
def test_a_problem_is_located_at_its_value_its_key_or_the_nearest_parent(at, on_key, place):
    located = read(TEXT).locate(Problem(at=at, code="x", key="verbatim", params={"text": "x"}, on_key=on_key))

    assert (located.line, located.column) == place


def test_the_excerpt_has_a_caret_below_the_place():
    source = read(TEXT)

    assert source.excerpt(Problem(at="/types/Address/street/type", code="x", key="verbatim", params={"text": "x"})) == (
        "    street: { type: string }\n                    ^"
    )


# any text

PIECES = st.sampled_from(
    ['"', "'", "\\", "{", "}", "[", "]", ",", ":", ": ", "- ", "? ", "\n", "\n  ", "\t", "#", " #", "&a ", "*a", "!", "!!str ",
     "!<", "%", "%YAML 1.2\n", "---\n", "...\n", "|", ">", "|2", "<<", "~", r"\x", r"\U0011FFFF", "\x85", "\u2028", "\r",
     "\ufeff", "\x00", "é", "0x", ".nan", "on", "@", "`", "a", "types", "input", "type: string", "\ud800"]
)  # fmt: skip


@given(st.one_of(st.lists(PIECES, max_size=25).map("".join), st.text(), st.binary()))
def test_any_text_gives_a_value_or_problems(text):
    source = read_source(text, "a.yaml")

    assert source.value is not ABSENT or source.problems
    for problem in source.problems:
        source.excerpt(problem)
    assert isinstance(webform.lint(text), list)
