"""The record of functions that makes a dialect, and helpers of their readers."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from webform.check import unusable
from webform.dialects.text_places import SCHEMAS, TextPlaces
from webform.messages import Param, Phrase
from webform.problems import Problem, error_at, nearest, warning_at, wrong_type
from webform.schema.misspelt import letters
from webform.tool import Example, Tool
from webform.values import as_dict, as_list, brief, join

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container, Iterable, Sequence


#: Keywords of values, not of schemas.
_VALUES = frozenset({"const", "default", "enum", "examples"})
#: Tools of one document at most.
MAX_TOOLS = 1000
#: Unknown keys of an object that are compared with the known, at most: it takes its time.
MAX_COMPARED = 5
#: Problems of a document that say what may have been meant.
MAX_HINTS = 100
_Kind = TypeVar("_Kind", str, bool, list[Any], dict[str, Any])
#: The phrases for what `take` expects.
_EXPECTED = {
    str: Phrase("kind.text"), bool: Phrase("kind.boolean"), list: Phrase("kind.array"), dict: Phrase("kind.object"),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """
    A declaration language.

    Args:
        name: its name, as in `--dialect`.
        recognises: says in a sentence why a parsed document is of this language, `""` where it is not.
        read: makes tools of a parsed document, with every problem in it; of several tools, each has its own problems
            in `problems` too.
        texts: returns where the texts of a parsed document stand, which may be there in several languages.
    """

    name: str
    recognises: Callable[[Any], str]
    read: Callable[[Any], tuple[list[Tool], list[Problem]]]
    texts: Callable[[Any], TextPlaces] = lambda _: SCHEMAS


class Found(NamedTuple):
    """Why a document is of a dialect, `""` where it is not, and where its tools stand in a list, if they do."""

    why: str
    at: str = ""
    tools: list[Any] | None = None


def slug(text: str) -> str:
    """Return *text* as an id that can stand in an address."""
    return re.sub(r"[^A-Za-z0-9._:-]+", "-", text).strip("-.") or "tool"


def unlike(name: str, taken: Container[str]) -> str:
    """Return *name*, with the first number after it that makes it none of those *taken*, where it is one."""
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(free for free in names if free not in taken)


def changed_parts(schema: Any, change: Callable[[Any], Any]) -> Any:
    """Return *schema*, or a list of schemas, its parts as *change* makes them: values in it are none."""
    if isinstance(schema, list):
        return [change(part) for part in schema]
    if isinstance(schema, dict):
        return {key: part if key in _VALUES else change(part) for key, part in schema.items()}
    return schema


def take(raw: dict[str, Any], key: str, kind: type[_Kind], problems: list[Problem], at: str = "") -> _Kind | None:
    """Return what *raw*, which stands at *at*, says at *key*; `None`, with a problem, where that is no *kind*."""
    value = raw.get(key)
    if value is None or isinstance(value, kind):
        return value
    problems.append(wrong_type(join(at, key), _EXPECTED[kind], value))
    return None


def missing_text(at: str, name: str) -> Problem:
    """Return the problem that a text called *name* is missing *at*."""
    return error_at(at, f"missing-{name}", "missing.text", name=name)


def unknown_key(at: str, subject: Phrase, key: str, near: str, known: Iterable[str] = ()) -> Problem:
    """
    Return a warning of a key that is not known.

    Args:
        at: where that stands which has the key.
        subject: what that is, as a sentence begins with it.
        key: the key.
        near: the known key that may be meant, `""` where none is near.
        known: all known keys, to be listed where none is near.
    """
    params: dict[str, Param] = {"subject": subject, "name": brief(key), "near": near}
    if known:
        params["known"] = tuple(known)
    sentence = "unknown-key.listed" if known else "unknown-key.of"
    return Problem(at=join(at, key), code="unknown-key", key=sentence, params=params, severity="warning", on_key=True)


def near_misses(
    raw: dict[str, Any], known: Collection[str], subject: Phrase, at: str = "", most: int = MAX_COMPARED
) -> list[Problem]:
    """
    Return a warning for each key of *raw* that is nearly one of *known*; other unknown keys are let be.

    Args:
        raw: what was declared, at *at*.
        known: the keys that it may have.
        subject: what it is, as a sentence begins with it.
        at: where it stands.
        most: how many keys are compared by likeness, and not only by their letters.
    """
    problems: list[Problem] = []
    unknown = [key for key in raw if key not in known]
    missing = {letters(name): name for name in known if name not in raw} if unknown else {}
    for index, key in enumerate(unknown):
        near = missing.get(letters(key)) or (nearest(key, missing.values()) if index < most else "")
        if near:
            problems.append(unknown_key(at, subject, key, near))
    return problems


def suggestion(word: Any, known: Iterable[str], problems: list[Problem]) -> str:
    """Return which of *known* comes near *word*; `""` after so many *problems* that nobody reads it."""
    return nearest(word, known) if isinstance(word, str) and len(problems) < MAX_HINTS else ""


def examples_of(schema: Any) -> tuple[Example, ...]:
    """Return the examples that a JSON Schema gives of its value."""
    bodies = as_list(as_dict(schema).get("examples"))
    return tuple(Example(name=f"Example {number}", body=body) for number, body in enumerate(bodies, 1))


def usable_schema(schema: Any, at: str, problems: list[Problem]) -> dict[str, Any] | bool | None:
    """Return the *schema* of answers, which stands at *at*; `None`, with a problem, where it cannot be used."""
    if not isinstance(schema, dict | bool):
        problems.append(wrong_type(at, Phrase("kind.schema"), schema))
        return None
    if reason := unusable(schema):
        problems.append(warning_at(at, "bad-schema", "bad-schema.output", reason=reason))
        return None
    return schema


def read_tools(
    declared: list[Any],
    at: str,
    read: Callable[[dict[str, Any]], tuple[Tool, list[Problem]]],
    places: Sequence[str] = (),
) -> tuple[list[Tool], list[Problem]]:
    """Read the tools of a list that stands at *at*, or each at its one of *places*; a bad one costs no other."""
    tools: list[Tool] = []
    problems: list[Problem] = []
    first: dict[str, int] = {}
    if not declared:
        problems.append(error_at(at, "no-tools"))
    if len(declared) > MAX_TOOLS:
        problems.append(error_at(at, "too-many-tools", limit=MAX_TOOLS, count=len(declared)))
    for index, raw in enumerate(declared[:MAX_TOOLS]):
        place = places[index] if places else join(at, index)
        if not isinstance(raw, dict):
            problems.append(wrong_type(place, Phrase("kind.tool"), raw))
            continue
        tool, own = read(raw)
        own = [problem.under(place) for problem in own]
        if first.setdefault(tool.id, index) != index and "name" in raw:
            number = first[tool.id] + 1
            own.append(error_at(join(place, "name"), "duplicate-name", "duplicate-name.id", id=tool.id, number=number))
        tools.append(replace(tool, problems=tuple(own)))
        problems += own
    return tools, problems
