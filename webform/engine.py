"""The engine that checks values: how schemas are compiled, what it takes, and which are too much for it."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from webform import bounded
from webform.effort import has_id
from webform.files import StoredFile
from webform.inputs.walk import parts
from webform.patterns import OPTIONS, weight
from webform.values import COMPOUND, MAX_DIGITS, brief, join, read_json, write_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.effort import Effort

#: What a process may take that tries to compile a schema, or that checks a value.
SECONDS, MEGABYTES = 6.0, 300
#: How often the engine may look at parts of a value in this process: within about a second.
MAX_LOOKS = 20_000_000
#: Schemas that may hold of one part of a value.
MAX_AT_ONCE = 1_000_000
#: Where more references and resources than these meet, or patterns weigh more, compiling is tried out first: with
#: `unevaluated…` the engine follows every reference anew, and with resources every way through them.
_REFERENCES, _RESOURCES, _PATTERNS = 8, 5, 500_000
_AGAIN = frozenset({"unevaluatedProperties", "unevaluatedItems"})
_LINKS = frozenset({"$ref", "$dynamicRef", "$recursiveRef"})
_GROWING = _AGAIN | _LINKS | {"$id", "id", "pattern", "patternProperties"}
_TOO_LONG = 10**MAX_DIGITS
#: The engine takes UTF-8; a lone surrogate is none.
_SURROGATES = re.compile("[\ud800-\udfff]")


class NotCheckableError(ValueError):
    """Raised when a value is none that JSON has, or too deep to look at."""


class Note:
    """A keyword that notes something and forbids nothing, whatever older drafts let engines do."""

    def __init__(self, *_: Any) -> None:
        pass

    def validate(self, _: Any) -> None:
        """Pass every value."""

    def is_valid(self, _: Any) -> bool:
        """Tell that every value passes."""
        return True


#: How every schema is compiled; no reference is ever fetched.
ENGINE: dict[str, Any] = {
    "validate_formats": False,
    "keywords": {"contentEncoding": Note, "contentMediaType": Note},
    "pattern_options": OPTIONS,
    "offline": True,
}


def compiled(schema: Any, effort: Effort) -> Any:
    """
    Return *schema* compiled.

    Args:
        schema: the schema.
        effort: what it takes to check values by it.

    Raises:
        NoTurnError: it could not be tried out now.
        TooMuchError: it would take too much; the message says why.
        ValueError: it is none.
    """
    if effort.at_once > MAX_AT_ONCE:
        raise bounded.TooMuchError(f"more than {MAX_AT_ONCE:,} schemas may hold of one value; say it with fewer")
    _, reason = too_much(schema)
    if reason:
        raise bounded.TooMuchError(f"it is too much to be compiled: {reason}")
    return as_taken(lambda taken: jsonschema_rs.validator_for(taken, **ENGINE), schema)


def too_much(schema: Any) -> tuple[str, str]:
    """Return where in *schema* that is which makes it too much to be compiled, and why it is; `""` where it is not."""
    growing = grows(schema)
    reason = "" if growing is None else _tried(write_json(schema))
    return (growing or "", reason) if reason else ("", "")


@lru_cache(maxsize=256)
def _tried(text: str) -> str:
    """Return why the schema *text* is too much to be compiled, or `""`."""
    try:
        bounded.call(compile_text, text, seconds=SECONDS, megabytes=MEGABYTES)
    except bounded.NoTurnError:
        # That is no fault of the schema, and must not be kept.
        raise
    except bounded.TooMuchError as error:
        return str(error)
    except ValueError:
        # It is no schema: compiling it says so.
        return ""
    return ""


def compile_text(text: str) -> None:
    """Compile the schema that is the JSON *text*: in a process of its own."""
    jsonschema_rs.validator_for(read_json(text), **ENGINE)


def grows(schema: Any) -> str | None:
    """Return where in *schema* that is which may make it grow when it is compiled; `None`: nothing does."""
    references = resources = 0
    again = False
    patterns = set[str]()
    todo = [schema] if isinstance(schema, COMPOUND) else []
    while todo:
        part = todo.pop()
        # Most parts have nothing of it.
        if isinstance(part, dict) and not _GROWING.isdisjoint(part):
            references += not _LINKS.isdisjoint(part)
            resources += part is not schema and has_id(part)
            again = again or not _AGAIN.isdisjoint(part)
            if isinstance(pattern := part.get("pattern"), str):
                patterns.add(pattern)
            if isinstance(keys := part.get("patternProperties"), dict):
                patterns.update(keys)
        below = part.values() if isinstance(part, dict) else part
        todo += [inner for inner in below if isinstance(inner, COMPOUND)]
    weights = sum(map(weight, patterns))
    if (again and references > _REFERENCES) or resources > _RESOURCES:
        return _first(schema, lambda part: not _AGAIN.isdisjoint(part) or has_id(part))
    return "" if weights > _PATTERNS else None


def _first(schema: Any, grows: Callable[[dict[str, Any]], bool]) -> str:
    """Return the pointer to the first part of *schema*, not the whole, that *grows*; `""` where it is the whole."""
    todo: list[tuple[Any, str]] = [(schema, "")]
    while todo:
        part, at = todo.pop()
        if at and isinstance(part, dict) and grows(part):
            return at
        todo += reversed([(inner, join(at, token)) for token, inner in parts(part)])
    return ""


def as_taken(call: Callable[[Any], Any], value: Any) -> Any:
    """Return what *call*, of the engine, returns for *value*: as it is, else as every JSON value is taken."""
    try:
        return call(value)
    except (ValueError, RecursionError):
        # It has a file, or half a character, or is nothing to *call* at all.
        return call(to_engine(value))


def to_engine(value: Any) -> Any:
    """Return *value* as the engine takes it: files by a stand-in, texts without surrogates; JSON values alone."""
    match value:
        case str():
            return value if value.isascii() else _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", value)
        case dict():
            return {_key(key): to_engine(part) for key, part in value.items()}
        case list() | tuple():
            return [to_engine(part) for part in value]
        case None | bool():
            return value
        case int() if -_TOO_LONG < value < _TOO_LONG:
            return value
        case float() if math.isfinite(value):
            return value
        case int():
            raise NotCheckableError(f"a number has at most {MAX_DIGITS:,} digits")
        case float():
            raise NotCheckableError(f"a number must be finite, not {value}")
        case StoredFile():
            return value.before
    raise NotCheckableError(f"it has no {type(value).__name__}")


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise NotCheckableError(f"a key is a text, not {brief(key)}")
    return key if key.isascii() else _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", key)
