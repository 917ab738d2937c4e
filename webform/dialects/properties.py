"""Properties of named types → JSON Schemas: what they say, and every rule of theirs that is broken."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.dialects.base import unknown_key
from webform.dialects.text_places import BESIDE
from webform.inputs.naming import names_secret
from webform.messages import Param, Phrase
from webform.problems import Problem, error_at, nearest, warning_at, wrong_type
from webform.values import brief, escape, join, kind_of, to_fragment

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

    def refuse(self, at: str, code: str, key: str = "", *, on_key: bool = False, **params: Param) -> None:
        """Add an error."""
        self.problems.append(error_at(at, code, key, on_key=on_key, **params))

    def warn(self, at: str, code: str, *, on_key: bool = False, **params: Param) -> None:
        """Add a warning."""
        self.problems.append(warning_at(at, code, "", on_key=on_key, **params))

    def record(
        self, raw: dict[str, Any], at: str, owner: str, known: Collection[str] = PROPERTY, case: str = "camelCase"
    ) -> Schema:
        """
        Return the JSON Schema of an object.

        Args:
            raw: its properties, declared at *at*.
            owner: the place of the type or form that they are of.
            known: what a property may say.
            case: how their keys are spelt by convention.
        """
        properties: dict[str, Schema] = {}
        required = []
        for key, declared in raw.items():
            place = join(at, key)
            if not CASES[case].fullmatch(key):
                self.warn(place, "key-case", on_key=True, case=case, found=brief(key))
            properties[key] = self.property(declared, place, owner, known)
            if not (isinstance(declared, dict) and declared.get("optional") is True):
                required.append(key)
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

    def property(self, raw: Any, at: str, owner: str, known: Collection[str] = PROPERTY) -> Schema:
        """Return the JSON Schema of one property."""
        if not isinstance(raw, dict):
            example = brief({"type": raw if isinstance(raw, str) else "string"})
            self.problems.append(wrong_type(at, Phrase("kind.property", {"example": example}), raw))
            return {}
        self.keys(raw, at, known, Phrase("subject.item" if known is ITEMS else "subject.property"))
        if not isinstance(raw.get("optional", False), bool):
            self.problems.append(wrong_type(join(at, "optional"), Phrase("kind.boolean"), raw["optional"]))
        schema = self._typed(raw, at, owner)
        self._enum(raw, at, schema)
        self._const(raw, at, schema)
        return self.described(raw, at, schema)

    def keys(self, raw: dict[str, Any], at: str, known: Collection[str], subject: Phrase) -> None:
        """Add a problem for each key of *raw*, called *subject*, that is not *known*."""
        for key in raw:
            if key in LIMITS:
                self.refuse(join(at, key), "array-limit", on_key=True, name=key)
            elif key not in known and key != BESIDE:
                self.problems.append(unknown_key(at, subject, key, self._near(key, known), known))

    def described(self, raw: dict[str, Any], at: str, schema: Schema) -> Schema:
        """Return *schema* with the description of what it was made of."""
        text = raw.get("description")
        if isinstance(text, str):
            schema["description"] = text
        elif text is not None:
            self.problems.append(wrong_type(join(at, "description"), Phrase("kind.text"), text))
        return schema

    def array(self, raw: dict[str, Any], at: str, owner: str) -> Schema:
        """Return the JSON Schema of an array with `items`."""
        if "items" not in raw:
            self.refuse(at, "missing-items")
            return {"type": "array"}
        return {"type": "array", "items": self.property(raw["items"], join(at, "items"), owner, ITEMS)}

    def _typed(self, raw: dict[str, Any], at: str, owner: str) -> Schema:
        named = raw.get("type")
        if named == "array":
            return self.array(raw, at, owner)
        if "items" in raw:
            self.refuse(join(at, "items"), "items-without-array", on_key=True)
        if "type" not in raw:
            self.refuse(at, "missing-type", "missing-type.property", types=BUILT_IN)
        elif not isinstance(named, str):
            self.problems.append(wrong_type(join(at, "type"), Phrase("kind.type-name", {"types": BUILT_IN}), named))
        else:
            return self.reference(named, join(at, "type"), owner)
        return {}

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
            self.refuse(at, f"standalone-{name}", "standalone-type.built-in", name=name)
        elif names_secret(name):
            self.refuse(at, "unknown-type", "unknown-type.property-as-secret", types=BUILT_IN, found=brief(name))
            return {"type": "string", "writeOnly": True}
        else:
            # A name that begins like a type's is no misspelt built-in one, but for its case.
            known = [*self.types] if name[:1].isupper() else [*BUILT_IN, *self.types]
            near = self._near(name, [name.lower()] if name.lower() in BUILT_IN else known)
            self.refuse(at, "unknown-type", "unknown-type.property", types=BUILT_IN, found=brief(name), near=near)
        return {}

    def _near(self, word: str, known: Collection[str]) -> str:
        """Return which of *known* may have been meant, for as long as comparing takes little time."""
        self._compared += len(known)
        return nearest(word, known) if self._compared <= MAX_COMPARISONS else ""

    def _enum(self, raw: dict[str, Any], at: str, schema: Schema) -> None:
        if "enum" not in raw:
            return
        values, place = raw["enum"], join(at, "enum")
        if not isinstance(values, list) or not values:
            self.problems.append(wrong_type(place, Phrase("kind.strings"), values))
        elif odd := [index for index, value in enumerate(values) if not isinstance(value, str)]:
            self.refuse(join(place, odd[0]), "enum-not-strings", found=brief(values[odd[0]]))
        elif schema.get("type") == "string":
            schema["enum"] = list(dict.fromkeys(values))
            unlike = [brief(value) for value in values if not CASES["lower_snake or camelCase"].fullmatch(value)]
            if unlike:
                self.warn(place, "enum-case", found=(*unlike[:3], *(("…",) if len(unlike) > 3 else ())))
        elif schema or raw.get("type") == "unknown":
            self.refuse(place, "enum-not-strings", "enum-not-strings.type", type=brief(raw["type"]))

    def _const(self, raw: dict[str, Any], at: str, schema: Schema) -> None:
        if "const" not in raw:
            return
        value, named = raw["const"], schema.get("type")
        if named in SCALARS:
            if kind_of(value) == SCALARS[named] and (named != "integer" or value == int(value)):
                schema["const"] = value
            else:
                self.refuse(join(at, "const"), "bad-const", type=named, found=brief(value))
        elif schema or raw.get("type") == "unknown":
            self.refuse(join(at, "const"), "bad-const", "bad-const.type", type=brief(raw["type"]))
