"""Trees of labels."""

from __future__ import annotations

import pytest

from tests.outputs.showing import declared, phrases
from webform.outputs.tree import MAX_NODES


def drawn(branch) -> object:
    return [branch.label, *map(drawn, branch.children)] if branch.children else branch.label


def test_a_tree_is_its_labels():
    root = {"label": "a", "children": [{"label": "b", "children": [{"label": 5}]}, {"label": "c"}, "d"]}

    assert drawn(declared("tree", {"root": root}).data) == ["a", ["b", "5"], "c", "d"]


def test_a_deep_and_a_wide_tree_end():
    deep = {"label": "x"}
    for _ in range(400):
        deep = {"label": "x", "children": [deep]}
    wide = declared("tree", {"root": {"label": "x", "children": [{"label": "y"}] * (MAX_NODES + 7)}}).data

    assert drawn(declared("tree", {"root": deep}).data) != "x"
    assert (len(wide.children), wide.more) == (MAX_NODES, 7)


@pytest.mark.parametrize("value", [[], {"root": 5}, {"root": {}}])
def test_what_is_no_tree_is_said_to_be_wrong(value):
    assert phrases(declared("tree", value)) != []
