"""Docstrings: what a function does, and help for its parameters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from docstring_parser import ParseError, parse

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, kw_only=True)
class Documented:
    """What a docstring says: the *text* before its sections, and the help of *parameters* by their names."""

    text: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)


def documented(docstring: str | None) -> Documented:
    """Return what *docstring* says, in Google's, NumPy's or Sphinx's style."""
    if not docstring:
        return Documented()
    try:
        read = parse(docstring)
    except ParseError:
        return Documented(text=docstring.strip())
    text = "\n\n".join(filter(None, (read.short_description, read.long_description)))
    parameters = {param.arg_name.lstrip("*"): param.description or "" for param in read.params}
    return Documented(text=text, parameters=parameters)
