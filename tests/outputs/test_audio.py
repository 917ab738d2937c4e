"""Sound."""

from __future__ import annotations

from tests.outputs.embedding import HTML, WAV, url
from tests.outputs.showing import RESPONSE, declared, shaped


def test_sound_is_played_and_downloaded():
    view = declared("audio", url("audio/x-wav", WAV))

    assert ("audio", url("audio/wav", WAV), "o.wav") == (view.name, view.data.url, view.downloads[0].filename)


def test_too_few_bytes_to_tell_are_believed():
    assert declared("audio", RESPONSE["o_audio"]).name == "audio"


def test_a_document_called_sound_is_a_download():
    assert declared("audio", url("audio/wav", HTML)).name == "file"


def test_undeclared_sound_is_played():
    assert shaped(url("audio/wav", WAV)).name == "audio"
