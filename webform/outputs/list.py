"""Values in a row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from webform.outputs.base import About, Misfit, View
from webform.outputs.base64s import file_in
from webform.outputs.cells import Cell, cell, is_scalar
from webform.outputs.pretty import copied, json_download
from webform.values import join
from webform.words import counted

#: How many items a page shows: of plain ones, and of those that are views of their own.
MAX_PLAIN, MAX_ITEMS = 200, 40
#: A longer text is a view of its own.
MAX_LINE = 300


class ListItems(NamedTuple):
    """The items that are shown, plain or as views, and how many are not."""

    cells: list[Cell]
    views: list[View]
    more: int = 0


def fits(value: Any) -> bool:
    """Tell whether *value* is a list of plain values."""
    return isinstance(value, list) and bool(value) and all(map(is_scalar, value))


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of a list; items that hold others are views of their own."""
    if not isinstance(value, list):
        return Misfit()
    titled = any(about.annotations.item(0, item).choice(item) for item in value[:1])
    plain = fits(value) and not titled and not any(map(_is_long, value[:MAX_PLAIN]))
    shown = value[:MAX_PLAIN] if plain else []
    cells = [cell(item, about=replace(about, at=join(about.at, index))) for index, item in enumerate(shown)]
    views: list[View] = []
    for index, item in enumerate([] if plain else value[:MAX_ITEMS]):
        annotations = about.annotations.item(index, item)
        seen = about.below(index, item, annotations)
        if seen is None:
            break
        views.append(replace(seen, title=f"{annotations.kind or annotations.title} {index + 1}".strip()))
    return View(
        name="list",
        data=ListItems(cells, views, len(value) - len(cells) - len(views)),
        note=counted(len(value), "{count} item", "{count} items"),
        copy=copied(value),
        downloads=(json_download(value, about.name),),
        inner=tuple(views),
    )


def _is_long(value: Any) -> bool:
    """Tell whether *value* is a text that a line does not hold."""
    return isinstance(value, str) and (len(value) > MAX_LINE or "\n" in value.strip()) and file_in(value) is None
