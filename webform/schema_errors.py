"""Problems made of the engine's errors: codes, places and parameters, by the alternatives that were chosen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import jsonschema_rs

from webform.messages import Param, all_of, kind, one_of
from webform.problems import Problem, error_at, listed, nearest
from webform.values import ABSENT, as_dict, as_list, at_pointer, brief, escape, is_text, join, split

#: The alternatives chosen, as pointers in the schema, by the place of the value.
Chosen = Mapping[str, Sequence[str]]
#: The most problems of one value that anyone wants to read.
MAX_PROBLEMS = 100
#: What the engine says of a text that it gave up to compare with a pattern.
_ENDLESS = (
    jsonschema_rs.ValidationErrorKind.BacktrackLimitExceeded,
    jsonschema_rs.ValidationErrorKind.RegexEngineFailure,
)
_COUNTS = re.compile(r"\+?[0-9]{1,30}", re.ASCII)
#: How the engine spells an empty key, and a number, to people.
_EMPTY_KEY, _NUMBER = '[""]', re.compile(r'\[(?:(\+?[0-9]{1,30})|"(\+[0-9]{1,30})")\]', re.ASCII)
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
        return error_at(at, "type", "type.typed" if rule in _TYPED else "", type=kind(rule))
    if keyword in _COUNTED:
        # A limit of 3.0 is 3.
        limit = int(rule) if isinstance(rule, float) else rule
        return error_at(at, keyword, limit=limit, length=_length(value))
    if keyword in _LIMITS:
        return error_at(at, keyword, limit=brief(rule))
    if keyword == "enum":
        return error_at(at, keyword, options=listed(rule))
    if keyword == "const":
        return error_at(at, keyword, value=brief(rule))
    return error_at(at, keyword) if keyword in _PLAIN else None


def _length(value: Any) -> int:
    return len(value) if isinstance(value, str | list | dict) else 0


def _of_pattern(at: str, schema: Any) -> Problem:
    """Return the problem with a text at *at*: what it should be, as the *schema* of the pattern says it to people."""
    facts = as_dict(schema)
    example = next(filter(is_text, as_list(facts.get("examples"))), "")
    texts = (facts.get("description"), facts.get("title"))
    meaning = next((text for text in texts if isinstance(text, str) and text), "")
    params: dict[str, Param] = {"meaning": meaning.splitlines()[0][:120].rstrip(".")} if meaning else {}
    if example:
        params |= {"example": example[:60] if meaning else brief(example)}
    key = "-".join(params)
    if not key:
        params = {"pattern": brief(facts.get("pattern"))[1:-1]}
    return Problem(at=at, code="pattern", key=key and f"pattern.{key}", params=params)


@dataclass(frozen=True)
class ErrorReader:
    """Makes problems of the engine's errors about the value *whole* by *schema*."""

    schema: Any
    whole: Any
    chosen: Chosen

    def of(self, error: Any) -> list[Problem]:
        at = _pointer(self.whole, error.instance_path, lambda: _spelled(error)[1])
        keyword, facts = error.kind.name, error.kind.as_dict()
        if keyword == "required":
            return [error_at(join(at, facts["property"]), "required")]
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
            return [error_at(place, keyword, "name", problem=name.phrase)]
        if keyword == "contains":
            keyword = str(error.schema_path[-1])
        if facts.get("context"):
            return self._of_alternatives(error, at)
        if isinstance(error.kind, _ENDLESS):
            pattern = self._rule(error)
            named = pattern if isinstance(pattern, str) else str(error.schema_path[-1])
            return [error_at(at, keyword, "pattern.endless", pattern=named[:80])]
        if keyword == "pattern":
            return [_of_pattern(at, self._parent(error))]
        rule = self._rule(error)
        rule = getattr(error.kind, "value", None) if rule is ABSENT else rule
        problem = of_rule(at, keyword, rule, error.instance)
        return [problem or error_at(at, keyword, "unknown-rule", reason=error.message[:200])]

    def _near(self, error: Any, key: str) -> str:
        """Return the declared key that was meant by *key*, if any is near."""
        known = as_dict(self._parent(error)).get("properties", {})
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
            return [error_at(at, keyword, "no-alternative.several")]
        chosen = self._chosen(error, at)
        if len(chosen) == 1:
            return [problem for failure in chosen[0] for problem in self.of(failure)]
        context = chosen or error.kind.context
        meant = [errors for errors in context if errors and not any(_outright(failure, error) for failure in errors)]
        if not meant:
            return [self._wanted(error, at)]
        missing = [self._missing(errors) for errors in meant]
        if len(meant) > 1 and all(missing):
            groups = dict.fromkeys(tuple(f'"{name}"' for name in names) for names in missing)
            names = one_of([all_of(group) for group in groups])
            return [error_at(at, keyword, "no-alternative.missing", names=names)]
        nearest = min(meant, key=len)
        return [problem for failure in nearest for problem in self.of(failure)]

    def _chosen(self, error: Any, at: str) -> list[list[Any]]:
        """Return what is wrong by each alternative that may have been chosen at *at*; nothing where none is known."""
        picks, context = self.chosen.get(at, ()), error.kind.context
        if not picks:
            return []
        choice, paths = _steps(error.schema_path), [_steps(split(pick)) for pick in picks]
        found = [path for path in paths if path[:-1] == choice]
        if not found and self._rule(error) is ABSENT:
            # It stands in a schema with a name of its own, where the engine counts from.
            found = [path for path in paths if path[:-1][-len(choice) :] == choice]
            found = [path for path in found if len(path) == min(map(len, found))]
        indices = {int(path[-1]) for path in found if path[-1].isdecimal()} & {*range(len(context))}
        return [context[index] for index in sorted(indices)]

    @staticmethod
    def _missing(errors: list[Any]) -> list[str]:
        """Return the keys that are missing, where that is all that is wrong."""
        named = [error.kind.property for error in errors if error.kind.name == "required"]
        return named if len(named) == len(errors) else []

    @staticmethod
    def _wanted(error: Any, at: str) -> Problem:
        """Return what the alternatives of a failed choice expected: of the value, or of what tells them apart."""
        keyword, context, depth = error.kind.name, error.kind.context, len(error.instance_path)
        of_value = [failure for errors in context for failure in errors if len(failure.instance_path) == depth]
        if len(of_value) == len(context) and all(failure.kind.name == "type" for failure in of_value):
            types = [name for failure in of_value for name in failure.kind.types]
            return error_at(at, keyword, "type", type=kind(types))
        named = [
            failure
            for errors in context
            for failure in errors
            if failure.kind.name == "const" and len(failure.instance_path) == depth + 1
        ]
        keys = {failure.instance_path[-1] for failure in named}
        if len(keys) == 1 and isinstance(error.instance, dict):
            wanted = [failure.kind.expected_value for failure in named]
            return error_at(join(at, keys.pop()), "enum", options=listed(wanted))
        return error_at(at, keyword, "no-alternative", count=len(context))


def _unexpected(at: str, key: str, near: str = "") -> Problem:
    return error_at(join(at, key), "unknown-key", name=key, near=near)


def _outright(failure: Any, choice: Any) -> bool:
    """Tell whether the error *failure* says that its alternative was not meant: another type, another constant."""
    below = len(failure.instance_path) - len(choice.instance_path)
    return (below == 0 and failure.kind.name in ("type", "const", "enum")) or (
        below == 1 and failure.kind.name == "const"
    )


def _steps(path: Iterable[str | int]) -> tuple[str, ...]:
    """Return *path* in a schema as the engine spells it: without empty keys, and numbers for keys such as "00"."""
    return tuple(str(int(step)) if _COUNTS.fullmatch(step) else step for step in map(str, path) if step)


def _pointer(whole: Any, path: list[str | int], spelled: Callable[[], str]) -> str:
    """Return the pointer to what the engine calls *path*, or *spelled*, in *whole*, or to the nearest certain above."""
    tokens, part = list[str | int](), whole
    for step in (*path, None):
        # The engine leaves empty keys out of a path, and makes numbers of keys such as "00" and "+5".
        if isinstance(part, dict) and ("" in part or isinstance(step, int)):
            exact = join("", *_keys(spelled(), path))
            return join("", *tokens) if at_pointer(whole, exact) is ABSENT else exact
        if step is not None:
            tokens.append(step)
            part = at_pointer(part, join("", step))
    return join("", *tokens)


def _spelled(error: Any) -> tuple[str, str]:
    """Return where *error* is in the schema and in the value as the engine tells people: each key in brackets."""
    message, _, value = error.verbose_message.rpartition("\n\nOn instance")
    return message.rpartition("\n\nFailed validating ")[2].partition(" in schema")[2], value


def _keys(spelled: str, path: list[str | int]) -> Iterator[str]:
    """Yield the keys and indices of *path* with the empty ones, as they are *spelled*: `["a~1b"][""][0]`."""
    for step in path:
        named = f'["{escape(str(step))}"]'
        while spelled.startswith(_EMPTY_KEY) and not spelled.startswith(named):
            spelled = spelled.removeprefix(_EMPTY_KEY)
            yield ""
        number = _NUMBER.match(spelled) if isinstance(step, int) else None
        spelled = spelled[len(number[0] if number else named) :]
        yield number[1] or number[2] if number else str(step)
    while spelled.startswith(_EMPTY_KEY):
        spelled = spelled.removeprefix(_EMPTY_KEY)
        yield ""
