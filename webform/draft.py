"""
What a form holds before it is a body: texts as typed, with presence, type and choice.

value → `fill` → draft → HTML → entries → `read` → draft → `body` → value; `act` is what a button does to a draft.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import TYPE_CHECKING, Any

from webform.check import MAX_PROBLEMS
from webform.inputs import Input, Record, Shape, UnreadableError
from webform.inputs.table import MAX_ROWS
from webform.problems import Problem, did_you_mean
from webform.values import ABSENT, NotJSONError, escape, from_name, join, read_json, split, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from webform.inputs.table import Table
    from webform.tool import Form

    #: Makes a leaf's value of its texts; raises `UnreadableError`.
    ReadLeaf = Callable[[Input, str, Mapping[str, list[str]]], Any]

#: The most blank rows that a new table begins with.
MAX_BLANK_ROWS = 20
#: How deep the names of controls may point, and how many steps all of them may take.
MAX_DEPTH, MAX_STEPS = 64, 200_000
#: Marks that say the text is the JSON text of a value.
_AS_JSON = ("json", "number", "boolean")
#: What a value that nothing was declared for is read as.
_UNDECLARED = Input(key="", label="")
_NAME = re.compile(r"(is|to|row|key|rest|draft)?([/#].*)", re.DOTALL)
_ACT = re.compile(r"([a-z]+)([/#].*)", re.DOTALL)


@dataclass(slots=True)
class Draft:
    """
    The state of one place in a form, and of the places below it.

    Args:
        mark: its presence, type and choice in one word (`is/p`).
        text: what was typed, a text a control.
        rows: ids of its rows, in order (`row/p`).
        kids: the places below, by token.
    """

    mark: str | None = None
    text: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    kids: dict[str, Draft] = field(default_factory=dict)

    def at(self, pointer: str) -> Draft | None:
        """Return the draft at *pointer* below this one, if anything was filled in there."""
        place: Draft | None = self
        for token in split(pointer):
            place = place.kids.get(token) if place else None
        return place

    def make(self, pointer: str) -> Draft:
        """Return the draft at *pointer* below this one, made where there is none."""
        place = self
        for token in split(pointer):
            place = place.kids.setdefault(token, Draft())
        return place

    def blank(self) -> bool:
        """Tell whether nothing at all is filled in here."""
        return self.mark is None and not any(self.text) and all(kid.blank() for kid in self.kids.values())

    def row_ids(self) -> list[str]:
        """Return the ids of its rows, in the order that was sent, else by number; those that are none are left out."""
        ids = filter(_is_index, dict.fromkeys(self.rows) or self.kids)
        return list(ids if self.rows else sorted(ids, key=int))[:MAX_ROWS]


# value → draft


def begin(form: Form) -> Draft:
    """Return the draft of a new form: defaults, and what cannot be left unset."""
    return _begin(form.root)


def _begin(given: Input) -> Draft:
    return _BEGIN[given.shape](given)


def _begin_leaf(leaf: Input) -> Draft:
    draft = fill(leaf, leaf.initial())
    if draft.mark is None and leaf.blank_counts and leaf.empty:
        draft.mark = leaf.empty.mark
    return draft


def _begin_record(record: Any) -> Draft:
    return Draft(mark="object", kids={each.key: _begin(each) for each in record.inputs})


def _begin_rows(table: Any) -> Draft:
    draft = fill(table, table.initial())
    if draft.mark is None and table.required:
        draft.mark = "list"
    while draft.mark != "json" and len(draft.rows) < min(table.min_rows or 0, MAX_BLANK_ROWS):
        _add_row(draft)
    return draft


_BEGIN = {Shape.LEAF: _begin_leaf, Shape.RECORD: _begin_record, Shape.ROWS: _begin_rows}


def fill(given: Input, value: Any) -> Draft:
    """Return the draft that shows *value*: in the input's own controls where they can, else as JSON."""
    if value is ABSENT:
        return Draft()
    return _FILL[given.shape](given, value) or _as_json(value)


def _as_json(value: Any) -> Draft:
    return Draft(mark="json", text=[write_json(value, indent=2)])


def _fill_leaf(leaf: Input, value: Any) -> Draft | None:
    texts = leaf.texts(value)
    if texts is None:
        return None
    draft = Draft(mark=leaf.mark(value), text=texts.pop("", []))
    for part, typed in texts.items():
        draft.make(part).text = typed
    return draft


def _fill_record(record: Any, value: Any) -> Draft | None:
    if not isinstance(value, dict):
        return None
    kids = {}
    for each in record.inputs:
        hidden = each.show_if and not record.shows(each, value)
        # What is hidden begins anew when it is shown.
        kids[each.key] = _begin(each) if hidden else fill(each, value.get(each.key, ABSENT))
    # What nothing was declared for is kept, as JSON.
    kids |= {key: _as_json(each) for key, each in value.items() if key not in kids}
    return Draft(mark="object", kids=kids)


def _fill_rows(table: Any, value: Any) -> Draft | None:
    if not isinstance(value, list) or len(value) > MAX_ROWS:
        return None
    columns = table.row.by_key.keys()
    if not all(isinstance(row, dict) and row.keys() <= columns for row in value):
        return None
    kids = {str(index): fill(table.row, row) for index, row in enumerate(value)}
    return Draft(mark="list", rows=list(kids), kids=kids)


_FILL: dict[Shape, Callable[[Any, Any], Draft | None]] = {
    Shape.LEAF: _fill_leaf,
    Shape.RECORD: _fill_record,
    Shape.ROWS: _fill_rows,
}


# entries → draft


def read(entries: Iterable[tuple[str, list[str]]]) -> tuple[Draft, list[Problem]]:
    """Return the draft that the form entries (name, texts) make, and a problem for each name that is none."""
    top, problems = Draft(), list[Problem]()
    left = MAX_STEPS
    for name, texts in entries:
        match = _NAME.fullmatch(name)
        pointer = pointer_of(match[2]) if match else None
        left -= pointer.count("/") if pointer else 0
        if match is None or pointer is None or left < 0:
            _unknown_name(problems, "", f'the form has no control called "{name[:80]}"')
            continue
        place = top.make(pointer)
        # Browsers send every line break as CRLF.
        typed = [text.replace("\r\n", "\n") for text in texts]
        match match[1]:
            case None:
                place.text = typed
            case "is":
                place.mark = (typed and typed[-1]) or None
            case "row":
                place.rows = typed
            case _:
                _unknown_name(problems, pointer, f"nothing here takes {match[1]}")
    return top, problems


def _unknown_name(problems: list[Problem], at: str, message: str, word: str = "", known: Iterable[str] = ()) -> None:
    """Note that what stands at *at* is none of this form's, and which of *known* is like *word*."""
    # A form may hold 100,000 such names, and to compare each with all there are takes minutes.
    if len(problems) < MAX_PROBLEMS:
        hint = did_you_mean(word, known)
        problems.append(Problem(at=at, code="unknown-name", message=message + hint))


def pointer_of(name: str) -> str | None:
    """Return the pointer that the control name *name* spells, `None` where it spells none that a form has."""
    if name == "#":
        return ""
    if name.startswith("#"):
        try:
            name = from_name(name)
        except UnicodeError:
            return None
    return name if name.startswith("/") and name.count("/") <= MAX_DEPTH else None


# draft → body


def body(form: Form, draft: Draft, read_leaf: ReadLeaf | None = None) -> tuple[Any, list[Problem]]:
    """Return the body that *draft* stands for, and what was typed that stands for no value. It is not checked yet."""
    problems: list[Problem] = []
    value = _body(form.root, draft, "", problems, read_leaf or (lambda leaf, _, texts: leaf.value(texts)))
    return ({} if value is ABSENT else value), problems


def _body(given: Input, draft: Draft, at: str, problems: list[Problem], read_leaf: ReadLeaf) -> Any:
    if draft.mark == "absent":
        return ABSENT
    if draft.mark == "null":
        return None
    if draft.mark in _AS_JSON and any(draft.text):
        try:
            return read_json(draft.text[-1])
        except NotJSONError as error:
            if draft.mark == "json" or given.empty is None or given.empty.mark != draft.mark:
                problems.append(Problem(at=at, code="not-json", message=f"expected JSON: {error.message}"))
                return ABSENT
    return _BODY[given.shape](given, draft, at, problems, read_leaf)


def _body_leaf(leaf: Input, draft: Draft, at: str, problems: list[Problem], read_leaf: ReadLeaf) -> Any:
    texts = {}
    for part in leaf.parts:
        place = draft.at(part) if part else draft
        texts[part] = place.text if place and place.text else [""]
    if draft.kids:
        _unknown(draft, at, leaf.parts, problems)
    if any(draft.text) and "" not in leaf.parts:
        _unknown_name(problems, at, f"nothing here takes one text; expected {' and '.join(leaf.parts)} below it")
    typed = [*chain.from_iterable(texts.values())]
    if not any(map(str.strip, typed)):
        empty = leaf.empty
        if not any(typed):
            return empty.value if empty and draft.mark == empty.mark else ABSENT
        if empty is None or empty.mark != "string":
            return ABSENT
    try:
        return read_leaf(leaf, at, texts)
    except UnreadableError as error:
        problems.append(Problem(at=at + error.part, code=error.code, message=error.message))
        return ABSENT


def _unknown(draft: Draft, at: str, known: Iterable[str], problems: list[Problem]) -> None:
    """Report what was sent below *at* that is no part of what stands there; *known* are relative pointers."""
    known = set(known)
    todo = [("", draft)]
    while todo:
        pointer, place = todo.pop()
        if pointer and (place.text or place.mark or place.rows) and pointer not in known:
            _unknown_name(problems, at + pointer, f"nothing here is called {pointer[:80]}", pointer, known)
        todo += [(join(pointer, token), kid) for token, kid in place.kids.items()]


def _body_record(record: Record, draft: Draft, at: str, problems: list[Problem], read_leaf: ReadLeaf) -> Any:
    values: dict[str, Any] = {}
    found: dict[str, list[Problem]] = {}
    by_key = record.by_key
    for key, kid in draft.kids.items():
        each, place = by_key.get(key), f"{at}/{escape(key)}"
        if each is None and kid.mark != "json":
            _unknown_name(problems, place, f'there is no input "{key[:80]}"', key, by_key)
            continue
        inside = found.setdefault(key, []) if record.conditional else problems
        value = _body(each or _UNDECLARED, kid, place, inside, read_leaf)
        if value is not ABSENT:
            values[key] = value
    ordered = {key: values.pop(key) for key in by_key if key in values} | values
    # What is hidden may hold anything.
    problems += [
        problem for key, inside in found.items() if inside and (key not in by_key or record.shows(by_key[key], ordered))
        for problem in inside
    ]  # fmt: skip
    return record.settle(ordered)


def _body_rows(table: Table, draft: Draft, at: str, problems: list[Problem], read_leaf: ReadLeaf) -> Any:
    ids = draft.row_ids()
    known = set(ids)
    stray = {token: kid for token, kid in draft.kids.items() if token not in known}
    if len(ids) < len(draft.rows):
        message = f"expected at most {MAX_ROWS:,} rows, each with a number of its own"
        problems.append(Problem(at=at, code="bad-rows", message=message))
        return ABSENT
    if stray:
        _unknown(Draft(kids=stray), at, (), problems)
    rows: list[Any] = []
    for row in ids:
        kid = draft.kids.get(row)
        # A row nobody filled in, and that no value brought, is nothing.
        if kid is None or kid.blank():
            continue
        rows.append(_body(table.row, kid, join(at, len(rows)), problems, read_leaf))
    return rows if rows or draft.mark == "list" else ABSENT


_BODY: dict[Shape, Callable[..., Any]] = {
    Shape.LEAF: _body_leaf,
    Shape.RECORD: _body_record,
    Shape.ROWS: _body_rows,
}


def _is_index(token: str) -> bool:
    return token.isascii() and token.isdigit() and len(token) < 10 and int(token) < MAX_ROWS * 10


def to_controls(form: Form, draft: Draft, problems: Iterable[Problem]) -> list[Problem]:
    """Return *problems* of the body of *draft*, each at its control: rows are addressed by their ids."""
    return [replace(each, at=_control_at(form.root, draft, each.at)) for each in problems]


def _control_at(given: Input | None, draft: Draft | None, pointer: str) -> str:
    at = ""
    for token in split(pointer):
        row = token
        if given is not None and given.shape is Shape.ROWS and draft and _is_index(token):
            filled = [each for each in draft.row_ids() if each in draft.kids and not draft.kids[each].blank()]
            row = filled[int(token)] if int(token) < len(filled) else token
        given, draft = _child(given, row), draft.kids.get(row) if draft else None
        at = join(at, row)
    return at


def _child(given: Input | None, token: str) -> Input | None:
    if isinstance(given, Record):
        return given.by_key.get(token)
    if given is not None and given.shape is Shape.ROWS and _is_index(token):
        return given.row  # type: ignore[attr-defined,no-any-return]  # what rows have
    return None


# what a button does


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


def find(form: Form, pointer: str) -> Input | None:
    """Return the input at *pointer*."""
    place: Input | None = form.root
    for token in split(pointer):
        place = _child(place, token)
    return place


def _add(form: Form, draft: Draft, pointer: str) -> str | None:
    given = find(form, pointer)
    if given is None or given.shape is not Shape.ROWS:
        return None
    _add_row(draft.make(pointer))
    return pointer


def _add_row(place: Draft) -> None:
    place.rows = place.row_ids()
    taken = set(place.rows)
    new = next(row for row in map(str, count(len(taken))) if row not in taken)
    place.rows.append(new)
    place.kids[new] = Draft()


def _remove(form: Form, draft: Draft, pointer: str) -> str | None:
    above, _, last = pointer.rpartition("/")
    given, place = find(form, above), draft.at(above)
    if given is None or place is None:
        return None
    if given.shape is Shape.ROWS:
        place.rows = [row for row in place.row_ids() if row != last]
        place.kids.pop(last, None)
    elif given.shape is Shape.LEAF and _is_index(last) and int(last) < len(place.text):
        del place.text[int(last)]
    else:
        return None
    return above


_ACTS: dict[str, Callable[[Form, Draft, str], str | None]] = {"add": _add, "remove": _remove}
