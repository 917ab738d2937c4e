"""Draft → body: the value that what was typed stands for, and what stands for none."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from webform.check import check
from webform.draft.base import Draft, as_lines, inside, variant_of
from webform.draft.entries import unknown_name
from webform.inputs import Input, Record, Shape, UnionLike, UnreadableError
from webform.inputs.table import MAX_ROWS
from webform.inputs.walk import child_input, parts_of
from webform.messages import Phrase, all_of
from webform.problems import Problem, error_at
from webform.required import required_key
from webform.secrecy import redacted
from webform.values import ABSENT, NotJSONError, escape, join, read_json, read_json_or, split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from webform.tool import Form

    #: Makes a leaf's value of its texts; raises `UnreadableError`.
    ReadLeaf = Callable[[Input, str, Mapping[str, list[str]]], Any]
    #: A place: the one above and the token below it. Its pointer is spelled only where something is wrong.
    Place = tuple["Place", str] | None

#: Marks that say the text is the JSON text of a value.
_AS_JSON = ("json", "number", "boolean")
#: A member of an enumeration is looked up whenever it is named.
_LEAF = Shape.LEAF
#: What a value that nothing was declared for is read as.
_UNDECLARED = Input(key="", label="")


def body(form: Form, draft: Draft, read_leaf: ReadLeaf | None = None) -> tuple[Any, list[Problem]]:
    """Return the unchecked body that *draft* stands for, and what was typed that stands for none, no secret quoted."""
    problems: list[Problem] = []
    value = body_at(form.root, draft, problems, None, read_leaf)
    if value is ABSENT and isinstance(form.root, Record):
        value = {}
    if value is ABSENT and not problems:
        problems.append(error_at("", "required", required_key(form.root.type)))
    return value, redacted(form, problems) if problems else problems


def body_at(
    input_: Input, draft: Draft, problems: list[Problem], place: Place = None, read_leaf: ReadLeaf | None = None
) -> Any:
    """Return the value of *input_* that *draft* at *place* stands for, or `ABSENT`; what is unreadable is a problem."""
    shape = input_.shape
    if shape is Shape.ROWS and (lines := as_lines(input_, draft)) is not input_:
        input_, shape = lines, _LEAF
    if (
        draft.wanted is not None
        or draft.hidden_rows_json
        or draft.other_variants_json
        or (shape is not _LEAF and draft.text)
    ):
        _check_companions(input_, draft, _at(place), problems)
    if (mark := draft.presence) is not None:
        if mark == "absent":
            return ABSENT
        if mark == "null" and not (input_.nullable and any(draft.text)):
            return None
        if mark == "json" and not any(draft.text) and not input_.takes_json:
            return ABSENT
        if mark in _AS_JSON and any(draft.text) and (mark == "json" or not isinstance(input_, UnionLike)):
            try:
                return read_json(draft.text[-1])
            except NotJSONError as error:
                if mark == "json" or input_.empty is None or input_.empty.mark != mark:
                    problems.append(error_at(_at(place), "not-json", fault=error.phrase))
                    return ABSENT
    return _BODY[shape](input_, draft, problems, place, read_leaf)


def _at(place: Place) -> str:
    """Return the pointer to *place*."""
    tokens: list[str] = []
    while place:
        place, token = place
        tokens.append(token)
    return join("", *reversed(tokens))


def _check_companions(input_: Input, draft: Draft, at: str, problems: list[Problem]) -> None:
    """Report the companions that stand where nothing takes them, and a variant that is wanted but not shown."""
    inner = inside(input_, draft)
    if draft.wanted is not None and not isinstance(input_, UnionLike):
        unknown_name(problems, at, _companion("to"))
    elif draft.wanted is not None and draft.wanted != (draft.presence or ""):
        problems.append(error_at(at, "show-first"))
    if draft.hidden_rows_json and (inner is None or inner.shape is not Shape.ROWS):
        unknown_name(problems, at, _companion("rest"))
    if (
        any(draft.text)
        and inner is not None
        and as_lines(inner, draft).shape is not Shape.LEAF
        and draft.presence != "json"
    ):
        unknown_name(problems, at, Phrase("unknown-name.text"))
    if draft.other_variants_json and input_.shape is Shape.LEAF:
        unknown_name(problems, at, _companion("draft"))


def _companion(name: str) -> Phrase:
    return Phrase("unknown-name.companion", {"name": name})


def _body_leaf(leaf: Input, draft: Draft, problems: list[Problem], place: Place, read_leaf: ReadLeaf | None) -> Any:
    parts = leaf.parts
    if draft.children:
        _unknown(draft, _at(place), parts, problems)
    if parts == ("",):
        typed = draft.text or [""]
        texts = {"": typed}
    else:
        below = {part: draft.at(part) for part in parts}
        texts = {part: child.text if child and child.text else [""] for part, child in below.items()}
        typed = [*chain.from_iterable(texts.values())]
        if "" not in parts and any(draft.text):
            unknown_name(problems, _at(place), Phrase("unknown-name.parts", {"parts": all_of(parts)}))
    if not typed[-1].strip() and not any(map(str.strip, typed)):
        empty = leaf.empty
        if not any(typed):
            return empty.value if empty and draft.presence == empty.mark else ABSENT
        if empty is None or empty.mark != "string":
            return ABSENT
    try:
        return leaf.value(texts) if read_leaf is None else read_leaf(leaf, _at(place), texts)
    except UnreadableError as error:
        problems.append(error.problem.under(_at(place)))
        return ABSENT


def _unknown(draft: Draft, at: str, known: Iterable[str], problems: list[Problem]) -> None:
    """Report what was sent below *at* that is no part of what stands there; *known* are relative pointers."""
    known = set(known)
    todo = [("", draft)]
    while todo:
        pointer, place = todo.pop()
        filled = place.text or place.presence or place.rows or place.hidden_rows_json or place.key is not None
        if pointer and filled and pointer not in known:
            unknown_name(problems, at + pointer, _unknown_field(pointer), pointer, known)
        todo += [(join(pointer, token), child) for token, child in place.children.items()]


def _unknown_field(name: str) -> Phrase:
    return Phrase("unknown-name", {"name": name[:80]})


def _body_record(
    record: Record, draft: Draft, problems: list[Problem], place: Place, read_leaf: ReadLeaf | None
) -> Any:
    values: dict[str, Any] = {}
    found: dict[str, list[Problem]] = {}
    by_key, conditional = record.by_key, record.conditional
    names = _names(record, draft, _at(place), problems)
    draft.placed = {key: token for token, key in names.items() if key != token} or None
    for token, child in draft.children.items():
        key = names.get(token, token) if names else token
        if key == "" != token and _blank_row(child):
            # A row that nobody filled in.
            continue
        member = by_key.get(token) or record.child(token)
        if child.key is not None and (token in by_key or record.undeclared is None):
            unknown_name(problems, _at((place, key)), _companion("key"))
        if member is None and child.presence != "json":
            unknown_name(problems, _at((place, key)), _unknown_field(f'"{token[:80]}"'), token, by_key)
            continue
        hidden = found.setdefault(key, []) if conditional else problems
        value = body_at(member or _UNDECLARED, child, hidden, (place, key), read_leaf)
        if value is not ABSENT:
            values[key] = value
    if not values and not draft.presence and not record.required:
        return ABSENT
    ordered = values
    if [*values] != [*by_key]:
        ordered = {key: values[key] for key in by_key if key in values} | values
    # What is hidden may hold anything.
    problems += [
        problem for key, hidden in found.items() if hidden and (key not in by_key or record.shows(by_key[key], ordered))
        for problem in hidden
    ]  # fmt: skip
    return record.settle(ordered)


def _names(record: Record, draft: Draft, at: str, problems: list[Problem]) -> dict[str, str]:
    """Return the keys of rows, by row; two alike, or a value without one, are problems."""
    if record.undeclared is None:
        return {}
    named = {
        token: child.key
        for token, child in draft.children.items()
        if child.key is not None and token not in record.by_key
    }
    plain = [key for key, child in draft.children.items() if key not in named and not child.blank()]
    taken = Counter([*named.values(), *plain])
    for token, key in named.items():
        place = f"{at}/{escape(token)}"
        if taken[key] > 1:
            problems.append(error_at(place, "duplicate-key", name=key[:80]))
        elif key == "" != token:
            if _blank_row(draft.children[token]):
                continue
            problems.append(error_at(place, "no-name"))
    return named


def _blank_row(row: Draft) -> bool:
    return not any(row.text) and row.presence in (None, "", "string") and all(map(_blank_row, row.children.values()))


def _body_rows(rows: Any, draft: Draft, problems: list[Problem], place: Place, read_leaf: ReadLeaf | None) -> Any:
    at = _at(place)
    ids = draft.row_ids()
    known = set(ids)
    stray = {token: child for token, child in draft.children.items() if token not in known}
    if len(ids) < len(draft.rows):
        problems.append(error_at(at, "bad-rows", "bad-rows.count", limit=MAX_ROWS))
        return ABSENT
    if stray:
        _unknown(Draft(children=stray), at, (), problems)
    values: list[Any] = []
    placed: dict[str, str] = {}
    filled = [index for index, row in enumerate(ids) if row in draft.children and not draft.children[row].blank()]
    # A row nobody filled in, and that no value brought, is nothing, but where it has a place of its own before others.
    kept = range(min(getattr(rows, "fixed", 0), filled[-1] if filled else 0))
    for row in (ids[index] for index in sorted({*kept, *filled})):
        child = draft.children.get(row) or Draft()
        index, before = len(values), len(problems)
        placed[str(index)] = row
        item = rows.item(index)
        if child.key is not None:
            unknown_name(problems, f"{at}/{index}", _companion("key"))
        value = body_at(item, child, problems, (place, str(index)), read_leaf)
        if value is ABSENT and index in kept and len(problems) == before:
            problems.append(error_at(f"{at}/{index}", "required", "required.item"))
        if value is not ABSENT or len(problems) > before or isinstance(item, Record):
            values.append({} if value is ABSENT else value)
    draft.placed = placed
    if draft.hidden_rows_json:
        values += _rest(draft.hidden_rows_json, at, problems)
    return values if values or draft.presence else ABSENT


def _rest(text: str, at: str, problems: list[Problem]) -> list[Any]:
    rest = read_json_or(text)
    if isinstance(rest, list):
        return rest
    problems.append(error_at(at, "bad-rows"))
    return []


def _body_union(
    union: UnionLike, draft: Draft, problems: list[Problem], place: Place, read_leaf: ReadLeaf | None
) -> Any:
    variant = variant_of(union, draft)
    if variant is not None:
        chosen = as_lines(variant.input, draft)
        empty = chosen.empty
        if empty and not any(draft.text) and not draft.children:
            return empty.value
        return _BODY[chosen.shape](chosen, draft, problems, place, read_leaf)
    if draft.presence:
        name, options = draft.presence[:40], tuple(union.by_mark)
        problems.append(error_at(_at(place), "unknown-variant", name=name, options=options))
    elif any(draft.text):
        options = tuple(variant.label for variant in union.variants)
        problems.append(error_at(_at(place), "no-variant", options=options))
    return ABSENT


_BODY: dict[Shape, Callable[..., Any]] = {
    Shape.LEAF: _body_leaf,
    Shape.RECORD: _body_record,
    Shape.ROWS: _body_rows,
    Shape.UNION: _body_union,
}


def to_controls(draft: Draft, problems: Iterable[Problem]) -> list[Problem]:
    """Return *problems* of the body that `body` made of *draft*, each at its control: rows have ids of their own."""
    return [replace(problem, at=_control_at(draft, problem.at)) for problem in problems]


def _control_at(draft: Draft | None, pointer: str) -> str:
    at = ""
    for token in split(pointer):
        placed = (draft.placed if draft else None) or {}
        if draft and draft.hidden_rows_json and token not in placed:
            # It is one of the items that are not on the page.
            return at
        name = placed.get(token, token)
        draft = draft.children.get(name) if draft else None
        at = join(at, name)
    return at


def check_draft(form: Form, draft: Draft, value: Any, meant: Any = ABSENT) -> list[Problem]:
    """
    Return what is wrong with *value*, the body of *draft*, by the variants that are chosen there.

    Args:
        form: the form.
        draft: what it holds.
        value: the body that was made of the draft, or that the draft was filled with.
        meant: what is checked in its place: the body as the declared types mean it.
    """
    meant = value if meant is ABSENT else meant
    return check(form, meant, lambda: chosen_in(form.root, draft, value))


def chosen_in(input_: Input, draft: Draft, value: Any) -> dict[str, tuple[str, ...]]:
    """Return the alternatives that *draft* is in, by the place in *value*, the body that was made of it."""
    found: dict[str, tuple[str, ...]] = {}
    todo: list[tuple[Input | None, Draft, Any, str]] = [(input_, draft, value, "")]
    while todo:
        current, place, current_value, at = todo.pop()
        if isinstance(current, UnionLike):
            variant = variant_of(current, place)
            found |= {at: variant.picks} if variant and variant.picks else {}
            current = variant.input if variant else None
        for token, part in parts_of(current, current_value):
            name = (place.placed or {}).get(token, token)
            if name in place.children:
                below = child_input(current, name if isinstance(current, Record) else token)
                todo.append((below, place.children[name], part, f"{at}/{escape(token)}"))
    return found
