"""Regular expressions of schemas: by the engine that checks values, which takes linear time or counts its steps."""

from __future__ import annotations

import re
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, TypeVar

import jsonschema_rs

from webform.messages import Phrase
from webform.values import DRAFT, brief

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")
#: What a pattern may weigh: the engine takes up to a tenth of a second for so much.
MAX_WEIGHT = 200_000
#: What weighs more may be too large for the engine.
_LARGE = 50_000
#: What weighs no more takes less than a megabyte once it is compiled.
_SMALL = 500
#: What a class of characters beyond ASCII weighs: hundreds of ranges.
_CLASS = 1000
#: Characters of a pattern of which it is kept what it weighs and whether it compiles.
_SHORT = 500
#: Steps back that the engine takes for one text at most, a fraction of a millisecond.
MAX_STEPS = 20_000
#: How patterns are compiled: those that look around or back count their steps, the others take linear time.
OPTIONS = jsonschema_rs.FancyRegexOptions(backtrack_limit=MAX_STEPS)
#: The longest name that is compared with a pattern that looks around or back: that may take the square of its length.
_MAX_NAME = 5000
_SURROGATES = re.compile("[\ud800-\udfff]")
#: What looks around or back, or may.
_AROUND = re.compile(r"\(\?<?[=!]|\\[1-9]|\\k")
#: What has a weight: escapes, classes, groups, and how often what stands before is repeated.
_WEIGHED = re.compile(
    r"\\[pP]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{([0-9]+)(,([0-9]*))?\}|[()]|.", re.ASCII | re.DOTALL
)
_CLASSES = re.compile(r"\\[pP]", re.ASCII)
#: The parts of a pattern that other engines spell otherwise, and those where they must not be looked for.
_SPELT = re.compile(r"\\[pPu]\{[^{}]*\}|\\[wdsWDS]-(?!\])|\\.|\{[0-9]+(?:,[0-9]*)?\}|\(\?P<|[{}]", re.ASCII | re.DOTALL)
_SPELLINGS = {r"\A": "^", r"\Z": "$", r"\z": "$", "(?P<": "(?<", "{": r"\{", "}": r"\}"}
#: Classes as ECMA-262 has them, by their characters: where a pattern looks around or back the engine has its own.
_ECMA = {
    "d": "0-9",
    "w": "0-9A-Za-z_",
    "s": "\\t\\n\\x0b\\f\\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff",
}
#: Escapes, classes, and brackets that close none.
_ESCAPED = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\]", re.DOTALL)


def _kept_if_short(function: Callable[..., _T]) -> Callable[..., _T]:
    """Keep what *function* returns for short patterns: no more than a few megabytes, whatever they compile to."""
    kept = lru_cache(maxsize=16_384)(function)
    return wraps(function)(lambda pattern, *rest: (kept if len(pattern) <= _SHORT else function)(pattern, *rest))


def matches(pattern: str, text: str) -> bool:
    """Tell whether *pattern* is found in *text*; what cannot be used is found nowhere."""
    # The latest draft takes more spellings than the older ones.
    engine = _engine(pattern, DRAFT)
    if engine is None or (looks_around(pattern) and len(text) > _MAX_NAME):
        return False
    return bool(engine.is_valid(_SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text)))


def looks_around(pattern: str) -> bool:
    """Tell whether *pattern* may look around or back, so that it takes more than linear time."""
    return _AROUND.search(pattern) is not None


@_kept_if_short
def weight(pattern: str) -> int:
    """Return about how large the automaton of *pattern* is, in states: what is repeated weighs so often."""
    sums, last = [0], 0
    for found in _WEIGHED.finditer(pattern):
        part = found[0]
        if part == "(":
            sums.append(0)
            last = 0
        elif part == ")" and len(sums) > 1:
            last = sums.pop()
            sums[-1] += last
        elif found[1]:
            # The part before it is there once already.
            times = int((found[3] or found[1])[:7]) - 1
            sums[-1] += last * max(times, 0)
            last *= max(times + 1, 1)
        else:
            last = 1 + _CLASS * len(_CLASSES.findall(part))
            sums[-1] += last
    return sum(sums)


def usable(pattern: str, dialect: str) -> str | None:
    """Return *pattern* as the engine spells it in *dialect*; `None` where values cannot be checked with it."""
    respelt = _SPELT.sub(_spell, pattern)
    for spelling in dict.fromkeys((pattern, respelt, _ESCAPED.sub(_closing_none, respelt))):
        spelt = _ESCAPED.sub(_as_ecma, spelling) if looks_around(spelling) else spelling
        if _compiles(spelt, dialect):
            return spelt
    return None


def fault_of(pattern: str) -> Phrase:
    """Return why values cannot be checked with *pattern*."""
    key = "too-large" if weight(pattern) > _LARGE else "not-ecma" if _compiles(pattern, DRAFT) else "not-regex"
    return Phrase(f"pattern.{key}", {"pattern": brief(pattern)})


def _spell(found: re.Match[str]) -> str:
    part = found[0]
    return _SPELLINGS.get(part, f"{part[:2]}\\-" if len(part) == 3 and part.endswith("-") else part)


def _closing_none(found: re.Match[str]) -> str:
    return "\\]" if found[0] == "]" else found[0]


def _as_ecma(found: re.Match[str]) -> str:
    part = found[0]
    if part.startswith("["):
        # What is not in a class cannot be written within another.
        return re.sub(r"\\([dws])|\\.", lambda match: _ECMA[match[1]] if match[1] else match[0], part)
    characters = _ECMA.get(part[1:].lower())
    return part if characters is None else f"[{'^' if part[1].isupper() else ''}{characters}]"


@_kept_if_short
def _compiles(pattern: str, dialect: str) -> bool:
    return _compile(pattern, dialect) is not None


def _engine(pattern: str, dialect: str) -> Any:
    return (_small_engine if weight(pattern) <= _SMALL else _large_engine)(pattern, dialect)


def _compile(pattern: str, dialect: str) -> Any:
    if weight(pattern) > MAX_WEIGHT:
        return None
    schema = {"$schema": dialect, "pattern": pattern}
    try:
        return jsonschema_rs.validator_for(schema, pattern_options=OPTIONS, offline=True)
    except ValueError:
        return None


_small_engine = lru_cache(maxsize=64)(_compile)
_large_engine = lru_cache(maxsize=4)(_compile)
