"""Values against schemas: one engine, its verdicts in words, and what only the inputs can say."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from webform import bounded
from webform.effort import Effort
from webform.engine import ENGINE, MAX_LOOKS, MEGABYTES, SECONDS, NotCheckableError, compiled, plain
from webform.inputs import Input, Record, Shape
from webform.messages import Param, all_of, from_json, kind, one_of, to_json
from webform.problems import Problem, listed, nearest
from webform.required import asked
from webform.secrecy import redacted
from webform.values import ABSENT, at_pointer, brief, join, read_json, split, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from webform.caching import Caching
    from webform.tool import Form

#: The alternatives chosen, as pointers in the schema, by the place of the value.
Chosen = Mapping[str, Sequence[str]]
#: The most problems of one value that anyone wants to read.
MAX_PROBLEMS = 100
#: Looks at parts of a value beyond which what is wrong is listed in a process of its own: a value of a hundred
#: characters may have a million faults.
_MAX_LISTED = 50_000
#: Items of a list that are searched for what is wrong before all are: mostly there is something among them.
_BEGINNING = 1000
#: Keywords that look at parts of a value by their keys and items alone, or at none.
_SIMPLE = frozenset(
    {"$defs", "contentMediaType", "description", "examples", "items", "maximum", "minimum", "properties", "required",
     "title", "type"}
)  # fmt: skip
#: What the engine says of a text that it gave up to compare with a pattern.
_ENDLESS = (
    jsonschema_rs.ValidationErrorKind.BacktrackLimitExceeded,
    jsonschema_rs.ValidationErrorKind.RegexEngineFailure,
)
_COUNTS = re.compile(r"\+?[0-9]{1,30}", re.ASCII)
#: How the engine spells an empty key, and a number, to people.
_EMPTY_KEY, _NUMBER = '[""]', re.compile(r'\[(?:(\+?[0-9]{1,30})|"(\+[0-9]{1,30})")\]', re.ASCII)


class Checker:
    """
    A JSON Schema, compiled once. No reference is ever fetched.

    Args:
        schema: the schema.
        made: the same compiled, where that was done before.
    """

    def __init__(self, schema: Any, made: Any = None) -> None:
        self.schema, self._made = schema, made

    @property
    def validator(self) -> Any:
        """The compiled schema; raises `ValueError` where it is no usable one."""
        if isinstance(self._compiled, ValueError):
            raise self._compiled
        return self._compiled

    @cached_property
    def _compiled(self) -> Any:
        """The compiled schema, or why it is no usable one."""
        if self._made is not None:
            return self._made
        try:
            return compiled(self.schema, self.effort)
        except bounded.NoTurnError:
            raise
        except ValueError as error:
            return error
        except RecursionError:
            return ValueError("it is nested too deeply")

    @cached_property
    def effort(self) -> Effort:
        """What it takes to check values."""
        return Effort(self.schema)

    def problems(self, value: Any, chosen: Chosen | None = None) -> list[Problem]:
        """
        Return what is wrong with *value*, in words; at most `MAX_PROBLEMS`.

        Args:
            value: the value.
            chosen: the alternatives that were chosen; what is wrong by others is not said.

        Raises:
            NotCheckableError: it is no JSON value, or nested too deeply.
        """
        validator = self.validator
        try:
            stand_in = plain(value)
            if self.effort.looks(stand_in, MAX_LOOKS) > MAX_LOOKS:
                return self._listed_apart(stand_in, chosen, "too-much")
            # To list what is wrong may take exponential time where a verdict does not.
            if validator.is_valid(stand_in):
                return []
            if self.effort.looks(stand_in, _MAX_LISTED) > _MAX_LISTED:
                return self._listed_apart(stand_in, chosen, "too-much.problems")
            return self.listed(stand_in, chosen)
        except NotCheckableError:
            raise
        except (RecursionError, ValueError):
            raise NotCheckableError("it is nested too deeply") from None

    def first_problems(self, value: Any) -> list[Problem]:
        """
        Return what is wrong with *value*: of each list the first wrong item alone; of a large value the first of all.

        It is for schemas by which the engine looks at each part once, as at outputs: a million take some milliseconds.

        Raises:
            NotCheckableError: it is no JSON value, or nested too deeply.
        """
        try:
            return self._first_problems(value)
        except (RecursionError, ValueError):
            # The engine takes no stored file, and no lone surrogate.
            return self._first_problems(plain(value))

    def _first_problems(self, value: Any) -> list[Problem]:
        if self.validator.is_valid(value):
            return []
        parts = (_pruned(self.schema, value, self.schema, most) for most in (_BEGINNING, None))
        return next(filter(None, map(self._listed_first, parts)), []) or self._first_problem(value)

    def _listed_first(self, value: Any) -> list[Problem]:
        if self.effort.looks(value, _MAX_LISTED) > _MAX_LISTED:
            return self._first_problem(value)
        first, found = dict[tuple[str | int, ...], int](), list[Problem]()
        for error in self.validator.iter_errors(value):
            path = error.instance_path
            items = [(tuple(path[:end]), step) for end, step in enumerate(path) if isinstance(step, int)]
            # The other items of a list are mostly wrong alike.
            if all(first.setdefault(place, index) == index for place, index in items):
                found += _Reader(self.schema, value, {}).of(error)
        return found[:MAX_PROBLEMS]

    def _first_problem(self, value: Any) -> list[Problem]:
        try:
            self.validator.validate(value)
        except jsonschema_rs.ValidationError as error:
            return _Reader(self.schema, value, {}).of(error)
        return []

    def listed(self, value: Any, chosen: Chosen | None) -> list[Problem]:
        """Return what is wrong with *value*, which the engine takes as it is, whatever that takes."""
        found = list[Problem]()
        for error in self.validator.iter_errors(value):
            found += _Reader(self.schema, value, chosen or {}).of(error)
            if len(found) >= MAX_PROBLEMS:
                break
        return found[:MAX_PROBLEMS]

    def _listed_apart(self, value: Any, chosen: Chosen | None, key: str) -> list[Problem]:
        """Return what is wrong with *value*, found in a process of its own; the sentence *key* if it takes too much."""
        picks = {at: [*each] for at, each in (chosen or {}).items()}
        try:
            found = bounded.call(list_problems, plain(self.schema), value, picks, seconds=SECONDS, megabytes=MEGABYTES)
        except bounded.TooMuchError as error:
            return [Problem(at="", code="too-much", key=key, params={"reason": str(error)})]
        return [Problem(at=at, code=code, key=key, params=from_json(params)) for at, code, key, params in found]


def list_problems(schema: Any, value: Any, chosen: Chosen) -> list[tuple[str, str, str, Any]]:
    """Return place, code, key and parameters of what is wrong with *value* by *schema*: in a process of its own."""
    # This process is bounded already.
    checker = Checker(schema, jsonschema_rs.validator_for(schema, **ENGINE))
    found = checker.listed(value, chosen)
    return [(problem.at, problem.code, problem.key, to_json(problem.params)) for problem in found]


#: The sentences of what people type, not choose or build, and the parameter of each other keyword's sentence.
_TYPED = ("string", "number", "integer")
_COUNTED = frozenset({"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"})
_LIMITS = frozenset(
    {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minContains", "maxContains"}
)
_PLAIN = frozenset({"uniqueItems", "contains", "additionalItems", "unevaluatedItems", "not", "falseSchema"})


def of_rule(at: str, keyword: str, rule: Any, value: Any) -> Problem | None:
    """Return the problem at *at* with *value*, of which *keyword* wants *rule*; `None` where it has no sentence."""
    if keyword == "type":
        return Problem(at=at, code="type", key="type.typed" if rule in _TYPED else "", params={"type": kind(rule)})
    if keyword in _COUNTED:
        # A limit of 3.0 is 3.
        limit = int(rule) if isinstance(rule, float) else rule
        return Problem(at=at, code=keyword, params={"limit": limit, "length": _length(value)})
    if keyword in _LIMITS:
        return Problem(at=at, code=keyword, params={"limit": brief(rule)})
    if keyword == "enum":
        return Problem(at=at, code=keyword, params={"options": listed(rule)})
    if keyword == "const":
        return Problem(at=at, code=keyword, params={"value": brief(rule)})
    return Problem(at=at, code=keyword) if keyword in _PLAIN else None


def _length(value: Any) -> int:
    return len(value) if isinstance(value, str | list | dict) else 0


def _of_pattern(at: str, schema: Any) -> Problem:
    """Return the problem with a text at *at*: what it should be, as the *schema* of the pattern says it to people."""
    facts = schema if isinstance(schema, dict) else {}
    examples = facts.get("examples", ())
    example = next((text for text in examples if isinstance(text, str)), "") if isinstance(examples, list) else ""
    texts = (facts.get("description"), facts.get("title"))
    meaning = next((text for text in texts if isinstance(text, str) and text), "")
    params: dict[str, Param] = {"meaning": meaning.splitlines()[0][:120].rstrip(".")} if meaning else {}
    if example:
        params |= {"example": example[:60] if meaning else brief(example)}
    key = "-".join(params)
    if not key:
        params = {"pattern": brief(facts.get("pattern"))[1:-1]}
    return Problem(at=at, code="pattern", key=key and f"pattern.{key}", params=params)


def _pruned(schema: Any, value: Any, root: Any, most: int | None) -> Any:
    """
    Return *value* without the parts that *schema* says nothing of: an error copies all that it is about.

    Args:
        schema: a part of the schema *root*.
        value: the value.
        root: what references are followed in.
        most: how many items of a list are looked at; `None` is all.
    """
    if isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
        schema = at_pointer(root, schema["$ref"].removeprefix("#"))
    if not isinstance(schema, dict) or not schema.keys() <= _SIMPLE:
        return value
    if isinstance(value, dict):
        parts = {key: {} for key in schema.get("required", ())} | schema.get("properties", {})
        return {key: _pruned(part, value[key], root, most) for key, part in parts.items() if key in value}
    if isinstance(value, list):
        return [_pruned(schema["items"], item, root, most) for item in value[:most]] if "items" in schema else []
    return value


@dataclass(frozen=True)
class _Reader:
    """Makes problems of the engine's errors about the value *whole* by *schema*."""

    schema: Any
    whole: Any
    chosen: Chosen

    def of(self, error: Any) -> list[Problem]:
        at = _pointer(self.whole, error.instance_path, lambda: _spelled(error)[1])
        keyword, facts = error.kind.name, error.kind.as_dict()
        if keyword == "required":
            return [Problem(at=join(at, facts["property"]), code="required")]
        if keyword in ("additionalProperties", "unevaluatedProperties"):
            keys = facts["unexpected"][:MAX_PROBLEMS]
            return [_unexpected(at, key, self._near(error, key)) for key in keys]
        if keyword == "falseSchema" and error.schema_path[-1:] == ["additionalProperties"]:
            # Where no key is declared, the engine names none.
            found = at_pointer(self.whole, at)
            if isinstance(found, dict) and error.schema_path[-2:-1] != ["properties"]:
                return [_unexpected(at, key) for key in islice(found, MAX_PROBLEMS)]
        if keyword == "propertyNames":
            name = self.of(error.kind.error)[0]
            place = join(at, error.kind.error.instance)
            return [Problem(at=place, code=keyword, key="name", params={"problem": name.phrase})]
        if keyword == "contains":
            keyword = str(error.schema_path[-1])
        if facts.get("context"):
            return self._of_alternatives(error, at)
        if isinstance(error.kind, _ENDLESS):
            pattern = self._rule(error)
            named = pattern if isinstance(pattern, str) else str(error.schema_path[-1])
            return [Problem(at=at, code=keyword, key="pattern.endless", params={"pattern": named[:80]})]
        if keyword == "pattern":
            return [_of_pattern(at, self._parent(error))]
        rule = self._rule(error)
        rule = getattr(error.kind, "value", None) if rule is ABSENT else rule
        problem = of_rule(at, keyword, rule, error.instance)
        return [problem or Problem(at=at, code=keyword, key="unknown-rule", params={"reason": error.message[:200]})]

    def _near(self, error: Any, key: str) -> str:
        """Return the declared key that was meant by *key*, if any is near."""
        schema = self._parent(error)
        known = schema.get("properties", {}) if isinstance(schema, dict) else {}
        return nearest(key, [name for name in known if name not in error.instance])

    def _parent(self, error: Any) -> Any:
        """Return the schema whose keyword says that something is wrong, `ABSENT` where it is not known."""
        path = error.schema_path[:-1]
        return at_pointer(self.schema, _pointer(self.schema, path, lambda: _spelled(error)[0]))

    def _rule(self, error: Any) -> Any:
        """Return what stands under the keyword that says that something is wrong, `ABSENT` where it is not known."""
        return at_pointer(self._parent(error), join("", *error.schema_path[-1:]))

    def _of_alternatives(self, error: Any, at: str) -> list[Problem]:
        """Return what is wrong by the alternative that was meant; where none is, what all of them expected."""
        keyword = error.kind.name
        if isinstance(error.kind, jsonschema_rs.ValidationErrorKind.OneOfMultipleValid):
            return [Problem(at=at, code=keyword, key="no-alternative.several")]
        chosen = self._chosen(error, at)
        if len(chosen) == 1:
            return [problem for each in chosen[0] for problem in self.of(each)]
        context = chosen or error.kind.context
        meant = [errors for errors in context if errors and not any(_outright(each, error) for each in errors)]
        if not meant:
            return [self._wanted(error, at)]
        missing = [self._missing(errors) for errors in meant]
        if len(meant) > 1 and all(missing):
            groups = dict.fromkeys(tuple(f'"{name}"' for name in names) for names in missing)
            params = {"names": one_of([all_of(group) for group in groups])}
            return [Problem(at=at, code=keyword, key="no-alternative.missing", params=params)]
        nearest = min(meant, key=len)
        return [problem for each in nearest for problem in self.of(each)]

    def _chosen(self, error: Any, at: str) -> list[list[Any]]:
        """Return what is wrong by each alternative that may have been chosen at *at*; nothing where none is known."""
        picks, context = self.chosen.get(at, ()), error.kind.context
        if not picks:
            return []
        choice, steps = _steps(error.schema_path), [_steps(split(pick)) for pick in picks]
        found = [each for each in steps if each[:-1] == choice]
        if not found and self._rule(error) is ABSENT:
            # It stands in a schema with a name of its own, where the engine counts from.
            found = [each for each in steps if each[:-1][-len(choice) :] == choice]
            found = [each for each in found if len(each) == min(map(len, found))]
        indices = {int(each[-1]) for each in found if each[-1].isdecimal()} & {*range(len(context))}
        return [context[index] for index in sorted(indices)]

    @staticmethod
    def _missing(errors: list[Any]) -> list[str]:
        """Return the keys that are missing, where that is all that is wrong."""
        named = [each.kind.property for each in errors if each.kind.name == "required"]
        return named if len(named) == len(errors) else []

    @staticmethod
    def _wanted(error: Any, at: str) -> Problem:
        """Return what the alternatives of a failed choice expected: of the value, or of what tells them apart."""
        keyword, context, depth = error.kind.name, error.kind.context, len(error.instance_path)
        here = [each for errors in context for each in errors if len(each.instance_path) == depth]
        if len(here) == len(context) and all(each.kind.name == "type" for each in here):
            types = [name for each in here for name in each.kind.types]
            return Problem(at=at, code=keyword, key="type", params={"type": kind(types)})
        named = [
            each
            for errors in context
            for each in errors
            if each.kind.name == "const" and len(each.instance_path) == depth + 1
        ]
        keys = {each.instance_path[-1] for each in named}
        if len(keys) == 1 and isinstance(error.instance, dict):
            wanted = [each.kind.expected_value for each in named]
            return Problem(at=join(at, keys.pop()), code="enum", params={"options": listed(wanted)})
        return Problem(at=at, code=keyword, key="no-alternative", params={"count": len(context)})


def _unexpected(at: str, key: str, near: str = "") -> Problem:
    return Problem(at=join(at, key), code="unknown-key", params={"name": key, "near": near})


def _outright(each: Any, choice: Any) -> bool:
    """Tell whether the error *each* says that its alternative was not meant: another type, another constant."""
    below = len(each.instance_path) - len(choice.instance_path)
    return (below == 0 and each.kind.name in ("type", "const", "enum")) or (below == 1 and each.kind.name == "const")


def _steps(path: Iterable[str | int]) -> tuple[str, ...]:
    """Return *path* in a schema as the engine spells it: without empty keys, and numbers for keys such as "00"."""
    return tuple(str(int(step)) if _COUNTS.fullmatch(step) else step for step in map(str, path) if step)


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
            reason = str(error).splitlines()[0][:200]
            return [Problem(at="", code="bad-schema", key="unchecked", params={"reason": reason})]
        found = checker.problems(body, chosen)
        # Where the schema has more to say than anyone reads, no value is known to be what its input could look at.
        if len(found) < MAX_PROBLEMS and form.sound is None:
            wrong = {each.at for each in found}
            found += islice(_inputs(form.root, body, "", wrong), MAX_PROBLEMS - len(found))
    except NotCheckableError as error:
        return [Problem(at="", code="not-json", params={"fault": str(error)})]
    return redacted(form, [asked(form, problem) for problem in found]) if found else found


def _schema(form: Form) -> Any:
    """Return the schema of the body but for what authors wrote themselves: that is checked as documents of its own."""
    if form.sound is not None or not isinstance(form.schema, dict):
        return form.schema if form.sound is None else form.sound
    own = {each.key: True for each in form.inputs if each.document is not None}
    return {**form.schema, "properties": {**form.schema["properties"], **own}} if own else form.schema


def _kept(holder: Caching, schema: Callable[[], Any]) -> Checker:
    """Return the compiled *schema*, kept with what it is of: compiled once for its life."""
    made: Checker | None = holder.cache.get("checker")
    if made is None:
        made = holder.cache["checker"] = Checker(schema())
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
    made: tuple[Input, ...] | None = record.cache.get("ruled")
    if made is None:
        made = record.cache["ruled"] = tuple(
            each
            for each in record.inputs
            if each.shape is not Shape.LEAF or each.document is not None or type(each).check is not Input.check
        )
    return made


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
        number = _NUMBER.match(spelled) if isinstance(step, int) else None
        key = number[1] or number[2] if number else str(step)
        spelled = spelled[len(number[0]) if number else len(key) + 4 :]
        yield key
    while spelled.startswith(_EMPTY_KEY):
        spelled = spelled.removeprefix(_EMPTY_KEY)
        yield ""


def fits(schema: Any, value: Any) -> bool:
    """Tell whether *value* satisfies *schema*; `ABSENT` satisfies none."""
    return value is not ABSENT and not checker(schema).problems(value)
