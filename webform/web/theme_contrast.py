"""The contrast of a theme's colours: what cannot be read is made darker or lighter, and said."""

from __future__ import annotations

from webform.colours import OF_LINES, OF_TEXT, Colour, contrast, hex_of, legible
from webform.problems import Problem
from webform.values import join
from webform.web.design_tokens import Palette

_GROUNDS = ("bg", "surface", "sunken", "hover", "raised")
_CODE = ("surface", "sunken")
#: What has to be told from what it stands on, and how well; in an order in which none depends on a later one.
NEEDS: dict[str, tuple[tuple[str, ...], float]] = {
    "ink": (_GROUNDS, OF_TEXT),
    "ink-2": (_GROUNDS, OF_TEXT),
    "ink-3": (_GROUNDS, OF_TEXT),
    "line-strong": (("bg", "surface", "sunken"), OF_LINES),
    "line-hover": (("bg", "surface", "sunken"), OF_LINES),
    "accent": ((*_GROUNDS, "accent-soft", "accent-ink"), OF_TEXT),
    "ok": ((*_GROUNDS, "ok-soft"), OF_TEXT),
    "bad": ((*_GROUNDS, "bad-soft"), OF_TEXT),
    "warn": ((*_GROUNDS, "warn-soft"), OF_TEXT),
    "hl-key": (_CODE, OF_TEXT),
    "hl-name": (_CODE, OF_TEXT),
    "hl-text": (_CODE, OF_TEXT),
    "hl-num": (_CODE, OF_TEXT),
    "hl-note": (_CODE, OF_TEXT),
}


def made_legible(palette: Palette) -> list[Problem]:
    """Change the colours of *palette* that cannot be read; return a problem of each."""
    return [problem for name in NEEDS if (problem := _mend(palette, name))]


def _mend(palette: Palette, name: str) -> Problem | None:
    grounds, least = NEEDS[name]
    wanted = palette.colour(name)

    def under(colour: Colour) -> list[Colour]:
        tried = Palette(palette.scheme, {**palette.own, name: colour})
        return [tried.colour(ground) for ground in grounds]

    used = legible(wanted, under, least)
    if used == wanted:
        return None
    ground, on = min(zip(grounds, under(wanted), strict=True), key=lambda pair: contrast(wanted, pair[1]))
    at, params = join(f"/theme/{palette.scheme}", name), {"name": name, "scheme": palette.scheme, "least": f"{least:g}"}
    if used is None:
        return Problem(at=at, code="contrast", key="contrast.none", params={**params, "colour": hex_of(wanted)})
    palette.own[name] = used
    params |= {"colour": hex_of(wanted), "ground": ground, "on": hex_of(on), "used": hex_of(used)}
    params["found"] = f"{contrast(wanted, on):.1f}"
    return Problem(at=at, code="contrast", params=params, severity="warning")
