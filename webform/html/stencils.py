"""
Stencils: fields that differ in nothing but their place and their words are drawn once.

The template says what the first looks like; its HTML is cut where its place, its label and its help stand, and the next
is put together of the pieces.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import fields, replace
from functools import cache
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from webform.html.bound import Bound
    from webform.inputs import Input

#: Inputs whose templates ask for nothing but their own options, their place and their words.
DRAWN_ALIKE = frozenset(
    {"text", "textarea", "number", "select", "radio", "checkbox", "toggle", "date", "time", "datetime"}
)
#: How many are kept, and of how many characters of options each may be.
MAX_STENCILS, MAX_CHARS = 1000, 1000
_stencils: dict[Hashable, Stencil | None] = {}
#: What stands for a place, a label and a help while they are cut out: nobody has written it.
AT, LABEL, HELP = (f"/{word}{secrets.token_hex(8)}" for word in ("at", "label", "help"))
_HOLES = re.compile(f"({AT}|{LABEL}|{HELP})")
#: A place that is spelled the same in a pointer, a name, an id and in HTML.
_PLAIN = re.compile(r"(?:/[A-Za-z0-9_.-]+)+", re.ASCII)
#: Options that a look has as a word of its own, or not at all.
_APART = ("key", "label", "description", "group", "show_if", "options")


class Stencil:
    """
    The HTML of a field with holes.

    Args:
        html: that of one whose place, label and help are `AT`, `LABEL` and `HELP`.
    """

    def __init__(self, html: str) -> None:
        pieces = _HOLES.split(html)
        holes = [(AT, LABEL, HELP).index(each) for each in pieces[1::2]]
        pieces[::2] = [each.replace("%", "%%") for each in pieces[::2]]
        pieces[1::2] = ["%s"] * len(holes)
        self._format, self._in_order = "".join(pieces), itemgetter(*holes)

    def filled(self, at: str, label: str, help_: str) -> Markup:
        """Return the HTML of the field at the plain place *at*."""
        return Markup(self._format % self._in_order((at, escape(label), escape(help_))))  # noqa: S704 - all is escaped


def drawn_alike(field: Bound) -> Markup | None:
    """Return the HTML of *field*, blank and without a condition, as that of those like it; `None` where none is yet."""
    given, draft = field.input, field.draft
    look = _look_of(given, field.at, draft.mark)
    if look is None:
        return None
    stencil = _stencils.get(look)
    if stencil is None:
        if look not in _stencils:
            # Many have a look that nobody else has: it is cut when it comes again.
            if len(_stencils) >= MAX_STENCILS:
                _stencils.clear()
            _stencils[look] = None
            return None
        worded = replace(given, description=given.description and HELP)
        twin = type(field)(worded, draft, AT, field.page, label=LABEL)
        stencil = _stencils[look] = Stencil(twin.draw())
    return stencil.filled(field.at, field.label, given.description)


def _look_of(given: Input, at: str, mark: str | None) -> Hashable | None:
    """Return what the HTML depends on; `None` where that is not known."""
    if given.type not in DRAWN_ALIKE or not _PLAIN.fullmatch(at):
        return None
    kind: type = type(given)
    options = _options_of(kind)(given)
    choices = getattr(given, "by_text", {})
    words = *choices, *[each.label for each in choices.values()]
    if sum(map(len, words)) + sum([len(each) for each in options if type(each) is str]) > MAX_CHARS:
        return None
    count = len(getattr(given, "options", ()))
    # 1, 1.0 and true are equal, and are not the same in HTML.
    look = given.type, bool(given.description), mark, options, tuple(map(type, options)), count, words
    try:
        hash(look)
    except TypeError:
        return None
    return look


@cache
def _options_of(kind: type) -> Callable[[Input], tuple[Any, ...]]:
    names = [each.name for each in fields(kind) if each.name not in _APART]
    return attrgetter(*names)
