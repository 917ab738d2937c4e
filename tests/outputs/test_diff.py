"""What changed in a text."""

from __future__ import annotations

import pytest

from tests.outputs.showing import declared, messages
from webform.outputs.diff import MAX_LINES


def lines(before: str, after: str) -> list[str]:
    signs = {"same": " ", "ins": "+", "del": "-", "gap": "…"}
    return [signs[line.kind] + line.text for line in declared("diff", {"before": before, "after": after}).data.lines]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a\nb", "a\nc", [" a", "-b", "+c"]),
        ("", "a", ["+a"]),
        ("a", "", ["-a"]),
        ("a", "a", []),
        ("", "", []),
        ("\n".join("abcdefgh"), "\n".join("abcdefgX"), ["…4", " e", " f", " g", "-h", "+X"]),
        ("a\u202eb", "a", ["-a\\u202eb", "+a"]),
    ],
)
def test_lines_came_went_and_stayed(before, after, expected):
    assert expected == lines(before, after)


def test_it_says_how_much_changed_and_can_be_taken_away():
    view = declared("diff", {"before": "a\n", "after": "b\n"})

    assert view.note == "1 added, 1 removed"
    assert view.downloads[0].content() == b"--- before\n+++ after\n@@ -1 +1 @@\n-a\n+b\n"


def test_enormous_texts_are_compared_as_far_as_a_page_bears():
    view = declared("diff", {"before": "a\n" * 100_000, "after": "b\n" * 100_000})

    assert len(view.data.lines) == 2 * MAX_LINES
    assert view.data.more == 100_000 - MAX_LINES


@pytest.mark.parametrize("value", ["x", {"before": "a"}, {"before": "a", "after": 5}])
def test_what_is_no_pair_of_texts_is_said_to_be_wrong(value):
    assert messages(declared("diff", value)) != []
