"""Regular expressions of schemas: by the engine that checks values, which takes linear time."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import jsonschema_rs

from webform.schema.keywords import LATEST
from webform.values import brief

#: What a pattern may weigh: the engine takes up to a tenth of a second for so much.
MAX_WEIGHT = 500_000
#: What weighs more may be too large for the engine.
_LARGE = 50_000
#: What a class of characters beyond ASCII weighs: hundreds of ranges.
_CLASS = 1000
_SURROGATES = re.compile("[\ud800-\udfff]")
_COUNTS = re.compile(r"([0-9]+),?\}", re.ASCII)
#: The parts of a pattern that other engines spell otherwise, and those where they must not be looked for.
_SPELT = re.compile(r"\\[pPu]\{[^{}]*\}|\\[wdsWDS]-(?!\])|\\.|\{[0-9]+(?:,[0-9]*)?\}|\(\?P<|[{}]", re.ASCII | re.DOTALL)
_SPELLINGS = {r"\A": "^", r"\Z": "$", r"\z": "$", "(?P<": "(?<", "{": r"\{", "}": r"\}"}


def matches(pattern: str, text: str) -> bool:
    """Tell whether *pattern* is found in *text*; what cannot be used is found nowhere."""
    engine = _linear(pattern, LATEST.uri)
    return engine is not None and bool(engine.is_valid(_SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text)))


def weight(pattern: str) -> int:
    """Return about how large the automaton of *pattern* is, in steps."""
    size = len(pattern) + _CLASS * (pattern.count(r"\p") + pattern.count(r"\P"))
    for count in _COUNTS.findall(pattern):
        size *= max(1, int(count[:7]))
    return size


def usable(pattern: str, dialect: str) -> str | None:
    """Return *pattern* as the engine spells it in *dialect*; `None` where values cannot be checked with it."""
    for each in (pattern, _SPELT.sub(_spell, pattern)):
        if _linear(each, dialect) is not None:
            return each
    return None


def fault_of(pattern: str) -> str:
    """Return why values cannot be checked with *pattern*, in words."""
    if weight(pattern) > _LARGE:
        return f"{brief(pattern)} is too large to be checked, if it is a regular expression; make its counts smaller"
    if _linear(pattern, LATEST.uri) is not None:
        return f"expected a regular expression of ECMA 262, not {brief(pattern)}"
    if _compiled(pattern, LATEST.uri, jsonschema_rs.FancyRegexOptions()) is not None:
        return f"{brief(pattern)} looks around or back, which is not checked here; say it without"
    return f"expected a regular expression, not {brief(pattern)}"


def _spell(found: re.Match[str]) -> str:
    part = found[0]
    return _SPELLINGS.get(part, f"{part[:2]}\\-" if len(part) == 3 and part.endswith("-") else part)


@lru_cache(maxsize=4096)
def _linear(pattern: str, dialect: str) -> Any:
    return _compiled(pattern, dialect, jsonschema_rs.RegexOptions()) if weight(pattern) <= MAX_WEIGHT else None


def _compiled(pattern: str, dialect: str, options: Any) -> Any:
    try:
        return jsonschema_rs.validator_for(
            {"$schema": dialect, "pattern": pattern}, pattern_options=options, offline=True
        )  # fmt: skip
    except ValueError:
        return None
