"""LaTeX → MathML that may stand in a page: known elements and attributes alone."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

#: A longer or deeper formula is shown as it was written.
MAX_TEXT, _MAX_DEPTH = 4000, 60
#: One of so many characters is drawn within some hundredths of a second.
_MOST_AT_ONCE = 1000
_ELEMENTS = {
    "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "msup", "msub", "msubsup", "mfrac", "msqrt", "mroot", "munder",
    "mover", "munderover", "mtable", "mtr", "mtd", "mstyle", "mpadded", "mphantom", "menclose", "mmultiscripts",
    "mprescripts", "none",
}  # fmt: skip
_ATTRIBUTES = {
    "display", "mathvariant", "stretchy", "fence", "separator", "accent", "accentunder", "movablelimits", "largeop",
    "form", "lspace", "rspace", "minsize", "maxsize", "symmetric", "linethickness", "columnalign", "rowspacing",
    "columnspacing", "columnlines", "rowlines", "displaystyle", "scriptlevel", "width", "height", "depth", "notation",
}  # fmt: skip
_VALUE = re.compile(r"[\w.%+\- ]{1,40}")
_DELIMITERS = [("$$", "$$"), (r"\[", r"\]"), (r"\(", r"\)"), ("$", "$")]


def mathml(text: str) -> Markup | None:
    """Return the formula *text* as MathML; `None` where it cannot be read as one."""
    formula = _bare(text.strip())
    if not formula or len(formula) > MAX_TEXT or formula.count("{") > _MAX_DEPTH * 4:
        return None
    from latex2mathml.converter import convert_to_element  # noqa: PLC0415 - slow, seldom needed

    try:
        pieces = list(_pieces(convert_to_element(formula, display="block"), 0))
    except Exception:  # noqa: BLE001 - the reader has a class of its own for each fault, and some of Python's
        return None
    return Markup("").join(pieces)


def is_quick(text: str) -> bool:
    """Tell whether *text* is drawn quickly, whatever it says."""
    return len(text) <= _MOST_AT_ONCE or len(text) > 2 * MAX_TEXT


def _bare(text: str) -> str:
    for start, end in _DELIMITERS:
        if text.startswith(start) and text.endswith(end) and len(text) > len(start) + len(end):
            return text[len(start) : -len(end)].strip()
    return text


def _pieces(element: Element, depth: int) -> Iterator[Markup]:
    if depth > _MAX_DEPTH:
        raise ValueError("too deep")
    name = element.tag if element.tag in _ELEMENTS else "mrow"
    attributes = [
        (key, value) for key, value in element.attrib.items() if key in _ATTRIBUTES and _VALUE.fullmatch(value)
    ]
    yield Markup("<{}{}>").format(
        name, Markup("").join(Markup(' {}="{}"').format(*attribute) for attribute in attributes)
    )
    # The reader writes signs as references.
    yield escape(unescape(element.text or ""))
    for child in element:
        yield from _pieces(child, depth + 1)
        yield escape(unescape(child.tail or ""))
    yield Markup("</{}>").format(name)
