"""The tree that shows anything."""

from __future__ import annotations

import json

import pytest

from tests.outputs.showing import shaped
from webform.outputs.json import MAX_CHILDREN, MAX_DEPTH, MAX_NODES, tree
from webform.outputs.pretty import MAX_LINED, line, pretty, whole


def count(node) -> int:
    return 1 + sum(map(count, node.children))


def depth(node) -> int:
    return 1 + max(map(depth, node.children), default=0)


def nested(levels: int) -> object:
    value: object = 1
    for _ in range(levels):
        value = [value]
    return value


def test_a_tree_has_the_keys_kinds_and_digits_of_its_value():
    root = tree(
        {"n": 9007199254740993, "f": 1e-300, "t": "é", "no": None, "yes": True, "list": [1.0], "empty": [], "o": {}}
    )

    assert [(node.key, node.kind, node.text) for node in root.children] == [
        ("n", "number", "9007199254740993"), ("f", "number", "1e-300"), ("t", "string", '"é"'), ("no", "null", "null"),
        ("yes", "boolean", "true"), ("list", "list", ""), ("empty", "list", "[]"), ("o", "object", "{}"),
    ]  # fmt: skip
    assert [(node.key, node.text) for node in root.children[5].children] == [("0", "1.0")]


def test_the_first_two_levels_are_open():
    root = tree({"a": {"b": {"c": {}}}})

    assert [root.is_open, root.children[0].is_open, root.children[0].children[0].is_open] == [True, True, False]


def test_a_long_list_is_cut_and_says_by_how_much():
    root = tree(list(range(MAX_CHILDREN + 7)))

    assert (len(root.children), root.more) == (MAX_CHILDREN, 7)


def test_a_large_value_is_cut_and_its_last_part_is_there_as_well_as_its_first():
    root = tree({f"k{index}": [[index] * 50] * 50 for index in range(100)})

    assert count(root) == MAX_NODES + 1
    assert root.children[-1].key == "k99"


def test_a_single_value_is_a_tree_too():
    assert (tree(5).text, tree(5).children) == ("5", [])


def test_a_deep_value_is_cut():
    assert depth(tree(nested(900))) == MAX_DEPTH + 1


@pytest.mark.parametrize("key", ["__proto__", "constructor", "", "a/b", "<script>", "\u202e", "\x00"])
def test_any_key_is_shown(key):
    (node,) = tree({key: 1}).children

    assert node.key == (key if key.isprintable() else f"\\u{ord(key):04x}")


def test_the_download_is_the_value():
    value = {"a": [1, 2.5, None, {"": "\ud800\u202e\x00"}], "__proto__": {}, "n": 9007199254740993}

    assert value == json.loads(shaped({"x": [value]}).downloads[0].content())["x"][0]


@pytest.mark.parametrize(
    "value",
    [1, "a\nb", [], {}, [1, [2, {"a": 3}], []], {"a": {"b": [None]}, "c": 1.0}, "\u202e\x7f\ud800\ufeff", {"": ""}],
)
def test_pretty_json_is_json(value):
    assert value == json.loads(pretty(value).text)
    assert value == json.loads(line(value))
    assert "\n" not in line(value)


def test_pretty_json_is_indented_as_people_do():
    assert json.dumps({"a": [1, {"b": []}], "c": {}}, indent=2) == pretty({"a": [1, {"b": []}], "c": {}}).text
    assert json.dumps({"a": [1, {"b": []}], "c": {}}) == line({"a": [1, {"b": []}], "c": {}})


def test_pretty_json_has_no_depth_that_is_too_much():
    assert line(nested(5000))[:5000] == "[" * 5000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "lines"),
    [
        (lambda: [{"n": [index], "x": "é\u202e\x7f"} for index in range(50_000)], 50_002),
        (lambda: {"rows": [[index, None] for index in range(90_000)], "\u200b": 1}, 90_005),
        (lambda: {str(index): {"a": 1.5} for index in range(80_000)}, 240_002),
        (lambda: ["x" * 2_000_000], 3),
    ],
    ids=["list", "rows", "keys", "text"],
)
def test_all_of_a_large_value_is_json_with_lines(make, lines):
    value = make()
    text = whole(value)

    assert value == json.loads(text)
    assert text.count("\n") + 1 == lines
    assert "\u202e" not in text


def test_all_of_what_is_large_and_deep_is_json():
    text = whole([nested(5000), "x" * MAX_LINED])

    assert (text.count("["), text[-5:]) == (5001, 'xx"\n]')


def test_pretty_json_stops_at_its_limit():
    shown = pretty(["x" * 100] * 10**5, limit=1000)

    assert (len(shown.text), shown.more) == (1000, 1)


def test_long_texts_are_outlined():
    assert f'"{"x" * 120}… (2,000 characters)"' == line("x" * 2000, longest=1000)
    assert line("data:image/png;base64," + "A" * 2000, longest=1000) == '"data:image/png;base64,… (2,022 characters)"'
