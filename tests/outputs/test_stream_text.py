"""Text that arrives piece by piece."""

from __future__ import annotations

import pytest

from tests.outputs.showing import declared


@pytest.mark.parametrize(("value", "copy"), [({"value": ""}, None), ("", None), ("The answer", "The answer")])
def test_what_has_arrived_is_shown(value, copy):
    view = declared("stream_text", value)

    assert ("stream_text", copy, []) == (view.name, view.copy, list(view.problems))
