"""Image filters: an uploaded picture, given another look."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageEnhance, ImageOps, ImageStat

from ..checking import RefusedError
from ..serving import serve
from ..uploads import data_url, read_upload
from .filters import FILTERS

if TYPE_CHECKING:
    from flask import Flask

FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
MAX_PIXELS = 30_000_000
PALETTE_SIZE = 6


def create_app() -> Flask:
    """Return the app of this tool."""
    return serve(__file__, run)


def run(body: dict[str, Any]) -> dict[str, Any]:
    """Give the picture in *body* the look it asks for."""
    data = read_upload(body["picture"]).data
    picture, before = _open(data, body["longest_side"])
    colours, alpha = picture.convert("RGB"), picture.getchannel("A")
    filtered = FILTERS[body["filter"]](colours, body)
    colours = Image.blend(colours, filtered, body["strength"] / 100)
    colours = ImageEnhance.Brightness(colours).enhance(body["brightness"])
    colours = ImageEnhance.Contrast(colours).enhance(body["contrast"])
    colours.putalpha(alpha)
    result = _shape(colours, body)
    media_type, written = _write(result, body)
    return {
        "result": data_url(media_type, written),
        "brightness": round(ImageStat.Stat(result.convert("L")).mean[0] / 2.55, 1),
        "transparent": _is_transparent(result),
        "palette": _palette(result.convert("RGB")),
        "facts": {
            "pairs": [
                {"key": "Before", "value": f"{before}, {len(data):,} bytes"},
                {"key": "After", "value": f"{_size(result, body['format'])}, {len(written):,} bytes"},
            ]
        },
    }


def _open(data: bytes, longest_side: float) -> tuple[Image.Image, str]:
    """Return the picture, upright and no larger than asked, and what it was as uploaded."""
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
            before = _size(opened, opened.format or "")
            _check_size(opened)
            upright = ImageOps.exif_transpose(opened).convert("RGBA")
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise RefusedError(f"Picture should have at most {MAX_PIXELS // 1_000_000} megapixels", "picture") from None
    except (OSError, SyntaxError, ValueError, EOFError):
        raise RefusedError(f"Picture should be a readable {', '.join(FORMATS)} file", "picture") from None
    upright.thumbnail((longest_side, longest_side))
    return upright, before


def _check_size(picture: Image.Image) -> None:
    # Looked at before anything is unpacked: a small file can hold an enormous picture.
    if picture.width * picture.height > MAX_PIXELS:
        raise Image.DecompressionBombError


def _shape(picture: Image.Image, body: dict[str, Any]) -> Image.Image:
    if body["mirror"]:
        picture = ImageOps.mirror(picture)
    picture = picture.rotate(-body["turn"], expand=True)
    if body["format"] == "jpeg":
        ground = Image.new("RGBA", picture.size, body["background"])
        picture = Image.alpha_composite(ground, picture).convert("RGB")
    return picture


def _write(picture: Image.Image, body: dict[str, Any]) -> tuple[str, bytes]:
    out = io.BytesIO()
    picture.save(out, body["format"])
    return f"image/{body['format']}", out.getvalue()


def _is_transparent(picture: Image.Image) -> bool:
    return picture.mode == "RGBA" and picture.getchannel("A").getextrema() != (255, 255)


def _palette(picture: Image.Image) -> dict[str, Any]:
    picture.thumbnail((200, 200))
    few = picture.quantize(PALETTE_SIZE)
    colours = few.getpalette() or []
    counts = few.histogram()[:PALETTE_SIZE]
    rows = [
        {
            "colour": "#{:02x}{:02x}{:02x}".format(*colours[3 * at : 3 * at + 3]),
            "share": round(100 * count / sum(counts), 1),
        }
        for at, count in sorted(enumerate(counts), key=lambda pair: -pair[1])
        if count
    ]
    columns = [
        {"key": "colour", "label": "Colour", "type": "text"},
        {"key": "share", "label": "Share (%)", "type": "number"},
    ]
    return {"columns": columns, "rows": rows}


def _size(picture: Image.Image, file_format: str) -> str:
    return f"{file_format.upper()}, {picture.width} × {picture.height} px"
