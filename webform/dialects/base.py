"""What a dialect is: a record of functions; and what their readers share."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from webform.problems import Problem, did_you_mean
from webform.tool import Example
from webform.values import brief, join
from webform.words import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from webform.tool import Tool

#: Tools of one document at most.
MAX_TOOLS = 1000
#: Unknown keys of an object that are compared with the known, at most: it takes its time.
MAX_COMPARED = 5
#: Problems of a document that say what may have been meant.
MAX_HINTS = 100
#: What is said of a type that is none, but names a secret.
TAKEN_AS_SECRET = "; it is taken as a secret"  # noqa: S105 - words
_Kind = TypeVar("_Kind", str, bool, list[Any], dict[str, Any])
_EXPECTED = {str: "a text", bool: "true or false", list: "a list", dict: "an object"}


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """
    A declaration language.

    Args:
        name: its name, as in `--dialect`.
        recognises: says in a sentence why a parsed document is of this language, `""` where it is not.
        read: makes tools of a parsed document, with every problem in it; of several tools, each has its own problems
            in `problems` too.
    """

    name: str
    recognises: Callable[[Any], str]
    read: Callable[[Any], tuple[list[Tool], list[Problem]]]


def slug(text: str) -> str:
    """Return *text* as an id that can stand in an address."""
    return re.sub(r"[^A-Za-z0-9._:-]+", "-", text).strip("-.") or "tool"


def take(raw: dict[str, Any], key: str, kind: type[_Kind], problems: list[Problem], at: str = "") -> _Kind | None:
    """Return what *raw*, which stands at *at*, says at *key*; `None`, with a problem, where that is no *kind*."""
    value = raw.get(key)
    if value is None or isinstance(value, kind):
        return value
    problems.append(wrong(join(at, key), _EXPECTED[kind], value))
    return None


def wrong(at: str, expected: str, found: Any) -> Problem:
    """Return the problem that *expected* stands not at *at*, but *found*."""
    return Problem(at=at, code="wrong-type", message=f"Expected {expected}, not {brief(found)}")


def plain(key: str) -> str:
    """Return *key* as it is compared where spelling is at fault: `inputschema` for `input_schema`."""
    return key.lower().replace("_", "").replace("-", "")


def near_misses(
    raw: dict[str, Any], known: Collection[str], what: str, at: str = "", most: int = MAX_COMPARED
) -> list[Problem]:
    """
    Return a warning for each key of *raw* that is nearly one of *known*; other unknown keys are let be.

    Args:
        raw: what was declared, at *at*.
        known: the keys that it may have.
        what: what it is, in words.
        at: where it stands.
        most: how many keys are compared by likeness, and not only by their letters.
    """
    problems, missing = [], {plain(each): each for each in known if each not in raw}
    for index, key in enumerate(each for each in raw if each not in known):
        alike = missing.get(plain(key))
        meant = f'; did you mean "{alike}"?' if alike else did_you_mean(key, missing.values()) if index < most else ""
        if meant:
            message = sentence(f"{what} has no {brief(key)}{meant}")
            where = join(at, key)
            problems.append(Problem(at=where, code="unknown-key", message=message, severity="warning", on_key=True))
    return problems


def hint(word: Any, known: Iterable[str], problems: list[Problem]) -> str:
    """Return `; did you mean "…"?` for what comes near *word*; `""` after so many *problems* that nobody reads it."""
    return did_you_mean(word, known) if isinstance(word, str) and len(problems) < MAX_HINTS else ""


def examples_of(schema: Any) -> tuple[Example, ...]:
    """Return the examples that a JSON Schema gives of its value."""
    bodies = schema.get("examples") if isinstance(schema, dict) else None
    if not isinstance(bodies, list):
        return ()
    return tuple(Example(name=f"Example {number}", body=body) for number, body in enumerate(bodies, 1))


def read_tools(
    declared: list[Any], at: str, read: Callable[[dict[str, Any]], tuple[Tool, list[Problem]]]
) -> tuple[list[Tool], list[Problem]]:
    """Read each tool of a list that stands at *at*; a bad one costs no other."""
    tools: list[Tool] = []
    problems: list[Problem] = []
    first: dict[str, int] = {}
    if not declared:
        problems.append(Problem(at=at, code="no-tools", message="Expected tools, found none; add one"))
    if len(declared) > MAX_TOOLS:
        message = f"Expected at most {MAX_TOOLS:,} tools, found {len(declared):,}; the rest is left out"
        problems.append(Problem(at=at, code="too-many-tools", message=message))
    for index, raw in enumerate(declared[:MAX_TOOLS]):
        here = join(at, index)
        if not isinstance(raw, dict):
            problems.append(wrong(here, "a tool, an object", raw))
            continue
        tool, own = read(raw)
        own = [each.under(here) for each in own]
        if first.setdefault(tool.id, index) != index and "name" in raw:
            message = f'The id "{tool.id}" is taken by tool {first[tool.id] + 1}; give each its own name'
            own.append(Problem(at=join(here, "name"), code="duplicate-name", message=message))
        tools.append(replace(tool, problems=tuple(own)))
        problems += own
    return tools, problems
