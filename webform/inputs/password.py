"""A text that is never shown again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webform.inputs.texts import TextLike


@dataclass(frozen=True, kw_only=True)
class Password(TextLike):
    """A secret: sent, and never rendered, kept or put into a link."""

    type = "password"

    secret: bool = True

    def value_schema(self) -> dict[str, Any]:
        return {"type": "string", "writeOnly": True}
