"""The schemas of a document: indexed, what is wrong in them mended, and what values they hold of."""

from __future__ import annotations

import math
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from webform.bounded import NoTurnError
from webform.effort import Effort
from webform.engine import ENGINE, MAX_LOOKS, as_taken, grows, too_much
from webform.hints.x_webform import KEYWORD
from webform.inputs.naming import names_secret
from webform.messages import Phrase
from webform.problems import Problem, error_at
from webform.schema.index import Index
from webform.schema.located import Located, Schema
from webform.schema.references import References
from webform.secrecy import mentions_secret, says_secret
from webform.values import ABSENT, HOLDERS, brief

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from webform.schema.kinds import Constants

#: Mending may uncover what has to be mended as well: so often at most.
_ROUNDS = 10
#: A larger schema is not read: expanded, aliases can make it as large as they like.
_MAX_VALUES = 3_000_000
#: Lists and objects within each other in a schema, at most.
MAX_DEPTH = 128
#: A text of more characters may take the engine long where a pattern looks around.
_LONG = 1000
#: Levels of a value that takes little.
_SHALLOW = 4
#: What makes it likely that values are tried by a schema.
_TRIED = frozenset({"anyOf", "oneOf", "if", "default", "examples"})
#: What is JSON whatever it holds, but an object.
_ANY = (str, int, list)
#: What says nothing but that a value is a secret.
_SECRET = {"writeOnly": True}
#: What people read of a schema even where the keyword beside it silences the rest.
_READ = ("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", KEYWORD)


class Schemas:
    """
    A JSON Schema, indexed once. No reference is ever fetched.

    Attributes:
        schema: as it was written.
        sound: the same, where parts that are wrong say nothing; always one that values can be checked with.
        problems: what is wrong, with pointers in the schema.
        references: what its references lead to.
    """

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.sound, self._index, self.references, self.problems = _mended(schema)
        # By the identity of what they are made of, which lives as long: schemas are known by theirs.
        self._made: dict[int, Located] = {}
        self._tests: dict[int, Any] = {}
        self._test: Any = None
        #: The values of options that are constants, by identity; `None` for those that are not.
        self.constants: dict[int, Constants | None] = {}
        #: Whether parts of the schema lead to a secret, by identity, as far as that was asked for.
        self._leading: dict[int, bool] = {}

    @property
    def draft(self) -> str:
        """The name of its draft."""
        return self._index.root.resource.draft.name

    @property
    def subschemas(self) -> Iterable[Located]:
        """Each schema within it that says anything, once, itself first."""
        return self._index.located.values()

    def locate(self, schema: Schema, parent: Located) -> Located:
        """Return where *schema*, a part of *parent*, stands."""
        return self._index.located.get(id(schema)) or Located(schema, parent.resource, parent)

    def notes(self, located: Located) -> list[Located]:
        """Return *located* with nothing but what people read of it, if there is anything."""
        found = self._made.get(id(located.schema))
        if found is None:
            notes = {key: located.get(key) for key in _READ if located.get(key) is not ABSENT}
            # A password is one whatever stands beside it.
            notes |= {"writeOnly": True} if says_secret(located.schema) else {}
            found = self._made[id(located.schema)] = Located(notes, located.resource, located.up, located.steps)
        return [found] if found.schema else []

    def secret_of(self, schemas: Iterable[Located]) -> list[Located]:
        """Return a schema that says nothing but that its value is a secret, if one of *schemas* leads to one."""
        leading = next(filter(self.leads_to_secret, schemas), None) if self.mentions_secret else None
        return [] if leading is None else [Located(_SECRET, leading.resource, leading.up, leading.steps)]

    def parts_of(self, located: Located, keyword: str) -> list[Located]:
        """Return the schemas that *located* has under *keyword*: a list of them, or one."""
        value = located.get(keyword)
        parts = value if isinstance(value, list) else [] if value is ABSENT else [value]
        return [self.locate(part, located) for part in parts]

    @cached_property
    def mentions_secret(self) -> bool:
        """Whether anything in it is called a secret."""
        return mentions_secret(self.schema, self.sound)

    def leads_to_secret(self, located: Located) -> bool:
        """Tell whether *located*, or anything it holds or refers to, calls a value a secret."""
        if not self.mentions_secret:
            return False
        left, above = [located.schema], {id(located.schema): 0}
        while left:
            part = left.pop()
            if self._leading.get(id(part)) or says_secret(part) or self._is_in_vain(part):
                # What leads there is known from now on: many places refer to the same.
                key = id(part)
                while key:
                    self._leading[key], key = True, above[key]
                return True
            for inner in self._inside(part):
                if id(inner) not in above and self._leading.get(id(inner)) is not False:
                    above[id(inner)] = id(part)
                    left.append(inner)
        self._leading |= dict.fromkeys(above, False)
        return False

    def _inside(self, part: Any) -> list[Any]:
        """Return what stands right below *part* of a schema, and what it refers to."""
        if not isinstance(part, dict):
            return [inner for inner in part if isinstance(inner, HOLDERS)] if isinstance(part, list) else []
        return [*(inner for inner in part.values() if isinstance(inner, HOLDERS)), *self._led(part)]

    def _is_in_vain(self, part: Any) -> bool:
        """Tell whether *part* refers to what is not known: that may be a secret."""
        return isinstance(part, dict) and isinstance(part.get("$ref"), str) and not self._led(part)

    def needing(self, keys: list[str], located: Located) -> Located:
        """Return the schema that needs *keys*, which stand in *located*."""
        found = self._made.get(id(keys))
        if found is None:
            found = self._made[id(keys)] = Located({"required": keys}, located.resource, located)
        return found

    def distinct(self, schemas: Iterable[Located]) -> list[Located]:
        """Return those of *schemas* that say anything, each once; for what only refers, what it refers to."""
        found: dict[int, Located] = {}
        for located in map(self._referred, schemas):
            if located.schema is False or located.schema not in (True, {}):
                found[id(located.schema)] = located
        return list(found.values())

    def _referred(self, located: Located) -> Located:
        """Return what *located* refers to, where it does nothing else; else *located*."""
        while isinstance(located.schema, dict) and len(located.schema) == 1:
            target = next((target for _, target in self.references.of(located)), None)
            if target is None:
                break
            located = target
        return located

    @cached_property
    def too_much(self) -> Problem | None:
        """What says that the engine cannot compile it within its limits, where that is so."""
        at, reason = self._trial or ("", "")
        return error_at(at, "too-much", "too-much.schema", reason=reason) if reason else None

    @cached_property
    def _trial(self) -> tuple[str, str] | None:
        """Where that is which makes it too much to be compiled, and why it is; `None` where it was not tried."""
        if not self._grows:
            return "", ""
        try:
            return too_much(self.sound)
        except NoTurnError:
            return None

    @cached_property
    def _effort(self) -> Effort:
        return Effort(self.sound, self._led)

    def _led(self, schema: dict[str, Any]) -> list[Schema]:
        """Return what *schema* refers to."""
        return [target.schema for _, target in self.references.of(self.locate(schema, self._index.root))]

    @cached_property
    def _grows(self) -> bool:
        return grows(self.sound) is not None

    def _validator(self, schema: Mapping[str, Any]) -> Any:
        """Return the engine for *schema*, which may refer to subschemas by their URI; `None` where there is none."""
        if self._registry is None:
            return None
        anchors = {
            name: {"$dynamicAnchor": name, "$ref": located.uri} for name, located in self._index.dynamic.items() if name
        }
        # Entered from the middle, a schema would not know the anchors of what stands around it.
        whole = {"$schema": self._index.root.resource.draft.uri, **({"$defs": anchors} if anchors else {}), **schema}
        try:
            return jsonschema_rs.validator_for(whole, registry=self._registry, **ENGINE)
        except (ValueError, RecursionError):
            return None

    def holds(self, located: Located, value: Any) -> bool:
        """Tell whether *value* satisfies *located*, a subschema."""
        if isinstance(located.schema, bool):
            return located.schema
        if not self._is_safe(located.schema, value):
            return True
        key = self._tested.get(id(located.schema)) if _is_tried(located) else None
        if key is not None:
            return self._passes(self._test, {key: value})
        if id(located.schema) not in self._tests:
            self._tests[id(located.schema)] = self._validator({"$ref": located.uri})
        return self._passes(self._tests[id(located.schema)], value)

    def _is_safe(self, schema: Mapping[str, Any], value: Any) -> bool:
        """Tell whether the engine may look at *value* by *schema*: that may take exponential time, compiling it too."""
        if self._grows and not self._effort.reaches(schema):
            return False
        if self._takes_little(value) or not self._effort.recursive:
            return True
        return self._effort.count(value, schema) <= MAX_LOOKS

    def _takes_little(self, value: Any) -> bool:
        """Tell, without counting, whether the engine looks at *value* few times, whatever it is looked at by."""
        level, parts, looks = [value], 0, 1
        for _ in range(_SHALLOW):
            if any(isinstance(part, str) and len(part) > _LONG for part in level):
                return False
            parts += len(level)
            looks *= self._at_once
            below = (
                part.values() if isinstance(part, dict) else part for part in level if isinstance(part, dict | list)
            )
            level = list(chain.from_iterable(below))
            if not level:
                break
        return not level and parts * looks <= MAX_LOOKS and (parts == 1 or not self._index.again)

    @cached_property
    def _at_once(self) -> int:
        """How many schemas may be looked at for one part of a value, for every part that it stands in."""
        return self.references.at_once * self._index.overlapping

    @cached_property
    def _tested(self) -> dict[int, str]:
        """Keys of the subschemas that values are likely to be tried by, by identity."""
        known = ((located, located.schema) for located in self.subschemas if _is_tried(located))
        safe = [
            located
            for located, schema in known
            if isinstance(schema, dict) and (not self._grows or self._effort.reaches(schema))
        ]
        # Compiled one by one they would take as long each as all of them together: most lead to much the same.
        self._test = self._validator(
            {"properties": {str(key): {"$ref": located.uri} for key, located in enumerate(safe)}}
        )
        return {} if self._test is None else {id(located.schema): str(key) for key, located in enumerate(safe)}

    @staticmethod
    def _passes(validator: Any, value: Any) -> bool:
        """Tell whether *value* passes *validator*; where there is none everything does."""
        try:
            return validator is None or bool(as_taken(validator.is_valid, value))
        except (ValueError, RecursionError):
            return True

    @cached_property
    def _registry(self) -> Any:
        if self._trial != ("", ""):
            return None
        try:
            return as_taken(lambda taken: jsonschema_rs.Registry(list(taken.items())), self._index.documents)
        except (ValueError, RecursionError):
            return None


def _is_tried(located: Located) -> bool:
    """Tell whether values are likely to be tried by *located*: by what it says, or by where it stands."""
    is_part = located.steps[:1] and located.steps[0] in _TRIED
    return is_part or not (isinstance(located.schema, bool) or _TRIED.isdisjoint(located.schema))


def _mended(schema: Any) -> tuple[Schema, Index, References, list[Problem]]:
    """Return *schema* without its faults, its index, its references, and its problems."""
    unreadable = _unreadable(schema)
    problems = dict.fromkeys([unreadable] if unreadable else [])
    sound: Schema = True if unreadable else schema
    for _ in range(_ROUNDS):
        index = Index(sound if isinstance(sound, dict) else {})
        references = References(index)
        index.release()
        problems |= dict.fromkeys(index.problems)
        if not index.faults:
            return sound, index, references, list(problems)
        sound = _without(sound, index.faults)
    problems[_invalid("too-wrong")] = None
    index = Index({})
    return True, index, References(index), list(problems)


def _unreadable(schema: Any) -> Problem | None:
    if not isinstance(schema, dict | bool):
        return error_at("", "invalid-schema", expected=Phrase("kind.schema"), found=brief(schema))
    level, count = [schema], 0
    for _ in range(MAX_DEPTH + 1):
        count += len(level)
        if count > _MAX_VALUES:
            return _invalid("too-large", _MAX_VALUES)
        if not all(map(_is_json, level)):
            return _invalid("not-json")
        parts = (part.values() if isinstance(part, dict) else part for part in level if isinstance(part, HOLDERS))
        level = list(islice(chain.from_iterable(parts), _MAX_VALUES + 1))
    return _invalid("too-deep", MAX_DEPTH) if level else None


def _invalid(key: str, limit: int = 0) -> Problem:
    params = {"limit": limit} if limit else {}
    return Problem(at="", code="invalid-schema", key=f"invalid-schema.{key}", params=params)


def _is_json(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) for key in value)
    return value is None or isinstance(value, _ANY) or (isinstance(value, float) and math.isfinite(value))


def _without(value: Any, faults: Mapping[tuple[int, str | int], Any]) -> Any:
    """Return *value* with what *faults* say in the place of what stands there."""
    if isinstance(value, dict):
        mended = ((key, faults.get((id(value), key), part), part) for key, part in value.items())
        kept = {key: _without(new, faults) if new is part else new for key, new, part in mended if new is not ABSENT}
        # A type that there is not may still say that the value is a secret.
        is_secret = "type" in value and "type" not in kept and names_secret(value["type"])
        return kept | {"type": "string", "writeOnly": True} if is_secret else kept
    if isinstance(value, list):
        listed = ((faults.get((id(value), index), part), part) for index, part in enumerate(value))
        return [_without(new, faults) if new is part else new for new, part in listed]
    return value
