"""Images: shown where that is safe."""

from __future__ import annotations

import pytest

from tests.outputs.embedding import GIF, HTML, SVG, url
from tests.outputs.showing import PNG, declared, first_key, output, shaped, tool
from webform.outputs.views import views_of
from webform.result import Result


@pytest.mark.parametrize("value", [PNG, {"value": PNG}])
def test_an_image_is_shown_and_downloaded(value):
    view = declared("image", value)

    assert (view.name, view.data.url, view.data.words) == ("image", PNG, "image/png, 70 bytes")
    assert (view.downloads[0].filename, view.downloads[0].media_type) == ("o.png", "image/png")
    assert view.downloads[0].content().startswith(b"\x89PNG")


def test_an_undeclared_image_is_shown():
    assert shaped(PNG).name == "image"


def test_what_a_data_url_adds_to_its_type_is_left_out():
    sent = PNG.replace("image/png", "IMAGE/PNG;name=../../x;charset=x")

    assert declared("image", sent).data.url == PNG


def test_an_svg_is_shown_as_an_image_and_served_as_bytes():
    view = declared("image", url("image/svg+xml", SVG))

    assert view.name == "image"
    assert view.data.url.startswith("data:image/svg+xml;base64,")
    assert (view.downloads[0].media_type, view.downloads[0].content()) == ("application/octet-stream", SVG)


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (url("text/html", HTML), "It is said to be text/html and holds text/html: not shown as image."),
        (url("image/png", HTML), "It is said to be image/png and holds text/html: not shown as image."),
        (url("image/png", SVG), "It is said to be image/png and holds image/svg+xml: not shown as image."),
        (url("image/svg+xml", HTML), "It is said to be image/svg+xml and holds text/html: not shown as image."),
        (url("image/tiff", b"II*\0" + b"\0" * 20), "Browsers do not show image/tiff."),
    ],
)
def test_a_file_that_is_no_image_to_show_is_a_download_with_the_reason(sent, reason):
    view = declared("image", sent)

    assert ("file", reason, "") == (view.name, view.data.reason, view.data.url)


def test_an_image_that_is_too_large_is_a_download_with_the_reason():
    view = declared("image", url("image/gif", GIF + b"\0" * 9_000_000))

    assert (view.name, view.data.url) == ("file", "")
    assert view.data.reason == "It is too large to be shown here (8.6 MB)."


@pytest.mark.parametrize("sent", [url("text/html", HTML), url("image/png", HTML), url("image/svg+xml", SVG)])
def test_a_document_in_disguise_is_served_as_bytes(sent):
    assert declared("image", sent).downloads[0].media_type == "application/octet-stream"


@pytest.mark.parametrize(
    "sent", [SVG.decode().encode("utf-16"), b"\n" * 600 + SVG, b""], ids=["UTF-16", "far in", "empty"]
)
def test_an_svg_that_does_not_look_like_one_is_served_as_bytes(sent):
    assert declared("file", url("image/svg+xml", sent)).downloads[0].media_type == "application/octet-stream"


def test_an_image_on_another_site_is_a_link():
    view = declared("image", {"value": "https://example.org/a.png"})

    assert (view.name, view.data, view.at) == ("link", "https://example.org/a.png", "/o/value")


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://cdn.example/a.png", "image"),
        ("HTTPS://CDN.example/a.png", "image"),
        ("https://cdn.example.evil.example/a.png", "link"),
        ("https://cdn.example@evil.example/a.png", "link"),
        ("http://cdn.example/a.png", "link"),
        ("https://cdn.example:8443/a.png", "link"),
        ("https://[", "link"),
    ],
)
def test_an_image_on_a_site_that_is_trusted_is_shown(address, name):
    (view,) = views_of(tool(output("image")), Result(status="ok", value={"o": address}), ("https://cdn.example",))

    assert view.name == name


@pytest.mark.parametrize(
    "sent",
    [
        "data:image/png;base64,!!!",
        "data:image/png,x",
        "data:image/png;base64,AA",
        "a.png",
        "",
        5,
        None,
        "data:",
        {"value": 5},
    ],
)
def test_what_is_no_data_url_is_shown_by_its_shape(sent):
    view = declared("image", sent)

    assert view.name in {"text", "number", "null", "kv"}
    assert first_key(view) in {"output-type", "wrong-type", "output-type.absent"}
