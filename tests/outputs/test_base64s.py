"""Files within values: what they are is told by their bytes, and they are shown where they stand."""

from __future__ import annotations

from base64 import b64encode

import pytest

from tests.outputs.embedding import GIF, HTML, SVG, WAV, url
from webform.html.results import render_result
from webform.outputs.base import MAX_BYTES
from webform.outputs.base64s import family_at, family_of, file_in
from webform.outputs.views import download, views_of
from webform.result import Result


def encoded(data: bytes) -> str:
    return b64encode(data).decode()


PICTURE, SOUND = encoded(GIF * 3), encoded(WAV * 3)


def only(value):
    """Return the one view of *value*."""
    (view,) = views_of(None, Result(status="ok", value=value))
    return view


@pytest.mark.parametrize(
    ("value", "family"),
    [
        (PICTURE, "image"),
        (SOUND, "audio"),
        (PICTURE[:20], ""),
        (encoded(HTML * 3), ""),
        (encoded(SVG * 3), ""),
        ("word " * 40, ""),
        ("0123456789abcdef" * 8, ""),
        (url("image/gif", GIF), "image"),
        (url("application/pdf", b"%PDF-"), "file"),
        ({"mimeType": "image/png", "data": encoded(WAV)}, "audio"),
        ({"mimeType": "text/plain", "data": encoded(GIF)}, "image"),
        ({"mimeType": "text/plain", "data": encoded(b"some text")}, ""),
        ({"mimeType": "image/gif", "data": url("image/gif", GIF)}, "image"),
        ({"mimeType": "image/gif"}, ""),
        ({"mimeType": 5, "data": PICTURE}, ""),
        ({"data": PICTURE}, ""),
        ({"source": {"source": {}}, "type": "x"}, ""),
    ],
)
def test_a_file_is_known_by_its_bytes(value, family):
    assert family_of(value) == family


def test_a_file_that_is_an_object_has_its_name():
    assert file_in({"mimeType": "image/gif", "data": PICTURE, "uri": "file:///a/b.gif"}).name == "b.gif"


@pytest.mark.parametrize(
    ("address", "family"),
    [
        ("https://a.example/x.PNG?y=1", "image"),
        ("https://a.example/x", ""),
        ("https://[", ""),
        ("https://a.example/a.mp3", "audio"),
    ],
)
def test_an_address_says_what_it_leads_to(address, family):
    assert family_at(address) == family


def test_an_image_in_an_object_is_an_image_there():
    views = views_of(None, Result(status="ok", value={"prompt": "a cat", "image_base64": PICTURE}))

    assert [(view.name, view.at) for view in views] == [("text", "/prompt"), ("image", "/image_base64")]


def test_what_a_service_calls_another_thing_than_its_bytes_is_not_shown_as_that():
    view = only({"mimeType": "image/png", "data": encoded(HTML * 3)})

    assert view.name == "file"
    assert "not shown as image" in view.data.reason
    assert view.downloads[0].media_type == "application/octet-stream"


#: Where a file stands: a value, the pointer of the file in it.
WITHIN = [
    ({"data": [{"b64_json": PICTURE, "n": 1}]}, "/data/0/b64_json"),
    ([{"name": "a", "image": {"mimeType": "image/gif", "data": PICTURE}}], "/0/image"),
    ({"columns": ["a", "b"], "rows": [["x", PICTURE]]}, "/rows/0/1"),
    ([1, PICTURE], "/1"),
    ({"a": {"b": {"c": PICTURE}}}, "/a/b/c"),
    ([[{"type": "image", "source": {"type": "base64", "media_type": "image/gif", "data": PICTURE}}]], "/0/0"),
]


@pytest.mark.parametrize(("value", "at"), WITHIN, ids=[at for _, at in WITHIN])
def test_an_image_within_a_value_is_a_small_one_in_its_place_and_can_be_taken_away(value, at):
    result = Result(status="ok", value=value)
    html = render_result(result).partition('id="tab-raw"')[0]
    taken = download(None, result, at, "file")

    assert f'<img class="thumb" src="data:image/gif;base64,{PICTURE}"' in html
    assert taken is not None
    assert taken.content() == GIF * 3


def test_a_row_that_was_sorted_keeps_the_place_of_its_files():
    from webform.outputs.looks import Look

    rows = [{"n": 1, "i": PICTURE}, {"n": 2, "i": encoded(GIF * 4)}]
    (view,) = views_of(None, Result(status="ok", value=rows), looks={"": Look(sort="-n")})

    assert [row[1].view.at for row in view.data.rows] == ["/1/i", "/0/i"]


def test_sound_and_other_files_in_a_table_are_players_and_downloads():
    rows = [{"n": 1, "file": SOUND}, {"n": 2, "file": encoded(b"%PDF-1.7" + b"x" * 80)}]
    html = render_result(Result(status="ok", value=rows))

    assert '<audio class="thumb" controls preload="none" src="data:audio/wav;base64,' in html
    assert "application/pdf, 88 bytes</a>" in html


@pytest.mark.parametrize(("origins", "shown"), [((), False), (("https://a.example",), True)])
def test_an_address_of_an_image_is_one_only_where_its_site_may_show_media(origins, shown):
    address = "https://a.example/x.png"
    result = Result(
        status="ok", value={"one": address, "rows": [{"i": address, "n": 1}], "deep": {"a": {"b": address}}}
    )
    html = render_result(result, origins=origins).partition('id="tab-raw"')[0]

    assert html.count(f'src="{address}"') == (3 if shown else 0)


def test_the_files_of_a_page_are_bounded_together_and_what_is_more_can_be_taken_away():
    large = encoded(GIF + b"\0" * 3_000_000)
    rows = [{"n": index, "image": large} for index in range(50)]
    result = Result(status="ok", value=rows)
    view = only(rows)
    shown = [row[1].view for row in view.data.rows]

    assert {view.name for view in shown} == {"image", "file"}
    assert sum(len(view.data.url) for view in shown) <= MAX_BYTES
    assert "too large together" in shown[-1].data.reason
    assert download(None, result, "/49/image", "file").content().startswith(GIF)
