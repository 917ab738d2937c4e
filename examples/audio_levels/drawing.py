"""The picture of a waveform."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from .sound import FULL

if TYPE_CHECKING:
    from .sound import Sound

HEIGHT = 240
SHADE = (128, 128, 128, 56)


def draw(sound: Sound, pauses: list[tuple[float, float]], width: int, colour: str) -> bytes:
    """Return a PNG, transparent behind the waveform: for each column the lowest and the highest sample."""
    picture = Image.new("RGBA", (width, HEIGHT))
    pen = ImageDraw.Draw(picture)
    count = len(sound.samples)
    for start, end in pauses:
        pen.rectangle((start / sound.seconds * width, 0, end / sound.seconds * width, HEIGHT), SHADE)
    for x in range(width):
        # One sample of the column before, so that the line is never broken.
        part = sound.samples[max(x * count // width - 1, 0) : (x + 1) * count // width + 1]
        pen.line((x, _y(max(part, default=0)), x, _y(min(part, default=0))), colour)
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _y(sample: int) -> float:
    return (HEIGHT - 1) * (0.5 - sample / FULL / 2)
