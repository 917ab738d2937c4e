"""Values small enough to stand in a cell: of a table, or beside a key."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, NamedTuple

from webform.language import marked
from webform.outputs.base import About, Budget, View
from webform.outputs.base64s import begins_as_data_url, family_at
from webform.outputs.embedded import file_view, shown
from webform.outputs.figures import USUAL, figure, group_from
from webform.outputs.moments import Moment, moment
from webform.outputs.pretty import line, scalar
from webform.outputs.texts import MAX_SHOWN, file_name
from webform.texts import link_in, shortened
from webform.values import is_number, join

#: How much of a text a cell shows, and how much it has in its title, or opens to where no room of a page is known.
SHOWN, TITLE = 300, 1000
#: A longer data URL is outlined: nobody reads it.
DATA = 60


class Cell(NamedTuple):
    """A value in a cell: how it is drawn, its *text*, its title, link and moment, and the view of a file."""

    kind: Literal["text", "number", "boolean", "null", "missing", "json", "link", "time", "media"]
    text: str
    title: str = ""
    href: str = ""
    moment: Moment | None = None
    view: View | None = None


#: What stands where there is no value; its title says what it means.
NOTHING = "\N{EM DASH}"
MISSING = Cell("missing", NOTHING, marked("not given"))


def cell(value: Any, grouped: float = USUAL, about: About | None = None, budget: Budget | None = None) -> Cell:
    """
    Return *value* as a cell.

    Args:
        grouped: the number from which on digits are grouped.
        about: what is known of the value, its place with it; without, files are texts.
        budget: what a page has room for, where nothing more is known.
    """
    budget = about.budget if about else budget
    if about and (seen := media_view(value, about)):
        return Cell("media", seen.data.words, seen.data.filename, view=seen)
    if value is None:
        return Cell("null", NOTHING, "no value")
    if isinstance(value, bool):
        return Cell("boolean", "true" if value else "false")
    if is_number(value):
        text, _, exact = figure(value, grouped=grouped)
        return Cell("number", text, exact[:TITLE] if exact != text else "")
    if isinstance(value, dict | list):
        room = min(MAX_SHOWN, max(budget.opened_left, SHOWN)) if budget else TITLE
        text = line(value, limit=room + 1, longest=SHOWN)
        return Cell("json", _short(text), _opened(text, budget))
    text = str(value)
    if found := moment(text):
        return Cell("time", found.text, found.exact, moment=found)
    if begins_as_data_url(text):
        return Cell("text", scalar(text, DATA)[1:-1])
    if href := link_in(text):
        return Cell("link", _short(href), href if len(href) > SHOWN else "", href)
    return Cell("text", _short(text), _opened(text, budget))


def media_view(value: Any, about: About) -> View | None:
    """Return the view of a file that *value* is, or of media at an address that it may be shown from."""
    if isinstance(value, str) and about.origins and (family := family_at(value)):
        seen = shown(family, value, about)
        found = seen if isinstance(seen, View) and seen.name == family else None
    else:
        found = file_view(value, about)
    return replace(found, at=about.at + found.at) if found else None


def named_cell(name: str, value: Any, about: About) -> Cell:
    """Return *value*, called *name* in what *about* is known of, as a cell."""
    inner = replace(about, name=file_name(name), at=join(about.at, name))
    return cell(value, group_from(name), inner)


def is_scalar(value: Any) -> bool:
    """Tell whether *value* holds no others."""
    return not isinstance(value, dict | list)


def _opened(text: str, budget: Budget | None) -> str:
    """Return what a cell opens to: all of a long *text* that a page has room for; `""` where it does not open."""
    count = min(len(text), MAX_SHOWN if budget else TITLE)
    return shortened(text, count) if len(text) > SHOWN and (budget is None or budget.take_opened(count)) else ""


def _short(text: str) -> str:
    return shortened(text, SHOWN)
