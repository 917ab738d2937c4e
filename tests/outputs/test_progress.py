"""Progress."""

from __future__ import annotations

import pytest

from tests.outputs.showing import declared, first_key


@pytest.mark.parametrize(("value", "text"), [(0.75, "75%"), ({"value": 0}, "0%"), (1, "100%"), (0.333, "33%")])
def test_progress_is_a_share(value, text):
    view = declared("progress", value)

    assert ("progress", text) == (view.name, view.data.text)


@pytest.mark.parametrize("value", [75, -0.1, "0.5", True, 10**400])
def test_what_is_no_share_is_no_progress(value):
    view = declared("progress", value)

    assert view.name != "progress"
    assert first_key(view) in {"output-type", "output-type.rule"}
