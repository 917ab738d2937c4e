"""The schemas of an OpenAPI document as JSON Schemas of 2020-12 that stand alone, made when they are asked for."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.dialects.base import unlike
from webform.dialects.openapi_document import ApiDocument, pointer_of, text_at
from webform.schema.keywords import LATEST
from webform.values import ABSENT, as_dict, as_list, at_pointer, escape, split, to_fragment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


#: What no draft of JSON Schema has; it is said in other keywords, or tells nothing of a value.
_DROPPED = frozenset({"nullable", "example", "discriminator", "xml", "externalDocs", "$schema"})
#: What people read of a schema beside a reference, which OpenAPI 3.0 does not heed and its generators write.
_BESIDE = frozenset({
    "title", "description", "default", "example", "examples", "deprecated", "readOnly", "writeOnly", "nullable",
})  # fmt: skip
_BOUNDS = (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum"))
#: Types whose values are texts in other places too: what is of no type of a file.
_TEXT_MEDIA = ("text/", "application/json", "application/xml", "application/sql", "application/javascript")
#: References that are followed to find out whether a property is only read.
_MAX_HOPS = 10


class Definition(NamedTuple):
    """A schema as it stands in `$defs`, and the pointers of those that it refers to."""

    schema: Any
    pointers: tuple[str, ...]


class ApiSchemas:
    """
    Makes the schemas of a document, once.

    Args:
        document: the document.
        sent: they are of what is sent, not of what is answered.
    """

    def __init__(self, document: ApiDocument, *, sent: bool) -> None:
        self._document, self._sent = document, sent
        self._definitions: dict[str, Definition] = {}
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()

    def of(self, schema: Any, pointer: str = "") -> Definition:
        """Return *schema*, a part of the document, that at *pointer* where it is known, in the words of JSON Schema."""
        reading = _Reading(self, self._document, pointer, sent=self._sent)
        made = reading.schema(schema)
        return Definition(made, tuple(reading.pointers))

    def definitions(self, pointers: tuple[str, ...]) -> dict[str, Any]:
        """Return the `$defs` of a schema that refers to *pointers*: those that these refer to, too."""
        found: dict[str, Any] = {}
        left, seen = deque(pointers), set(pointers)
        while left:
            pointer = left.popleft()
            if pointer not in self._definitions:
                self._definitions[pointer] = self.of(at_pointer(self._document.value, pointer), pointer)
            definition = self._definitions[pointer]
            found[self.name_of(pointer)] = definition.schema
            left += [below for below in definition.pointers if below not in seen]
            seen.update(definition.pointers)
        return found

    def alone(self, schema: Any) -> Any:
        """Return *schema*, a part of the document, with all that it refers to."""
        made, pointers = self.of(schema)
        if not isinstance(made, dict):
            return made
        defs = self.definitions(pointers)
        return {"$schema": LATEST.uri, **made, **({"$defs": defs} if defs else {})}

    def name_of(self, pointer: str) -> str:
        """Return what the schema at *pointer* is called in `$defs`."""
        if pointer not in self._names:
            name = unlike(split(pointer)[-1], self._taken)
            self._taken.add(name)
            self._names[pointer] = name
        return self._names[pointer]

    def places(self, names: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield where each of the `$defs` called *names* stands here, and in the document."""
        for pointer, name in self._names.items():
            if name in names:
                yield f"/$defs/{escape(name)}", pointer


class _Reading:
    """Makes one schema; *pointers* are those that it refers to."""

    def __init__(self, schemas: ApiSchemas, document: ApiDocument, pointer: str, *, sent: bool) -> None:
        self._schemas, self._document, self._pointer, self._sent = schemas, document, pointer, sent
        self.pointers: dict[str, None] = {}

    def schema(self, raw: Any, unsent: frozenset[str] = frozenset()) -> Any:
        """Return the JSON Schema of *raw*; the keys *unsent*, which others declare of the same value, are not asked."""
        if not isinstance(raw, dict):
            return raw
        if self._document.is_old and isinstance(raw.get("$ref"), str):
            raw = {key: value for key, value in raw.items() if key == "$ref" or key in _BESIDE}
        unsent |= self._unsent(raw)
        if (union := self._union(raw)) is not None:
            raw = {key: value for key, value in raw.items() if key != "$ref"} | union
        made = {key: self._keyword(key, value, raw, unsent) for key, value in raw.items() if key not in _DROPPED}
        self._rename(made, raw)
        if unsent and isinstance(required := made.get("required"), list):
            made["required"] = [key for key in required if key not in unsent]
        if isinstance(title := made.get("title"), str) and title in self._document.made_titles:
            del made["title"]
        if self._sent:
            _as_file(made)
        return _with_null(made) if raw.get("nullable") is True else made

    def _keyword(self, key: str, value: Any, raw: dict[str, Any], unsent: frozenset[str]) -> Any:
        if key == "$ref":
            return self._reference(value)
        if key in ("oneOf", "anyOf") and isinstance(value, list):
            return [self._option(part, raw.get("discriminator"), unsent) for part in value]
        if key == "allOf" and isinstance(value, list):
            return [self._part(part, unsent) for part in value]
        if key == "properties" and isinstance(value, dict):
            return {name: self.schema(part) for name, part in value.items() if name not in unsent}
        keyword = LATEST.keywords.get(key)
        if keyword is None or not keyword.holds:
            return value
        if keyword.holds == "here":
            return [self.schema(part) for part in value] if isinstance(value, list) else self.schema(value)
        return {name: self.schema(part) for name, part in value.items()} if isinstance(value, dict) else value

    def _reference(self, reference: Any) -> Any:
        pointer = pointer_of(reference) if isinstance(reference, str) else None
        if pointer is None or not isinstance(at_pointer(self._document.value, pointer), dict | bool):
            # The reader of schemas says what is wrong with it.
            return reference
        self.pointers[pointer] = None
        return to_fragment(f"/$defs/{escape(self._schemas.name_of(pointer))}")

    def _option(self, raw: Any, discriminator: Any, unsent: frozenset[str]) -> Any:
        """Return an alternative with the value that its discriminator has where it is meant."""
        made = self._part(raw, unsent, discriminator)
        name = discriminator.get("propertyName") if isinstance(discriminator, dict) else None
        reference = raw.get("$ref") if isinstance(raw, dict) else None
        if not isinstance(name, str) or not isinstance(reference, str) or not isinstance(made, dict):
            return made
        values = _values_of(reference, discriminator.get("mapping"))
        kept = {"const": values[0]} if len(values) == 1 else {"enum": values}
        return {**made, "properties": {name: kept}, "required": [name]}

    def _union(self, raw: dict[str, Any]) -> dict[str, Any] | None:
        """Return the union that *raw* means, where it refers to a base whose discriminator alone names what is one."""
        base = self._followed(raw) if isinstance(raw.get("$ref"), str) else {}
        discriminator = base.get("discriminator")
        if not isinstance(discriminator, dict) or "oneOf" in base or "anyOf" in base or "properties" not in base:
            return None
        # Without a mapping the names of the schemas that extend the base are the values.
        mapping = discriminator.get("mapping") or self._document.extending(pointer_of(raw["$ref"]) or "")
        if not isinstance(mapping, dict) or not mapping:
            return None
        named = [name for name in mapping.values() if isinstance(name, str)]
        whole = dict.fromkeys(name if "#" in name else f"#/components/schemas/{escape(name)}" for name in named)
        return {
            "oneOf": [{"$ref": reference} for reference in whole],
            "discriminator": {**discriminator, "mapping": mapping},
        }

    def _part(self, raw: Any, unsent: frozenset[str], discriminator: Any = None) -> Any:
        """Return a part of `allOf`, or an alternative: what extends a base has the base itself, and no alternatives."""
        union = self._union(raw) if isinstance(raw, dict) else None
        of_base = union["discriminator"] if union else None
        is_one = of_base is not None and (discriminator == of_base or self._extends(of_base))
        return {"$ref": self._reference(raw["$ref"])} if is_one else self.schema(raw, unsent)

    def _extends(self, discriminator: dict[str, Any]) -> bool:
        """Tell whether the schema that is read is one of those that *discriminator* names."""
        names = (f"#{self._pointer}", self._pointer.rpartition("/")[2])
        return self._pointer != "" and any(name in names for name in discriminator["mapping"].values())

    def _rename(self, made: dict[str, Any], raw: dict[str, Any]) -> None:
        """Say in *made* what *raw* says in keywords of OpenAPI."""
        if "example" in raw and "examples" not in raw:
            made["examples"] = [raw["example"]]
        elif isinstance(raw.get("examples"), dict):
            made["examples"] = [raw["examples"]]
        for exclusive, bound in _BOUNDS:
            flag = made.get(exclusive)
            if isinstance(flag, bool):
                del made[exclusive]
                if flag and bound in made:
                    made[exclusive] = made.pop(bound)

    def _unsent(self, raw: dict[str, Any]) -> frozenset[str]:
        """Return the keys of *raw*, and of what holds with it, that stand in the other direction alone."""
        flag = "readOnly" if self._sent else "writeOnly"
        found = set[str]()
        for part in (raw, *as_list(raw.get("allOf"))):
            properties = self._followed(part).get("properties")
            if isinstance(properties, dict):
                found |= {name for name, inner in properties.items() if self._says(inner, flag)}
        return frozenset(found)

    def _says(self, raw: Any, flag: str) -> bool:
        return isinstance(raw, dict) and (raw.get(flag) is True or self._followed(raw).get(flag) is True)

    def _followed(self, raw: Any) -> dict[str, Any]:
        """Return what *raw* is or refers to; `{}` where that is no object."""
        for _ in range(_MAX_HOPS):
            if not isinstance(raw, dict) or not isinstance(reference := raw.get("$ref"), str):
                break
            pointer = pointer_of(reference)
            raw = ABSENT if pointer is None else at_pointer(self._document.value, pointer)
        return as_dict(raw)


def _values_of(reference: str, mapping: Any) -> list[str]:
    """Return the values of a discriminator that mean the schema that *reference* leads to."""
    name = reference.rpartition("/")[2]
    # A mapping has the reference, or the name alone.
    return [value for value, target in as_dict(mapping).items() if target in (reference, name)] or [name]


def _with_null(made: dict[str, Any]) -> dict[str, Any]:
    """Return *made* where null is a value too."""
    null = {"type": "null"}
    if isinstance(options := made.get("enum"), list) and None not in options:
        made["enum"] = [*options, None]
    if isinstance(made.get("type"), str):
        made["type"] = [made["type"], "null"]
    for key in ("oneOf", "anyOf"):
        if isinstance(parts := made.get(key), list) and null not in parts:
            made[key] = [*parts, null]
    if "allOf" in made or "$ref" in made:
        keys = ("title", "description", "default", "deprecated")
        notes: dict[str, Any] = {key: made.pop(key) for key in keys if key in made}
        return {**notes, "anyOf": [made, null]}
    return made


def _as_file(made: dict[str, Any]) -> None:
    """Make *made*, where it is binary, a file."""
    media = text_at(made, "contentMediaType")
    is_binary = made.get("format") == "binary" or (
        media != "" and "contentEncoding" not in made and not media.startswith(_TEXT_MEDIA)
    )
    if is_binary and made.get("type", "string") in ("string", ["string", "null"]):
        made["format"] = "data-url"
        if media in ("application/octet-stream", "*/*"):
            del made["contentMediaType"]
