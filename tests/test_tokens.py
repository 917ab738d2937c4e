"""The tokens of the style sheets: each is documented, and nothing else says a colour, a radius, a font or a space."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from webform.web.design_tokens import read_tokens, tokens

STATIC = Path(__file__).parents[1] / "static"
TOKENS = STATIC / "css/tokens.css"
SHEETS = sorted({*STATIC.glob("css/*.css"), *STATIC.glob("src/**/*.css")} - {TOKENS})
SCRIPTS = sorted(STATIC.glob("src/**/*.js"))
#: Colours that a person chose, which no theme changes.
SYSTEM = "ButtonFace|ButtonText|Canvas|CanvasText|GrayText|Highlight|HighlightText"
COLOUR = re.compile(
    r"#[\da-fA-F]{3,8}\b(?![^{};]*\{)|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|light-dark)a?\(|"
    r":[^;{}]*\b(?:white|black|red|green|blue|gr[ae]y|silver|yellow|orange)\b(?!-)[^{}]*;"
)
#: What follows from the thing itself: a circle, a corner that another box has.
SHAPES = {"token", "0", "50%", "inherit"}
LENGTH = re.compile(r"(?<![\w.-])\d*\.?\d+(?:rem|px|pt)\b")


def declarations(sheet: Path, *names: str) -> list[str]:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    return [" ".join(value.split()) for _, value in re.findall(rf"(?<![\w-])({'|'.join(names)}):\s*([^;{{}}]+);", text)]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_a_sheet_speaks_in_tokens(sheet):
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    radii = [
        re.sub(r"(calc|var)\((?:[^()]|\([^()]*\))*\)", "token", value)
        for value in declarations(sheet, "border-[a-z-]*radius")
    ]
    sizes = [size for size in declarations(sheet, "font-size") if size != "10pt"]
    spaces = declarations(sheet, "padding[a-z-]*", "(?:row-|column-)?gap")

    assert COLOUR.findall(text) == []
    assert {part for radius in radii for part in radius.split()} <= SHAPES
    assert [size for size in sizes if LENGTH.search(size)] == []
    assert [
        font for font in declarations(sheet, "font-family") if font not in ("var(--font)", "var(--mono)", "inherit")
    ] == []
    assert [font for font in declarations(sheet, "font") if font != "inherit" and "var(--" not in font] == []
    # A line's width may be added to a space, and is none.
    assert [space for space in spaces if any(float(size[:-3]) for size in re.findall(r"[\d.]+rem", space))] == []


def test_every_token_that_is_used_is_there():
    texts = [path.read_text("utf-8") for path in (TOKENS, *SHEETS, *SCRIPTS)]
    used = {name for text in texts for name in re.findall(r"var\(--([\w-]+)", text)}
    made = {name for text in texts for name in re.findall(r"--([\w-]+)['\"`]?\s*[:,)]", text)}

    # The colours of a chart are numbered.
    assert used - made == {"c"}


def test_every_token_says_what_it_is_for():
    sheet = TOKENS.read_text("utf-8")
    whole = sheet[: sheet.index("\n}")]
    found = list(read_tokens(sheet))

    assert [token.name for token in found] == re.findall(r"^  --([\w-]+):", whole, re.MULTILINE)
    assert all(token.words.endswith(".") and token.group for token in found)
    assert tokens() == {token.name: token for token in found}
