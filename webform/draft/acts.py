"""The buttons of a form, applied to its draft."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from webform.draft.base import Draft, as_lines, find, inside, is_index
from webform.draft.entries import pointer_of
from webform.draft.from_value import add_entry, add_row, as_json, begin_chosen, begin_entry, fill, new_ids
from webform.draft.secrets import forget
from webform.draft.to_body import body_at, to_controls
from webform.inputs import Input, Record, Shape, UnionLike
from webform.inputs.record import is_new_row
from webform.inputs.table import MAX_ROWS
from webform.inputs.unknown import Unknown
from webform.secrecy import masked, redacted
from webform.values import ABSENT, read_json_or, unescape, write_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.problems import Problem
    from webform.tool import Form

_ACT = re.compile(r"([a-z]+)([/#].*)", re.DOTALL)


def act(form: Form, draft: Draft, do: str) -> str | None:
    """
    Do to *draft* what the button of value *do* says.

    Returns:
        The pointer of the part that changed; `None` where the button is none of this form's.
    """
    match = _ACT.fullmatch(do)
    pointer = pointer_of(match[2]) if match else None
    if match is None or pointer is None or match[1] not in _ACTS:
        return None
    return _ACTS[match[1]](form, draft, pointer)


def _add(form: Form, draft: Draft, pointer: str) -> str | None:
    """Add a row to a list, or a name to an object."""
    place = draft.at(pointer)
    input_ = inside(find(form, draft, pointer), place)
    if input_ is None or (place is None and isinstance(input_, Record)):
        return None
    place = place or draft.make(pointer)
    if place.hidden_rows_json:
        _rest(form, draft, pointer)
    if input_.shape is Shape.ROWS:
        if (lines := as_lines(input_, place)) is not input_:
            _spread(input_, lines, place, _depth(pointer))
        add_row(input_, place, _depth(pointer))
    elif isinstance(input_, Record) and input_.undeclared and input_.grows:
        add_entry(input_, place, _depth(pointer))
    else:
        return None
    place.presence = place.presence or ("list" if input_.shape is Shape.ROWS and input_.type != "table" else None)
    return pointer


def _spread(rows: Input, lines: Input, place: Draft, depth: int) -> None:
    """Put each of the *lines* at *place* into a row of its own."""
    values = lines.value({"": place.text}) if any(place.text) else []
    place.text, place.rows = [], [str(index) for index in range(len(values))]
    place.children = {
        row: fill(rows.item(int(row)), value, depth) for row, value in zip(place.rows, values, strict=True)
    }


def _remove(form: Form, draft: Draft, pointer: str) -> str | None:
    """Take away a row, one of several texts, or an optional part, which is kept in case it is wanted again."""
    above, last, place, input_ = _above(form, draft, pointer)
    if input_ is None or place is None:
        return None
    if input_.shape is Shape.ROWS:
        if getattr(input_, "fixed", 0):
            # What comes after it is another input's from now on, which may show what this one does not.
            forget(form, input_, place)
        place.rows = [row for row in place.row_ids() if row != last]
        place.children.pop(last, None)
    elif isinstance(input_, Record) and last in place.children:
        if last not in input_.by_key:
            place.rows = [row for row in place.rows if row != last]
            del place.children[last]
        elif (part := input_.by_key[last]).shape is Shape.LEAF or (part.required and not part.nullable):
            return None
        else:
            _choose_mark(form, draft, pointer, "null" if part.required else "absent")
            return pointer
    elif input_.shape is Shape.LEAF and is_index(last) and int(last) < len(place.text):
        del place.text[int(last)]
    else:
        return None
    return above


def _move(form: Form, draft: Draft, pointer: str, *, by: int) -> str | None:
    """Move a row *by* so many places."""
    above, last, place, input_ = _above(form, draft, pointer)
    if input_ is None or place is None or input_.shape is not Shape.ROWS:
        return None
    rows = place.row_ids()
    if last not in rows:
        return None
    index = rows.index(last)
    fixed = getattr(input_, "fixed", 0)
    if index >= fixed and fixed <= index + by < len(rows):
        rows.insert(index + by, rows.pop(index))
    place.rows = rows
    return above


def _copy(form: Form, draft: Draft, pointer: str) -> str | None:
    """Put a copy of a row after it."""
    above, last, place, input_ = _above(form, draft, pointer)
    if input_ is None or place is None or input_.shape is not Shape.ROWS:
        return None
    index = place.index_of(last)
    if last not in place.children or index is None or index < getattr(input_, "fixed", 0):
        return None
    new = add_row(input_, place)
    place.children[new] = Draft.load(place.children[last].dump())
    place.rows.insert(place.rows.index(last) + 1, place.rows.pop())
    return above


def _choose(form: Form, draft: Draft, pointer: str) -> str | None:
    """Show the variant that is wanted; what was typed in the one before is kept."""
    place = draft.at(pointer)
    if place is None or find(form, draft, pointer) is None:
        return None
    if place.wanted is not None and place.wanted != (place.presence or ""):
        _choose_mark(form, draft, pointer, place.wanted)
    place.wanted = None
    return pointer


def _choose_mark(form: Form, draft: Draft, pointer: str, mark: str) -> None:
    input_, place = find(form, draft, pointer), draft.make(pointer)
    # A secret is typed into its own control, and stands nowhere else.
    forget(form, input_, place)
    kept, before = place.kept(), place.presence or ""
    carried = _converted(input_, place, mark) if isinstance(input_, Unknown) else None
    if place.children or any(place.text) or place.rows or place.hidden_rows_json:
        kept[before] = replace(place, key=None, other_variants_json=None).dump()
    if carried is not None:
        place.become(carried)
        kept.pop(mark, None)
    elif mark in kept:
        place.become(Draft.load(kept.pop(mark)))
    elif mark == "json" and input_ is not None:
        value = body_at(input_, place, [])
        place.become(Draft(presence="json") if value is ABSENT else as_json(value))
    else:
        place.become(_begun(input_, mark, _depth(pointer) - 1))
    place.presence = mark or None
    place.keep(kept)
    if isinstance(input_, UnionLike) and mark in input_.by_mark:
        _carry(input_, kept.get(before), place, before)


def _converted(input_: Unknown, place: Draft, mark: str) -> Draft | None:
    """Return the draft of the value at *place* as one of another kind: 5 and "5", a list and its JSON."""
    value = body_at(input_, place, [])
    values = [value]
    if isinstance(value, str):
        values.append(read_json_or(value, ABSENT))
    if isinstance(value, bool | int | float):
        values.append(write_json(value))
    if mark == "json":
        wanted = next((candidate for candidate in values if isinstance(candidate, dict | list)), value)
        return None if wanted is ABSENT else as_json(wanted)
    variant = input_.by_mark.get(mark)
    fitting = [candidate for candidate in values if variant and candidate is not ABSENT and variant.fits(candidate)]
    return fill(variant.input, fitting[0]) if variant and fitting else None


def _begun(input_: Input | None, mark: str, depth: int) -> Draft:
    if isinstance(input_, UnionLike):
        variant = input_.by_mark.get(mark)
        return begin_chosen(variant.input, mark, depth) if variant else Draft()
    if input_ is None or mark in ("", "absent", "null"):
        return Draft()
    return begin_chosen(input_, mark, depth)


def _carry(union: UnionLike, dumped: object, place: Draft, before: str) -> None:
    """Take over what the variant before shares with the one chosen: keys with the same kind of input."""
    new, old = union.by_mark[place.presence or ""].input, union.by_mark.get(before)
    if not isinstance(new, Record) or old is None or not isinstance(old.input, Record):
        return
    for key, child in Draft.load(dumped).children.items():
        mine, theirs = new.by_key.get(key), old.input.by_key.get(key)
        if (
            mine
            and theirs
            and mine.type == theirs.type != "constant"
            and key in place.children
            and place.children[key].blank()
        ):
            place.children[key] = child


def _open(form: Form, draft: Draft, pointer: str) -> str | None:
    """Show a part that is absent, or that travels as JSON, in controls."""
    input_ = find(form, draft, pointer)
    if input_ is None:
        return None
    place = draft.make(pointer)
    if place.presence == "json" and any(place.text):
        value = read_json_or(place.text[-1])
        if value is ABSENT:
            return pointer
        place.become(fill(input_, masked(form, value, input_), _depth(pointer) - 1))
    elif input_.shape is Shape.RECORD:
        _choose_mark(form, draft, pointer, "object")
    elif input_.shape is Shape.ROWS:
        _choose_mark(form, draft, pointer, "list")
        if not place.rows and as_lines(input_, place) is input_:
            add_row(input_, place, _depth(pointer))
    return pointer


def _json(form: Form, draft: Draft, pointer: str) -> str | None:
    """Show an object as JSON, unless something typed in it stands for no value."""
    input_ = find(form, draft, pointer)
    if not (isinstance(input_, Record) and input_.grows):
        return None
    if not hindrances(form, draft, f"json{pointer or '#'}"):
        _choose_mark(form, draft, pointer, "json")
    return pointer


def _name(form: Form, draft: Draft, pointer: str) -> str | None:
    """Show an entry as what its name says that it holds; what was typed goes along."""
    above, last, place, input_ = _above(form, draft, pointer)
    if place is None or not isinstance(input_, Record) or not input_.sorts or last not in place.children:
        return None
    child = place.children[last]
    key, before = child.key, input_.child(last)
    after = input_.child(key) if key and key not in {*place.children, *input_.by_key} and not is_new_row(key) else None
    if key is None or before is None or after is None:
        return above
    # A secret is typed into its own control, and stands nowhere else.
    forget(form, before, child)
    value = body_at(before, child, [])
    entry = begin_entry(after, _depth(pointer)) if value in (ABSENT, "") else fill(after, value, _depth(pointer))
    entry.key = key
    place.children = {
        key if token == last else token: entry if token == last else other for token, other in place.children.items()
    }
    place.rows = [key if row == last else row for row in place.rows]
    return above


def hindrances(form: Form, draft: Draft, do: str) -> list[Problem]:
    """Return what keeps the button of value *do* from showing a part as JSON, or what is JSON in controls."""
    match = _ACT.fullmatch(do)
    pointer = pointer_of(match[2]) if match and match[1] in ("json", "open") else None
    place = None if pointer is None else draft.at(pointer)
    input_ = find(form, draft, pointer or "")
    if match is None or place is None or input_ is None or (match[1] == "open" and place.presence != "json"):
        return []
    problems: list[Problem] = []
    body_at(input_, place, problems)
    return redacted(form, (problem.under(pointer or "") for problem in to_controls(place, problems)))


def _rest(form: Form, draft: Draft, pointer: str) -> str | None:
    """Show the rows that are not on the page."""
    place = draft.at(pointer)
    input_ = inside(find(form, draft, pointer), place)
    if input_ is None or place is None or input_.shape is not Shape.ROWS:
        return None
    values = read_json_or(place.hidden_rows_json or "[]")
    if not isinstance(values, list) or len(values) + len(place.row_ids()) > MAX_ROWS:
        return pointer
    place.hidden_rows_json, place.rows = None, place.row_ids()
    for index, (new, value) in enumerate(zip(new_ids(place, len(values)), values, strict=True), len(place.rows)):
        place.rows.append(new)
        place.children[new] = fill(input_.item(index), value, _depth(pointer))
    return pointer


def _depth(pointer: str) -> int:
    """Return how deep the places are that stand right below *pointer*."""
    return pointer.count("/") + 1


def _above(form: Form, draft: Draft, pointer: str) -> tuple[str, str, Draft | None, Input | None]:
    """Return the pointer above, the token below it, and the draft and the input above."""
    above, _, last = pointer.rpartition("/")
    place = draft.at(above)
    return above, unescape(last), place, inside(find(form, draft, above), place)


_ACTS: dict[str, Callable[[Form, Draft, str], str | None]] = {
    "add": _add,
    "remove": _remove,
    "up": partial(_move, by=-1),
    "down": partial(_move, by=1),
    "copy": _copy,
    "choose": _choose,
    "open": _open,
    "json": _json,
    "name": _name,
    "rest": _rest,
}
