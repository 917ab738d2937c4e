"""Named types → JSON Schemas: objects, arrays and unions, and every rule of theirs that is broken."""

from __future__ import annotations

import re
from itertools import dropwhile
from typing import TYPE_CHECKING, Any, Literal

from webform.dialects.base import MAX_HINTS
from webform.dialects.properties import BUILT_IN, Edge, Reader, Schema
from webform.messages import Phrase
from webform.problems import wrong_type
from webform.values import ABSENT, as_list, brief, join, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable


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
            self._reader.problems.append(wrong_type(at, Phrase("kind.object-type-name"), named))
            return {}
        kind = self.kind(named)
        if kind != "object" and (kind or named in BUILT_IN or named.endswith("[]")):
            self._reader.refuse(at, code, "variant-not-object", found=brief(named))
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
        return [edge for edge in declared if "$ref" in edge.schema]

    def _type(self, name: str, raw: Any) -> Schema:
        at, reader = join("/types", name), self._reader
        if name in BUILT_IN:
            reader.refuse(at, "taken-name", on_key=True, name=brief(name))
        elif not _PASCAL.fullmatch(name):
            reader.refuse(at, "not-pascal-case", on_key=True, found=brief(name))
        match kind_of_type(raw):
            case "object":
                return reader.record(raw, at, at)
            case "array":
                reader.keys(raw, at, ARRAY, Phrase("subject.array-type"))
                return reader.described(raw, at, reader.array(raw, at, at))
            case "union":
                reader.keys(raw, at, UNION, Phrase("subject.union"))
                return reader.described(raw, at, self._union(raw, at))
            case "standalone" if raw["type"] == "object":
                reader.refuse(join(at, "type"), "standalone-object")
            case "standalone":
                reader.refuse(join(at, "type"), "standalone-type", type=brief(raw["type"]))
            case _:
                reader.problems.append(wrong_type(at, Phrase("kind.type"), raw))
        return {}

    # unions

    def _union(self, raw: dict[str, Any], at: str) -> Schema:
        variants, place = raw["anyOf"], join(at, "anyOf")
        if not isinstance(variants, list):
            self._reader.problems.append(wrong_type(place, Phrase("kind.types"), variants))
            return {}
        if len(variants) < 2:
            self._reader.refuse(place, "few-variants", count=len(variants))
        schemas = [self._variant(name, join(place, index), at) for index, name in enumerate(variants)]
        schemas = [schema for schema in schemas if schema]
        return {"anyOf": schemas} if schemas else {}

    def _variant(self, named: Any, at: str, owner: str) -> Schema:
        schema = self.object_type(named, at, owner, "variant-not-object")
        if schema:
            # In the same dict, since a circle may be opened in it.
            schema["title"] = named
        return schema

    def _discriminate(self, raw: dict[str, Any], at: str) -> None:
        """Add a problem for each variant of the union *raw* that its discriminator does not distinguish."""
        named, reader = raw.get("discriminator"), self._reader
        if named is None:
            reader.refuse(at, "missing-discriminator")
        elif not isinstance(named, str):
            reader.problems.append(wrong_type(join(at, "discriminator"), Phrase("kind.property-name"), named))
        else:
            self._distinguish(raw["anyOf"], named, at)

    def _distinguish(self, variants: Any, named: str, at: str) -> None:
        refuse, taken, seen = self._reader.refuse, dict[Any, str](), set[str]()
        for index, name in enumerate(as_list(variants)):
            place = join(at, "anyOf", index)
            if not isinstance(name, str) or self.kind(name) != "object":
                continue
            if name in seen:
                refuse(place, "repeated-variant", name=brief(name))
                continue
            seen.add(name)
            field = join("/types", name, named)
            const = self.schemas[name]["properties"].get(named, {}).get("const", ABSENT)
            if named not in self._declared[name]:
                refuse(place, "variant-without-discriminator", name=brief(name), discriminator=brief(named))
            elif const is ABSENT:
                refuse(field, "discriminator-without-const")
            elif named not in self.schemas[name]["required"]:
                refuse(join(field, "optional"), "optional-discriminator")
            elif (other := taken.setdefault((kind_of(const), const), name)) != name:
                refuse(join(field, "const"), "repeated-const", value=brief(const), other=brief(other))

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
        if len(self._reader.problems) >= MAX_HINTS:
            self._reader.refuse(edge.at, "circular-type", "circular-type.short")
            return
        names = [*dropwhile(lambda name: name != edge.target, path), edge.target]
        shown = names if len(names) <= MAX_SPELT else [*names[:3], "…", *names[-3:]]
        self._reader.refuse(edge.at, "circular-type", circle=" → ".join(name[:60] for name in shown))
