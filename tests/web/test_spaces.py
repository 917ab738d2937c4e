"""Addresses of Hugging Face Spaces."""

from __future__ import annotations

import pytest

from webform.web.spaces import app_address


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://huggingface.co/spaces/Some-One/my_app.v2", "https://some-one-my-app-v2.hf.space"),
        ("https://huggingface.co/spaces/a/b/?x=1", "https://a-b.hf.space"),
        ("https://a-b.hf.space", "https://a-b.hf.space"),
        ("https://huggingface.co/spaces/a/b/tree/main", "https://huggingface.co/spaces/a/b/tree/main"),
        ("https://huggingface.co.evil.example/spaces/a/b", "https://huggingface.co.evil.example/spaces/a/b"),
    ],
)
def test_the_page_of_a_space_leads_to_its_app(url, address):
    assert app_address(url) == address
