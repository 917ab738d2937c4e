"""A theme: what an operator sets of how pages look, and the style sheet that it comes to."""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from webform.colours import Colour, hex_of, read_colour
from webform.messages import Phrase
from webform.places import themes
from webform.problems import Problem, error_at, errors, nearest, wrong_type
from webform.settings import FILE, OptionKind, choice, kind, option, options_of, read_table
from webform.values import is_number, join
from webform.web.assets import Assets, built_assets
from webform.web.design_tokens import SCHEMES, Palette, colours
from webform.web.theme_contrast import made_legible

if TYPE_CHECKING:
    from pathlib import Path


#: The themes that come with webform.
SHIPPED = ("default", *sorted(path.stem for path in themes().glob("*.toml")))
#: Pixels of the largest radius.
MAX_RADIUS = 24
#: How much room there is, as `--density` has it.
DENSITIES = {"comfortable": "1", "compact": "0.75"}
_log = logging.getLogger(__name__)
_FAMILY = re.compile(r"-?[^\W\d_][\w .+-]{0,60}")
#: Names of families that are keywords, and quoted would be none.
_KEYWORDS = re.compile(r"(ui-)?(sans-serif|serif|monospace|rounded)|system-ui|-apple-system|cursive|fantasy")


def _is_colour(value: Any) -> bool:
    return isinstance(value, str) and read_colour(value) is not None


def _families(value: str) -> list[str]:
    """Return the families of a font list without their quotes."""
    return [re.sub(r"""^(["'])(.*)\1$""", r"\2", family.strip()) for family in value.split(",")]


def _is_font(value: Any) -> bool:
    return isinstance(value, str) and all(_FAMILY.fullmatch(family) for family in _families(value))


def _read_colours(value: Mapping[str, Any]) -> tuple[Mapping[str, str], list[Problem]]:
    wrong = [name for name, colour in value.items() if name not in colours() or not _is_colour(colour)]
    return value, [_wrong(name, value[name]) for name in wrong]


def _wrong(name: str, colour: Any) -> Problem:
    if name in colours():
        return wrong_type(join("", name), COLOUR.words, colour)
    near = nearest(name, colours())
    return error_at(join("", name), "unknown-key", "unknown-key.setting", on_key=True, name=name, near=near)


COLOUR = kind(Phrase("kind.css-colour"), _is_colour)
RADIUS = kind(Phrase("kind.radius", {"most": MAX_RADIUS}), lambda value: is_number(value) and 0 <= value <= MAX_RADIUS)
FONT = kind(Phrase("kind.font"), _is_font)
COLOURS = OptionKind(
    words=Phrase("kind.css-colours"), takes=lambda value: isinstance(value, Mapping), read=_read_colours
)
_TOKENS = 'Colours of the {} scheme by token, such as `{{ bg = "{}" }}` ([the tokens](theming.md#the-tokens)).'


@dataclass(frozen=True, kw_only=True)
class Theme:
    """How pages look; each setting goes over that of the theme called *name*."""

    name: str = option(choice(*SHIPPED), "The theme to start from, one that comes with webform.", "default")
    accent: str = option(
        COLOUR,
        "The colour of the main button, of links and of what is selected: `#2f6b4f`, `rgb()`, `hsl()` or `oklch()`. "
        "It is made darker or lighter until its contrast is enough.",
        "",
        shown="the theme's",
    )
    radius: float | None = option(
        RADIUS, "The radius of the corners of controls in pixels, up to 24.", shown="the theme's"
    )
    density: Literal["comfortable", "compact", ""] = option(
        choice(*DENSITIES), '`"comfortable"` or `"compact"`.', "", shown="the theme's"
    )
    font: str = option(FONT, "The font families of all text, as CSS lists them.", "", shown="the theme's")
    mono: str = option(FONT, "The font families of code.", "", shown="the theme's")
    light: Mapping[str, str] = option(COLOURS, _TOKENS.format("light", "#fbf7ef"), {}, shown="the theme's")
    dark: Mapping[str, str] = option(COLOURS, _TOKENS.format("dark", "#1c1917"), {}, shown="the theme's")

    def __post_init__(self) -> None:
        """Refuse what is none, so that nothing but colours, numbers and names comes into a style sheet."""
        for name, setting in options_of(Theme).items():
            value = getattr(self, name)
            if value in (None, ""):
                continue
            if not setting.kind.takes(value):
                raise ValueError(wrong_type(f"/theme/{name}", setting.kind.words, value).message)
            for problem in setting.kind.read(value)[1] if setting.kind.read else ():
                raise ValueError(problem.message)

    def over(self, below: Theme) -> Theme:
        """Return this theme with the settings of *below* where it has none."""
        accents = {"accent": self.accent} if self.accent else {}
        plain = {name: getattr(self, name) or getattr(below, name) for name in ("density", "font", "mono")}
        return Theme(
            **plain,
            radius=below.radius if self.radius is None else self.radius,
            light={**below.light, **accents, **self.light},
            dark={**below.dark, **accents, **self.dark},
        )

    def legible(self) -> tuple[Theme, list[Problem]]:
        """Return this theme with colours that can be read, and a problem of each that was changed or cannot be."""
        own, problems = _upon(self), list[Problem]()
        if not own.light and not own.dark:
            return self, []
        palettes = {scheme: Palette(scheme, _read(getattr(own, scheme))) for scheme in SCHEMES}
        for palette in palettes.values():
            problems += made_legible(palette)
        sets = {scheme: {name: hex_of(colour) for name, colour in palettes[scheme].own.items()} for scheme in SCHEMES}
        return replace(self, accent="", light=sets["light"], dark=sets["dark"]), problems

    def css(self) -> str:
        """Return the style sheet, which stands behind that of the tokens; `""` where nothing is set."""
        own = _upon(self)
        palettes = [Palette(scheme, _read(getattr(own, scheme))) for scheme in SCHEMES]
        names = {**own.light, **own.dark}
        made = {
            name: "light-dark({},{})".format(*(hex_of(palette.colour(name)) for palette in palettes)) for name in names
        }
        if own.radius is not None:
            made["radius"] = f"{own.radius:g}px"
        if own.density:
            made["density"] = DENSITIES[own.density]
        made |= {name: _listed(getattr(own, name)) for name in ("font", "mono") if getattr(own, name)}
        lines = ";".join(f"--{name}:{value}" for name, value in made.items())
        return f"@layer theme{{:root{{{lines}}}}}" if lines else ""


@dataclass(frozen=True, kw_only=True)
class ThemeTable(Theme):
    """A theme as it stands in webform.toml, where some of it may be in a file."""

    file: Path | None = option(FILE, "A TOML file with the same settings; these override it.")


def read_theme(raw: dict[str, Any], folder: Path, problems: list[Problem]) -> Theme:
    """Return the table *raw* of webform.toml as a theme that can be read; add what is wrong to *problems*."""
    settings = read_table(raw, ThemeTable, "/theme", problems)
    file = settings.pop("file", None)
    theme = Theme(**settings)
    if file:
        theme = _with_file(theme, folder / file, problems)
    made, found = theme.legible()
    problems += found
    return made


def assets_in(theme: Theme) -> Assets:
    """Return the styles and scripts in *theme*; log what of it was changed to be read."""
    legible, problems = theme.legible()
    for problem in errors(problems):
        raise ValueError(problem.message)
    for problem in problems:
        _log.warning("theme: %s", problem.message)
    css = legible.css()
    return Assets(css) if css else built_assets()


def _with_file(theme: Theme, file: Path, problems: list[Problem]) -> Theme:
    try:
        raw = tomllib.loads(file.read_bytes().decode())
    except (OSError, ValueError) as error:
        why = str(getattr(error, "strerror", None) or error)
        problems.append(error_at("/theme/file", "no-theme", file=str(file), fault=why))
        return theme
    inside: list[Problem] = []
    below = Theme(**read_table(raw, Theme, "", inside))
    problems += [problem.under("/theme/file") for problem in inside]
    name = theme.name if theme.name != "default" else below.name
    return replace(theme.over(replace(below, name="default")), name=name)


def _upon(theme: Theme) -> Theme:
    """Return *theme* upon the one that it names."""
    return theme.over(_shipped(theme.name))


@cache
def _shipped(name: str) -> Theme:
    if name == "default":
        return Theme()
    return Theme(**tomllib.loads((themes() / f"{name}.toml").read_text("utf-8")))


def _read(named: Mapping[str, str]) -> dict[str, Colour]:
    return {name: colour for name, text in named.items() if (colour := read_colour(text))}


def _listed(font: str) -> str:
    return ",".join(name if _KEYWORDS.fullmatch(name) else f'"{name}"' for name in _families(font))
