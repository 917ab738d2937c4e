"""Image filters: pixels come out as they should, and no file harms the tool."""

from __future__ import annotations

import io
import struct
import zlib
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from examples.image_filters.filters import FILTERS

if TYPE_CHECKING:
    from collections.abc import Callable

TOOL = "image-filters"


def png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def black(width: int, height: int) -> bytes:
    """Return a black PNG of one bit a pixel, made row by row: Pillow would take a byte for each."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    packer, row = zlib.compressobj(), bytes(1 + -(-width // 8))
    rows = b"".join([*(packer.compress(row) for _ in range(height)), packer.flush()])
    header = chunk(b"IHDR", struct.pack(">2I5B", width, height, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.fixture
def apply(
    sample: dict[str, Any],
    run: Callable[[Any], tuple[int, Any]],
    pack: Callable[..., str],
    unpack: Callable[[str], tuple[str, bytes]],
) -> Callable[..., tuple[Image.Image, Any]]:
    """Post a picture without a filter, or with other settings: the picture that comes back, and the answer."""

    def post(picture: Image.Image, **settings: Any) -> tuple[Image.Image, Any]:
        status, answer = run(sample | {"filter": "none"} | settings | {"picture": pack(png(picture), "image/png")})
        assert status == 200, answer
        return Image.open(io.BytesIO(unpack(answer["result"])[1])), answer

    return post


def test_every_filter_takes_the_least_and_a_real_picture(
    sample: dict[str, Any], examples: dict[str, Any], run: Callable[[Any], tuple[int, Any]], manifest: dict[str, Any]
) -> None:
    declared = next(input_ for input_ in manifest["inputs"] if input_["key"] == "filter")

    assert list(FILTERS) == [option["value"] for option in declared["options"]]
    for name in FILTERS:
        for body in (sample, examples["Evening in blue"]):
            assert run(body | {"filter": name})[0] == 200


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, (200, 100, 50)),
        ({"filter": "invert"}, (55, 155, 205)),
        ({"filter": "invert", "strength": 0}, (200, 100, 50)),
        ({"filter": "greyscale"}, (124, 124, 124)),
        ({"filter": "posterise", "bits": 1}, (128, 0, 0)),
        ({"filter": "sepia"}, (165, 147, 114)),
        ({"filter": "blur", "radius": 3}, (200, 100, 50)),
        ({"filter": "duotone", "tint": "#00ff00"}, (0, 248, 0)),
        ({"brightness": 0.5}, (100, 50, 25)),
        ({"contrast": 0}, (124, 124, 124)),
    ],
    ids=str,
)
def test_a_plain_colour_becomes_the_one_it_should(
    settings: dict[str, Any], expected: tuple[int, int, int], apply: Callable[..., tuple[Image.Image, Any]]
) -> None:
    picture, answer = apply(Image.new("RGB", (8, 6), (200, 100, 50)), **settings)

    colour = picture.convert("RGB").getpixel((4, 3))
    assert isinstance(colour, tuple)
    assert list(expected) == pytest.approx(list(colour), abs=1)
    assert [{"colour": "#{:02x}{:02x}{:02x}".format(*colour), "share": 100.0}] == answer["palette"]["rows"]


def test_turned_mirrored_and_made_smaller(apply: Callable[..., tuple[Image.Image, Any]]) -> None:
    left_red = Image.new("RGB", (200, 100), (0, 0, 255))
    left_red.paste((255, 0, 0), (0, 0, 100, 100))

    picture, answer = apply(left_red, turn=90, mirror=True, longest_side=50)

    assert picture.size == (25, 50)
    # Mirrored, red is on the right; turned clockwise, at the bottom.
    assert (picture.getpixel((12, 5)), picture.getpixel((12, 45))) == ((0, 0, 255, 255), (255, 0, 0, 255))
    assert "PNG, 200 × 100 px, " in answer["facts"]["pairs"][0]["value"]
    assert "PNG, 25 × 50 px, " in answer["facts"]["pairs"][1]["value"]


def test_transparency_stays_and_is_filled_for_jpeg(apply: Callable[..., tuple[Image.Image, Any]]) -> None:
    clear = Image.new("RGBA", (16, 16), (255, 0, 0, 0))

    kept, answer = apply(clear, filter="blur")
    filled, filled_answer = apply(clear, format="jpeg", background="#00ff00")

    assert (answer["transparent"], filled_answer["transparent"]) == (True, False)
    assert (kept.getextrema()[3], filled.format) == ((0, 0), "JPEG")
    assert list(filled.resize((1, 1)).tobytes()) == pytest.approx([0, 255, 0], abs=2)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16"])
def test_pictures_of_every_mode_are_read(mode: str, apply: Callable[..., tuple[Image.Image, Any]]) -> None:
    picture, _ = apply(Image.linear_gradient("L").convert(mode), filter="sepia")

    assert picture.size == (256, 256)


@pytest.mark.parametrize(
    "data", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\nxxxx", b"<svg xmlns='x'/>", b"%!PS-Adobe-3.0 EPSF"]
)
def test_what_is_no_picture_is_refused(
    data: bytes, sample: dict[str, Any], pack: Callable[..., str], refused: Callable[[Any], list[tuple[Any, ...]]]
) -> None:
    assert refused(sample | {"picture": pack(data, "image/png")}) == [("picture",)]


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
@pytest.mark.parametrize("size", [(8000, 4000), (12000, 10000), (20000, 20000)])
def test_an_enormous_picture_in_a_small_file_is_refused_unopened(
    size: tuple[int, int], sample: dict[str, Any], pack: Callable[..., str], run: Callable[[Any], tuple[int, Any]]
) -> None:
    status, answer = run(sample | {"picture": pack(black(*size), "image/png")})

    assert status == 422
    assert answer["detail"][0]["msg"] == "Picture should have at most 30 megapixels"


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ({"turn": "90"}, ("turn",)),
        ({"turn": 45}, ("turn",)),
        ({"tint": "red"}, ("tint",)),
        ({"radius": 41}, ("radius",)),
        ({"longest_side": 5000}, ("longest_side",)),
        ({"mirror": "yes"}, ("mirror",)),
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
