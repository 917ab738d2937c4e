"""A picture before and after."""

from __future__ import annotations

import pytest

from tests.outputs.showing import PNG, declared, phrases


def test_both_pictures_are_shown():
    view = declared("image_compare", {"before": PNG, "after": {"value": PNG}})

    assert [(datum.title, datum.at) for datum in view.data] == [("Before", "/o/before"), ("After", "/o/after/value")]


@pytest.mark.parametrize("value", [PNG, {"before": PNG}, {"before": PNG, "after": "x"}])
def test_what_is_no_pair_of_pictures_is_said_to_be_wrong(value):
    assert phrases(declared("image_compare", value)) != []
