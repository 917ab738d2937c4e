"""
What a form holds before it is a body: texts as typed, with presence, type and choice.

value → `fill` → draft → HTML → entries → `read` → draft → `body` → value; `act` is what a button does to a draft.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from webform.inputs import Input, Record, Shape, UnreadableError
from webform.problems import Problem, did_you_mean
from webform.values import ABSENT, NotJSONError, from_name, join, read_json, split, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from webform.inputs.table import Table
    from webform.tool import Form

    #: Makes a leaf's value of its texts; raises `UnreadableError`.
    ReadLeaf = Callable[[Input, str, Mapping[str, list[str]]], Any]

#: The most rows a form may send.
MAX_ROWS = 10_000
#: How deep the names of controls may point.
MAX_DEPTH = 64
#: Marks that say the text is the JSON text of a value.
_AS_JSON = ("json", "number", "boolean")
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
    while draft.mark != "json" and len(draft.rows) < (table.min_rows or 0):
        _add_row(draft)
    return draft


_BEGIN = {Shape.LEAF: _begin_leaf, Shape.RECORD: _begin_record, Shape.ROWS: _begin_rows}


def fill(given: Input, value: Any) -> Draft:
    """Return the draft that shows *value*: in the input's own controls where they can, else as JSON."""
    if value is ABSENT:
        return Draft()
    return _FILL[given.shape](given, value) or Draft(mark="json", text=[write_json(value, indent=2)])


def _fill_leaf(leaf: Input, value: Any) -> Draft | None:
    texts = leaf.texts(value)
    if texts is None:
        return None
    draft = Draft(mark=leaf.mark(value))
    for part, typed in texts.items():
        draft.make(part).text = typed
    return draft


def _fill_record(record: Any, value: Any) -> Draft | None:
    if not isinstance(value, dict) or not value.keys() <= record.by_key.keys():
        return None
    kids = {}
    for each in record.inputs:
        hidden = each.show_if and not record.shows(each, value)
        # What is hidden begins anew when it is shown.
        kids[each.key] = _begin(each) if hidden else fill(each, value.get(each.key, ABSENT))
    return Draft(mark="object", kids=kids)


def _fill_rows(table: Any, value: Any) -> Draft | None:
    if not isinstance(value, list):
        return None
    rows = [_fill_record(table.row, row) for row in value]
    if None in rows:
        return None
    kids = {str(index): row for index, row in enumerate(rows) if row}
    return Draft(mark="list", rows=list(kids), kids=kids)


_FILL: dict[Shape, Callable[[Any, Any], Draft | None]] = {
    Shape.LEAF: _fill_leaf,
    Shape.RECORD: _fill_record,
    Shape.ROWS: _fill_rows,
}


# entries → draft


def read(entries: Iterable[tuple[str, list[str]]]) -> tuple[Draft, list[Problem]]:
    """Return the draft that the form entries (name, texts) make, and a problem for each name that is none."""
    top, problems = Draft(), []
    for name, texts in entries:
        match = _NAME.fullmatch(name)
        pointer = _pointer(match[2]) if match else None
        if match is None or pointer is None:
            problems.append(
                Problem(at="", code="unknown-name", message=f'the form has no control called "{name[:80]}"')
            )
            continue
        place = top.make(pointer)
        # Browsers send every line break as CRLF.
        typed = [text.replace("\r\n", "\n") for text in texts]
        match match[1]:
            case None:
                place.text = typed
            case "is":
                place.mark = typed[-1] or None
            case "row":
                place.rows = typed
            case _:
                problems.append(Problem(at=pointer, code="unknown-name", message=f"nothing here takes {match[1]}"))
    return top, problems


def _pointer(name: str) -> str | None:
    try:
        pointer = from_name(name)
    except UnicodeDecodeError:
        return None
    return pointer if pointer == "" or (pointer.startswith("/") and pointer.count("/") <= MAX_DEPTH) else None


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
    texts = {part: (place.text if (place := draft.at(part)) else []) or [""] for part in leaf.parts}
    if draft.kids:
        _unknown(draft, at, {part for part in leaf.parts if part}, problems)
    if all(text == "" for typed in texts.values() for text in typed):
        return leaf.empty.value if leaf.empty and draft.mark == leaf.empty.mark else ABSENT
    if all(text.strip() == "" for typed in texts.values() for text in typed) and not (
        leaf.empty and leaf.empty.mark == "string"
    ):
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
            hint = did_you_mean(pointer, known)
            problems.append(
                Problem(at=at + pointer, code="unknown-name", message=f"nothing here is called {pointer}{hint}")
            )
        todo += [(join(pointer, token), kid) for token, kid in place.kids.items()]


def _body_record(record: Record, draft: Draft, at: str, problems: list[Problem], read_leaf: ReadLeaf) -> Any:
    values: dict[str, Any] = {}
    found: dict[str, list[Problem]] = {}
    for key, kid in draft.kids.items():
        each = record.by_key.get(key)
        if each is None:
            hint = did_you_mean(key, record.by_key)
            problems.append(
                Problem(at=join(at, key), code="unknown-name", message=f'there is no input "{key[:80]}"{hint}')
            )
            continue
        value = _body(each, kid, join(at, key), found.setdefault(key, []), read_leaf)
        if value is not ABSENT:
            values[key] = value
    ordered = {each.key: values[each.key] for each in record.inputs if each.key in values}
    # What is hidden may hold anything.
    problems += [
        problem for key, inside in found.items() if record.shows(record.by_key[key], ordered) for problem in inside
    ]  # fmt: skip
    return record.settle(ordered)


def _body_rows(table: Table, draft: Draft, at: str, problems: list[Problem], read_leaf: ReadLeaf) -> Any:
    ids = draft.rows or sorted((token for token in draft.kids if _is_index(token)), key=int)
    stray = {token: kid for token, kid in draft.kids.items() if token not in set(ids)}
    if stray:
        _unknown(Draft(kids=stray), at, (), problems)
    if len(ids) > MAX_ROWS or any(not _is_index(row) for row in ids) or len(set(ids)) < len(ids):
        message = f"expected at most {MAX_ROWS} rows, each with a number of its own"
        problems.append(Problem(at=at, code="bad-rows", message=message))
        return ABSENT
    rows: list[Any] = []
    for row in ids:
        kid = draft.kids.get(row)
        # A row nobody filled in, and that no value brought, is nothing.
        if kid is None or kid.blank():
            continue
        inside: list[Problem] = []
        rows.append(_body(table.row, kid, join(at, len(rows)), inside, read_leaf))
        problems += inside
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
            filled = [each for each in draft.rows or draft.kids if each in draft.kids and not draft.kids[each].blank()]
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
    pointer = _pointer(match[2]) if match else None
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
    if not place.rows:
        place.rows = sorted((token for token in place.kids if _is_index(token)), key=int)
    new = str(max((int(row) for row in place.rows if _is_index(row)), default=-1) + 1)
    place.rows.append(new)
    place.kids[new] = Draft()


def _remove(form: Form, draft: Draft, pointer: str) -> str | None:
    above, _, last = pointer.rpartition("/")
    given, place = find(form, above), draft.at(above)
    if given is None or place is None:
        return None
    if given.shape is Shape.ROWS:
        if not place.rows:
            place.rows = sorted((token for token in place.kids if _is_index(token)), key=int)
        place.rows = [row for row in place.rows if row != last]
        place.kids.pop(last, None)
    elif given.shape is Shape.LEAF and _is_index(last) and int(last) < len(place.text):
        del place.text[int(last)]
    else:
        return None
    return above


_ACTS: dict[str, Callable[[Form, Draft, str], str | None]] = {"add": _add, "remove": _remove}
