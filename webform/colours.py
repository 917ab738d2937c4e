"""Colours: read as CSS writes them, mixed, told apart, and changed until they can be read."""

from __future__ import annotations

import colorsys
import re
from math import cos, radians, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: Red, green and blue of sRGB, from 0 to 1.
Colour = tuple[float, float, float]

#: The least contrast of text, and of what is no text, by WCAG 2.2.
OF_TEXT, OF_LINES = 4.5, 3.0
_HEX = re.compile(r"#(?:[\da-f]{3}){1,2}", re.IGNORECASE)
_FUNCTION = re.compile(r"(rgb|hsl|oklch)\(([^()]{1,60})\)", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)", re.ASCII)
#: Steps of lightness that are tried.
_STEPS = 500


def read_colour(text: str) -> Colour | None:
    """Return the opaque colour that *text* is (`#rgb`, `#rrggbb`, `rgb()`, `hsl()`, `oklch()`); `None` if it is not."""
    text = text.strip()
    if _HEX.fullmatch(text):
        digits = text[1:] if len(text) > len("#rgb") else "".join(digit * 2 for digit in text[1:])
        return _three([int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)])
    found = _FUNCTION.fullmatch(text)
    parts = re.split(r"\s*,\s*|\s+", found[2].strip()) if found else []
    if found is None or len(parts) != len("rgb"):
        return None
    scales = {"rgb": _rgb, "hsl": _hsl, "oklch": _oklch}
    return scales[found[1].lower()](parts)


def hex_of(colour: Colour) -> str:
    """Return *colour* as `#rrggbb`."""
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours by WCAG: 1 where they are the same, 21 of black and white."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return *share* of *one* and the rest of *other*, as `color-mix(in oklab, …)` does."""
    parts = zip(_to_oklab(one), _to_oklab(other), strict=True)
    return _from_oklab(_three([share * first + (1 - share) * second for first, second in parts]))


def legible(colour: Colour, grounds: Callable[[Colour], Sequence[Colour]], least: float) -> Colour | None:
    """
    Return the colour nearest to *colour* that can be read: itself, else darker or lighter.

    Args:
        colour: the one that is wanted.
        grounds: what a colour stands on; some of it may be mixed of that colour.
        least: the contrast it has to have with each.

    Returns:
        `None` where no lightness of it will do.
    """

    def reads(candidate: Colour) -> bool:
        return all(contrast(candidate, ground) >= least for ground in grounds(candidate))

    if reads(colour):
        return colour
    lightness, a, b = _to_oklab(colour)
    steps = sorted((step / _STEPS for step in range(_STEPS + 1)), key=lambda step: abs(step - lightness))
    # What is written in hexadecimal is what is looked at.
    shades = (read_colour(hex_of(_from_oklab((step, a, b)))) for step in steps)
    return next((shade for shade in shades if shade and reads(shade)), None)


def _three(parts: Sequence[float]) -> Colour:
    return parts[0], parts[1], parts[2]


def _part(text: str, whole: float) -> float | None:
    """Return the number *text*, of *whole*, as a share; `None` if it is none."""
    number = text.removesuffix("%")
    if not _NUMBER.fullmatch(number):
        return None
    return min(max(float(number) / (100 if number != text else whole), 0), 1)


def _turn(text: str) -> float | None:
    number = text.removesuffix("deg")
    return float(number) % 360 if _NUMBER.fullmatch(number) else None


def _rgb(parts: Sequence[str]) -> Colour | None:
    red, green, blue = (_part(part, 255) for part in parts)
    return None if red is None or green is None or blue is None else (red, green, blue)


def _hsl(parts: Sequence[str]) -> Colour | None:
    hue, saturation, lightness = _turn(parts[0]), _part(parts[1], 100), _part(parts[2], 100)
    if hue is None or saturation is None or lightness is None:
        return None
    return colorsys.hls_to_rgb(hue / 360, lightness, saturation)


def _oklch(parts: Sequence[str]) -> Colour | None:
    lightness, chroma, hue = _part(parts[0], 1), _part(parts[1], 1), _turn(parts[2])
    if lightness is None or chroma is None or hue is None:
        return None
    # A percentage of chroma is one of 0.4.
    chroma *= 0.4 if parts[1].endswith("%") else 1
    return _from_oklab((lightness, chroma * cos(radians(hue)), chroma * sin(radians(hue))))


def _luminance(colour: Colour) -> float:
    red, green, blue = map(_linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _curved(part: float) -> float:
    part = min(max(part, 0), 1)
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


def _to_oklab(colour: Colour) -> Colour:
    red, green, blue = map(_linear, colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
    )


def _from_oklab(lab: Colour) -> Colour:
    lightness, a, b = lab
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
    return (
        _curved(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
        _curved(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
        _curved(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
    )
