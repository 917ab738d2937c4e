"""The JSON scanner: it takes what the json module takes, and names each fault at its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webform.messages import Phrase
from webform.scan import MAX_REPEATS, FaultError, JsonPlace, Scan, line_and_column, line_starts


def scan(text: str, max_depth: int = 64, max_values: int = 1000) -> Scan:
    return Scan(text, max_depth, max_values)


FAULTS = [
    ("", 0, Phrase("json.empty")),
    (" \n", 2, Phrase("json.empty")),
    ("{", 1, Phrase("json.ends", {"expected": Phrase("json.quoted-key")})),
    ("[1,", 3, Phrase("json.ends", {"expected": Phrase("json.value")})),
    ('{"a"', 4, Phrase("json.ends", {"expected": Phrase("json.colon")})),
    (
        '{"a":\n1\n',
        8,
        Phrase("json.ends.unclosed", {"expected": Phrase("json.comma", {"closing": "}"}), "opening": "{", "line": 1}),
    ),
    (
        '\n[\r\n1 "b"',
        6,
        Phrase(
            "json.found.unclosed",
            {"expected": Phrase("json.comma", {"closing": "]"}), "found": '"b"', "opening": "[", "line": 2},
        ),
    ),
    ('{"a": 1,}', 7, Phrase("json.trailing-comma")),
    ("[1 , ]", 3, Phrase("json.trailing-comma")),
    ("[,]", 1, Phrase("json.found", {"expected": Phrase("json.value"), "found": ","})),
    ("[1,,2]", 3, Phrase("json.found", {"expected": Phrase("json.value"), "found": ","})),
    ('{"a":,}', 5, Phrase("json.found", {"expected": Phrase("json.value"), "found": ","})),
    ('{"a" 1}', 5, Phrase("json.found", {"expected": Phrase("json.colon"), "found": "1"})),
    ('{"a": 1]', 7, Phrase("json.found", {"expected": Phrase("json.comma", {"closing": "}"}), "found": "]"})),
    ("[1] [2]", 4, Phrase("json.found", {"expected": Phrase("json.end"), "found": "["})),
    ("[1] // one", 4, Phrase("json.comment")),
    ("{/* a */}", 1, Phrase("json.comment")),
    ("# a\n{}", 0, Phrase("json.comment")),
    ("{'a': 1}", 1, Phrase("json.single-quotes")),
    ("{\u201ca\u201d: 1}", 1, Phrase("json.curly-quotes")),
    ("{a: 1}", 1, Phrase("json.key", {"found": "a"})),
    ("{1: 1}", 1, Phrase("json.key", {"found": "1"})),
    ("[abc]", 1, Phrase("json.text", {"found": "abc"})),
    ("[True]", 1, Phrase("json.true")),
    ("[False]", 1, Phrase("json.false")),
    ("[None]", 1, Phrase("json.null", {"found": "None"})),
    ("[undefined]", 1, Phrase("json.null", {"found": "undefined"})),
    ("[01]", 1, Phrase("json.number", {"found": "01"})),
    ("[+1]", 1, Phrase("json.number", {"found": "+1"})),
    ("[.5]", 1, Phrase("json.number", {"found": ".5"})),
    ("[1.]", 1, Phrase("json.number", {"found": "1."})),
    ("[0x1F]", 1, Phrase("json.number", {"found": "0x1F"})),
    ("[-]", 1, Phrase("json.found", {"expected": Phrase("json.value"), "found": "-"})),
    (
        "\u00a0[]",
        0,
        Phrase(
            "json.found", {"expected": Phrase("json.value"), "found": Phrase("json.character", {"code_point": "00A0"})}
        ),
    ),
    ("<html>", 0, Phrase("json.found", {"expected": Phrase("json.value"), "found": "<"})),
    ('["abc', 1, Phrase("json.open-string")),
    ('["abc\\', 1, Phrase("json.open-string")),
    ('["abc\n"]', 1, Phrase("json.line-break")),
    (r'["C:\dir"]', 4, Phrase("json.escape", {"found": "d"})),
    (r'["\u12"]', 2, Phrase("json.hexadecimal")),
    ('["a\tb"]', 3, Phrase("json.control", {"code_point": "0009"})),
    ("[" * 65 + "]" * 65, 64, Phrase("json.too-deep", {"limit": 64})),
    ("[" + "1," * 1000 + "1]", 1999, Phrase("json.too-many-values", {"limit": 1000})),
]


@pytest.mark.parametrize(("text", "offset", "fault"), FAULTS, ids=[repr(fault[0][:20]) for fault in FAULTS])
def test_a_fault_is_named_at_its_place(text, offset, fault):
    with pytest.raises(FaultError) as caught:
        scan(text)

    assert (caught.value.offset, caught.value.phrase) == (offset, fault)


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


@given(VALUES, st.booleans(), st.sampled_from([None, 1, "\t"]), st.randoms())
def test_a_place_that_is_looked_up_alone_is_that_of_the_scan(value, ascii_only, indent, order):
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    whole = JsonPlace(text, 0)
    left = [(scan(text).root, whole)]
    while left:
        scanned, place = left.pop(order.randrange(len(left)))
        assert (place.start, place.key) == (scanned.start, scanned.key)
        tokens = order.sample(list(scanned.parts), order.randint(0, len(scanned.parts)))
        left += [(scanned.parts[token], place.part(token)) for token in tokens]
    assert whole.part("nothing") is None
    assert whole.end() == len(text)


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
    ("start", "piece", "times"),
    [('"', "\\", 4_000_001), ('["', "x", 4_000_000), ("", " ", 4_000_000), ("", '"', 4_000_000), ("", "[", 4_000_000),
     ("[", "1,", 2_000_000), ("[", "[],", 1_300_000), ("{", '"a":1,', 600_000), ("", "-", 4_000_000), ("", "/", 4_000_000)],
)  # fmt: skip
def test_a_large_hostile_text_is_refused_soon(start, piece, times):
    """A scan that is not linear would take hours here."""
    with pytest.raises(FaultError):
        scan(start + piece * times, max_values=200_000)
