"""The view of changes in a text."""

from __future__ import annotations

import pytest

from tests.outputs.showing import declared, phrases, shaped
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


def test_lines_have_the_numbers_that_they_have_in_their_texts():
    view = declared("diff", {"before": "a\nb", "after": "a\nc"})

    assert [line[:3] for line in view.data.lines] == [("same", 1, 1), ("del", 2, 0), ("ins", 0, 2)]


def test_it_says_how_much_changed_and_can_be_taken_away():
    view = declared("diff", {"before": "a\n", "after": "b\n"})

    assert view.note == "1 added, 1 removed"
    assert declared("diff", {"before": "", "after": "b\n"}).note == "1 added, 0 removed"
    assert view.downloads[0].content() == b"--- before\n+++ after\n@@ -1 +1 @@\n-a\n+b\n"


def test_enormous_texts_are_compared_as_far_as_a_page_bears():
    view = declared("diff", {"before": "a\n" * 100_000, "after": "b\n" * 100_000})

    assert len(view.data.lines) == 2 * MAX_LINES
    assert view.data.more == 100_000 - MAX_LINES


@pytest.mark.parametrize(("before", "after"), [("a\n", "b\n" * (MAX_LINES + 7)), ("b\n" * (MAX_LINES + 7), "a\n")])
def test_the_longer_of_two_texts_says_how_much_is_not_shown(before, after):
    view = declared("diff", {"before": before, "after": after})

    assert (view.data.more, view.downloads) == (7, ())


@pytest.mark.parametrize("value", ["x", {"before": "a"}, {"before": "a", "after": 5}])
def test_what_is_no_pair_of_texts_is_said_to_be_wrong(value):
    assert phrases(declared("diff", value)) != []


PATCH = """Unstaged changes:
diff --git a/a.txt b/a.txt
index 1..2 100644
--- a/a.txt
+++ b/a.txt
@@ -1,3 +1,4 @@ def f():
 one
-two
+2
++ plus
 three
\\ No newline at end of file
@@ -9 +10 @@
--- gone
+++ came
"""


def test_a_unified_diff_is_shown_line_by_line_with_its_numbers():
    view = shaped(PATCH)

    assert (view.name, view.note) == ("diff", "3 added, 2 removed")
    assert [tuple(line) for line in view.data.lines][:6] == [
        ("file", 0, 0, "Unstaged changes:"),
        ("file", 0, 0, "diff --git a/a.txt b/a.txt"),
        ("file", 0, 0, "index 1..2 100644"),
        ("file", 0, 0, "--- a/a.txt"),
        ("file", 0, 0, "+++ b/a.txt"),
        ("place", 0, 0, "Line 1 def f():"),
    ]
    assert [tuple(line) for line in view.data.lines][6:] == [
        ("same", 1, 1, "one"),
        ("del", 2, 0, "two"),
        ("ins", 0, 2, "2"),
        ("ins", 0, 3, "+ plus"),
        ("same", 3, 4, "three"),
        ("file", 0, 0, "\\ No newline at end of file"),
        ("place", 0, 0, "Line 10"),
        ("del", 9, 0, "-- gone"),
        ("ins", 0, 10, "++ came"),
    ]
    assert view.downloads[0].content() == PATCH.encode()


@pytest.mark.parametrize(
    "text",
    [
        "--- a\n+++ b\n",
        "a diff --git a b",
        "```diff\ndiff --git a/a b/b\n```",
        "line\n" * 9 + "diff --git a b",
        "@@ -1 +1 @@",
    ],
)
def test_a_text_that_only_looks_like_a_diff_is_a_text(text):
    assert shaped(text).name in ("text", "markdown")


@pytest.mark.parametrize("hunk", ["@@ -1,999999999 +1,999999999 @@", "@@ -0,0 +1 @@", "@@ -x +y @@", "@@ @@"])
def test_a_diff_of_any_making_is_shown(hunk):
    view = shaped(f"diff --git a b\n{hunk}\n" + "+x\u202e\n" * 5000)

    assert view.name == "diff"
    assert len(view.data.lines) == MAX_LINES
    assert view.data.more > 3000
