"""audio: a sound."""

from __future__ import annotations

import pytest

from tests.inputs.one import One
from webform import dataurl
from webform.inputs.smallest import PNG, WAV
from webform.messages import Phrase
from webform.values import ABSENT


def test_its_options_are_read():
    input_ = One("audio", max_size_mb=5).input

    assert (input_.max_bytes, input_.many, input_.accepted) == (5 * 1024 * 1024, False, ("audio/*",))


def test_a_value_comes_back_as_it_was():
    one = One("audio")

    assert one.posted(one.sends(WAV)) == (WAV, [])


@pytest.mark.parametrize(
    ("options", "expected"), [({}, (ABSENT, [("", Phrase("required.file"))])), ({"required": False}, (ABSENT, []))]
)
def test_blank_is_absent(options, expected):
    assert expected == One("audio", **options).blank()


def test_its_schema_is_that_of_a_file():
    assert One("audio").input.value_schema() == {"type": "string", "format": "data-url"}


@pytest.mark.parametrize(("options", "expected"), [({}, WAV), ({"max_size_mb": 5}, WAV), ({"required": False}, ABSENT)])
def test_its_sample_is_silence(options, expected):
    assert expected == One("audio", **options).sample


def test_the_sample_of_the_seed_is_one_second():
    data = dataurl.decode(WAV)
    rate, frames = int.from_bytes(data[24:28], "little"), len(data) - 44

    assert (b"RIFF", b"WAVE", rate, b"\x80" * frames) == (data[:4], data[8:12], frames, data[44:])


def test_a_limit_below_a_second_has_an_empty_sample():
    assert One("audio", max_size_mb=0.001).sample == "data:audio/wav;base64,"


def test_what_is_no_sound_is_wrong():
    assert One("audio").wrong(PNG) == [
        ("", Phrase("wrong-file-type.unnamed", {"found": "PNG", "accepted": Phrase("media.audio")}))
    ]


def test_it_takes_one_alone():
    assert One("audio", multiple=True).found_problems == [
        ("/multiple", Phrase("unknown-option", {"type": "audio", "name": "multiple", "near": ""}))
    ]
