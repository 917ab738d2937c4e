"""Named types → JSON Schemas: objects, arrays and unions, and every rule of theirs that is broken."""

from __future__ import annotations

import re
from itertools import dropwhile
from typing import TYPE_CHECKING, Any, Literal

from webform.dialects.base import MAX_HINTS, wrong
from webform.dialects.properties import BUILT_IN
from webform.values import ABSENT, brief, join, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.dialects.properties import Edge, Reader, Schema

TypeKind = Literal["object", "array", "union", "standalone", ""]

ARRAY = ("type", "items", "description")
UNION = ("anyOf", "discriminator", "description")
#: The value of the type `file`: a file that lies elsewhere already.
FILE: Schema = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "mediaType": {"type": "string"},
        "url": {"type": "string"},
        "filename": {"type": "string"},
        "size": {"type": "integer", "minimum": 0},
    },
    "required": ["id", "mediaType", "url"],
    "additionalProperties": False,
}
#: A circle of more types is not spelt out.
MAX_SPELT = 8
_PASCAL = re.compile(r"[A-Z][A-Za-z0-9]*")


def kind_of_type(raw: Any) -> TypeKind:
    """Return what *raw*, declared under `types`, is: properties may be called type, items and anyOf too."""
    if not isinstance(raw, dict):
        return ""
    if "anyOf" in raw and not isinstance(raw["anyOf"], dict):
        return "union"
    if isinstance(raw.get("type"), str):
        return "array" if raw["type"] == "array" else "standalone"
    return "object"


class Types:
    """
    The types of a document.

    Args:
        declared: what it has under `types`.
        reader: reads their properties, and has their problems.

    Attributes:
        schemas: their JSON Schemas, which refer to each other by `#/$defs/NAME`, and never in a circle.
    """

    def __init__(self, declared: dict[str, Any], reader: Reader) -> None:
        self._declared, self._reader = declared, reader
        self.schemas = {name: self._type(name, raw) for name, raw in declared.items()}
        for name, raw in declared.items():
            if kind_of_type(raw) == "union":
                self._discriminate(raw, join("/types", name))
        self._open_circles()

    def kind(self, name: str) -> TypeKind:
        """Return what the type called *name* is; `""` where it is none of the document's."""
        return "" if name in BUILT_IN else kind_of_type(self._declared.get(name))

    def object_type(self, named: Any, at: str, owner: str, code: str) -> Schema:
        """Return the JSON Schema of the object type that is *named*; a problem of *code* says that it is another."""
        if not isinstance(named, str):
            self._reader.problems.append(wrong(at, "the name of an object type", named))
            return {}
        kind = self.kind(named)
        if kind != "object" and (kind or named in BUILT_IN or named.endswith("[]")):
            self._reader.say(at, code, f"Expected an object type, not {brief(named)}: wrap it in one")
            return {}
        return self._reader.reference(named, at, owner)

    def used(self, owner: str) -> dict[str, Schema]:
        """Return the schemas of all types that what is declared at *owner* refers to, itself or through others."""
        found: dict[str, Schema] = {}
        names = [edge.target for edge in self._reader.edges.get(owner, ())]
        for name in names:
            if name not in found:
                found[name] = FILE if name == "file" else self.schemas[name]
                names += [edge.target for edge in self._edges(name)]
        return found

    def _edges(self, name: str) -> list[Edge]:
        declared = () if name == "file" else self._reader.edges.get(join("/types", name), ())
        return [each for each in declared if "$ref" in each.schema]

    def _type(self, name: str, raw: Any) -> Schema:
        at, read = join("/types", name), self._reader
        if name in BUILT_IN:
            read.say(at, "taken-name", f"{brief(name)} is built in; give this type another name", on_key=True)
        elif not _PASCAL.fullmatch(name):
            message = f"Expected a name in PascalCase, such as OrderStatus, not {brief(name)}"
            read.say(at, "not-pascal-case", message, on_key=True)
        match kind_of_type(raw):
            case "object":
                return read.record(raw, at, at)
            case "array":
                read.keys(raw, at, ARRAY, "an array type")
                return read.described(raw, at, read.array(raw, at, at))
            case "union":
                read.keys(raw, at, UNION, "a union")
                return read.described(raw, at, self._union(raw, at))
            case "standalone" if raw["type"] == "object":
                message = 'A type is an object by itself: write its properties here, without "type" and "properties"'
                read.say(join(at, "type"), "standalone-object", message)
            case "standalone":
                message = f"A type is an object, an array or a union; write {brief(raw['type'])} where it is needed"
                read.say(join(at, "type"), "standalone-type", message)
            case _:
                read.problems.append(wrong(at, 'a type, such as {"name": {"type": "string"}}', raw))
        return {}

    # unions

    def _union(self, raw: dict[str, Any], at: str) -> Schema:
        variants, here = raw["anyOf"], join(at, "anyOf")
        if not isinstance(variants, list):
            self._reader.problems.append(wrong(here, "a list of types", variants))
            return {}
        if len(variants) < 2:
            message = f"Expected a union of two types or more, found {len(variants)}; use the type itself"
            self._reader.say(here, "few-variants", message)
        schemas = [self._variant(name, join(here, index), at) for index, name in enumerate(variants)]
        schemas = [each for each in schemas if each]
        return {"anyOf": schemas} if schemas else {}

    def _variant(self, named: Any, at: str, owner: str) -> Schema:
        schema = self.object_type(named, at, owner, "variant-not-object")
        if schema:
            # In the same dict, since a circle may be opened in it.
            schema["title"] = named
        return schema

    def _discriminate(self, raw: dict[str, Any], at: str) -> None:
        """Say which variants of the union *raw* its discriminator does not tell apart."""
        named, read = raw.get("discriminator"), self._reader
        if named is None:
            message = "Expected discriminator, the property that tells the variants apart; add it"
            read.say(at, "missing-discriminator", message)
        elif not isinstance(named, str):
            read.problems.append(wrong(join(at, "discriminator"), "the name of a property", named))
        else:
            self._told_apart(raw["anyOf"], named, at)

    def _told_apart(self, variants: Any, named: str, at: str) -> None:
        say, taken, seen = self._reader.say, dict[Any, str](), set[str]()
        for index, name in enumerate(variants if isinstance(variants, list) else ()):
            here = join(at, "anyOf", index)
            if not isinstance(name, str) or self.kind(name) != "object":
                continue
            if name in seen:
                say(here, "repeated-variant", f"{brief(name)} is a variant already; take it away")
                continue
            seen.add(name)
            field = join("/types", name, named)
            const = self.schemas[name]["properties"].get(named, {}).get("const", ABSENT)
            if named not in self._declared[name]:
                message = f"{brief(name)} has no {brief(named)}, which tells the variants apart; add it, with a const"
                say(here, "variant-without-discriminator", message)
            elif const is ABSENT:
                message = "Expected a const here: it tells the variants of a union apart; add it"
                say(field, "discriminator-without-const", message)
            elif named not in self.schemas[name]["required"]:
                message = "What tells the variants of a union apart is never optional; take this away"
                say(join(field, "optional"), "optional-discriminator", message)
            elif (other := taken.setdefault((kind_of(const), const), name)) != name:
                message = f"{brief(const)} is the const of {brief(other)} too; give each variant its own"
                say(join(field, "const"), "repeated-const", message)

    # circles

    def _open_circles(self) -> None:
        """Open every circle of types where it closes: any value is taken there."""
        done: set[str] = set()
        for start in self.schemas:
            # The types from the start to the one looked at, each with its references still to follow: a chain of types
            # may be longer than calls go deep.
            path = {} if start in done else {start: iter(self._edges(start))}
            while path:
                name, edges = next(reversed(path.items()))
                edge = next(edges, None)
                if edge is None:
                    done.add(name)
                    del path[name]
                elif edge.target in path:
                    self._open(edge, path)
                elif edge.target not in done:
                    path[edge.target] = iter(self._edges(edge.target))

    def _open(self, edge: Edge, path: Iterable[str]) -> None:
        del edge.schema["$ref"]
        circle = ""
        if len(self._reader.problems) < MAX_HINTS:
            names = [*dropwhile(lambda name: name != edge.target, path), edge.target]
            shown = names if len(names) <= MAX_SPELT else [*names[:3], "…", *names[-3:]]
            circle = ": " + " → ".join(each[:60] for each in shown)
        message = f"A type cannot hold itself{circle}; take this reference away, or write unknown"
        self._reader.say(edge.at, "circular-type", message)
