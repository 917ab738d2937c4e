"""Icons that a manifest may name: their drawings, and what else declarations call them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Icons(NamedTuple):
    """The *paths* of icons by their names, drawn with one stroke on a grid of 24; and *also*, the names by others."""

    paths: Mapping[str, str]
    also: Mapping[str, str]


@cache
def icons() -> Icons:
    """Return the icons."""
    return Icons(**json.loads(Path(__file__).with_name("icons.json").read_text(encoding="utf-8")))


def path_of(name: str) -> str:
    """Return the drawing of the icon called *name*; that of "tool" where there is none, as a name may be anything."""
    paths, also = icons()
    return paths.get(name) or paths.get(also.get(name, "tool"), paths["tool"])


def is_icon(name: str) -> bool:
    """Tell whether there is an icon called *name*."""
    return name in icons().paths or name in icons().also
