"""Named types: protocols whose inputs, triggers and tools take values of types that they name."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.check import Checker
from webform.dialects.base import MAX_TOOLS, Dialect, near_misses, slug, suggestion, take, unknown_key, unlike
from webform.dialects.properties import INPUT, SCALARS, Reader, Schema
from webform.dialects.types import Types
from webform.inputs.walk import parts
from webform.messages import Phrase
from webform.problems import Problem, error_at, wrong_type
from webform.schema import read_schema
from webform.schema.misspelt import letters
from webform.tool import Tool
from webform.values import DRAFT, brief, join, split

if TYPE_CHECKING:
    from collections.abc import Iterator


#: What is read of the top of a protocol; it has more.
KNOWN = ("types", "input", "triggers", "variables", "resources", "tools", "handlers", "steps", "output", "agent")
#: Where it has several forms: in words, the key of the properties, their case by convention, what else stands there.
FORMS = {
    "triggers": ("trigger", "input", "UPPER_SNAKE", ("description",)),
    "tools": ("tool", "parameters", "camelCase", ("description", "display", "title")),
}
#: What a block calls the type of a response.
RESPONSE = "responseType"
#: What JSON and we call plain values: no response is one of them.
PRIMITIVES = {*SCALARS, "unknown", "null"}
#: What is declared by name: problems are of one of these, not of all.
BY_NAME = {"types", "variables", "resources", "handlers", *FORMS}
#: The properties of types in all forms, at most: each form has those of the types that it uses.
MAX_USED = 50_000


class _Place(NamedTuple):
    """Where a form comes from: its *name*, what stands *at* it, and the *key* of its properties, spelt in *case*."""

    name: str
    raw: dict[str, Any]
    at: str
    key: str
    case: str


class _Answer(NamedTuple):
    """What a tool answers, one of *schemas*, and the *owner* of their references."""

    owner: str
    schemas: list[Schema]


# recognition


def _recognises(value: Any) -> str:
    if not isinstance(value, dict):
        return ""
    types: Any = value.get("types")
    if _by_name(types) and any(isinstance(declared, dict) or name[:1].isupper() for name, declared in types.items()):
        return 'it has "types" by name, as a protocol has'
    for group, (_, key, _, others) in FORMS.items():
        if any(part.keys() & {key, *others} for part in _objects(value.get(group))):
            return f'it has "{group}" by name, as a protocol has'
    if any("block" in step for step in _objects(value.get("steps"))):
        return 'it has "steps" with blocks, as a worker has'
    if any(isinstance(part.get("type"), str) for part in _objects(value.get("input"))):
        return 'its "input" is properties by name, as a protocol\'s is'
    return ""


def _by_name(raw: Any) -> bool:
    """Tell whether *raw* holds things by name, rather than being one of them: that has a type."""
    return isinstance(raw, dict) and raw != {} and not isinstance(raw.get("type"), str)


def _objects(raw: Any) -> list[dict[str, Any]]:
    """Return what *raw* has by name, where that is objects and nothing else."""
    found = list(raw.values()) if _by_name(raw) else []
    return [value for value in found if value] if all(isinstance(value, dict | None) for value in found) else []


# reading


def _read(value: Any) -> tuple[list[Tool], list[Problem]]:
    if not isinstance(value, dict):
        return [], [wrong_type("", Phrase("kind.protocol"), value)]
    protocol = _Protocol(value)
    return protocol.tools(), protocol.problems


class _Protocol:
    """A protocol, and in *problems* what is wrong with all that has been read of it."""

    def __init__(self, value: dict[str, Any]) -> None:
        problems = near_misses(value, KNOWN, Phrase("subject.protocol"))
        declared = take(value, "types", dict, problems) or {}
        self._value, self._used = value, 0
        self._reader = Reader(declared)
        self.problems = self._reader.problems
        self.problems += problems
        self._types = Types(declared, self._reader)

    def tools(self) -> list[Tool]:
        """Return the tools, each with its own problems."""
        answers, places = self._answers(), [*self._places()]
        if not places:
            self._reader.refuse("", "no-tools", "no-tools.protocol")
        if len(places) > MAX_TOOLS:
            self._reader.refuse(
                places[MAX_TOOLS].at, "too-many-tools", "too-many-tools.forms", limit=MAX_TOOLS, count=len(places)
            )
        read: dict[str, tuple[Tool, set[str]]] = {}
        for place in places[:MAX_TOOLS]:
            tool_id = unlike(slug(place.name), read)
            found = self._tool(tool_id, place, answers.get(place.name))
            if found:
                read[tool_id] = found
        by_part: dict[str, list[Problem]] = defaultdict(list)
        for problem in self.problems:
            by_part[_part(problem.at)].append(problem)
        return [
            replace(tool, problems=tuple(problem for part in sorted(parts) for problem in by_part[part]))
            for tool, parts in read.values()
        ]

    def _places(self) -> Iterator[_Place]:
        value, problems = self._value, self.problems
        if "input" in value:
            yield _Place("input", value, "", "input", "UPPER_SNAKE")
        for group, (word, key, case, others) in FORMS.items():
            for name, declared in (take(value, group, dict, problems) or {}).items():
                at = join("", group, name)
                raw = {} if declared is None else declared
                if not isinstance(raw, dict):
                    problems.append(wrong_type(at, Phrase(f"kind.{word}"), raw))
                    continue
                problems += near_misses(raw, (key, *others), Phrase(f"subject.{word}"), at)
                yield _Place(f"{word} {name}", raw, at, key, case)

    def _tool(self, tool_id: str, place: _Place, answer: _Answer | None) -> tuple[Tool, set[str]] | None:
        """Return the tool of *place* and the parts of the protocol that it is made of."""
        owner, problems = join(place.at, place.key), self.problems
        fields, owner = self._fields(place, owner)
        schema = {"$schema": DRAFT, **self._reader.record(fields, owner, owner, INPUT, place.case)}
        for key, field in fields.items():
            if isinstance(field, dict) and field.get("type") == "array" and "items" in field:
                self._reader.warn(join(owner, key, "type"), "standalone-array")
        defs = self._defs(owner)
        if defs is None:
            return None
        schema |= {"$defs": defs} if defs else {}
        self._set_defaults(schema, fields, owner)
        form, found = read_schema(schema, tool_id=tool_id, ordered=True)
        problems += [replace(problem, at=_declared(problem.at, owner)) for problem in found]
        output = self._output(answer) if answer else None
        tool = Tool(
            id=tool_id,
            name=place.name,
            form=form,
            description=(take(place.raw, "description", str, problems, place.at) or "") if place.at else "",
            declaration=self._value,
            dialect=DIALECT.name,
            output_schema=output,
        )
        types = {join("/types", name) for name in (*defs, *(output or {}).get("$defs", ()))}
        others = {_part(answer.owner)} if answer else set()
        return tool, types | others | ({_part(owner)} if place.at else {"/input", "/steps", "/output"})

    def _fields(self, place: _Place, owner: str) -> tuple[dict[str, Any], str]:
        """Return the properties of *place* and where they stand: below, in an object as JSON Schema writes it."""
        fields = take(place.raw, place.key, dict, self.problems, place.at) or {}
        if isinstance(fields.get("type"), str):
            self._reader.refuse(
                join(owner, "type"), "standalone-object", "standalone-object.properties", name=place.key
            )
        elif place.at and place.key not in place.raw and place.raw.get("type") == "object":
            fields, owner = place.raw, place.at
            self._reader.refuse(join(owner, "type"), "standalone-object", "standalone-object.form", name=place.key)
        else:
            return fields, owner
        return take(fields, "properties", dict, self.problems, owner) or {}, join(owner, "properties")

    def _defs(self, owner: str) -> dict[str, Schema] | None:
        """Return the types that *owner* uses; `None`, with a problem, where the forms use too many by now."""
        defs: dict[str, Schema] = {}
        if self._used <= MAX_USED:
            defs = self._types.used(owner)
            self._used += sum(len(schema.get("properties", ())) or 1 for schema in defs.values())
        if self._used <= MAX_USED:
            return defs
        self._reader.refuse(owner, "too-many-types", limit=MAX_USED)
        return None

    def _set_defaults(self, schema: Schema, fields: dict[str, Any], owner: str) -> None:
        """Set the defaults that fit their properties in *schema*."""
        defaults = {
            key: field["default"] for key, field in fields.items() if isinstance(field, dict) and "default" in field
        }
        try:
            found = Checker({**schema, "required": []}).problems(defaults) if defaults else []
        except ValueError as error:
            found = [error_at(join("", key), "unchecked", reason=str(error)) for key in defaults]
        for problem in found:
            key, *rest = split(problem.at)
            defaults.pop(key, None)
            self._reader.refuse(join(owner, key, "default", *rest), "bad-default", problem=problem.phrase)
        for key, default in defaults.items():
            schema["properties"][key]["default"] = default

    # answers

    def _answers(self) -> dict[str, _Answer]:
        """Return what tools answer, by their names; all variables, resources and responses are read for it."""
        variables = self._variables("variables")
        self._variables("resources")
        answers: dict[str, _Answer] = {}
        for name, raw in (take(self._value, "handlers", dict, self.problems) or {}).items():
            at = join("/handlers", name)
            answers[f"trigger {name}"] = _Answer(at, self._responses(raw, at, at))
        if "steps" in self._value:
            responses = self._responses(self._value["steps"], "/steps", "/steps")
            answers["input"] = self._result(variables) or _Answer("/steps", responses)
        return {name: answer for name, answer in answers.items() if any(answer.schemas)}

    def _variables(self, group: str) -> dict[str, Schema]:
        read = {}
        for name, raw in (take(self._value, group, dict, self.problems) or {}).items():
            at = join("", group, name)
            # They have facts of their own, which concern no form.
            known = {*INPUT, *raw} if isinstance(raw, dict) else INPUT
            read[name] = self._reader.property(raw, at, at, known)
        return read

    def _result(self, variables: dict[str, Schema]) -> _Answer | None:
        """Return what a worker answers: the variable that is its output."""
        named = take(self._value, "output", str, self.problems)
        if named is None:
            return None
        if named not in variables:
            near = suggestion(named, variables, self.problems)
            self._reader.warn("/output", "unknown-variable", name=brief(named), near=near)
            return None
        return _Answer(join("/variables", named), [variables[named]])

    def _responses(self, raw: Any, at: str, owner: str) -> list[Schema]:
        found: dict[str, Schema] = {}
        for named, place in _response_types(raw, at):
            schema = self._response(named, place, owner)
            if schema:
                found[named] = schema
        return [*found.values()]

    def _response(self, named: Any, at: str, owner: str) -> Schema:
        *block, key = split(at)
        if key != RESPONSE:
            self.problems.append(unknown_key(join("", *block), Phrase("subject.block"), key, RESPONSE))
        if isinstance(named, str) and not self._types.kind(named) and named.lower() in PRIMITIVES:
            self._reader.refuse(at, "response-primitive", found=brief(named))
            return {}
        return self._types.object_type(named, at, owner, "response-not-object")

    def _output(self, answer: _Answer) -> Schema | None:
        defs = self._defs(answer.owner)
        if defs is None:
            return None
        one = answer.schemas[0] if len(answer.schemas) == 1 else {"anyOf": answer.schemas}
        return {"$schema": DRAFT, **one, **({"$defs": defs} if defs else {})}


def _response_types(raw: Any, at: str) -> Iterator[tuple[Any, str]]:
    """Yield what each block in *raw* that asks a model says of its response's type, and where."""
    if isinstance(raw, dict) and raw.get("block") == "next-message":
        yield from ((value, join(at, key)) for key, value in raw.items() if letters(str(key)) == letters(RESPONSE))
    for token, below in parts(raw):
        yield from _response_types(below, join(at, token))


def _part(at: str) -> str:
    """Return the part of a protocol that *at* is in: `/types/Address`, `/input`."""
    tokens = at.split("/", 3)
    return "/".join(tokens[: 3 if tokens[1:2] and tokens[1] in BY_NAME else 2])


def _declared(at: str, owner: str) -> str:
    """Return where that is declared which stands at *at* in the schema of *owner*'s form."""
    match split(at):
        case ["$defs", name, "properties", *rest] | ["$defs", name, *rest]:
            return join("/types", name, *rest)
        case ["properties", *rest]:
            return join(owner, *rest)
    return owner


DIALECT = Dialect(name="named-types", recognises=_recognises, read=_read)
