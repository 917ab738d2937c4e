"""SVG: whether drawing it may take very long, by what it refers to and how often."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

#: Bytes of a drawing that is looked through, elements that it comes to once all references are followed, and how deep.
MAX_BYTES, MAX_ELEMENTS, MAX_DEPTH = 2_000_000, 50_000, 60
#: Effects whose cost has nothing to do with the size of the drawing.
_EFFECTS = {
    "feTurbulence", "feMorphology", "feConvolveMatrix", "feDiffuseLighting", "feSpecularLighting",
    "feDisplacementMap", "animate", "animateMotion", "animateTransform", "set",
}  # fmt: skip
#: What else draws what it refers to, again for each place it is used at.
_REFERENCE = re.compile(r"""url\(\s*['"]?#([^'")\s]+)""")
#: Rules whose cost the elements that they are for do not tell.
_RISKY_STYLE = re.compile(r"@keyframes|@import|animation\s*:|url\(", re.IGNORECASE)


def is_costly(svg: bytes) -> bool:
    """Tell whether *svg* may take very long to draw, or is none that can be read."""
    if len(svg) > MAX_BYTES:
        # Without references a drawing costs what its bytes do.
        return b"<use" in svg or b"url(" in svg
    try:
        root = ET.fromstring(svg)  # noqa: S314 - expat bounds what entities grow to, and nothing is fetched
        return _Drawing(root).size(root) > MAX_ELEMENTS
    except (ET.ParseError, _TooMuchError, ValueError, LookupError):
        return True


class _TooMuchError(Exception):
    """Raised when elements stand, or refer to each other, too deep or in a circle, or have a costly effect."""


class _Drawing:
    def __init__(self, root: Element) -> None:
        self._by_id = {element.get("id", ""): element for element in root.iter()}
        self._sizes: dict[Element, int] = {}

    def size(self, element: Element, depth: int = 0) -> int:
        """Return how many elements drawing *element* comes to."""
        if depth > MAX_DEPTH:
            raise _TooMuchError
        if element not in self._sizes:
            name = str(element.tag).rpartition("}")[2]
            if name in _EFFECTS or (name == "style" and _RISKY_STYLE.search(element.text or "")):
                raise _TooMuchError
            parts = [
                *element,
                *(self._by_id[reference] for reference in _refers_to(element) if reference in self._by_id),
            ]
            self._sizes[element] = 1 + sum(self.size(part, depth + 1) for part in parts)
        return self._sizes[element]


def _refers_to(element: Element) -> list[str]:
    found = []
    for name, value in element.attrib.items():
        if name.rpartition("}")[2] == "href" and value.startswith("#"):
            found.append(value[1:])
        found += _REFERENCE.findall(value)
    return found
