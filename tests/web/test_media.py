"""Pictures and sound of other sites: shown where the operator allows it, else links that nobody follows by himself."""

from __future__ import annotations

import pytest

TOOL = {
    "id": "t",
    "name": "Trial",
    "inputs": [],
    "outputs": [{"key": "p", "type": "image", "label": "Picture"}],
}
SHOWN = "https://cdn.example.com/a.png"


@pytest.mark.parametrize(
    ("origin", "address", "shown"),
    [
        ("https://cdn.example.com", SHOWN, True),
        ("https://CDN.example.com", SHOWN, True),
        ("https://*.example.com", SHOWN, True),
        ("https://*.example.com", "https://example.com/a.png", False),
        ("https://*.example.com", "https://cdn.example.com.evil.example/a.png", False),
        ("https://*.example.com", "https://cdn.example.com:8443/a.png", False),
        ("http://cdn.example.com", SHOWN, False),
        ("https://example.com", SHOWN, False),
    ],
)
def test_a_picture_of_another_site_is_shown_where_its_origin_is_allowed(new_app, acting, origin, address, shown):
    acting.answer = {"p": address}
    client = new_app(TOOL, media_origins=(origin,)).test_client()
    page = client.get(client.post("/tools/t/run").location)

    assert (f'src="{address}"' in page.text, f'href="{address}"' in page.text) == (shown, not shown)
    assert f"img-src 'self' data: blob: {origin};" in page.headers["Content-Security-Policy"]
