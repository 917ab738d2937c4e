"""The filters by name: each makes of an RGB picture another of the same size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PIL import Image, ImageFilter, ImageOps

if TYPE_CHECKING:
    from collections.abc import Callable

    Filter = Callable[[Image.Image, dict[str, Any]], Image.Image]

#: Red, green and blue of the result, each from red, green, blue and a constant.
SEPIA = (0.393, 0.769, 0.189, 0, 0.349, 0.686, 0.168, 0, 0.272, 0.534, 0.131, 0)


def _duotone(picture: Image.Image, body: dict[str, Any]) -> Image.Image:
    return ImageOps.colorize(picture.convert("L"), "black", "white", mid=body["tint"])


def _pixelate(picture: Image.Image, body: dict[str, Any]) -> Image.Image:
    block = body["block"]
    few = (max(1, round(picture.width / block)), max(1, round(picture.height / block)))
    return picture.resize(few, Image.Resampling.BOX).resize(picture.size, Image.Resampling.NEAREST)


#: Option of the input "filter" -> what it does, with the settings in the body.
FILTERS: dict[str, Filter] = {
    "none": lambda picture, _: picture,
    "greyscale": lambda picture, _: picture.convert("L").convert("RGB"),
    "sepia": lambda picture, _: picture.convert("RGB", SEPIA),
    "duotone": _duotone,
    "blur": lambda picture, body: picture.filter(ImageFilter.GaussianBlur(body["radius"])),
    "sharpen": lambda picture, _: picture.filter(ImageFilter.UnsharpMask(radius=2, percent=200)),
    "edges": lambda picture, _: picture.filter(ImageFilter.FIND_EDGES),
    "emboss": lambda picture, _: picture.filter(ImageFilter.EMBOSS),
    "posterise": lambda picture, body: ImageOps.posterize(picture, int(body["bits"])),
    "pixelate": _pixelate,
    "invert": lambda picture, _: ImageOps.invert(picture),
}
