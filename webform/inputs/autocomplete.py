"""A value that the tool itself suggests while people type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Empty, Input, Texts
from webform.inputs.options import TEXT, option
from webform.inputs.texts import is_line
from webform.problems import Problem, error_at
from webform.values import brief, kind_of, write_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime


def is_tool_path(endpoint: str) -> bool:
    """Tell whether *endpoint* is a plain path of the tool's own: no host, no way up, nothing to decode."""
    return (
        endpoint.startswith("/")
        and not endpoint.startswith("//")
        and endpoint.isascii()
        and endpoint.isprintable()
        and not any(sign in endpoint for sign in "\\?#% ")
        and not any(part in (".", "..") for part in endpoint.split("/"))
    )


@dataclass(frozen=True, kw_only=True)
class Autocomplete(Input):
    """A value that the tool suggests; it may have a type of its own."""

    type = "autocomplete"
    examples = (({"endpoint": "/autocomplete/cities"}, "OSL"), ({"endpoint": "/autocomplete/cities"}, 47))
    empty = Empty("string", "")

    endpoint: str = option(
        TEXT,
        "The path of the tool that answers `?q=` with values and labels.",
        "",
        required=True,
        example="/autocomplete/cities",
    )

    def mark(self, value: Any) -> str | None:
        kind = kind_of(value)
        return kind if kind in ("number", "boolean") else Input.mark(self, value)

    def texts(self, value: Any) -> Texts | None:
        if isinstance(value, str):
            return {"": [value]} if is_line(value) else None
        return {"": [write_json(value)]} if kind_of(value) in ("number", "boolean") else None

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        return texts[""][-1]

    def value_schema(self) -> dict[str, Any]:
        return {"type": ["string", "number", "boolean"]}

    def sample(self, now: datetime) -> Any:
        return ""

    def lint(self) -> Iterator[Problem]:
        if not is_tool_path(self.endpoint):
            yield error_at("/endpoint", "not-a-path", found=brief(self.endpoint))
