"""Design tokens: the custom properties of the style sheets, read from the one sheet that has them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from webform.colours import Colour, mixed, read_colour
from webform.web.assets import built_assets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


SCHEMES = ("light", "dark")
_PART = re.compile(r"/\* ## (?P<group>[^*]+) \*/|/\* (?P<words>[^*]+) \*/\s+--(?P<name>[\w-]+): (?P<value>[^;]+);")
_MIX = re.compile(r"in oklab, (?P<one>.+) (?P<share>\d+)%, (?P<other>.+)", re.DOTALL)


@dataclass(frozen=True)
class Token:
    """A custom property: its name without the dashes, its value, what it is for, and the heading it stands under."""

    name: str
    value: str
    words: str
    group: str


def read_tokens(sheet: str) -> Iterator[Token]:
    """Yield the tokens of *sheet*: a comment before each, and headings that begin with `##`."""
    group = ""
    for part in _PART.finditer(sheet[: sheet.index("\n}")]):
        if part["group"]:
            group = part["group"]
        else:
            yield Token(part["name"], " ".join(part["value"].split()), part["words"], group)


@cache
def tokens() -> Mapping[str, Token]:
    """Return the tokens of the style sheet that was built, by name."""
    assets = built_assets()
    sheet = assets.content(assets.file_of("tokens.css") or "", packed=False) or b""
    return {token.name: token for token in read_tokens(sheet.decode())}


@cache
def colours() -> tuple[str, ...]:
    """Return the names of the tokens that are opaque colours: those that a theme may set."""
    plain = Palette("light", {})
    return tuple(name for name in tokens() if plain.find(name))


class Palette:
    """The colours of the tokens in one *scheme*, some of them a theme's *own*."""

    def __init__(self, scheme: str, own: Mapping[str, Colour]) -> None:
        self.scheme, self.own = scheme, dict(own)

    def colour(self, name: str) -> Colour:
        """Return the colour of the token *name*."""
        found = self.find(name)
        if found is None:
            raise KeyError(name)
        return found

    def find(self, name: str) -> Colour | None:
        """Return the colour of the token *name*; `None` where it is no opaque colour."""
        return self.own.get(name) or self._read(tokens()[name].value)

    def _read(self, value: str) -> Colour | None:
        function, _, inside = value.removesuffix(")").partition("(")
        if function == "var":
            return self.find(inside.removeprefix("--"))
        if function == "light-dark":
            return self._read(_arguments(inside)[SCHEMES.index(self.scheme)])
        if function == "color-mix":
            return self._mixed(inside)
        return read_colour(value)

    def _mixed(self, inside: str) -> Colour | None:
        found = _MIX.fullmatch(inside)
        one, other = (self._read(found["one"]), self._read(found["other"])) if found else (None, None)
        return mixed(one, other, int(found["share"]) / 100) if found and one and other else None


def _arguments(inside: str) -> list[str]:
    """Return the arguments of a function of CSS: what stands between its commas."""
    parts, depth = [""], 0
    for character in inside:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]
