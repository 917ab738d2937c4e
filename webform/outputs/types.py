"""Output types: a name, the JSON Schema of its values, and how a stream brings them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from webform.check import Checker
from webform.engine import NotCheckableError
from webform.messages import Param, Phrase
from webform.problems import Problem
from webform.values import at_pointer, brief, join, split

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webform.inputs.options import Option

Schema = dict[str, Any]

ANY: Schema = {}
TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
#: A number of a series, or a gap in it.
GAP: Schema = {"type": ["number", "null"]}
#: What something is called: a number may be a name.
NAME: Schema = {"type": ["string", "number"]}
#: What is wrapped with its options beside it; an object or a list has room for them itself.
_WRAPPED = ("string", "number", "boolean")


def text_of(media_type: str) -> Schema:
    """Return the schema of a text of that media type."""
    return {**TEXT, "contentMediaType": media_type}


def list_of(items: Schema) -> Schema:
    """Return the schema of a list of *items*."""
    return {"type": "array", "items": items}


def object_of(*optional: str, **required: Schema) -> Schema:
    """Return the schema of an object with the *required* keys; the *optional* ones may hold anything."""
    return {"type": "object", "properties": required | dict.fromkeys(optional, ANY), "required": [*required]}


@dataclass(frozen=True, kw_only=True)
class OutputType:
    """
    A type of output that declarations name.

    Args:
        name: what they call it.
        schema: the JSON Schema of its values. A text, number or boolean may arrive as `{"value": …, option: …}` too.
        help: what it shows, in a sentence; "" where the first line of its view says it.
        appends: what comes of it later in a stream is put after what came before.
        stream_rank: of several outputs, a stream that names none goes to the one whose type ranks highest: a text to
            a type of texts, a list of records to a type of lists; 0 takes none.
        options: what a declaration may say beside what every output has; an answer may say the same.
    """

    name: str
    schema: Schema
    help: str = ""
    appends: bool = False
    stream_rank: int = 0
    options: Mapping[str, Option] = field(default_factory=dict)

    @cached_property
    def _checker(self) -> Checker:
        return Checker(self.schema)

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of JSON values that it takes."""
        kinds = self.schema.get("type", ())
        return frozenset([kinds] if isinstance(kinds, str) else kinds)

    @property
    def media_type(self) -> str:
        """The media type of its texts; `""` where it has none of these."""
        return str(self.schema.get("contentMediaType", ""))

    def problems(self, value: Any, at: str = "") -> list[Problem]:
        """Return what keeps *value*, which stands *at* a pointer in the answer, from being of this type."""
        if not self.kinds.isdisjoint(_WRAPPED) and isinstance(value, dict) and "value" in value:
            value, at = value["value"], join(at, "value")
        try:
            found = self._checker.first_problems(value)
        except NotCheckableError as error:
            return [Problem(at=at, code="output-type", key="output-not-json", params={"fault": str(error)})]
        return [_of_output(problem, value).under(at) for problem in found]


def _of_output(problem: Problem, value: Any) -> Problem:
    """Return a problem with *value* as one of an output, at the object where a key is missing."""
    if problem.code == "required":
        place, key = problem.at.rpartition("/")[0], split(problem.at)[-1]
        names = ", ".join(brief(name, 30) for name in [*at_pointer(value, place)][:8])
        found: Param = names or Phrase("no-keys")
        return Problem(at=place, code="output-incomplete", params={"name": brief(key), "found": found})
    if problem.code == "type":
        return of_answer(problem, value)
    params: dict[str, Param] = {"problem": problem.phrase, "found": brief(at_pointer(value, problem.at))}
    return Problem(at=problem.at, code="output-type", key="output-type.rule", params=params)


def of_answer(problem: Problem, answer: Any) -> Problem:
    """Return a problem with the type of a value as one of *answer*: nobody typed it in, and its author sees it."""
    found = brief(at_pointer(answer, problem.at))
    return replace(problem, code="output-type", key="", params={**problem.params, "found": found})
