"""An OpenAPI document: its version, what its references lead to, and where that stands."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import unquote

from webform.messages import Phrase
from webform.problems import Problem, warning_at, wrong_type
from webform.values import ABSENT, as_dict, as_text, at_pointer, brief, dicts_in, escape

#: References that lead to each other, at most.
_MAX_HOPS = 20
#: Problems up to which places are noted: nobody reads more.
_MAX_NOTED = 1000


class Part(NamedTuple):
    """An object of a document, and the pointer to where it stands."""

    raw: dict[str, Any]
    at: str


class ApiDocument:
    """
    An OpenAPI document.

    Attributes:
        value: the parsed document.
        is_old: it is one of OpenAPI 3.0, whose schemas are none of JSON Schema.
        problems: what is wrong in it, but for its schemas.
    """

    def __init__(self, value: dict[str, Any]) -> None:
        self.value = value
        self.is_old = str(value.get("openapi")).startswith("3.0")
        self.problems: list[Problem] = []

    @cached_property
    def made_titles(self) -> frozenset[str]:
        """The titles that FastAPI makes of the ids of operations, for the bodies and answers that nobody named."""
        found = [operation for item in objects_in(self.value.get("paths")) for operation in objects_in(item)]
        ids = [name for operation in found if (name := text_at(operation, "operationId"))]
        answers = (f"Response_{name}".title().replace("_", " ") for name in ids)
        return frozenset((*answers, *(f"Body_{name}" for name in ids)))

    def extending(self, pointer: str) -> dict[str, str]:
        """Return the schemas that extend that at *pointer* by `allOf`, also by way of others: name -> reference."""
        found: dict[str, str] = {}
        left = [pointer]
        while left:
            for name in self._extensions.get(left.pop(), ()):
                if name not in found:
                    found[name] = f"#/components/schemas/{escape(name)}"
                    left.append(f"/components/schemas/{escape(name)}")
        return found

    @cached_property
    def _extensions(self) -> dict[str, list[str]]:
        """The names of the schemas that extend a schema by `allOf`, by the pointer of that."""
        found: dict[str, list[str]] = {}
        for name, schema in as_dict(at_pointer(self.value, "/components/schemas")).items():
            for part in dicts_in(as_dict(schema).get("allOf")):
                if (base := pointer_of(text_at(part, "$ref"))) is not None:
                    found.setdefault(base, []).append(name)
        return found

    def part(self, holder: Part, key: str) -> Part | None:
        """Return the object at *key* of *holder*, its references followed; what is none is noted."""
        return self.resolve(holder.raw.get(key), f"{holder.at}/{escape(key)}")

    def resolve(self, value: Any, at: str) -> Part | None:
        """Return the object that *value*, at *at*, is or refers to; `None`, with a problem, where there is none."""
        seen = 0
        while isinstance(value, dict) and isinstance(value.get("$ref"), str):
            pointer = pointer_of(value["$ref"])
            found = ABSENT if pointer is None else at_pointer(self.value, pointer)
            seen += 1
            if pointer is None or found is ABSENT or seen > _MAX_HOPS:
                self._note_reference(at, value["$ref"], is_external=pointer is None, is_circle=seen > _MAX_HOPS)
                return None
            # What stands beside a reference to no schema says something else of the same: a summary, a description.
            beside = {key: text for key, text in value.items() if key in ("summary", "description")}
            value, at = found, pointer
            if beside and isinstance(value, dict):
                value = {**value, **beside}
        if value is None:
            return None
        if not isinstance(value, dict):
            self.note(wrong_type(at, Phrase("kind.object"), value))
            return None
        return Part(value, at)

    def listed(self, holder: Part, key: str) -> list[Any]:
        """Return the list at *key* of *holder*; what is none is noted."""
        value = holder.raw.get(key)
        if value is None or isinstance(value, list):
            return value or []
        self.note(wrong_type(f"{holder.at}/{escape(key)}", Phrase("kind.array"), value))
        return []

    def members(self, holder: Part, key: str) -> dict[str, Any]:
        """Return the object at *key* of *holder*, without `x-` extensions; what is none is noted."""
        value = holder.raw.get(key)
        if value is None or isinstance(value, dict):
            return {name: member for name, member in (value or {}).items() if not name.startswith("x-")}
        self.note(wrong_type(f"{holder.at}/{escape(key)}", Phrase("kind.object"), value))
        return {}

    def note(self, problem: Problem) -> None:
        """Note a problem."""
        if len(self.problems) < _MAX_NOTED:
            self.problems.append(problem)

    def _note_reference(self, at: str, reference: str, *, is_external: bool, is_circle: bool) -> None:
        key = "circular-reference" if is_circle else "external-reference" if is_external else "unresolved-reference"
        sentence = "external-reference.api" if is_external else key
        self.note(warning_at(at, key, sentence, reference=brief(reference), near=""))


def objects_in(value: Any) -> list[dict[str, Any]]:
    """Return the objects that *value* has by name, where it is an object, else none."""
    return dicts_in([*as_dict(value).values()])


def text_at(raw: dict[str, Any], key: str) -> str:
    """Return the text at *key*; `""` where there is none."""
    return as_text(raw.get(key))


def pointer_of(reference: str) -> str | None:
    """Return the JSON Pointer that *reference* is; `None` where it leads out of the document, or by a name."""
    return unquote(reference[1:]) if reference.startswith("#/") else None
