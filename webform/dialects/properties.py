"""Properties of named types → JSON Schemas: what each says, and every rule of theirs that is broken."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.dialects.base import TAKEN_AS_SECRET, wrong
from webform.inputs.naming import names_secret
from webform.problems import Problem, did_you_mean
from webform.values import brief, escape, join, kind_of, to_fragment
from webform.words import sentence

if TYPE_CHECKING:
    from collections.abc import Collection

Schema = dict[str, Any]

#: The types of plain values, and the kind that each is of.
SCALARS = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean"}
BUILT_IN = (*SCALARS, "unknown", "file")
PROPERTY = ("type", "description", "optional", "enum", "const", "items")
#: What a property says that is an input.
INPUT = (*PROPERTY, "default")
#: What the items of an array say.
ITEMS = ("type", "description", "enum", "const", "items")
#: What models do not hold to, and so no array says.
LIMITS = ("minItems", "maxItems")
#: Words compared with what they may have been meant to be, at most: it takes its time.
MAX_COMPARISONS = 2000
#: The conventions for names.
CASES = {
    "camelCase": re.compile(r"[a-z][A-Za-z0-9]*"),
    "UPPER_SNAKE": re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*"),
    "lower_snake or camelCase": re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*|[a-z][A-Za-z0-9]*"),
}


class Edge(NamedTuple):
    """A reference to the type called *target*: the *schema* that holds it, and where it is declared, *at*."""

    target: str
    schema: Schema
    at: str


class Reader:
    """
    Reads properties; what cannot be read of one takes any value.

    Args:
        types: the names of the types that properties may have beside the built-in ones.

    Attributes:
        problems: what is wrong with all that was read.
        edges: the references in what was read, by the place of the type or form that they are of.
    """

    def __init__(self, types: Collection[str]) -> None:
        self.types = types
        self.problems: list[Problem] = []
        self.edges: dict[str, list[Edge]] = defaultdict(list)
        self._compared = 0

    def say(self, at: str, code: str, message: str, *, on_key: bool = False) -> None:
        self.problems.append(Problem(at=at, code=code, message=message, on_key=on_key))

    def advise(self, at: str, code: str, message: str, *, on_key: bool = False) -> None:
        problem = Problem(at=at, code=code, message=message, severity="warning", on_key=on_key)
        self.problems.append(problem)

    def record(
        self, raw: dict[str, Any], at: str, owner: str, known: Collection[str] = PROPERTY, case: str = "camelCase"
    ) -> Schema:
        """
        Return the JSON Schema of an object.

        Args:
            raw: its properties, declared at *at*.
            owner: the place of the type or form that they are of.
            known: what each of them may say.
            case: how their keys are spelt by convention.
        """
        properties: dict[str, Schema] = {}
        required = []
        for key, each in raw.items():
            here = join(at, key)
            if not CASES[case].fullmatch(key):
                self.advise(here, "key-case", f"By convention keys are {case} here, not {brief(key)}", on_key=True)
            properties[key] = self.property(each, here, owner, known)
            if not (isinstance(each, dict) and each.get("optional") is True):
                required.append(key)
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

    def property(self, raw: Any, at: str, owner: str, known: Collection[str] = PROPERTY) -> Schema:
        """Return the JSON Schema of one property."""
        if not isinstance(raw, dict):
            example = brief({"type": raw if isinstance(raw, str) else "string"})
            self.problems.append(wrong(at, f"a property, such as {example}", raw))
            return {}
        self.keys(raw, at, known, "an item" if known is ITEMS else "a property")
        if not isinstance(raw.get("optional", False), bool):
            self.problems.append(wrong(join(at, "optional"), "true or false", raw["optional"]))
        schema = self._typed(raw, at, owner)
        self._enum(raw, at, schema)
        self._const(raw, at, schema)
        return self.described(raw, at, schema)

    def keys(self, raw: dict[str, Any], at: str, known: Collection[str], what: str) -> None:
        """Say which keys of *raw*, in words *what*, are none that it has."""
        for key in raw:
            if key in LIMITS:
                message = f"{key} is not supported: models do not hold to it; say it in the description"
                self.say(join(at, key), "array-limit", message, on_key=True)
            elif key not in known:
                near = self._near(key, known) or f"; it has {', '.join(known)}"
                self.advise(join(at, key), "unknown-key", sentence(f"{what} has no {brief(key)}{near}"), on_key=True)

    def described(self, raw: dict[str, Any], at: str, schema: Schema) -> Schema:
        """Return *schema* with the description of what it was made of."""
        text = raw.get("description")
        if isinstance(text, str):
            schema["description"] = text
        elif text is not None:
            self.problems.append(wrong(join(at, "description"), "a text", text))
        return schema

    def array(self, raw: dict[str, Any], at: str, owner: str) -> Schema:
        """Return the JSON Schema of an array with `items`."""
        if "items" not in raw:
            message = 'Expected items, what the array holds, such as {"type": "string"}; add it'
            self.say(at, "missing-items", message)
            return {"type": "array"}
        return {"type": "array", "items": self.property(raw["items"], join(at, "items"), owner, ITEMS)}

    def _typed(self, raw: dict[str, Any], at: str, owner: str) -> Schema:
        named = raw.get("type")
        if named == "array":
            return self.array(raw, at, owner)
        if "items" in raw:
            message = 'Only a property of type array has items; write "type": "array", or take them away'
            self.say(join(at, "items"), "items-without-array", message, on_key=True)
        if "type" not in raw:
            self.say(at, "missing-type", f"Expected a type, {self._one_of()}; add it")
        elif not isinstance(named, str):
            self.problems.append(wrong(join(at, "type"), f"a type, {self._one_of()}", named))
        else:
            return self.reference(named, join(at, "type"), owner)
        return {}

    def _one_of(self) -> str:
        return f"one of {', '.join(BUILT_IN)}, array or a type of this document"

    def reference(self, text: str, at: str, owner: str) -> Schema:
        """Return the JSON Schema of the values of the type that *text* names: a built-in one, a declared one, `T[]`."""
        if text.endswith("[]"):
            return {"type": "array", "items": self._named(text.removesuffix("[]"), at, owner)}
        return self._named(text, at, owner)

    def _named(self, name: str, at: str, owner: str) -> Schema:
        if name in SCALARS:
            return {"type": name}
        if name == "unknown":
            return {}
        if name == "file" or name in self.types:
            schema = {"$ref": to_fragment("/$defs/" + escape(name))}
            self.edges[owner].append(Edge(name, schema, at))
            return schema
        if name in {"array", "object"}:
            message = f'There is no type "{name}" by itself: define a type under types, or write unknown'
            self.say(at, f"standalone-{name}", message)
        else:
            # A name that begins like a type's is no misspelt built-in one, but for its case.
            known = [*self.types] if name[:1].isupper() else [*BUILT_IN, *self.types]
            near = self._near(name, [name.lower()] if name.lower() in BUILT_IN else known)
            message = f"Expected {self._one_of()}, not {brief(name)}{near}"
            if names_secret(name):
                self.say(at, "unknown-type", message + TAKEN_AS_SECRET)
                return {"type": "string", "writeOnly": True}
            self.say(at, "unknown-type", message)
        return {}

    def _near(self, word: str, known: Collection[str]) -> str:
        """Return what may have been meant, for as long as comparing takes little time."""
        self._compared += len(known)
        return did_you_mean(word, known) if self._compared <= MAX_COMPARISONS else ""

    def _enum(self, raw: dict[str, Any], at: str, schema: Schema) -> None:
        if "enum" not in raw:
            return
        values, here = raw["enum"], join(at, "enum")
        if not isinstance(values, list) or not values:
            self.problems.append(wrong(here, "a list of strings", values))
        elif odd := [index for index, each in enumerate(values) if not isinstance(each, str)]:
            message = f"Expected enum to hold strings, not {brief(values[odd[0]])}: put it in quotes"
            self.say(join(here, odd[0]), "enum-not-strings", message)
        elif schema.get("type") == "string":
            schema["enum"] = list(dict.fromkeys(values))
            unlike = [brief(each) for each in values if not CASES["lower_snake or camelCase"].fullmatch(each)]
            if unlike:
                found = ", ".join(unlike[:3]) + (", …" if len(unlike) > 3 else "")
                self.advise(here, "enum-case", f"By convention values are lower_snake or camelCase, not {found}")
        elif schema or raw.get("type") == "unknown":
            self.say(here, "enum-not-strings", f"Only a string has enum, not {brief(raw['type'])}; take it away")

    def _const(self, raw: dict[str, Any], at: str, schema: Schema) -> None:
        if "const" not in raw:
            return
        value, named = raw["const"], schema.get("type")
        if named in SCALARS:
            if kind_of(value) == SCALARS[named] and (named != "integer" or value == int(value)):
                schema["const"] = value
            else:
                self.say(join(at, "const"), "bad-const", f"Expected a constant of type {named}, not {brief(value)}")
        elif schema or raw.get("type") == "unknown":
            message = f"Only a string, a number, an integer or a boolean has const, not {brief(raw['type'])}"
            self.say(join(at, "const"), "bad-const", message)
