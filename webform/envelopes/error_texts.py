"""The texts of failures: which inputs they name, and what is wrong with each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from webform.envelopes.base import MAX_MESSAGE, MAX_RAW, without_trace, words
from webform.problems import Problem
from webform.values import NotJSONError, join, read_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.tool import Tool

MAX_PROBLEMS = 100
MAX_STEPS = 20
#: Inputs that are looked for by name in a text.
MAX_NAMES = 200

#: The parts of a request that hold no inputs.
_ELSEWHERE = frozenset({"query", "path", "header", "cookie"})
#: What services put before what they have to say.
_BEFORE = re.compile(
    r"""
    \s* (?: \[\w+\]\ \w+\ during\ execution\ of\ tool\ '[^'\n]{0,200}':\s*   # Arcade
        | run:\ \w+\ \S{1,300}\ \[\w+\]:\s*                               # toolexec
        | MCP\ error\ -?\d+:\s*                                          # the TypeScript SDK
        | Error\ executing\ tool\ [^\s:]{1,128}:\s*                      # the Python SDK
        )+
    """,
    re.VERBOSE,
)
_LIST = re.compile(r"\[\s*\{.*\}\s*\]", re.DOTALL)
_VALIDATING = re.compile(r"validating (root|/\S{0,500}): (?!validating )([^\n]{1,500})")
_LACKING = re.compile(r"missing properties: \[([^\]\n]{1,500})\]")
_PYDANTIC = re.compile(r"^(\S[^\n]{0,200})\n  ([^\n]{1,500}?)(?: \[type=[^\n]*)?$", re.MULTILINE)
_AT = re.compile(r"([^\n;]{1,300}?)\s+(?:→\s+)?at ([A-Za-z_][^\s,;]{0,200})\s*(?=[,;\n]|$)")
_FIELD = re.compile(r'Field "([^"\n]{1,200})": ([^\n]{1,500}?)(?=[;,] Field "|$)', re.MULTILINE)
_STEP = re.compile(r"[^.\[\]]+")


def plain_words(text: str) -> str:
    """Return *text* as it is said to a person, without what services put before it."""
    return words(_BEFORE.sub("", text[:MAX_RAW], count=1))


def plain_text(text: str) -> str:
    """Return all of *text* that is said to a person: without what services put before it, up to a stack trace."""
    return without_trace(_BEFORE.sub("", text, count=1)).strip()


def problems_in(tool: Tool, text: str, *, refused: bool = False) -> list[Problem]:
    """
    Return the problems at inputs of *tool* that *text* names.

    Args:
        text: what a tool said when it failed.
        refused: it failed for what was filled in; then `name: message` is read too.
    """
    text = text[:MAX_RAW]
    readers = (_zod, _validating, _pydantic, _fields, _at, *((_named,) if refused else ()))
    for reader in readers:
        found = list(reader(tool, text))[:MAX_PROBLEMS]
        if any(each.at for each in found):
            return found
    return []


def place_of(tool: Tool, loc: list[Any]) -> str | None:
    """Return where in the body *loc*, the steps to a value, leads; `None` if to no input."""
    # Flat: ["body", "principal"]. Wrapped: ["body", "inputs", "principal"]. Without FastAPI: ["principal"].
    tokens = [each for each in loc[:MAX_STEPS] if isinstance(each, str) or type(each) is int]
    if tokens[:1] == ["body"]:
        tokens = tokens[1:]
    elif len(tokens) > 1 and tokens[0] in _ELSEWHERE:
        return None
    keys = {each.key for each in tool.form.inputs}
    for inner in (tokens, tokens[1:] if tokens[:1] == ["inputs"] else []):
        if inner and inner[0] in keys:
            return join("", *inner)
    return None


def _problem(at: str, message: str) -> Problem:
    return Problem(at=at, code="refused", message=words(message) or "the tool does not accept this")


def _placed(tool: Tool, loc: list[Any], message: str) -> Iterator[Problem]:
    at = place_of(tool, loc)
    if at is not None:
        yield _problem(at, message)


def _steps(path: str) -> list[Any]:
    """Return the steps of *path*, such as `a.b[0]`."""
    return [int(each) if each.isdigit() else each for each in _STEP.findall(path)[:MAX_STEPS]]


def _zod(tool: Tool, text: str) -> Iterator[Problem]:
    # As zod lists what it refuses: path and message of each.
    found = _LIST.search(text)
    try:
        listed = read_json(found[0]) if found else []
    except NotJSONError:
        return
    for each in listed if isinstance(listed, list) else ():
        if isinstance(each, dict) and isinstance(each.get("path"), list):
            yield from _placed(tool, each["path"], str(each.get("message", "")))


def _validating(tool: Tool, text: str) -> Iterator[Problem]:
    # validating /properties/a: type: 1 has type "integer", want "string"
    for place, message in _VALIDATING.findall(text):
        steps = [each for each in place.split("/")[1:] if each not in ("properties", "items")]
        if steps:
            yield from _placed(tool, steps, message)
        elif lacking := _LACKING.search(message):
            for name in lacking[1].split(","):
                yield from _placed(tool, [name.strip(" \"'")], "the tool needs this")


def _pydantic(tool: Tool, text: str) -> Iterator[Problem]:
    # A line with the place, then an indented one with the message and, in brackets, an echo of the input.
    if "validation error" in text:
        for place, message in _PYDANTIC.findall(text):
            yield from _placed(tool, _steps(place), message)


def _fields(tool: Tool, text: str) -> Iterator[Problem]:
    for name, message in _FIELD.findall(text):
        yield from _placed(tool, [name], message)


def _at(tool: Tool, text: str) -> Iterator[Problem]:
    # MCP error -32602: …: Invalid input: expected number at a.b
    if "validation" in text.lower() or "invalid" in text.lower():
        for message, place in _AT.findall(_BEFORE.sub("", text, count=1)):
            yield from _placed(tool, _steps(place), message.rpartition(": ")[2].lstrip("✖ "))


def _named(tool: Tool, text: str) -> Iterator[Problem]:
    # As in "query: Required; limit: too large".
    names = [each.key for each in tool.form.inputs[:MAX_NAMES] if each.key]
    if not names:
        return
    name = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    rest = rf"((?:[.\[][^\s:]{{0,100}})?): (.{{1,{MAX_MESSAGE}}}?)(?=[;,] (?:{name})(?:[.\[][^\s:]{{0,100}})?: |\n|$)"
    for key, below, message in re.findall(rf"(?:^|[:;,]\s)\s*({name}){rest}", text, re.MULTILINE):
        yield from _placed(tool, [key, *_steps(below)], message)
