"""Form entries → draft: names are read as they are spelled, whatever the form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from webform.draft.base import MAX_SHOWN, Draft
from webform.messages import Phrase
from webform.problems import Problem, nearest
from webform.schema_errors import MAX_PROBLEMS
from webform.values import from_name, split

if TYPE_CHECKING:
    from collections.abc import Iterable

#: How deep the names of controls may point (to a cell of a table that is as deep as controls are), and how many steps
#: all of them may take.
MAX_DEPTH, MAX_STEPS = MAX_SHOWN + 3, 200_000
_NAME = re.compile(r"(is|to|row|key|rest|draft)?([/#].*)", re.DOTALL)


def read(entries: Iterable[tuple[str, list[str]]]) -> tuple[Draft, list[Problem]]:
    """Return the draft that the form entries (name, texts) make, and a problem for each name that is none."""
    top, problems = Draft(), list[Problem]()
    left = MAX_STEPS
    for name, texts in entries:
        # Browsers send every line break as CRLF.
        typed = [texts[0].replace("\r\n", "\n")] if len(texts) == 1 else [text.replace("\r\n", "\n") for text in texts]
        # Most controls stand right below the top, their names spelled as they are.
        if name.rfind("/") == 0 and "~" not in name and left > 0:
            left -= 1
            if (place := top.children.get(name[1:])) is None:
                top.children[name[1:]] = Draft(None, typed)
            else:
                place.text = typed
            continue
        word, pointer = ("", name) if name[:1] == "/" else _spelled(name)
        depth = pointer.count("/") if pointer else 0
        left -= depth
        if pointer is None or depth > MAX_DEPTH or left < 0:
            unknown_name(problems, "", Phrase("unknown-name.form", {"name": name[:80]}))
            continue
        _put(top.make(pointer), word, typed)
    return top, problems


def _put(place: Draft, word: str, typed: list[str]) -> None:
    """Keep *typed* at *place*: as its texts, or as what the companion *word* says of it."""
    last = typed[-1] if typed else ""
    match word:
        case "":
            place.text = typed
        case "is":
            place.presence = last or None
        case "to":
            place.wanted = last
        case "row":
            place.rows = [_row_id(text) for text in typed]
        case "key":
            place.key = last
        case "rest":
            place.hidden_rows_json = last or None
        case "draft":
            place.other_variants_json = last or None


def _spelled(name: str) -> tuple[str, str | None]:
    """Return the companion that the control name *name* is of, or `""`, and its pointer, `None` where it has none."""
    match = _NAME.fullmatch(name)
    return (match[1] or "", pointer_of(match[2])) if match else ("", None)


def _row_id(text: str) -> str:
    """Return the id that `row/p` names: a number, or a key as the pointer to it."""
    pointer = pointer_of(text) if text.startswith(("/", "#")) else None
    tokens = split(pointer) if pointer else []
    return tokens[0] if len(tokens) == 1 else text


def unknown_name(problems: list[Problem], at: str, sentence: Phrase, word: str = "", known: Iterable[str] = ()) -> None:
    """Add the problem that what stands at *at* is none of this form's: a *sentence*, and which of *known* is near."""
    # A form may hold 100,000 such names, and to compare each with all there are takes minutes.
    if len(problems) < MAX_PROBLEMS:
        params = {**sentence.params, "near": nearest(word, known)}
        problems.append(Problem(at=at, code="unknown-name", key=sentence.key, params=params))


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
