"""Values against schemas: one engine, its verdicts in words, and what only the inputs can say."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import jsonschema_rs

from webform.files import StoredFile
from webform.inputs import Input, Record, Shape
from webform.patterns import OPTIONS
from webform.problems import Problem, did_you_mean
from webform.secrecy import unquoted
from webform.values import ABSENT, MAX_DIGITS, at_pointer, brief, join, read_json, split, write_json
from webform.words import EXPECTED, PLAIN_WORDS, WORDS, pattern_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from webform.tool import Form

#: The alternatives chosen, as pointers in the schema, by the place of the value.
Chosen = Mapping[str, Sequence[str]]
#: The most problems of one value that anyone wants to read.
MAX_PROBLEMS = 100
#: The most references of a schema once each is followed.
MAX_REFERENCES = 10_000
_TOO_LONG = 10**MAX_DIGITS
#: What the engine says of a text that it gave up to compare with a pattern.
_ENDLESS = (
    jsonschema_rs.ValidationErrorKind.BacktrackLimitExceeded,
    jsonschema_rs.ValidationErrorKind.RegexEngineFailure,
)
#: The engine takes UTF-8; a lone surrogate is none.
_SURROGATES = re.compile("[\ud800-\udfff]")
_COUNTS = re.compile(r"\+?[0-9]{1,30}", re.ASCII)
#: How the engine spells an empty key, and a number, to people.
_EMPTY_KEY, _NUMBER = '[""]', re.compile(r"\[(\+?[0-9]{1,30})\]", re.ASCII)


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


class Checker:
    """A JSON Schema, compiled once. No reference is ever fetched."""

    def __init__(self, schema: Any) -> None:
        self.schema = schema

    @cached_property
    def validator(self) -> Any:
        """The compiled schema; raises `ValueError` where it is no usable one."""
        try:
            references = _references(self.schema)
        except RecursionError:
            references = MAX_REFERENCES + 1
        if references > MAX_REFERENCES:
            raise ValueError(f"expected at most {MAX_REFERENCES:,} references once each is followed; there are more")
        return jsonschema_rs.validator_for(plain(self.schema), **ENGINE)

    def problems(self, value: Any, chosen: Chosen | None = None) -> list[Problem]:
        """
        Return what is wrong with *value*, in words; at most `MAX_PROBLEMS`.

        Args:
            value: the value.
            chosen: the alternatives that were chosen; what is wrong by others is not said.

        Raises:
            NotCheckableError: it is no JSON value, or nested too deeply.
        """
        validator, found = self.validator, list[Problem]()
        try:
            stand_in = plain(value)
            # To list what is wrong may take exponential time where a verdict does not.
            if validator.is_valid(stand_in):
                return []
            errors = validator.iter_errors(stand_in)
        except NotCheckableError:
            raise
        except (RecursionError, ValueError):
            raise NotCheckableError("it is nested too deeply") from None
        for error in errors:
            found += _Words(self.schema, stand_in, chosen or {}).of(error)
            if len(found) >= MAX_PROBLEMS:
                break
        return found[:MAX_PROBLEMS]


@dataclass(frozen=True)
class _Words:
    """Puts what is wrong with the value *whole* by *schema* into words."""

    schema: Any
    whole: Any
    chosen: Chosen

    def of(self, error: Any) -> list[Problem]:
        at = _pointer(self.whole, error.instance_path, lambda: _spelled(error)[1])
        kind, facts = error.kind.name, error.kind.as_dict()
        if kind == "required":
            return [Problem(at=join(at, facts["property"]), code="required", message=PLAIN_WORDS["required"])]
        if kind in ("additionalProperties", "unevaluatedProperties"):
            return [
                Problem(at=join(at, key), code="unknown-key", message=f'"{key}" is not expected here' + hint)
                for key in facts["unexpected"][:MAX_PROBLEMS]
                for hint in [self._hint(error, key)]
            ]
        if kind == "propertyNames":
            name = self.of(error.kind.error)[0]
            return [Problem(at=join(at, error.kind.error.instance), code=kind, message=f"its name: {name.message}")]
        if kind == "contains":
            kind = str(error.schema_path[-1])
        if facts.get("context"):
            return self._of_alternatives(error, at)
        if isinstance(error.kind, _ENDLESS):
            pattern = self._rule(error)
            named = pattern if isinstance(pattern, str) else str(error.schema_path[-1])
            message = f"it takes too long to compare this text with the form {named[:80]}; make it shorter"
            return [Problem(at=at, code=kind, message=message)]
        if kind == "pattern":
            return [Problem(at=at, code=kind, message=pattern_words(self._parent(error), error.instance))]
        words, want = WORDS.get(kind), self._rule(error)
        want = getattr(error.kind, "value", None) if want is ABSENT else want
        message = words(want, error.instance) if words else error.message[:200]
        # The options and the pattern of a secret say too much of it.
        plain = EXPECTED[kind](want) if words and kind not in PLAIN_WORDS else ""
        return [Problem(at=at, code=kind, message=message, plain=plain)]

    def _hint(self, error: Any, key: str) -> str:
        here = self._parent(error)
        known = here.get("properties", {}) if isinstance(here, dict) else {}
        return did_you_mean(key, [each for each in known if each not in error.instance])

    def _parent(self, error: Any) -> Any:
        """Return the schema whose keyword says that something is wrong, `ABSENT` where it is not known."""
        path = error.schema_path[:-1]
        return at_pointer(self.schema, _pointer(self.schema, path, lambda: _spelled(error)[0]))

    def _rule(self, error: Any) -> Any:
        """Return what stands under the keyword that says that something is wrong, `ABSENT` where it is not known."""
        return at_pointer(self._parent(error), join("", *error.schema_path[-1:]))

    def _of_alternatives(self, error: Any, at: str) -> list[Problem]:
        """Return what is wrong by the alternative that was meant; where none is, what all of them expected."""
        kind = error.kind.name
        if isinstance(error.kind, jsonschema_rs.ValidationErrorKind.OneOfMultipleValid):
            message = "expected exactly one of the forms allowed here; more than one fits"
            return [Problem(at=at, code=kind, message=message)]
        chosen = self._chosen(error, at)
        if len(chosen) == 1:
            return [problem for each in chosen[0] for problem in self.of(each)]
        context = chosen or error.kind.context
        meant = [errors for errors in context if errors and not any(_outright(each, error) for each in errors)]
        if not meant:
            return [self._wanted(error, at)]
        missing = [self._missing(errors) for errors in meant]
        if len(meant) > 1 and all(missing):
            names = [" and ".join(f'"{name}"' for name in names) for names in missing]
            message = f"expected {', or '.join(dict.fromkeys(names))} beside what is filled in; give one of them"
            return [Problem(at=at, code=kind, message=message)]
        nearest = min(meant, key=len)
        return [problem for each in nearest for problem in self.of(each)]

    def _chosen(self, error: Any, at: str) -> list[list[Any]]:
        """Return what is wrong by each alternative that may have been chosen at *at*; nothing where none is known."""
        picks, context = self.chosen.get(at, ()), error.kind.context
        if not picks:
            return []
        choice = _steps(error.schema_path)
        # Both end alike, whichever of them begins further out; the nearest match is of this very choice.
        found = [
            (abs(len(steps) - 1 - len(choice)), int(steps[-1]))
            for steps in map(_steps, map(split, picks))
            if steps[-1].isdecimal() and _ends_alike(steps[:-1], choice)
        ]
        nearest = min((far for far, _ in found), default=0)
        indices = {index for far, index in found if far == nearest and index < len(context)}
        return [context[index] for index in sorted(indices)]

    @staticmethod
    def _missing(errors: list[Any]) -> list[str]:
        """Return the keys that are missing, where that is all that is wrong."""
        named = [each.kind.property for each in errors if each.kind.name == "required"]
        return named if len(named) == len(errors) else []

    @staticmethod
    def _wanted(error: Any, at: str) -> Problem:
        """Return what the alternatives of a failed choice expected: of the value, or of what tells them apart."""
        kind, context, depth = error.kind.name, error.kind.context, len(error.instance_path)
        here = [each for errors in context for each in errors if len(each.instance_path) == depth]
        if len(here) == len(context) and all(each.kind.name == "type" for each in here):
            types = [name for each in here for name in each.kind.types]
            return Problem(at=at, code=kind, message=WORDS["type"](types, error.instance))
        named = [
            each
            for errors in context
            for each in errors
            if each.kind.name == "const" and len(each.instance_path) == depth + 1
        ]
        keys = {each.instance_path[-1] for each in named}
        if len(keys) == 1 and isinstance(error.instance, dict):
            wanted = [each.kind.expected_value for each in named]
            message = WORDS["enum"](wanted, named[0].instance)
            return Problem(at=join(at, keys.pop()), code="enum", message=message)
        message = f"expected one of the {len(context)} forms allowed here, not {brief(error.instance)}"
        return Problem(at=at, code=kind, message=message)


def _outright(each: Any, choice: Any) -> bool:
    """Tell whether the error *each* says that its alternative was not meant: another type, another constant."""
    below = len(each.instance_path) - len(choice.instance_path)
    return (below == 0 and each.kind.name in ("type", "const", "enum")) or (below == 1 and each.kind.name == "const")


def _steps(path: Iterable[str | int]) -> tuple[str, ...]:
    """Return *path* in a schema as the engine spells it: without empty keys, and numbers for keys such as "00"."""
    return tuple(str(int(step)) if _COUNTS.fullmatch(step) else step for step in map(str, path) if step)


def _ends_alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Tell whether the shorter of *one* and *other*, which is not empty, is what the longer ends with."""
    length = min(len(one), len(other))
    return length > 0 and one[-length:] == other[-length:]


@lru_cache(maxsize=512)
def _checker(text: str) -> Checker:
    return Checker(read_json(text))


def checker(schema: Any) -> Checker:
    """Return the compiled *schema*, kept by content."""
    return _checker(write_json(schema))


def unusable(schema: Any) -> str:
    """Return why *schema* cannot be used to check values, or `""`."""
    try:
        _ = checker(schema).validator
    except (ValueError, RecursionError) as error:
        return str(error).splitlines()[0][:200]
    return ""


def check(form: Form, body: Any, chosen: Chosen | None = None) -> list[Problem]:
    """
    Return what is wrong with *body*: by the form's schema, then by what only its inputs can say; no secret is quoted.

    Args:
        form: the form.
        body: the body.
        chosen: the alternatives that people chose in it; what is wrong by others is not said.
    """
    try:
        checker = _kept(form, lambda: _schema(form))
        try:
            _ = checker.validator
        except ValueError as error:
            message = f"this value cannot be checked: {str(error).splitlines()[0][:200]}"
            return [Problem(at="", code="bad-schema", message=message)]
        found = checker.problems(body, chosen)
        # Where the schema has more to say than anyone reads, no value is known to be what its input could look at.
        if len(found) < MAX_PROBLEMS and form.sound is None:
            wrong = {each.at for each in found}
            found += islice(_inputs(form.root, body, "", wrong), MAX_PROBLEMS - len(found))
    except NotCheckableError as error:
        return [Problem(at="", code="not-json", message=f"expected JSON: {error}")]
    return unquoted(form, found) if found else found


def _schema(form: Form) -> Any:
    """Return the schema of the body but for what authors wrote themselves: that is checked as documents of its own."""
    if form.sound is not None or not isinstance(form.schema, dict):
        return form.schema if form.sound is None else form.sound
    own = {each.key: True for each in form.inputs if each.document is not None}
    return {**form.schema, "properties": {**form.schema["properties"], **own}} if own else form.schema


def _kept(holder: Any, schema: Callable[[], Any]) -> Checker:
    """Return the compiled *schema*, kept with what it is of: compiled once for its life."""
    made: Checker | None = holder.__dict__.get("_checker")
    if made is None:
        made = holder.__dict__["_checker"] = Checker(schema())
    return made


def _inputs(given: Input, value: Any, at: str, wrong: set[str]) -> Iterator[Problem]:
    """Yield the inputs' own problems with *value*, save where the schema has spoken."""
    if at in wrong:
        return
    if given.shape is Shape.RECORD and isinstance(given, Record) and isinstance(value, dict):
        for each in _ruled(given):
            if each.key in value:
                yield from _inputs(each, value[each.key], join(at, each.key), wrong)
    elif given.shape is Shape.ROWS and isinstance(value, list):
        for index, row in enumerate(value):
            yield from _inputs(given.row, row, join(at, index), wrong)  # type: ignore[attr-defined]  # what rows have
    elif not any(each == at or each.startswith(at + "/") for each in wrong):
        if given.document is not None:
            yield from (problem.under(at) for problem in _kept(given, lambda: given.document).problems(value))
        yield from (problem.under(at) for problem in given.check(value))


def _ruled(record: Record) -> tuple[Input, ...]:
    """Return the inputs of which there may be more to say than their schema does: of most there is not."""
    made: tuple[Input, ...] | None = record.__dict__.get("_ruled")
    if made is None:
        made = record.__dict__["_ruled"] = tuple(
            each
            for each in record.inputs
            if each.shape is not Shape.LEAF or each.document is not None or type(each).check is not Input.check
        )
    return made


def plain(value: Any) -> Any:
    """Return *value* as the engine takes it: files by a stand-in, texts without surrogates; JSON values alone."""
    match value:
        case str():
            return value if value.isascii() else _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", value)
        case None | bool():
            return value
        case int() if -_TOO_LONG < value < _TOO_LONG:
            return value
        case float() if math.isfinite(value):
            return value
        case dict():
            return {_key(key): plain(each) for key, each in value.items()}
        case list() | tuple():
            return [plain(each) for each in value]
        case int():
            raise NotCheckableError(f"a number has at most {MAX_DIGITS:,} digits")
        case float():
            raise NotCheckableError(f"a number must be finite, not {value}")
        case StoredFile():
            return value.before
    raise NotCheckableError(f"it has no {type(value).__name__}")


def _pointer(whole: Any, path: list[str | int], spelled: Callable[[], str]) -> str:
    """Return the pointer to what the engine calls *path*, or *spelled*, in *whole*, or to the nearest certain above."""
    tokens, here = list[str | int](), whole
    for step in (*path, None):
        # The engine leaves empty keys out of a path, and makes numbers of keys such as "00" and "+5".
        if isinstance(here, dict) and ("" in here or isinstance(step, int)):
            exact = join("", *_keys(spelled(), path))
            return join("", *tokens) if at_pointer(whole, exact) is ABSENT else exact
        if step is not None:
            tokens.append(step)
            here = at_pointer(here, join("", step))
    return join("", *tokens)


def _spelled(error: Any) -> tuple[str, str]:
    """Return where *error* is in the schema and in the value as the engine tells people: each key in brackets."""
    said, _, value = error.verbose_message.rpartition("\n\nOn instance")
    return said.rpartition("\n\nFailed validating ")[2].partition(" in schema")[2], value


def _keys(spelled: str, path: list[str | int]) -> Iterator[str]:
    """Yield the keys and indices of *path* with the empty ones, as they are *spelled*: `["a"][""][0]`."""
    for step in path:
        while spelled.startswith(_EMPTY_KEY) and not spelled.startswith(f'["{step}"]'):
            spelled = spelled.removeprefix(_EMPTY_KEY)
            yield ""
        number = isinstance(step, int) and _NUMBER.match(spelled)
        key = number[1] if number else str(step)
        spelled = spelled[len(number[0]) if number else len(key) + 4 :]
        yield key
    while spelled.startswith(_EMPTY_KEY):
        spelled = spelled.removeprefix(_EMPTY_KEY)
        yield ""


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise NotCheckableError(f"a key is a text, not {brief(key)}")
    return key if key.isascii() else _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", key)


def _references(schema: Any) -> int:
    """Return how many references *schema* has once each is followed, circles once; those to ids are not."""
    counts: dict[int, int] = {}

    def count(node: Any) -> int:
        if not isinstance(node, dict | list):
            return 0
        if id(node) not in counts:
            counts[id(node)] = 0
            total = sum(map(count, node.values() if isinstance(node, dict) else node))
            ref = node.get("$ref") if isinstance(node, dict) else None
            if isinstance(ref, str):
                total += 1 + (count(at_pointer(schema, unquote(ref[1:]))) if ref.startswith("#/") else 0)
            counts[id(node)] = total
        return counts[id(node)]

    return count(schema)


def fits(schema: Any, value: Any) -> bool:
    """Tell whether *value* satisfies *schema*; `ABSENT` satisfies none."""
    return value is not ABSENT and not checker(schema).problems(value)
