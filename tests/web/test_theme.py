"""A theme: what is set and no more comes into the style sheet, and what cannot be read is changed and said."""

from __future__ import annotations

import gzip
import logging
import re

import pytest

from webform.messages import Phrase
from webform.web import Config, Theme, create_app
from webform.web.design_tokens import SCHEMES, Palette, tokens
from webform.web.theme import SHIPPED
from webform.web.theme_contrast import NEEDS, made_legible

COLOUR, COLOURS, FONT = Phrase("kind.css-colour"), Phrase("kind.css-colours"), Phrase("kind.font")
RADIUS = Phrase("kind.radius", {"most": 24})


def sheet(client) -> str:
    """Return the style sheet of the page of a tool."""
    address = re.search(r'"(/static/app-[^"]+\.css)"', client.get("/tools/small").text)
    assert address
    answer = client.get(address[1])
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert gzip.decompress(client.get(address[1], headers={"Accept-Encoding": "gzip"}).data) == answer.data
    return answer.text


def test_a_theme_is_read_whole(read):
    config, problems = read("""
        [theme]
        name = "signal"
        accent = "#8a3b12"
        radius = 8
        density = "comfortable"
        font = "'Source Sans 3', Inter, sans-serif"
        [theme.dark]
        accent = "hsl(20 90% 70%)"
    """)

    assert problems == []
    css = config.theme.css()
    assert css.startswith("@layer theme{:root{")
    assert "--accent:light-dark(#8a3b12,#f79c6e)" in css
    assert "--bg:light-dark(#ffffff,#000000)" in css
    assert "--radius:8px;--density:1;" in css
    assert '--font:"Source Sans 3","Inter",sans-serif' in css


def test_without_a_theme_nothing_is_added(read, client):
    assert read("[theme]")[0].theme.css() == ""
    assert "@layer theme{" not in sheet(client)


@pytest.mark.parametrize(
    ("text", "at", "key", "params"),
    [
        ('name = "papper"', "/theme/name", "wrong-type", {"expected": Phrase("list.or", {"first": tuple(f'"{name}"' for name in SHIPPED[:-1]), "last": f'"{SHIPPED[-1]}"'}), "found": '"papper"'}),
        ('acent = "#fff"', "/theme/acent", "unknown-key.setting", {"name": "acent", "near": "accent"}),
        ('accent = "red;}body{background:url(//x)"', "/theme/accent", "wrong-type", {"expected": COLOUR, "found": '"red;}body{background:url(//x)"'}),
        ('accent = "</style><script>"', "/theme/accent", "wrong-type", {"expected": COLOUR, "found": '"</style><script>"'}),
        ("accent = 3", "/theme/accent", "wrong-type", {"expected": COLOUR, "found": "3"}),
        ("radius = 25", "/theme/radius", "wrong-type", {"expected": RADIUS, "found": "25"}),
        ('radius = "4px;"', "/theme/radius", "wrong-type", {"expected": RADIUS, "found": '"4px;"'}),
        ("radius = nan", "/theme/radius", "wrong-type", {"expected": RADIUS, "found": "NaN"}),
        ("font = 'x\";}'", "/theme/font", "wrong-type", {"expected": FONT, "found": '"x\\";}"'}),
        ('font = "url(x)"', "/theme/font", "wrong-type", {"expected": FONT, "found": '"url(x)"'}),
        ('font = ""', "/theme/font", "wrong-type", {"expected": FONT, "found": '""'}),
        ('mono = "a\\nb"', "/theme/mono", "wrong-type", {"expected": FONT, "found": '"a\\nb"'}),
        ("light = 1", "/theme/light", "wrong-type", {"expected": COLOURS, "found": "1"}),
        ('light = { bgg = "#fff" }', "/theme/light/bgg", "unknown-key.setting", {"name": "bgg", "near": "bg"}),
        ('dark = { radius = "#fff" }', "/theme/dark/radius", "unknown-key.setting", {"name": "radius", "near": "raised"}),
        ('dark = { "x;--bg" = "#fff" }', "/theme/dark/x;--bg", "unknown-key.setting", {"name": "x;--bg", "near": ""}),
        ('dark = { bg = "url(//x)" }', "/theme/dark/bg", "wrong-type", {"expected": COLOUR, "found": '"url(//x)"'}),
    ],
)  # fmt: skip
def test_a_wrong_value_is_said_where_it_is_and_sets_nothing(read, text, at, key, params):
    config, problems = read(f"[theme]\n{text}")

    assert [(problem.at, problem.phrase) for problem in problems] == [(at, Phrase(key, params))]
    assert config.theme == Theme()


def test_a_file_is_read_below_what_stands_beside_it(read, tmp_path):
    (tmp_path / "brand.toml").write_text(
        'name = "paper"\nradius = 3\naccent = "#8a3b12"\n[light]\nbg = "#f2f0ea"\nink = "#000"', "utf-8"
    )

    config, problems = read('[theme]\nfile = "brand.toml"\nradius = 6\nlight = { bg = "#fff" }')

    assert problems == []
    css = config.theme.css()
    assert "--bg:light-dark(#ffffff,#1a1714)" in css
    assert "--ink:light-dark(#000000,#f3ebdc)" in css
    assert "--radius:6px" in css


@pytest.mark.parametrize(
    ("text", "at", "code"),
    [
        (None, "/theme/file", "no-theme"),
        ("accent = ", "/theme/file", "no-theme"),
        ('accent = "x"', "/theme/file/accent", "wrong-type"),
        ('file = "other.toml"', "/theme/file/file", "unknown-key"),
    ],
)
def test_a_file_that_cannot_be_read_is_said(read, tmp_path, text, at, code):
    if text is not None:
        (tmp_path / "brand.toml").write_text(text, "utf-8")

    (problem,) = read('[theme]\nfile = "brand.toml"')[1]

    assert (problem.at, problem.code) == (at, code)


def test_an_accent_that_cannot_be_read_is_changed_and_said_with_both_colours(read):
    config, (problem,) = read('[theme]\naccent = "#ffcc00"')

    assert (problem.at, problem.severity) == ("/theme/light/accent", "warning")
    assert problem.params == {
        "name": "accent", "scheme": "light", "colour": "#ffcc00", "ground": "hover", "on": "#eef0f4", "found": "1.3",
        "least": "4.5", "used": "#946400",
    }  # fmt: skip
    assert "--accent:light-dark(#946400,#ffcc00)" in config.theme.css()
    assert config.theme.legible()[1] == []


def test_where_no_shade_can_be_read_nothing_is_served(read):
    (problem, *_) = read('[theme.light]\nbg = "#000"')[1]

    assert (problem.at, problem.code, problem.severity) == ("/theme/light/ink", "contrast", "error")


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_all_text_of_a_shipped_theme_can_be_read(name, scheme):
    theme, problems = Theme(name=name).legible()

    assert problems == []
    assert Theme(name=name, light=theme.light, dark=theme.dark).css() == Theme(name=name).css()


def test_what_is_checked_are_tokens():
    assert {*NEEDS, *(ground for grounds, _ in NEEDS.values() for ground in grounds)} <= {*tokens()}
    assert [made_legible(Palette(scheme, {})) for scheme in SCHEMES] == [[], []]


def test_a_theme_is_in_the_style_sheet_that_every_page_has(new_app, caplog):
    caplog.set_level(logging.WARNING)
    client = new_app(theme=Theme(name="paper", accent="#ffcc00", mono="Iosevka, monospace")).test_client()

    css = sheet(client)

    assert css.index("@layer tokens,theme,contrast,base") < css.index("@layer theme{")
    assert '--mono:"Iosevka",monospace' in css
    assert "style=" not in client.get("/tools/small").text
    assert client.get("/tools/small").headers["Content-Security-Policy"].count("style-src 'self';") == 1
    assert any("accent #ffcc00" in record.message for record in caplog.records)


@pytest.mark.parametrize(
    "wrong",
    [{"name": "x"}, {"accent": "red;"}, {"radius": -1}, {"density": "dense"}, {"font": "a;b"}, {"light": {"bg": "x"}}],
)
def test_a_wrong_theme_of_a_program_is_an_exception(wrong):
    with pytest.raises(ValueError, match=r"Expected|There is no"):
        Theme(**wrong)


def test_a_theme_of_a_program_that_nobody_can_read_is_an_exception():
    with pytest.raises(ValueError, match="no shade"):
        create_app((), Config(theme=Theme(dark={"surface": "#fff"})))
