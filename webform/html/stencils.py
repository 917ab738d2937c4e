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

from markupsafe import escape

from webform.by_language import lang_of
from webform.inputs.choices import ChoiceLike
from webform.language import language

if TYPE_CHECKING:
    from collections.abc import Callable

    from markupsafe import Markup

    from webform.inputs import Input

    #: Type, whether there is help, mark, options with their types, how many choices there are, their words, and the
    #: language.
    _Look = tuple[str, bool, str | None, tuple[Any, ...], tuple[type, ...], int, tuple[str, ...], str]

#: Inputs whose templates ask for nothing but their own options, their place and their words.
DRAWN_ALIKE = frozenset(
    {"text", "textarea", "number", "select", "radio", "checkbox", "toggle", "date", "time", "datetime", "json"}
)
#: How many are kept, and of how many characters of options each may be.
MAX_STENCILS, MAX_CHARS = 1000, 1000
_stencils: dict[_Look | None, Stencil | None] = {}
#: What stands for a place, a label and a help while they are cut out: nobody has written it.
AT, LABEL, HELP = (f"/{word}{secrets.token_hex(8)}" for word in ("at", "label", "help"))
#: What stands for what the ids of a form begin with.
BEFORE = f"before{secrets.token_hex(8)}"
_HOLES = re.compile(f"({AT}|{LABEL}|{HELP}|{BEFORE})")
#: A place that is spelled the same in a pointer, a name, an id and in HTML.
_PLAIN = re.compile(r"(?:/[A-Za-z0-9_.-]+)+", re.ASCII)
_SPECIAL = re.compile("[&<>\"']")
#: So many characters of help fill the lines of a form.
MAX_HELP = 180
#: Options that a look has as a word of its own, or not at all.
_APART = ("key", "label", "description", "group", "show_if", "options")


def is_long_help(text: str) -> bool:
    """Tell whether *text*, a description, is long: two lines of it are shown at first."""
    return len(text) > MAX_HELP or text.count("\n") > 2


class Stencil:
    """
    The HTML of a field with holes.

    Args:
        html: that of one whose place, label and help are `AT`, `LABEL` and `HELP`, in a form of ids after `BEFORE`.
    """

    def __init__(self, html: str) -> None:
        self._pieces = _HOLES.split(html)
        self._in_order = itemgetter(*[(AT, LABEL, HELP, BEFORE).index(hole) for hole in self._pieces[1::2]])

    def filled(self, at: str, label: str, help_: str, before: str) -> str:
        """Return the HTML of the field at the plain place *at*, its ids after *before*."""
        pieces = self._pieces.copy()
        pieces[1::2] = self._in_order((at, _escaped(label), _escaped(help_), before))
        return "".join(pieces)


def _escaped(text: str) -> str:
    # Most have nothing to be escaped, and finding none is quicker than making Markup of it.
    return escape(text) if _SPECIAL.search(text) else text


def stencil_of(
    input_: Input, at: str, mark: str | None, draw: Callable[[Input, str, str, str], Markup]
) -> Stencil | None:
    """
    Return the stencil of the blank fields like that of *input_*; `None` where there is none yet.

    Args:
        input_: the input.
        at: its place.
        mark: what says what it is where it is blank.
        draw: returns the HTML of an input at a place, with a label, in a form of ids after a prefix.
    """
    look = _look_of(input_, at, mark)
    try:
        stencil = _stencils.get(look)
    except TypeError:
        # Some option is a list.
        return None
    if stencil is None:
        if look is None or _is_long(look):
            return None
        if look not in _stencils:
            # Many have a look that nobody else has: it is cut when it comes again.
            if len(_stencils) >= MAX_STENCILS:
                _stencils.clear()
            _stencils[look] = None
            return None
        worded = replace(input_, description=input_.description and HELP)
        stencil = _stencils[look] = Stencil(draw(worded, AT, LABEL, BEFORE))
    return stencil


def _look_of(input_: Input, at: str, mark: str | None) -> _Look | None:
    """Return what the HTML depends on; `None` where that is not known."""
    help_ = input_.description
    if input_.type not in DRAWN_ALIKE or not _PLAIN.fullmatch(at) or (help_ and is_long_help(help_)):
        return None
    if lang_of(input_.label) or lang_of(help_):
        return None
    kind: type = type(input_)
    options = _options_of(kind)(input_)
    words: tuple[str, ...] = ()
    count = 0
    if isinstance(input_, ChoiceLike):
        choices, count = input_.by_text, len(input_.options)
        if len(choices) > MAX_CHARS:
            return None
        words = *choices, *[option.label for option in choices.values()]
        if any(map(lang_of, words)):
            return None
    # 1, 1.0 and true are equal, and are not the same in HTML.
    return input_.type, help_ != "", mark, options, tuple(map(type, options)), count, words, language()


def _is_long(look: _Look) -> bool:
    texts = (text for text in (*look[3], *look[6]) if isinstance(text, str))
    return sum(map(len, texts)) > MAX_CHARS


@cache
def _options_of(kind: type) -> Callable[[Input], tuple[Any, ...]]:
    names = [field_.name for field_ in fields(kind) if field_.name not in _APART]
    return attrgetter(*names)
