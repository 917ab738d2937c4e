"""The texts of failures: which inputs they name, and what is wrong with each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from webform.envelopes.base import MAX_MESSAGE, MAX_RAW, without_trace, words
from webform.envelopes.error_places import place_of, steps_of
from webform.language import marked
from webform.messages import Phrase
from webform.problems import Problem
from webform.result import Result
from webform.values import dicts_in, read_json_or

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.tool import Tool

#: What is said of failures, and what the person can do about a refusal.
REJECTED, FAILED = marked("The tool rejected your input."), marked("The tool failed.")
MEND = marked("Change your input and run it again.")
UNPAID = marked("Contact this site's owner: it cannot pay for runs yet.")
GO_ON = marked("Press the button, follow what the other page asks for, then come back and run it again.")
AGAIN = marked("Try again in a moment. If this keeps happening, contact the tool's owner.")

MAX_PROBLEMS = 100
#: Inputs that are looked for by name in a text.
MAX_NAMES = 200

#: What services put before what they have to say.
_BEFORE = re.compile(
    r"""
    \s* (?: \[\w+\]\ \w+\ during\ execution\ of\ tool\ '[^'\n]{0,200}':\s*   # Arcade
        | run:\ \w+\ \S{1,300}\ \[\w+\]:\s*                               # toolexec
        | MCP\ error\ -?\d+:\s*                                          # the TypeScript SDK
        | Error\ executing\ tool\ [^\s:]{1,128}:\s*                      # the Python SDK
        | Prediction\ failed:\s*                                         # cog, twice
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


def plain_words(text: str) -> str:
    """Return *text* as a person reads it, without what services put before it."""
    return words(_BEFORE.sub("", text[:MAX_RAW], count=1))


def plain_text(text: str) -> str:
    """Return all of *text* that a person reads: without what services put before it, up to a stack trace."""
    return without_trace(_BEFORE.sub("", text, count=1)).strip()


def failure_of(tool: Tool, text: str, advice: str, *, refused: bool = False) -> Result:
    """
    Return the result of *tool* that failed with *text*: with the problems at inputs that this names, else its words.

    Args:
        advice: what the person can do about any other failure than a refusal.
        refused: it failed for what was filled in.
    """
    problems = tuple(problems_in(tool, text, refused=refused))
    invalid = refused or bool(problems)
    return Result(
        status="invalid" if invalid else "error",
        code="refused" if invalid else "tool-error",
        message=REJECTED if problems else plain_words(text) or FAILED,
        advice=MEND if invalid else advice,
        problems=problems,
    )


def problems_in(tool: Tool, text: str, *, refused: bool = False) -> list[Problem]:
    """
    Return the problems at inputs of *tool* that *text* names.

    Args:
        text: the message of a tool that failed.
        refused: it failed for what was filled in; then `name: message` is read too.
    """
    text = text[:MAX_RAW]
    readers = (_zod, _validating, _pydantic, _fields, _at, *((_named,) if refused else ()))
    for reader in readers:
        found = list(reader(tool, text))[:MAX_PROBLEMS]
        if any(problem.at for problem in found):
            return found
    return []


def _placed(tool: Tool, loc: list[Any], reason: str | Phrase) -> Iterator[Problem]:
    at = place_of(tool, loc)
    if at is not None:
        text = words(reason) if isinstance(reason, str) else reason
        yield Problem(at=at, code="refused", params={"reason": text or Phrase("refused.silent")})


def _zod(tool: Tool, text: str) -> Iterator[Problem]:
    # As zod lists what it refuses: path and message of each.
    found = _LIST.search(text)
    listed = read_json_or(found[0]) if found else []
    for issue in dicts_in(listed):
        if isinstance(issue.get("path"), list):
            yield from _placed(tool, issue["path"], str(issue.get("message", "")))


def _validating(tool: Tool, text: str) -> Iterator[Problem]:
    # validating /properties/a: type: 1 has type "integer", want "string"
    for place, message in _VALIDATING.findall(text):
        steps = [step for step in place.split("/")[1:] if step not in ("properties", "items")]
        if steps:
            yield from _placed(tool, steps, message)
        elif lacking := _LACKING.search(message):
            for name in lacking[1].split(","):
                yield from _placed(tool, [name.strip(" \"'")], Phrase("refused.missing"))


def _pydantic(tool: Tool, text: str) -> Iterator[Problem]:
    # A line with the place, then an indented one with the message and, in brackets, an echo of the input.
    if "validation error" in text:
        for place, message in _PYDANTIC.findall(text):
            yield from _placed(tool, steps_of(place), message)


def _fields(tool: Tool, text: str) -> Iterator[Problem]:
    for name, message in _FIELD.findall(text):
        yield from _placed(tool, [name], message)


def _at(tool: Tool, text: str) -> Iterator[Problem]:
    # MCP error -32602: …: Invalid input: expected number at a.b
    if "validation" in text.lower() or "invalid" in text.lower():
        for message, place in _AT.findall(_BEFORE.sub("", text, count=1)):
            yield from _placed(tool, steps_of(place), message.rpartition(": ")[2].lstrip("✖ "))


def _named(tool: Tool, text: str) -> Iterator[Problem]:
    # As in "query: Required; limit: too large".
    names = [input_.key for input_ in tool.form.inputs[:MAX_NAMES] if input_.key]
    if not names:
        return
    name = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    rest = rf"((?:[.\[][^\s:]{{0,100}})?): (.{{1,{MAX_MESSAGE}}}?)(?=[;,] (?:{name})(?:[.\[][^\s:]{{0,100}})?: |\n|$)"
    for key, below, message in re.findall(rf"(?:^|[:;,]\s)\s*({name}){rest}", text, re.MULTILINE):
        yield from _placed(tool, [key, *steps_of(below)], message)
