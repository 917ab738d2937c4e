"""Colours: what CSS writes is read, contrast is WCAG's, and what cannot be read becomes what can."""

from __future__ import annotations

import pytest

from webform.colours import contrast, hex_of, legible, mixed, read_colour

WHITE, BLACK = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#abc", "#aabbcc"),
        (" #2F6B4F ", "#2f6b4f"),
        ("rgb(47 107 79)", "#2f6b4f"),
        ("rgb(47, 107,79)", "#2f6b4f"),
        ("RGB(100% 0% 50%)", "#ff0080"),
        ("hsl(152deg 39% 30%)", "#2f6a4e"),
        ("oklch(0.5 0.205 264)", "#2255d5"),
        ("oklch(100% 0 0)", "#ffffff"),
    ],
)
def test_a_colour_of_css_is_read(text, found):
    colour = read_colour(text)

    assert colour
    assert hex_of(colour) == found


@pytest.mark.parametrize(
    "text",
    ["", "#ab", "#abcd", "#aabbccdd", "rgb(1 2)", "rgb(1 2 3 / 0.5)", "rgb(a b c)", "rgb(1 2 3);x", "url(x)", "oklch(1 0 x)",
     "var(--x)", "#fff}", "rgb(٣ 2 3)", "hsl(nan 1% 1%)", "rgb(1e9 2 3)", "red"],
)  # fmt: skip
def test_what_is_no_opaque_colour_is_none(text):
    assert read_colour(text) is None


def test_contrast_is_that_of_wcag():
    assert contrast(WHITE, BLACK) == pytest.approx(21)
    assert contrast(WHITE, WHITE) == 1
    # The lightest grey that text on white may have.
    assert contrast((0x76 / 255,) * 3, WHITE) == pytest.approx(4.54, abs=0.01)


def test_a_colour_is_mixed_as_color_mix_does():
    red, blue = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)

    assert hex_of(mixed(red, blue, 0.5)) == "#8c53a2"
    assert hex_of(mixed(red, blue, 1)) == "#ff0000"


@pytest.mark.parametrize("colour", [(1.0, 0.8, 0.0), (0.5, 0.5, 0.5), (0.0, 1.0, 1.0), WHITE, BLACK])
@pytest.mark.parametrize("ground", [WHITE, BLACK, (0.2, 0.2, 0.25), (0.95, 0.93, 0.9)])
def test_a_colour_that_cannot_be_read_is_changed_until_it_can(colour, ground):
    found = legible(colour, lambda _: [ground], 4.5)

    assert found
    assert contrast(found, ground) >= 4.5
    assert (found == colour) == (contrast(colour, ground) >= 4.5)


def test_no_colour_can_be_read_on_black_and_on_white_alike_at_7():
    assert legible((0.5, 0.5, 0.5), lambda _: [WHITE, BLACK], 7) is None
