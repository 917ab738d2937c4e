"""The declaration languages: one file each, and the table that names them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from webform.dialects import (
    arcade,
    cog,
    field_maps,
    functions,
    gradio,
    json_schema,
    mcp,
    named_types,
    openapi,
    tool_json,
)
from webform.dialects.mistaken import mistaken
from webform.dialects.wording import read_worded
from webform.paths import at_path
from webform.problems import DeclarationError, Problem, error_at
from webform.source import Source, read_source
from webform.source_limits import LIMITS
from webform.values import ABSENT, brief

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from webform.dialects.base import Dialect
    from webform.messages import Param
    from webform.tool import Tool

#: The dialects by name, the most specific first; where none is named, the first that recognises the document reads it.
DIALECTS: dict[str, Dialect] = {
    language.DIALECT.name: language.DIALECT
    for language in (arcade, cog, openapi, gradio, functions, mcp, tool_json, named_types, field_maps, json_schema)
}
#: What no document is and a path may be: one word that ends like the name of a declaration.
_PATH = re.compile(r"[^\s{}\[\]:\"']{1,1000}\.(?:json|ya?ml|toml|tml)", re.IGNORECASE)
#: Problems of one document at most, errors first: nobody reads more.
MAX_PROBLEMS = 1000


def load(source: Path | str | bytes | Any, dialect: str | None = None) -> list[Tool]:
    """
    Read the tools of a declaration.

    Args:
        source: a path is a file; a text or bytes are the document; else it is the parsed value.
        dialect: the name of its language; found by its content where `None`.

    Returns:
        The tools; what is wrong with each is in its `problems`.

    Raises:
        DeclarationError: not one tool can be read; it has the problems.
        OSError: the file cannot be read.
    """
    tools, problems, _ = read(source, dialect)
    if not tools:
        raise DeclarationError(problems)
    return tools


def read(source: Path | str | bytes | Any, dialect: str | None = None) -> tuple[list[Tool], list[Problem], Source]:
    """Read a declaration: its tools, all its problems, located, and the source they are of."""
    if isinstance(source, str) and _PATH.fullmatch(source):
        key = "path-as-text.file" if at_path(source) == "file" else "path-as-text"
        problem = error_at("", "path-as-text", key, path=source)
        return [], [problem], read_source("")
    # Whoever names another language means no document of an API.
    document = read_source(source, limits=None if dialect in (None, openapi.DIALECT.name) else LIMITS)
    if document.value is ABSENT:
        return [], list(document.problems), document
    chosen = recognise(document.value)[0] if dialect is None else DIALECTS.get(dialect)
    if chosen is None:
        problem = _unrecognised(document.value) if dialect is None else _unknown(dialect)
        return [], _located([problem], document), document
    tools, found = read_worded(document.value, chosen.texts(document.value), chosen.read)
    located = _located(found, document)
    if len(tools) == 1 or not any(tool.problems for tool in tools):
        return [tool.but(problems=tuple(located)) for tool in tools], located, document
    # Of several tools each has its own problems, and those of the text.
    return [tool.but(problems=tuple(_located(tool.problems, document))) for tool in tools], located, document


def _located(found: Sequence[Problem], document: Source) -> list[Problem]:
    """Return the problems of the text and those *found* in its value, at their places and in the order of the text."""
    kept = sorted(found, key=lambda problem: problem.severity == "warning")[:MAX_PROBLEMS]
    located = [*document.problems, *map(document.locate, kept)]
    return sorted(located, key=lambda problem: (problem.line or 0, problem.column or 0))


def recognise(value: Any) -> tuple[Dialect | None, str]:
    """Return the dialect that the parsed document *value* is of, and in a sentence why; else `None` and `""`."""
    if why := json_schema.says_so(value):
        return json_schema.DIALECT, why
    for dialect in () if mistaken(value) else DIALECTS.values():
        why = dialect.recognises(value)
        if why:
            return dialect, why
    return None, ""


def _unrecognised(value: Any) -> Problem:
    """Return the problem with the parsed document *value*, which is of no dialect."""
    params: dict[str, Param] = {"dialects": tuple(DIALECTS)}
    looks = mistaken(value)
    if looks:
        key, params["looks"] = "unknown-dialect.looks", looks
    elif isinstance(value, dict) and value:
        key, params["keys"] = "unknown-dialect.keys", brief(list(value))
    else:
        key, params["found"] = "unknown-dialect.value", brief(value)
    return Problem(at="", code="unknown-dialect", key=key, params=params)


def _unknown(name: str) -> Problem:
    return error_at("", "unknown-dialect", name=name, dialects=tuple(DIALECTS))
