"""Any JSON value, written as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Input, Texts, UnreadableError
from webform.inputs.options import SCHEMA, option
from webform.values import NotJSONError, read_json, write_json

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class Json(Input):
    """Any JSON value, written as JSON; *schema* says more."""

    type = "json"
    examples = (({}, {"n": 1}),)
    takes_json = True
    in_schema = frozenset({"schema"})

    schema: dict[str, Any] | bool | None = option(
        SCHEMA, "The JSON Schema that the value must satisfy.", example={"type": "object"}
    )

    def texts(self, value: Any) -> Texts | None:
        return {"": [write_json(value, indent=2 if isinstance(value, dict | list) and value else None)]}

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        try:
            return read_json(texts[""][-1])
        except NotJSONError as error:
            raise UnreadableError("not-json", fault=error.phrase) from None

    def value_schema(self) -> dict[str, Any]:
        if not isinstance(self.schema, dict):
            return {"not": {}} if self.schema is False else {}
        schema = dict(self.schema)
        if "$ref" in schema:
            # Before 2019 a reference hid its siblings, an id too.
            schema["allOf"] = [{"$ref": schema.pop("$ref")}, *schema.get("allOf", [])]
        # An id of its own keeps the references inside it pointing inside it.
        return {"$id": f"urn:webform:input:{self.key.encode().hex()}", **schema}

    @property
    def document(self) -> dict[str, Any] | bool | None:
        return self.schema

    def sample(self, now: datetime) -> Any:
        return {}
