"""A channel of sound as 32-bit samples: from WAV, to WAV, and what can be measured of it."""

from __future__ import annotations

import io
import math
import sys
import wave
from array import array
from dataclasses import dataclass
from itertools import pairwise
from operator import mul
from statistics import median

#: What the largest sample stands for: 1, or 0 dBFS.
FULL = 2**31
#: Decibels of nothing at all; JSON has no minus infinity.
SILENCE = -120.0
#: How finely pauses are found, in seconds.
WINDOW = 0.01
#: 8-bit samples are counted from the bottom, all others from the middle.
_FROM_MIDDLE = bytes(sample ^ 0x80 for sample in range(256))


@dataclass(frozen=True, kw_only=True)
class Sound:
    """
    One channel of a recording.

    Args:
        samples: 32-bit samples.
        rate: how many of them make a second.
        channels: how many channels the recording has.
        bits: how many bits a sample has in the recording.
    """

    samples: array[int]
    rate: int
    channels: int
    bits: int

    @property
    def seconds(self) -> float:
        """How long it is."""
        return len(self.samples) / self.rate


def read_wav(data: bytes, channel: str) -> Sound:
    """
    Return one channel of the WAV file *data*: `left`, `right`, or the `mix` of all.

    Raises:
        ValueError: it cannot be read; says why in a sentence.
        LookupError: it has no such channel.
    """
    try:
        with wave.open(io.BytesIO(data)) as file:
            rate, channels, width = file.getframerate(), file.getnchannels(), file.getsampwidth()
            frames = file.readframes(file.getnframes())
    except (wave.Error, EOFError, OSError, RuntimeError) as error:
        raise ValueError(f"Recording should be an uncompressed WAV file ({str(error) or 'cut short'})") from None
    if not (0 < rate <= 768_000 and 1 <= width <= 4 and channels <= 32):
        raise ValueError("Recording should have at most 768 kHz, 32 bits and 32 channels")
    if channel == "right" and channels < 2:
        raise LookupError("Recording has one channel only")
    samples = _widen(frames[: len(frames) // (width * channels) * width * channels], width)
    if channel == "mix" and channels > 1:
        parts = (samples[at::channels] for at in range(channels))
        samples = array("i", (sum(frame) // channels for frame in zip(*parts, strict=True)))
    else:
        samples = samples[1 if channel == "right" else 0 :: channels]
    return Sound(samples=samples, rate=rate, channels=channels, bits=8 * width)


def write_wav(sound: Sound, factor: float) -> bytes:
    """Return *sound* as a 16-bit WAV file, *factor* times as loud."""
    scale = factor / 2**16
    samples = array("h", (max(-(2**15), min(2**15 - 1, round(sample * scale))) for sample in sound.samples))
    if sys.byteorder == "big":
        samples.byteswap()
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(sound.rate)
        file.writeframes(samples.tobytes())
    return out.getvalue()


def peak(samples: array[int]) -> float:
    """Return the largest deflection, from 0 to 1."""
    return max(max(samples, default=0), -min(samples, default=0)) / FULL


def rms(samples: array[int]) -> float:
    """Return the root of the mean square, from 0 to 1."""
    return math.sqrt(sum(map(mul, samples, samples)) / len(samples)) / FULL if samples else 0.0


def decibels(level: float) -> float:
    """Return *level* (1 is full scale) in dBFS."""
    return max(SILENCE, 20 * math.log10(level)) if level > 0 else SILENCE


def frequency(sound: Sound) -> float:
    """Return how often in a second the sound rises through zero, 0 if it hardly does."""
    rises = [at for at, (before, after) in enumerate(pairwise(sound.samples), 1) if before < 0 <= after]
    periods = [after - before for before, after in pairwise(rises)]
    # What is much longer than usual is a pause.
    longest = 2 * median(periods or [0])
    usual = [period for period in periods if period <= longest]
    return len(usual) * sound.rate / sum(usual) if usual else 0.0


def find_pauses(sound: Sound, threshold: float, shortest: float) -> list[tuple[float, float]]:
    """Return start and end, in seconds, of each stretch of at least *shortest* that stays below *threshold* dBFS."""
    step = max(1, round(sound.rate * WINDOW))
    starts = range(0, len(sound.samples), step)
    quiet = [at for at in starts if decibels(rms(sound.samples[at : at + step])) < threshold]
    pauses: list[tuple[int, int]] = []
    for at in quiet:
        start = pauses.pop()[0] if pauses and pauses[-1][1] == at else at
        pauses.append((start, min(at + step, len(sound.samples))))
    least = shortest * sound.rate
    return [(start / sound.rate, end / sound.rate) for start, end in pauses if end - start >= least]


def _widen(frames: bytes, width: int) -> array[int]:
    """Return little-endian samples of *width* bytes as 32-bit ones of the same loudness."""
    if width == 1:
        frames = frames.translate(_FROM_MIDDLE)
    wide = bytearray(4 * (len(frames) // width))
    for at in range(width):
        wide[4 - width + at :: 4] = frames[at::width]
    samples = array("i", bytes(wide))
    if sys.byteorder == "big":
        samples.byteswap()
    return samples
