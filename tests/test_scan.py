"""The JSON scanner: it takes what the json module takes, and names each fault at its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webform.scan import MAX_REPEATS, FaultError, Scan, line_and_column, line_starts


def scan(text: str, max_depth: int = 64, max_values: int = 1000) -> Scan:
    return Scan(text, max_depth, max_values)


FAULTS = [
    ("", 0, "the text is empty"),
    (" \n", 2, "the text is empty"),
    ("{", 1, "expected a key in double quotes, but the text ends"),
    ("[1,", 3, "expected a value, but the text ends"),
    ('{"a"', 4, "expected a colon after the key, but the text ends"),
    ('{"a":\n1\n', 8, "expected a comma or }, but the text ends (the { is in line 1)"),
    ('\n[\r\n1 "b"', 6, 'expected a comma or ], found "b" (the [ is in line 2)'),
    ('{"a": 1,}', 7, "a trailing comma: remove it"),
    ("[1 , ]", 3, "a trailing comma: remove it"),
    ("[,]", 1, "expected a value, found ,"),
    ("[1,,2]", 3, "expected a value, found ,"),
    ('{"a":,}', 5, "expected a value, found ,"),
    ('{"a" 1}', 5, "expected a colon after the key, found 1"),
    ('{"a": 1]', 7, "expected a comma or }, found ]"),
    ("[1] [2]", 4, "expected the end of the text, found ["),
    ("[1] // one", 4, "a comment is not JSON: remove it"),
    ("{/* a */}", 1, "a comment is not JSON: remove it"),
    ("# a\n{}", 0, "a comment is not JSON: remove it"),
    ("{'a': 1}", 1, "single quotes: JSON strings use double quotes"),
    ("{\u201ca\u201d: 1}", 1, "curly quotes: JSON strings use straight double quotes"),
    ("{a: 1}", 1, 'a key needs double quotes: write "a"'),
    ("{1: 1}", 1, 'a key needs double quotes: write "1"'),
    ("[abc]", 1, 'text needs double quotes: write "abc"'),
    ("[True]", 1, "True is not JSON: write true"),
    ("[False]", 1, "False is not JSON: write false"),
    ("[None]", 1, "None is not JSON: write null"),
    ("[undefined]", 1, "undefined is not JSON: write null"),
    ("[01]", 1, "01 is not a number as JSON writes it"),
    ("[+1]", 1, "+1 is not a number as JSON writes it"),
    ("[.5]", 1, ".5 is not a number as JSON writes it"),
    ("[1.]", 1, "1. is not a number as JSON writes it"),
    ("[0x1F]", 1, "0x1F is not a number as JSON writes it"),
    ("[-]", 1, "expected a value, found -"),
    ("\u00a0[]", 0, "expected a value, found the character U+00A0"),
    ("<html>", 0, "expected a value, found <"),
    ('["abc', 1, "a string is not closed"),
    ('["abc\\', 1, "a string is not closed"),
    ('["abc\n"]', 1, r"a string is not closed where its line ends; a line break inside is written \n"),
    (r'["C:\dir"]', 4, r"\d is no escape: a backslash is written \\"),
    (r'["\u12"]', 2, r"expected four hexadecimal digits after \u"),
    ('["a\tb"]', 3, r"a control character stands in a string: write \u0009"),
    ("[" * 65 + "]" * 65, 64, "nested deeper than 64 levels"),
    ("[" + "1," * 1000 + "1]", 1999, "more than 1,000 values"),
]


@pytest.mark.parametrize(("text", "offset", "message"), FAULTS, ids=[repr(fault[0][:20]) for fault in FAULTS])
def test_a_fault_is_named_at_its_place(text, offset, message):
    with pytest.raises(FaultError) as caught:
        scan(text)

    assert (caught.value.offset, caught.value.message) == (offset, message)


JSON_LIKE = st.lists(
    st.sampled_from(['"', '"a"', r'"\n"', r'"\u00e9"', "\\", "{", "}", "[", "]", ",", ":", " ", "\n", "0", "1", "-",
                     ".5", "e3", "true", "null", "NaN", "-Infinity", "é", "\t", "'", "\x00"]),
    max_size=12,
).map("".join)  # fmt: skip


@given(JSON_LIKE)
def test_it_takes_exactly_what_the_json_module_takes(text):
    try:
        json.loads(text)
    except json.JSONDecodeError:
        with pytest.raises(FaultError):
            scan(text)
    else:
        scan(text)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda part: st.lists(part) | st.dictionaries(st.text(), part),
    max_leaves=15,
)


@given(VALUES, st.booleans(), st.sampled_from([None, 1, "\t"]))
def test_every_value_and_key_stands_at_its_place(value, ascii_only, indent):
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    left = [(scan(text).root, value)]
    while left:
        place, value = left.pop()
        assert repr(json.JSONDecoder().raw_decode(text, place.start)[0]) == repr(value)
        parts = dict(enumerate(value)) if isinstance(value, list) else value if isinstance(value, dict) else {}
        assert list(place.parts) == [str(token) for token in parts]
        if isinstance(value, dict):
            keys = [json.JSONDecoder().raw_decode(text, part.key)[0] for part in place.parts.values()]
            assert keys == list(value)
        left += zip(place.parts.values(), parts.values(), strict=True)


def test_repeated_keys_are_found_at_each_place_and_the_last_counts():
    found = scan(r'{"a": 1, "b": {"c": [{"a": 1, "\u0061": 2}]}, "a": 3, "a": 4}')

    assert found.repeats == [(("b", "c", "0", "a"), 30, 22), (("a",), 46, 1), (("a",), 54, 1)]
    assert found.root.parts["a"].start == 59


def test_repeated_keys_are_listed_up_to_a_limit():
    assert len(scan("{" + '"a": 1, ' * 500 + '"a": 1}').repeats) == MAX_REPEATS


@pytest.mark.parametrize(
    ("offset", "place"), [(0, (1, 1)), (1, (1, 2)), (2, (2, 1)), (4, (3, 1)), (5, (4, 1)), (6, (4, 2))]
)
def test_lines_end_as_any_system_ends_them(offset, place):
    assert line_and_column(line_starts("a\n\r\n\rb"), offset) == place


@pytest.mark.parametrize(
    "text",
    ['"' + "\\" * 4_000_001, '["' + "x" * 4_000_000, " " * 4_000_000, '"' * 4_000_000, "[" * 4_000_000,
     "[" + "1," * 2_000_000, "[" + "[]," * 1_300_000, "{" + '"a":1,' * 600_000, "-" * 4_000_000, "/" * 4_000_000],
    ids=lambda text: repr(text[:6]),
)  # fmt: skip
def test_a_large_hostile_text_is_refused_soon(text):
    """A scan that is not linear would take hours here."""
    with pytest.raises(FaultError):
        scan(text, max_values=200_000)
