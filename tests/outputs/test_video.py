"""Moving pictures."""

from __future__ import annotations

from tests.outputs.embedding import HTML, MP4, url
from tests.outputs.showing import RESPONSE, declared, shaped


def test_a_video_is_played_and_downloaded():
    view = declared("video", url("video/mp4", MP4))

    assert (view.name, view.downloads[0].filename, view.downloads[0].media_type) == ("video", "o.mp4", "video/mp4")


def test_a_video_on_another_site_is_a_link():
    view = declared("video", RESPONSE["o_video"])

    assert (view.name, view.note) == ("link", "video on another site")


def test_a_document_called_video_is_a_download():
    assert declared("video", url("video/mp4", HTML)).name == "file"


def test_an_undeclared_video_is_played():
    assert shaped(url("video/mp4", MP4)).name == "video"
