"""Values small enough to stand in a cell: of a table, or beside a key."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from webform.outputs.embedded import is_data_url
from webform.outputs.figures import USUAL, figure, group_from, is_number
from webform.outputs.moments import Moment, moment
from webform.outputs.pretty import line, scalar
from webform.outputs.texts import cut, link_in, visible

#: How much of a text a cell shows, and how much more stands in its title.
SHOWN, TITLE = 300, 1000
#: A longer data URL is outlined: nobody reads it.
DATA = 60


class Cell(NamedTuple):
    """A value in a cell: how it is drawn, its *text*, what its title and its link say, and its moment."""

    kind: Literal["text", "number", "boolean", "null", "missing", "json", "link", "time"]
    text: str
    title: str = ""
    href: str = ""
    moment: Moment | None = None


MISSING = Cell("missing", "–", "not given")


def cell(value: Any, grouped: float = USUAL) -> Cell:
    """Return *value* as a cell; the digits of numbers are grouped from *grouped* on."""
    if value is None:
        return Cell("null", "null")
    if isinstance(value, bool):
        return Cell("boolean", "true" if value else "false")
    if is_number(value):
        text, _, exact = figure(value, grouped=grouped)
        return Cell("number", text, exact[:TITLE] if exact != text else "")
    if isinstance(value, dict | list):
        text = line(value, limit=TITLE, longest=SHOWN)
        return Cell("json", _short(text), text if len(text) > SHOWN else "")
    text = str(value)
    if found := moment(text):
        return Cell("time", found.text, found.exact, moment=found)
    if is_data_url(text):
        return Cell("text", scalar(text, DATA)[1:-1])
    if href := link_in(text):
        return Cell("link", _short(href), href if len(href) > SHOWN else "", href)
    return Cell("text", _short(text), visible(text[:TITLE]) if len(text) > SHOWN else "")


def named_cell(name: str, value: Any) -> Cell:
    """Return *value*, called *name*, as a cell."""
    return cell(value, group_from(name))


def is_scalar(value: Any) -> bool:
    """Tell whether *value* holds no others."""
    return not isinstance(value, dict | list)


def _short(text: str) -> str:
    shown, more = cut(text, SHOWN)
    return visible(shown) + ("…" if more else "")
