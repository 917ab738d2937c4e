"""Rules of a JSON Schema that the inputs of a tool.json do not have: the tool alone checks them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.inputs import Input, Table
from webform.inputs.tags import Tags
from webform.schema.applicable import gather
from webform.schema.document import Document
from webform.schema.located import stated
from webform.values import ABSENT, as_dict, join

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from webform.schema.located import Located

#: Keywords that a declared input may lack; the limits of `maxLength`, `minimum` and `maximum` it has.
_RULES = (
    "minLength", "pattern", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems",
    "contains", "minProperties", "maxProperties", "propertyNames", "patternProperties", "dependentRequired",
    "dependentSchemas", "dependencies", "if", "not",
)  # fmt: skip
#: Values that are lists of any length, whose schema may limit it.
_LISTS = (Tags, Table)


class Rules:
    """The rules of the body that a JSON *schema* describes, an object."""

    def __init__(self, schema: Any) -> None:
        self._document = Document(schema)
        self._whole = self._holding(self._document.top.applicable)

    def lost_of_body(self) -> Iterator[str]:
        """Yield the keywords of the body as a whole that a list of inputs does not have."""
        yield from self._lost(self._whole, {})
        # Keys that are not declared have no input.
        if any(isinstance(located.get("additionalProperties"), dict) for located in self._whole):
            yield "additionalProperties"

    def lost_of_input(self, key: str, after: Input, kept: Iterable[str] = ()) -> Iterator[str]:
        """Yield the keywords that *after*, declared for the property *key*, does not have, but for those *kept*."""
        holding = self._property(self._whole, key)
        yield from (keyword for keyword in self._lost(holding, after.value_schema()) if keyword not in kept)
        if not isinstance(after, _LISTS):
            return
        items = self._holding(
            self._document.locate(items, located)
            for located in holding
            if isinstance(items := located.get("items"), dict)
        )
        yield from (f"items/{keyword}" for keyword in self._lost(items, {}))
        for column in getattr(after, "columns", ()):
            cell = self._property(items, column.key)
            yield from (join("items/properties", column.key, keyword) for keyword in self._lost(cell, {}))

    def _property(self, holding: list[Located], key: str) -> list[Located]:
        """Return the schemas that hold of the property *key* of what *holding* hold of."""
        declared = [(located, as_dict(located.get("properties"))) for located in holding]
        return self._holding(self._document.locate(parts[key], located) for located, parts in declared if key in parts)

    def _holding(self, schemas: Iterable[Located], seen: Iterable[int] = ()) -> list[Located]:
        """Return all that hold of the values of *schemas*; of a choice between one schema and null that one."""
        found = gather(self._document, schemas, seen)
        others = [[option for option in options if not _is_null(option)] for options in found.choices]
        alone = [option for options in others if len(options) == 1 for option in options]
        return [*found.applicable, *(self._holding(alone, found.seen) if alone else ())]

    def _lost(self, holding: list[Located], values: Mapping[str, Any]) -> Iterator[str]:
        """Yield the keywords of *holding* that *values*, the schema of a declared input, does not have."""
        found = [word for word in _RULES for rule in stated(holding, word) if rule != values.get(word)]
        found += [word for word in ("anyOf", "oneOf") for located in holding if self._is_rule(located, word)]
        if values.get("type") != "integer" and any(located.get("type") == "integer" for located in holding):
            found.append("type")
        yield from dict.fromkeys(found)

    def _is_rule(self, located: Located, keyword: str) -> bool:
        """Tell whether a choice is neither between values, which are options, nor between one schema and null."""
        options = [option for option in self._document.parts_of(located, keyword) if not _is_null(option)]
        return len(options) > 1 and any(option.get("const") is option.get("enum") is ABSENT for option in options)


def _is_null(located: Located) -> bool:
    return bool(located.get("type") == "null")
