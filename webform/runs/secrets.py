"""What is never kept: values that a schema calls write-only, or a password."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.draft import is_secret, without
from webform.inputs import Record, Shape
from webform.schema import read_schema
from webform.values import equal

if TYPE_CHECKING:
    from webform.tool import Form


def without_secrets(form: Form, body: Any) -> Any:
    """Return *body*, of *form*, as it may be kept."""
    if _has_none(form):
        return body
    return None if is_secret(form.root) else without(form.root, body)


def has_secret(schema: Any, value: Any) -> bool:
    """Tell whether *value*, of *schema*, holds anything that may not be kept."""
    form = read_schema(schema, tool_id="")[0]
    return not equal(without_secrets(form, value), value)


def _has_none(form: Form) -> bool:
    """Tell whether no input of *form* could be a secret, which most forms are: each is known, and looked at once."""
    known: bool | None = form.__dict__.get("_without_secrets")
    if known is None:
        root = form.root
        known = form.__dict__["_without_secrets"] = (
            isinstance(root, Record)
            and root.undeclared is None
            and all(each.shape is Shape.LEAF and not is_secret(each) and each.document is None for each in root.inputs)
        )
    return known


__all__ = ["has_secret", "is_secret", "without_secrets"]
