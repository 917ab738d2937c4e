"""The JSON Schemas that pydantic makes of annotations, in the words of forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic.json_schema import GenerateJsonSchema

from webform.words import sentence

if TYPE_CHECKING:
    from pydantic_core import core_schema


def words(name: str) -> str:
    """Return *name*, an identifier, as people read it: `paper_size` is "Paper size"."""
    return sentence(name.replace("_", " ").strip())


class SchemaMaker(GenerateJsonSchema):
    """Makes the JSON Schema of an annotation."""

    def get_title_from_name(self, name: str) -> str:
        """Return the title of a field."""
        return words(name)

    def enum_schema(self, schema: core_schema.EnumSchema) -> dict[str, Any]:
        """Return the schema of an enumeration, with the names of members whose values are no words."""
        made = super().enum_schema(schema)
        if all(isinstance(member.value, str) for member in schema["members"]):
            return made
        return {**made, "x-enumNames": [words(member.name.lower()) for member in schema["members"]]}

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> dict[str, Any]:
        """Return the schema of a decimal number: a number."""
        return self.float_schema({**schema, "type": "float"})  # type: ignore[typeddict-item]  # with its limits
