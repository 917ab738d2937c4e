"""image: an image, or several."""

from __future__ import annotations

import pytest

from tests.inputs.one import One
from webform import dataurl
from webform.inputs.smallest import PNG, WAV
from webform.messages import Phrase
from webform.values import ABSENT

SVG = dataurl.make("image/svg+xml", b'<svg xmlns="http://www.w3.org/2000/svg"/>')


def test_its_options_are_read():
    input_ = One("image", max_size_mb=8, multiple=True).input

    assert (input_.max_bytes, input_.multiple, input_.accepted) == (8 * 1024 * 1024, True, ("image/*",))


def test_the_example_of_the_seed_sends_a_data_url():
    assert One("image", label="Input image", max_size_mb=8).post({"": PNG}) == (PNG, [])


@pytest.mark.parametrize(("options", "value"), [({}, PNG), ({}, SVG), ({"multiple": True}, [PNG, SVG])])
def test_a_value_comes_back_as_it_was(options, value):
    one = One("image", **options)

    assert (value, []) == one.posted(one.sends(value))


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, (ABSENT, [("", Phrase("required.file"))])), ({"required": False, "multiple": True}, (ABSENT, []))],
)
def test_blank_is_absent(options, expected):
    assert expected == One("image", **options).blank()


def test_its_schema_is_that_of_a_file():
    assert One("file", multiple=True).input.value_schema() == One("image", multiple=True).input.value_schema()


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, PNG), ({"multiple": True}, [PNG]), ({"default": SVG}, SVG), ({"required": False}, ABSENT)],
)
def test_its_sample_is_a_transparent_pixel(options, expected):
    assert expected == One("image", **options).sample


@pytest.mark.parametrize("value", [WAV, dataurl.make("image/png", b"<!doctype html><script>1</script>")])
def test_what_is_no_image_is_wrong_whatever_it_is_called(value):
    found = "HTML" if "png" in value else "WAV"

    assert [("", Phrase("wrong-file-type.unnamed", {"found": found, "accepted": Phrase("media.image")}))] == One(
        "image"
    ).wrong(value)


def test_it_has_no_option_of_its_own_for_types():
    assert One("image", accept=".png").found_problems == [
        ("/accept", Phrase("unknown-option", {"type": "image", "name": "accept", "near": ""}))
    ]
