"""Addresses one may follow, and those one may not."""

from __future__ import annotations

import pytest

from tests.outputs.showing import declared, shaped

UNSAFE = [
    "javascript:alert(1)",
    "JaVa\tScript:alert(1)",
    " javascript:alert(1)",
    "\x01javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>1</script>",
    "vbscript:x",
    "//evil.example",
    "/admin",
    "file:///etc/passwd",
    "blob:https://x.example/1",
    "https:/evil",
    "https://",
    "https:\\\\evil.example",
    "ht\ttps://evil.example",
    "https://x.example/\u202egnp.exe",
    "https://x.example/\u200b",
    "https://x.example/ and more words",
    "https://x.example/" + "a" * 2000,
    "intent://x",
    "view-source:https://x.example",
]


@pytest.mark.parametrize(
    "value", ["https://example.org/a?b=c#d", "http://x.example", "HTTPS://X.example", "mailto:a@b.example"]
)
def test_a_text_that_is_a_safe_address_is_a_link(value):
    view = shaped(value)

    assert ("link", value, value) == (view.name, view.data, view.copy)


@pytest.mark.parametrize("value", UNSAFE)
def test_any_other_address_is_text(value):
    assert shaped(value).name != "link"


@pytest.mark.parametrize("value", UNSAFE)
@pytest.mark.parametrize("kind", ["image", "audio", "video", "file"])
def test_any_other_address_is_no_media(kind, value):
    view = declared(kind, {"filename": "x.png", "data": value} if kind == "file" else value)

    assert view.name not in {"link", "image", "audio", "video"}
