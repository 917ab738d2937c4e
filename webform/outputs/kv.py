"""Keys and their values."""

from __future__ import annotations

from typing import Any, NamedTuple

from webform.outputs.base import MAX_COPY, About, Misfit, View
from webform.outputs.base64s import file_in
from webform.outputs.cells import Cell, is_scalar, named_cell
from webform.outputs.pretty import json_download, line
from webform.outputs.types import ANY, NAME, OutputType, list_of, object_of
from webform.texts import visible

#: How many pairs a page shows, and how much of a key.
MAX_PAIRS, MAX_KEY = 200, 200


class Pair(NamedTuple):
    """A key and its value."""

    key: str
    cell: Cell


class Pairs(NamedTuple):
    """The pairs that are shown, and how many are not."""

    pairs: list[Pair]
    more: int


TYPES = (OutputType(name="kv", schema=object_of(pairs=list_of(object_of(key=NAME, value=ANY)))),)


def fits(value: Any) -> bool:
    """Tell whether *value* is an object that holds no others, and no files, which say more one by one."""
    members = value.values() if isinstance(value, dict) else ()
    return bool(members) and all(is_scalar(member) and file_in(member) is None for member in members)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of `{"pairs": [{key, value}]}`, or of a flat object that nobody declared."""
    pairs = _declared(value)
    if pairs is None and not about.declared and isinstance(value, dict):
        pairs = [(str(key), member) for key, member in value.items()]
    if pairs is None:
        return Misfit()
    copy = "\n".join(f"{key}\t{member if isinstance(member, str) else line(member)}" for key, member in pairs)
    return View(
        name="kv",
        data=Pairs(
            [Pair(visible(key[:MAX_KEY]), named_cell(key, member, about)) for key, member in pairs[:MAX_PAIRS]],
            max(0, len(pairs) - MAX_PAIRS),
        ),
        copy=copy if len(copy) <= MAX_COPY else None,
        downloads=(json_download(value, about.name),),
    )


def _declared(value: Any) -> list[tuple[str, Any]] | None:
    pairs = value.get("pairs") if isinstance(value, dict) else None
    if not isinstance(pairs, list) or not all(isinstance(pair, dict) and "key" in pair for pair in pairs):
        return None
    return [(_name(pair["key"]), pair.get("value")) for pair in pairs]


def _name(key: Any) -> str:
    return key if isinstance(key, str) else line(key)
