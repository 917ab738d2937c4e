"""Keys and values."""

from __future__ import annotations

import json

import pytest

from tests.outputs.showing import RESPONSE, declared, first_key, shaped
from webform.outputs import kv
from webform.outputs.kv import MAX_PAIRS
from webform.outputs.views import views_of
from webform.result import Result


def pairs(view) -> list[tuple[str, str]]:
    return [(pair.key, pair.cell.text) for pair in view.data.pairs]


def test_pairs_stand_in_the_order_they_come():
    view = declared("kv", RESPONSE["o_kv"])

    assert pairs(view) == [("Sharpe", "1.42"), ("MaxDD", "-12%")]
    assert view.copy == "Sharpe\t1.42\nMaxDD\t-12%"
    assert RESPONSE["o_kv"] == json.loads(view.downloads[0].content())


def test_a_pair_may_hold_anything():
    view = declared(
        "kv", {"pairs": [{"key": 5, "value": [1]}, {"key": "none"}, {"key": "a", "value": "https://x.example"}]}
    )

    assert pairs(view) == [("5", "[1]"), ("none", "—"), ("a", "https://x.example")]
    assert [pair.cell.kind for pair in view.data.pairs] == ["json", "null", "link"]


@pytest.mark.parametrize("value", [{"pairs": 5}, {"pairs": [1]}, {"pairs": [{"value": 1}]}, [], "x"])
def test_what_has_no_pairs_is_shown_by_its_shape(value):
    assert first_key(declared("kv", value)) in {"output-type", "output-incomplete"}


def test_a_flat_object_declared_as_pairs_is_still_shown_as_pairs():
    view = declared("kv", {"a": 1})

    assert (view.name, pairs(view), len(view.problems)) == ("kv", [("a", "1")], 1)


@pytest.mark.parametrize(("value", "name"), [({"a": 1, "b": None}, "kv"), ({"a": [1]}, "json"), ({}, "json")])
def test_an_undeclared_flat_object_is_pairs(value, name):
    assert name == shaped(value).name


def test_more_pairs_than_a_page_shows_are_in_the_download():
    value = {f"k{index}": index for index in range(MAX_PAIRS + 5)}
    view = shaped(value)

    assert (len(view.data.pairs), view.data.more) == (MAX_PAIRS, 5)
    assert value == json.loads(view.downloads[0].content())


def test_a_text_is_cut_and_what_hides_in_it_is_seen():
    value = {"a": "x" * 500, "b": "photo\u202egnp.exe", "c": "data:image/png;base64," + "A" * 99}
    (one, two, three) = declared(
        "kv", {"pairs": [{"key": key, "value": value} for key, value in value.items()]}
    ).data.pairs

    assert one.cell[1:3] == ("x" * 300 + "…", "x" * 500)
    assert two.cell.text == "photo\\u202egnp.exe"
    assert three.cell.text == "data:image/png;base64,… (121 characters)"


def test_an_object_that_holds_a_picture_is_shown_part_by_part():
    value = {"text": "Here it is", "image": "data:image/png;base64,eHg="}

    assert not kv.fits(value)
    assert [view.name for view in views_of(None, Result(status="ok", value=value))] == ["text", "image"]
