"""Values against schemas: one engine, its verdicts in words, and what only the inputs can say."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from webform import bounded
from webform.effort import Effort
from webform.engine import ENGINE, MAX_LOOKS, MEGABYTES, SECONDS, NotCheckableError, compiled, to_engine
from webform.inputs import Input, Record, Shape
from webform.messages import from_json, to_json
from webform.problems import Problem, error_at
from webform.required import asked
from webform.schema_errors import MAX_PROBLEMS, Chosen, ErrorReader
from webform.secrecy import redacted
from webform.tool import Form, expect
from webform.values import ABSENT, at_pointer, join, read_json, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from webform.caching import Caching

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

    def problems(self, value: Any, chosen: Callable[[], Chosen] = dict) -> list[Problem]:
        """
        Return what is wrong with *value*, in words; at most `MAX_PROBLEMS`.

        Args:
            value: the value.
            chosen: returns the alternatives that were chosen, asked where something is wrong; others are passed over.

        Raises:
            NotCheckableError: it is no JSON value, or nested too deeply.
        """
        validator = self.validator
        try:
            stand_in = to_engine(value)
            looks = self.effort.looks(stand_in, MAX_LOOKS)
            if looks > MAX_LOOKS:
                return self._listed_apart(stand_in, chosen(), "too-much")
            # To list what is wrong may take exponential time where a verdict does not.
            if validator.is_valid(stand_in):
                return []
            if looks > _MAX_LISTED and self.effort.looks(stand_in, _MAX_LISTED) > _MAX_LISTED:
                return self._listed_apart(stand_in, chosen(), "too-much.problems")
            return self.listed(stand_in, chosen())
        except NotCheckableError:
            raise
        except (RecursionError, ValueError):
            raise NotCheckableError("it is nested too deeply") from None

    def first_problems(self, value: Any) -> list[Problem]:
        """
        Return what is wrong with *value*: of a list the first wrong item; of a large value the first fault of all.

        It is for schemas by which the engine looks at a part once, as at outputs: a million take some milliseconds.

        Raises:
            NotCheckableError: it is no JSON value, or nested too deeply.
        """
        try:
            return self._first_problems(value)
        except (RecursionError, ValueError):
            # The engine takes no stored file, and no lone surrogate.
            return self._first_problems(to_engine(value))

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
                found += ErrorReader(self.schema, value, {}).of(error)
        return found[:MAX_PROBLEMS]

    def _first_problem(self, value: Any) -> list[Problem]:
        try:
            self.validator.validate(value)
        except jsonschema_rs.ValidationError as error:
            return ErrorReader(self.schema, value, {}).of(error)
        return []

    def listed(self, value: Any, chosen: Chosen) -> list[Problem]:
        """Return what is wrong with *value*, which the engine takes as it is, whatever that takes."""
        found = list[Problem]()
        for error in self.validator.iter_errors(value):
            found += ErrorReader(self.schema, value, chosen).of(error)
            if len(found) >= MAX_PROBLEMS:
                break
        return found[:MAX_PROBLEMS]

    def _listed_apart(self, value: Any, chosen: Chosen, key: str) -> list[Problem]:
        """Return what is wrong with *value*, found in a process of its own; the sentence *key* if it takes too much."""
        picks = {at: [*pointers] for at, pointers in chosen.items()}
        try:
            found = bounded.call(
                list_problems, to_engine(self.schema), value, picks, seconds=SECONDS, megabytes=MEGABYTES
            )
        except bounded.TooMuchError as error:
            return [error_at("", "too-much", key, reason=str(error))]
        return [Problem(at=at, code=code, key=key, params=from_json(params)) for at, code, key, params in found]


def list_problems(schema: Any, value: Any, chosen: Chosen) -> list[tuple[str, str, str, Any]]:
    """Return place, code, key and parameters of what is wrong with *value* by *schema*: in a process of its own."""
    # This process is bounded already.
    checker = Checker(schema, jsonschema_rs.validator_for(schema, **ENGINE))
    found = checker.listed(value, chosen)
    return [(problem.at, problem.code, problem.key, to_json(problem.params)) for problem in found]


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


def check(form: Form, body: Any, chosen: Callable[[], Chosen] = dict) -> list[Problem]:
    """
    Return what is wrong with *body*: by the form's schema, then by what only its inputs can say; no secret is quoted.

    Args:
        form: the form.
        body: the body.
        chosen: returns the alternatives that people chose in it, asked where something is wrong; what is wrong by
            others is passed over.
    """
    expect(Form, form)
    try:
        checker = _kept(form, lambda: _schema(form))
        try:
            _ = checker.validator
        except ValueError as error:
            reason = str(error).splitlines()[0][:200]
            return [error_at("", "bad-schema", "unchecked", reason=reason)]
        found = checker.problems(body, chosen)
        # Where the schema has more to say than anyone reads, no value is known to be what its input could look at.
        if len(found) < MAX_PROBLEMS and form.sound is None:
            wrong = {problem.at for problem in found}
            found += islice(_inputs(form.root, body, "", wrong), MAX_PROBLEMS - len(found))
    except NotCheckableError as error:
        return [error_at("", "not-json", fault=str(error))]
    return redacted(form, [asked(form, problem) for problem in found]) if found else found


def _schema(form: Form) -> Any:
    """Return the schema of the body but for what authors wrote themselves: that is checked as documents of its own."""
    if form.sound is not None or not isinstance(form.schema, dict):
        return form.schema if form.sound is None else form.sound
    own = {input_.key: True for input_ in form.inputs if input_.document is not None}
    return {**form.schema, "properties": {**form.schema["properties"], **own}} if own else form.schema


def _kept(holder: Caching, schema: Callable[[], Any]) -> Checker:
    """Return the compiled *schema*, kept with what it is of: compiled once for its life."""
    made: Checker | None = holder.cache.get("checker")
    if made is None:
        made = holder.cache["checker"] = Checker(schema())
    return made


def _inputs(input_: Input, value: Any, at: str, wrong: set[str]) -> Iterator[Problem]:
    """Yield the inputs' own problems with *value*, save where the schema has spoken."""
    if at in wrong:
        return
    if input_.shape is Shape.RECORD and isinstance(input_, Record) and isinstance(value, dict):
        for inner in _ruled(input_):
            if inner.key in value:
                yield from _inputs(inner, value[inner.key], join(at, inner.key), wrong)
    elif input_.shape is Shape.ROWS and isinstance(value, list):
        for index, row in enumerate(value):
            yield from _inputs(input_.item(index), row, join(at, index), wrong)
    elif not any(pointer == at or pointer.startswith(at + "/") for pointer in wrong):
        if input_.document is not None:
            yield from (problem.under(at) for problem in _kept(input_, lambda: input_.document).problems(value))
        yield from (problem.under(at) for problem in input_.check(value))


def _ruled(record: Record) -> tuple[Input, ...]:
    """Return the inputs of which there may be more to say than their schema does: of most there is not."""
    made: tuple[Input, ...] | None = record.cache.get("ruled")
    if made is None:
        made = record.cache["ruled"] = tuple(
            input_
            for input_ in record.inputs
            if input_.shape is not Shape.LEAF or input_.document is not None or type(input_).check is not Input.check
        )
    return made


def fits(schema: Any, value: Any) -> bool:
    """Tell whether *value* satisfies *schema*; `ABSENT` satisfies none."""
    return value is not ABSENT and not checker(schema).problems(value)
