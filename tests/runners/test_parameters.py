"""Styles of parameters: the table of the specification, cell by cell."""

from __future__ import annotations

from functools import partial
from urllib.parse import quote, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webform.runners.parameters import Style, expanded, pairs_of

LIST, OBJECT = ["blue", "black", "brown"], {"R": 100, "G": 200, "B": 150}
encode = partial(quote, safe="")


@pytest.mark.parametrize(
    ("style", "explode", "empty", "text", "items", "members"),
    [
        ("matrix", False, ";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"),
        ("matrix", True, ";color", ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"),
        ("label", False, ".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"),
        ("label", True, ".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"),
        ("simple", False, "", "blue", "blue,black,brown", "R,100,G,200,B,150"),
        ("simple", True, "", "blue", "blue,black,brown", "R=100,G=200,B=150"),
    ],
)
def test_values_in_a_path_or_a_header(style, explode, empty, text, items, members):
    written = [expanded("color", value, Style(style, explode), encode) for value in ("", "blue", LIST, OBJECT)]

    assert written == [empty, text, items, members]


@pytest.mark.parametrize(
    ("style", "explode", "empty", "text", "items", "members"),
    [
        ("form", False, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"),
        ("form", True, "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"),
        ("spaceDelimited", False, "color=", "color=blue", "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"),
        ("pipeDelimited", False, "color=", "color=blue", "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"),
        ("deepObject", True, "color=", "color=blue", "color%5B0%5D=blue&color%5B1%5D=black&color%5B2%5D=brown",
         "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
    ],
)  # fmt: skip
def test_values_in_a_query(style, explode, empty, text, items, members):
    written = [pairs_of("color", value, Style(style, explode), encode) for value in ("", "blue", LIST, OBJECT)]

    assert ["&".join(map("=".join, pairs)) for pairs in written] == [empty, text, items, members]


@pytest.mark.parametrize("value", [None, [], {}, [None], {"a": None}])
@pytest.mark.parametrize("explode", [True, False])
def test_what_is_undefined_is_not_sent(value, explode):
    assert pairs_of("color", value, Style("form", explode), encode) == []
    assert pairs_of("color", value, Style("deepObject", explode), encode) == []
    assert expanded("color", value, Style("simple", explode), encode) == ""


def test_what_the_specification_has_no_way_for_is_json():
    assert expanded("a", [{"b": [1]}, True, 1.50], Style("simple", explode=False), str) == '{"b": [1]},true,1.5'
    assert pairs_of("a", {"b": {"c": [1, {"d": False}]}}, Style("deepObject", explode=True), str) == [
        ("a[b][c][0]", "1"),
        ("a[b][c][1][d]", "false"),
    ]


@given(st.lists(st.text(min_size=1), min_size=1))
def test_whatever_stands_in_a_list_comes_back(items):
    pairs = pairs_of("a", items, Style("form", explode=False), partial(quote, safe="", errors="surrogatepass"))

    assert [unquote(text, errors="surrogatepass") for text in pairs[0][1].split(",")] == items
