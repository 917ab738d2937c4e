"""Value → draft: what a new form holds, and what it holds for a value."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, islice
from typing import TYPE_CHECKING, Any

from webform.draft.base import MAX_SHOWN, Draft, as_lines
from webform.inputs import Input, Record, Shape, UnionLike
from webform.inputs.mapping import Mapping
from webform.inputs.table import MAX_ROWS
from webform.inputs.unknown import Unknown
from webform.values import ABSENT, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from webform.tool import Form

#: The most blank rows that a new list begins with.
MAX_BLANK_ROWS = 20
#: How deep a new form is filled with what is required, and how many parts are.
_MAX_BEGUN, _MAX_PARTS = 12, 3000


def begin(form: Form) -> Draft:
    """Return the draft of a new form: defaults, and what cannot be left unset."""
    return begin_input(form.root)


def begin_input(input_: Input, depth: int = 0, left: Iterator[int] | None = None) -> Draft:
    """Return the draft of *input_* when it is new in a form, so deep; *left* has one per part still to be begun."""
    left = iter(range(_MAX_PARTS)) if left is None else left
    if depth > _MAX_BEGUN or next(left, None) is None:
        return Draft(presence=_mark_of_blank(input_))
    return _BEGIN[input_.shape](input_, depth, left)


def _mark_of_blank(input_: Input) -> str | None:
    """Return the mark of *input_* where leaving it blank is an answer."""
    return input_.empty.mark if input_.blank_counts and input_.empty else None


def _begun_with(input_: Input) -> Draft:
    """Return the draft of the default of *input_*: what it leaves out begins as if there were none."""
    draft = fill(input_, input_.initial())
    places = [draft]
    while places:
        place = places.pop()
        place.filled = False
        places += place.children.values()
    return draft


def _begin_leaf(leaf: Input, *_: Any) -> Draft:
    draft = fill(leaf, leaf.initial())
    if draft.presence is None:
        draft.presence = _mark_of_blank(leaf)
    if leaf.nullable and leaf.required and draft.blank():
        draft.presence = "null"
    return draft


def _begin_record(record: Any, depth: int, left: Iterator[int]) -> Draft:
    if record.default is not ABSENT:
        return _begun_with(record)
    if record.nullable and record.required:
        return Draft(presence="null")
    if not record.required:
        return Draft()
    return Draft(presence="object", children=_begun(record, depth, left))


def _begun(record: Any, depth: int, left: Iterator[int]) -> dict[str, Draft]:
    inactive = record.inactive_keys({}) if record.inactive_keys else ()
    return {input_.key: begin_input(input_, depth + 1, left) for input_ in record.inputs if input_.key not in inactive}


def _begin_rows(rows: Any, depth: int, left: Iterator[int]) -> Draft:
    draft = _begun_with(rows)
    if draft.presence is None and rows.required:
        draft.presence = "null" if rows.nullable else "list"
    return _with_least(rows, draft, depth, left) if draft.presence == "list" else draft


def _with_least(rows: Any, draft: Draft, depth: int, left: Iterator[int]) -> Draft:
    """Return *draft* with as many rows as there must be; lines of one text are none."""
    least = 0 if as_lines(rows, draft).shape is Shape.LEAF else min(rows.min_rows or 0, MAX_BLANK_ROWS)
    while len(draft.rows) < least:
        add_row(rows, draft, depth + 1, left)
    return draft


_BEGIN: dict[Shape, Callable[..., Draft]] = {
    Shape.LEAF: _begin_leaf,
    Shape.RECORD: _begin_record,
    Shape.ROWS: _begin_rows,
    Shape.UNION: lambda union, *_: _begun_with(union),
}


def begin_chosen(input_: Input, mark: str, depth: int = 0) -> Draft:
    """Return the draft of *input_* when it is chosen, by *mark*: there, whether or not it could be left out."""
    left = iter(range(_MAX_PARTS))
    match input_.shape:
        case Shape.RECORD:
            draft = Draft(presence=mark, children=_begun(input_, depth, left))
            if isinstance(input_, Mapping) and input_.grows:
                add_entry(input_, draft, depth + 1)
            return draft
        case Shape.ROWS:
            return _with_least(input_, Draft(presence=mark), depth, left)
        case _:
            draft = begin_input(input_)
            draft.presence = mark
            return draft


def add_row(rows: Input, place: Draft, depth: int = 1, left: Iterator[int] | None = None) -> str:
    """Add a new row to *place*, the last; return its id."""
    place.rows = place.row_ids()
    item = rows.item(len(place.rows))
    (new,) = new_ids(place, 1)
    place.rows.append(new)
    # The cells of a table are blank until they are filled in: a row of blanks is none.
    place.children[new] = Draft() if rows.type == "table" else begin_input(_there(item), depth, left)
    return new


def _there(input_: Input) -> Input:
    """Return *input_* as it is where people add it: there, though it may be null."""
    return replace(input_, nullable=False) if input_.nullable and input_.shape is not Shape.LEAF else input_


def add_entry(record: Record, place: Draft, depth: int = 1) -> None:
    """Add an entry without a name to *place*, the last; what may be any value is a text at first, blank or not."""
    new = next(name for number in count(1) if (name := f"+{number}") not in place.children)
    input_ = record.child(new)
    entry = begin_entry(input_, depth) if input_ else Draft()
    entry.key = ""
    if isinstance(input_, Unknown) and entry.presence is None:
        entry.presence = "string"
    place.children[new] = entry
    place.rows.append(new)


def begin_entry(input_: Input, depth: int = 1) -> Draft:
    """Return the draft of *input_* when it is a new entry of an object: of several kinds of objects the first."""
    first = input_.variants[0] if isinstance(input_, UnionLike) and not isinstance(input_, Unknown) else None
    is_object = first and first.input.shape is Shape.RECORD and not isinstance(first.input, Mapping)
    if first and is_object and input_.default is ABSENT:
        return begin_chosen(first.input, first.mark, depth)
    return begin_input(_there(input_), depth)


def new_ids(place: Draft, number: int) -> list[str]:
    """Return ids for so many rows more of *place*."""
    taken = set(place.rows)
    return list(islice((row for row in map(str, count(len(place.rows))) if row not in taken), number))


def fill(input_: Input, value: Any, depth: int = 0) -> Draft:
    """Return the draft that shows *value*: in the input's own controls where they can, else as JSON."""
    if value is ABSENT:
        return Draft()
    if value is None and input_.nullable:
        return Draft(presence="null")
    if depth > MAX_SHOWN:
        return as_json(value)
    return _FILL[input_.shape](input_, value, depth) or as_json(value)


def as_json(value: Any) -> Draft:
    """Return the draft that shows *value* as JSON."""
    return Draft(presence="json", text=[write_json(value, indent=2)])


def _fill_leaf(leaf: Input, value: Any, _: int) -> Draft | None:
    texts = leaf.texts(value)
    if texts is None:
        return None
    draft = Draft(presence=leaf.mark(value), text=texts.pop("", []))
    for part, typed in texts.items():
        draft.make(part).text = typed
    return draft


def _fill_record(record: Any, value: Any, depth: int) -> Draft | None:
    if not isinstance(value, dict):
        return None
    by_key = record.by_key
    # What is absent has no draft, so that a small value takes little of a large record.
    children = {key: fill(by_key[key], value[key], depth + 1) for key in by_key if key in value}
    if record.conditional:
        # What is hidden begins anew when it is shown.
        hidden = {input_.key: begin_input(input_) for input_ in record.inputs if not record.shows(input_, value)}
        children = {key: hidden.get(key) or children[key] for key in by_key if key in hidden or key in children}
    rows = []
    for key in value:
        if key in by_key:
            continue
        if record.undeclared is None:
            # What nothing was declared for is kept, as JSON.
            children[key] = as_json(value[key])
        else:
            children[key] = fill(record.undeclared(key), value[key], depth + 1)
            children[key].key = key
            rows.append(key)
    return Draft(presence="object", children=children, rows=rows, filled=True)


def _fill_rows(rows: Any, value: Any, depth: int) -> Draft | None:
    if not isinstance(value, list) or len(value) > MAX_ROWS:
        return None
    lines = as_lines(rows, None)
    texts = None if lines is rows else lines.texts(value)
    if texts is not None:
        return Draft(presence="list", text=texts[""])
    if rows.type == "table":
        columns = rows.row.by_key.keys()
        if not all(isinstance(row, dict) and row.keys() <= columns for row in value):
            return None
    children = {str(index): fill(rows.item(index), row, depth + 1) for index, row in enumerate(value)}
    return Draft(presence="list", rows=list(children), children=children)


def _fill_union(union: Any, value: Any, depth: int) -> Draft | None:
    variant = union.pick(value)
    if variant is None:
        return None
    draft = _FILL[variant.input.shape](variant.input, value, depth)
    if draft is not None:
        draft.presence = variant.mark
    return draft


_FILL: dict[Shape, Callable[[Any, Any, int], Draft | None]] = {
    Shape.LEAF: _fill_leaf,
    Shape.RECORD: _fill_record,
    Shape.ROWS: _fill_rows,
    Shape.UNION: _fill_union,
}
