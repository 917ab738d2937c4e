"""Addresses of Hugging Face Spaces: that of the page of a Space leads to the app in it."""

from __future__ import annotations

import re

_PAGE = re.compile(r"https://(?:www\.)?huggingface\.co/spaces/([\w.-]+)/([\w.-]+)/?(?:[?#].*)?", re.ASCII)


def app_address(url: str) -> str:
    """Return the address of the app of the Space whose page is at *url*; any other address as it is."""
    page = _PAGE.fullmatch(url)
    if page is None:
        return url
    host = re.sub(r"[^a-z0-9]+", "-", f"{page[1]}-{page[2]}".lower()).strip("-")
    return f"https://{host}.hf.space"
