"""Prefilled links, `?/pointer=value` or `?key=value`: they fill, and never run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from webform.draft import Draft, along, begin, fill, find, to_controls
from webform.html.decode import body_of
from webform.inputs import Input, Record, Shape
from webform.inputs.hidden import Hidden
from webform.inputs.uploads import UploadLike
from webform.language import gettext, marked
from webform.problems import Problem, error_at
from webform.runs import without_secrets
from webform.secrecy import is_secret, without
from webform.values import ABSENT, from_name, join, read_json_or, split, to_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from webform.tool import Form

#: How many of the names that are ignored are listed.
_MAX_NAMED = 10
#: The notice above a form that a link has filled in.
NOTICE = marked("Values on this form came from a link. Check them before you run.")


#: Names that others add to any link: nobody meant an input by them.
_TRACKING = re.compile(r"utm_\w*|\w*clid|mc_[ce]id|_ga|_gl|ref|source|igshid", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Prefilled:
    """
    A new form as a link fills it in.

    Args:
        draft: what the form holds.
        problems: what is wrong with the values of the link, at their controls.
        ignored: the names in the link that name no input.
        filled: whether the link had values for the form, good or bad.
    """

    draft: Draft
    problems: Sequence[Problem]
    ignored: Sequence[str] = ()
    filled: bool = True

    @property
    def notices(self) -> list[str]:
        """What to say above the form."""
        names = ", ".join(f"“{name[:80]}”" for name in self.ignored[:_MAX_NAMED])
        more = len(self.ignored) - _MAX_NAMED
        if more > 0:
            names = gettext("{names} and {count} more", names=names, count=more)
        ignored = gettext(
            "The link also has values for {names}, which this form does not have. They were ignored.", names=names
        )
        return [gettext(NOTICE)] * self.filled + ([ignored] if self.ignored else [])


def prefilled(form: Form, entries: Iterable[tuple[str, str]]) -> Prefilled | None:
    """
    Return a new form with the values of a link; a name that begins with `/` or `#` is a pointer, any other a key.

    Returns:
        `None` where none of *entries*, names and values of a query, may be meant for the form.
    """
    draft, problems, places = begin(form), list[Problem](), list[str]()
    named, ignored = _named(form, list(entries))
    for name, texts in named:
        pointer = _pointer(name)
        if pointer is not None and fill_place(form, draft, pointer, texts):
            places.append(pointer)
        else:
            problems.append(error_at("", "unknown-name", "unknown-name.link", name=name[:80]))
    if not named and not ignored:
        return None
    _, found = body_of(form, draft)
    at_controls = to_controls(draft, found)
    # What the link did not fill in is yet to be filled in, not wrong.
    problems += [
        problem for problem in at_controls if any(problem.at == at or problem.at.startswith(f"{at}/") for at in places)
    ]
    return Prefilled(draft=draft, problems=problems, ignored=ignored, filled=bool(named))


def _named(form: Form, entries: list[tuple[str, str]]) -> tuple[list[tuple[str, list[str]]], list[str]]:
    """Return the names that are pointers, keys as such too, each with its texts, and the names that are no key."""
    keys, ignored = dict[str, list[str]](), dict[str, None]()
    known = form.root.by_key if isinstance(form.root, Record) else {}
    pointers = [(name, [text]) for name, text in entries if name.startswith(("/", "#"))]
    # Who writes a pointer means it: a key that spells the same place says nothing more.
    taken = {key for name, _ in pointers for key in split(_pointer(name) or "")[:1]}
    for name, text in entries:
        if name in known and name not in taken and not name.startswith(("/", "#")):
            keys.setdefault(name, []).append(text)
        elif name not in known and not name.startswith(("/", "#")) and not _TRACKING.fullmatch(name):
            ignored[name] = None
    return [*((to_name(join("", key)), texts) for key, texts in keys.items()), *pointers], list(ignored)


def _pointer(name: str) -> str | None:
    try:
        pointer = from_name(name)
    except UnicodeDecodeError:
        return None
    return pointer if pointer[:1] in ("", "/") else None


def fill_place(form: Form, draft: Draft, pointer: str, texts: list[str]) -> bool:
    """Fill in *texts*, several for a list, at *pointer*; tell whether there is a place for them."""
    if pointer == "":
        return _fill_root(form, draft, texts[-1])
    input_, at = _input_at(form, draft, pointer)
    if input_ is None or not all(is_open(around) for _, around in along(form, draft, at)):
        return False
    place = reach(form, draft, at)
    part = pointer[len(at) :]
    if part:
        place.make(part).text = texts[-1:]
        return True
    place.become(_read(form, input_, texts, at))
    return True


def _fill_root(form: Form, draft: Draft, text: str) -> bool:
    body = read_json_or(text)
    if body is ABSENT:
        return False
    if form.sound is not None or not isinstance(form.root, Record):
        draft.become(fill(form.root, without_secrets(form, body)))
        return is_open(form.root)
    if not isinstance(body, dict):
        return False
    for key, value in body.items():
        input_ = form.root.by_key.get(key)
        if input_ is None or not is_open(input_):
            return False
        draft.children[key] = fill(input_, without(form, input_, value))
    return True


def _input_at(form: Form, draft: Draft, pointer: str) -> tuple[Input | None, str]:
    """Return the input whose control *pointer* names, and the input's own pointer."""
    *_, (at, input_) = along(form, draft, pointer)
    names = at == pointer or (at and pointer[len(at) :] in input_.parts)
    return (input_ if names else None), at


def is_open(input_: Input) -> bool:
    """Tell whether a link may fill in *input_*: no file, no secret, nothing that people do not see."""
    return not isinstance(input_, UploadLike | Hidden) and not is_secret(input_)


def reach(form: Form, draft: Draft, pointer: str) -> Draft:
    """Return the place at *pointer*, the rows above it made."""
    above = ""
    for token in split(pointer):
        place, input_ = draft.make(above), find(form, draft, above)
        if input_ is not None and input_.shape is Shape.ROWS and token not in place.rows:
            place.rows.append(token)
        above = join(above, token)
    return draft.make(pointer)


def _read(form: Form, input_: Input, texts: list[str], at: str) -> Draft:
    """Return the draft of *input_* with *texts*: as typed where it is one text, else read as JSON."""
    kind, text = input_.value_schema().get("type"), texts[-1]
    # Plain texts are the items of a list; JSON is the whole of it.
    plain = input_.shape is Shape.LEAF and not (len(texts) == 1 and text[:1] in ("[", "{"))
    if plain and kind == "array" and input_.texts(texts) is not None:
        return fill(input_, texts, at.count("/"))
    if input_.shape is Shape.LEAF and kind not in ("array", "object"):
        # A blank text is one; a box that may be not set is left so.
        is_text = input_.blank_counts or kind != "boolean"
        return Draft(text=[text], presence=input_.empty.mark if input_.empty and text == "" and is_text else None)
    value = read_json_or(text)
    if value is ABSENT:
        return Draft(presence="json", text=[text])
    return fill(input_, without(form, input_, value), at.count("/"))
