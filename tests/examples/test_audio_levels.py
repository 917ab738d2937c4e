"""Audio levels: tones of known loudness and pitch, of every width, and files that are no WAV."""

from __future__ import annotations

import io
import math
import struct
import wave
from array import array
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Callable

TOOL = "audio-levels"
RATE = 8000
#: A second of 440 Hz at half of full scale, silent between 0.6 s and 0.8 s, counted in 16 bits.
TONE = [0 if 4800 <= at < 6400 else round(16384 * math.sin(2 * math.pi * 440 * at / RATE)) for at in range(RATE)]


def wav(frames: bytes, width: int = 2, channels: int = 1, rate: int = RATE) -> bytes:
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(frames)
    return out.getvalue()


def tone_of(width: int) -> bytes:
    if width == 1:
        return bytes(128 + (sample >> 8) for sample in TONE)
    return b"".join(struct.pack("<i", sample << 16)[4 - width :] for sample in TONE)


@pytest.fixture
def measure(
    sample: dict[str, Any], run: Callable[[Any], tuple[int, Any]], pack: Callable[..., str]
) -> Callable[..., Any]:
    """Post a WAV file with the sample's settings, or others: the answer."""

    def post(data: bytes, **settings: Any) -> Any:
        status, answer = run(sample | settings | {"recording": pack(data, "audio/wav")})
        assert status == 200, answer
        return answer

    return post


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_a_tone_of_half_the_scale_at_every_width(width: int, measure: Callable[..., Any]) -> None:
    """Half of full scale is -6.02 dBFS; a sine is 3.01 dB less loud, and 0.97 dB more with a fifth of it silent."""
    answer = measure(wav(tone_of(width), width))

    coarse = 0.07 if width == 1 else 0.001
    assert pytest.approx(answer["peak"], abs=coarse) == -6.0206
    assert pytest.approx(answer["loudness"], abs=coarse) == -6.0206 - 3.0103 - 0.9691
    assert pytest.approx(answer["frequency"], abs=0.5) == 440
    assert answer["pauses"]["rows"] == [{"start": 0.6, "end": 0.8, "length": 0.2}]
    assert answer["audible"] is True


def test_two_beeps(examples: dict[str, Any], run: Callable[[Any], tuple[int, Any]]) -> None:
    _, answer = run(examples["Two beeps"])

    assert 20 * math.log10(80 / 128) == pytest.approx(answer["peak"], abs=0.05)
    assert pytest.approx(answer["frequency"], abs=1) == 440
    assert pytest.approx([*answer["pauses"]["rows"][0].values()][:2], abs=0.011) == [0.2, 0.3]
    facts = {pair["key"]: pair["value"] for pair in answer["facts"]["pairs"]}
    assert tuple(list(facts.values())[:4]) == ("0.500 s", "8,000 Hz", 1, "8 bits")


@pytest.mark.parametrize("data", [wav(b""), wav(b"\0\0" * RATE), wav(b"\x80" * RATE, 1), wav(b"\0\0" * RATE)[:50]])
def test_silence_is_a_recording_too(data: bytes, measure: Callable[..., Any]) -> None:
    answer = measure(data)

    assert tuple(answer[key] for key in ("peak", "loudness", "frequency", "audible")) == (-120, -120, 0, False)


def test_channels_are_told_apart_and_mixed(measure: Callable[..., Any]) -> None:
    loud_left = array("h", [part for sample in TONE for part in (sample, -sample // 2)]).tobytes()
    against = array("h", [part for sample in TONE for part in (sample, -sample)]).tobytes()

    left, right, mix = (measure(wav(loud_left, channels=2), channel=name)["peak"] for name in ("left", "right", "mix"))
    assert pytest.approx([-6.0206, -12.0412, -18.0618], abs=0.001) == [left, right, mix]
    assert measure(wav(against, channels=2))["audible"] is False, "one undoes the other"


@pytest.mark.parametrize(("settings", "peak"), [({"peak": -3}, -3), ({"peak": 0}, 0), ({"normalise": False}, -6.0206)])
def test_the_result_has_the_peak_asked_for(
    settings: dict[str, Any], peak: float, measure: Callable[..., Any], unpack: Callable[[str], tuple[str, bytes]]
) -> None:
    media_type, data = unpack(measure(wav(tone_of(3), 3), **settings)["result"])

    assert ("audio/wav", len(wav(tone_of(2)))) == (media_type, len(data))
    assert peak == pytest.approx(measure(data)["peak"], abs=0.001)


def test_the_waveform_is_drawn_where_there_is_sound(
    measure: Callable[..., Any], unpack: Callable[[str], tuple[str, bytes]]
) -> None:
    media_type, data = unpack(measure(wav(tone_of(2)), width=200, colour="#ff0000")["waveform"])
    picture = Image.open(io.BytesIO(data))

    assert (media_type, picture.size) == ("image/png", (200, 240))
    red = (255, 0, 0, 255)
    assert (red, red) == (picture.getpixel((50, 70)), picture.getpixel((50, 170)))
    assert picture.getpixel((50, 30)) == (0, 0, 0, 0), "louder than half"
    assert picture.getpixel((140, 70)) == (128, 128, 128, 56), "a pause"


def damaged(at: int, value: bytes) -> bytes:
    data = bytearray(wav(tone_of(2)))
    data[at : at + len(value)] = value
    return bytes(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"RIFF",
        b"ID3\x04 not a WAV file at all",
        damaged(8, b"AVI "),
        damaged(16, b"\1\0\0\0"),
        damaged(20, b"\3\0"),
        damaged(22, b"\0\0"),
        damaged(22, b"\xff\xff"),
        damaged(24, b"\0\0\0\0"),
        damaged(24, b"\xff\xff\xff\xff"),
        damaged(34, b"\0\0"),
        damaged(34, b"\xff\0"),
    ],
    ids=lambda data: data[:36].hex(),
)
def test_what_is_no_uncompressed_wav_file_is_refused(
    data: bytes, sample: dict[str, Any], pack: Callable[..., str], refused: Callable[[Any], list[tuple[Any, ...]]]
) -> None:
    assert refused(sample | {"recording": pack(data, "audio/wav")}) == [("recording",)]


def test_a_length_that_lies_is_not_believed(measure: Callable[..., Any]) -> None:
    assert pytest.approx(measure(damaged(40, b"\xff\xff\xff\x7f"))["peak"], abs=0.001) == -6.0206


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ({"channel": "right"}, ("channel",)),
        ({"channel": "centre"}, ("channel",)),
        ({"threshold": 0}, ("threshold",)),
        ({"colour": ""}, ("colour",)),
        ({"width": 10**9}, ("width",)),
        ({"peak": 1}, ("peak",)),
        ({"normalise": 1}, ("normalise",)),
    ],
    ids=str,
)
def test_what_cannot_be_used_is_refused_where_it_stands(
    settings: dict[str, Any],
    place: tuple[Any, ...],
    sample: dict[str, Any],
    refused: Callable[[Any], list[tuple[Any, ...]]],
) -> None:
    assert [place] == refused(sample | settings)
