"""The eyes of the other tests see what they are there to see."""

from __future__ import annotations

import pytest

from tests.html.parsed import dangers


@pytest.mark.parametrize(
    "html",
    [
        "<script>1</script>",
        '<a href="javascript:alert(1)">x</a>',
        '<a href="data:text/html;base64,PA==" download="x">x</a>',
        '<a href="data:image/svg+xml;base64,PA==" download="x">x</a>',
        '<a href="data:application/xhtml+xml;base64,PA==" download="x">x</a>',
        '<a href="data:text/plain;base64,PA==">x</a>',
        '<a href="//evil.example">x</a>',
        '<a href="https://x.example" target="_blank">x</a>',
        '<img src="https://evil.example/beacon">',
        '<img src=x onerror="1">',
        '<p style="position:fixed">',
        '<p x-data="1">',
        '<p @click="1">',
        '<form action="//evil.example">',
        '<iframe src="/runs/x">',
        '<iframe src="/runs/x/frame?at=">',
        '<iframe sandbox src="//evil.example/runs/x/frame?at=">',
        '<iframe sandbox="allow-scripts" src="/runs/x/frame?at=">',
    ],
)
def test_what_could_run_or_reach_elsewhere_is_found(html):
    assert dangers(html) != []


def test_what_a_result_is_made_of_is_let_through():
    html = (
        '<a href="https://x.example" target="_blank" rel="noopener noreferrer">x</a><a href="#tab-raw">Raw</a>'
        '<img src="data:image/png;base64,AAAA"><a href="/runs/1/download?at=" download="x.csv">CSV</a>'
        '<a href="data:application/octet-stream;base64,AAAA" download="x.bin">x</a>'
        '<iframe sandbox src="/runs/x/frame?at=%2Fa"></iframe>'
    )

    assert dangers(html) == []
