"""password: a text that is never shown again."""

from __future__ import annotations

from tests.inputs.built import Filled, made


def test_what_was_typed_is_sent_and_never_rendered():
    page = Filled.with_value(made("object", inputs=(made("password", "it"),)), {"it": "hunter2"})

    assert "hunter2" not in page.html
    assert page.submitted(("/it", "hunter2")).body == {"it": "hunter2"}
    assert "hunter2" not in page.html
