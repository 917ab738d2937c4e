"""Figures of matplotlib: pictures."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from webform.functions.made_files import MadeFile

#: Bytes of a drawing in lines; one that takes more is made of points.
MAX_SVG = 1_000_000
_DPI = 150


def converted(value: Any) -> Any:
    """Return a figure, or that of axes or of a list of artists, as a picture."""
    figure = getattr(value, "figure", None) or value
    if not hasattr(figure, "savefig"):
        return str(value)
    drawing = _drawn(figure, "svg")
    if len(drawing) <= MAX_SVG:
        return MadeFile(drawing, "figure.svg", "image/svg+xml")
    return MadeFile(_drawn(figure, "png"), "figure.png", "image/png")


def _drawn(figure: Any, form: str) -> bytes:
    target = BytesIO()
    figure.savefig(target, format=form, dpi=_DPI, bbox_inches="tight")
    return target.getvalue()
