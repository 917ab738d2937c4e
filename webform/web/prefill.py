"""Prefilled links, `?/pointer=value`: they fill, and never run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.draft import Draft, begin, fill, find, is_secret, to_controls, without
from webform.html.decode import body_of
from webform.inputs import Input, Record, Shape
from webform.inputs.hidden import Hidden
from webform.inputs.uploads import UploadLike
from webform.problems import Problem
from webform.runs import without_secrets
from webform.values import NotJSONError, from_name, join, read_json, split

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.tool import Form

#: What is said above a form that a link has filled in.
NOTICE = "Values on this form came from a link. Check them before you run."


def prefilled(form: Form, entries: Iterable[tuple[str, str]]) -> tuple[Draft, list[Problem]] | None:
    """
    Return the draft of a new form with the values of a link, and what is wrong with those, at their controls.

    Returns:
        `None` where none of *entries*, names and values of a query, is meant for the form.
    """
    draft, problems, places = begin(form), list[Problem](), list[str]()
    for name, text in entries:
        if not name.startswith(("/", "#")):
            continue
        pointer = _pointer(name)
        if pointer is not None and _fill(form, draft, pointer, text):
            places.append(pointer)
        else:
            message = f'the link has a value for "{name[:80]}", which no link can fill in'
            problems.append(Problem(at="", code="unknown-name", message=message))
    if not places and not problems:
        return None
    _, found = body_of(form, draft)
    at_controls = to_controls(draft, found)
    # What the link did not fill in is yet to be filled in, not wrong.
    problems += [each for each in at_controls if any(each.at == at or each.at.startswith(f"{at}/") for at in places)]
    return draft, problems


def _pointer(name: str) -> str | None:
    try:
        return from_name(name)
    except UnicodeDecodeError:
        return None


def _fill(form: Form, draft: Draft, pointer: str, text: str) -> bool:
    """Fill in *text* at *pointer*; tell whether there is a place for it."""
    if pointer == "":
        return _fill_root(form, draft, text)
    given, at = _input_at(form, draft, pointer)
    if given is None or not all(_is_open(each) for each in _around(form, draft, at)):
        return False
    place = _reach(form, draft, at)
    part = pointer[len(at) :]
    if part:
        place.make(part).text = [text]
        return True
    filled = _read(given, text, at)
    place.mark, place.text, place.rows, place.kids = filled.mark, filled.text, filled.rows, filled.kids
    return True


def _fill_root(form: Form, draft: Draft, text: str) -> bool:
    try:
        body = read_json(text)
    except NotJSONError:
        return False
    if form.sound is not None or not isinstance(form.root, Record):
        draft.become(fill(form.root, without_secrets(form, body)))
        return _is_open(form.root)
    if not isinstance(body, dict):
        return False
    for key, value in body.items():
        given = form.root.by_key.get(key)
        if given is None or not _is_open(given):
            return False
        draft.kids[key] = fill(given, without(given, value))
    return True


def _around(form: Form, draft: Draft, pointer: str) -> list[Input]:
    """Return the input at *pointer* and those around it."""
    ends = [index for index, character in enumerate(pointer) if character == "/"] + [len(pointer)]
    return [each for end in ends if (each := find(form, draft, pointer[:end]))]


def _input_at(form: Form, draft: Draft, pointer: str) -> tuple[Input | None, str]:
    """Return the input whose control *pointer* names, and the input's own pointer."""
    at = pointer
    while at:
        given = find(form, draft, at)
        if given is not None:
            return (given if at == pointer or pointer[len(at) :] in given.parts else None), at
        at = at.rpartition("/")[0]
    return None, ""


def _is_open(given: Input) -> bool:
    return not isinstance(given, UploadLike | Hidden) and not is_secret(given)


def _reach(form: Form, draft: Draft, pointer: str) -> Draft:
    """Return the place at *pointer*, the rows above it made."""
    above = ""
    for token in split(pointer):
        place, given = draft.make(above), find(form, draft, above)
        if given is not None and given.shape is Shape.ROWS and token not in place.rows:
            place.rows.append(token)
        above = join(above, token)
    return draft.make(pointer)


def _read(given: Input, text: str, at: str) -> Draft:
    """Return the draft of *given* with *text*: as typed where it is one text, else read as JSON."""
    kind = given.value_schema().get("type")
    if given.shape is Shape.LEAF and kind not in ("array", "object"):
        return Draft(text=[text], mark=given.empty.mark if given.empty and text == "" else None)
    try:
        return fill(given, without(given, read_json(text)), at.count("/"))
    except NotJSONError:
        return Draft(mark="json", text=[text])
