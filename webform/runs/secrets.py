"""What is never kept of a body: values that a schema calls write-only, and passwords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.schema import read_schema
from webform.secrecy import body_secrets, without
from webform.values import ABSENT, equal

if TYPE_CHECKING:
    from webform.tool import Form


class UnsealedError(Exception):
    """Raised where a run has secrets, and nothing that they may rest in on their way to a worker."""

    def __init__(self) -> None:
        super().__init__("Set WEBFORM_SECRET_KEY for web processes and workers")


def without_secrets(form: Form, body: Any) -> Any:
    """Return *body*, of *form*, as it may be kept."""
    kept = without(form, form.root, body)
    return None if kept is ABSENT else kept


def has_secret(schema: Any, value: Any) -> bool:
    """Tell whether *value*, of *schema*, holds anything that may not be kept."""
    return not equal(_kept(schema, value), value)


def answer_secrets(schema: Any, value: Any) -> set[str]:
    """Return the texts in *value*, of *schema*, that may not be kept."""
    return body_secrets(value, _kept(schema, value))


def _kept(schema: Any, value: Any) -> Any:
    return without_secrets(read_schema(schema, tool_id="")[0], value)
