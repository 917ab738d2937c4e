"""What is never kept of a body: values that a schema calls write-only, and passwords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.check import check
from webform.inputs.walk import changed
from webform.schema import read_schema
from webform.secrecy import body_secrets, holds_secrets, without
from webform.values import ABSENT, HOLDERS, equal, join

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


def without_unknown(form: Form, body: Any) -> Any:
    """Return *body*, not checked yet, as it may be kept: a key that *form* lacks may be that of a secret, misspelt."""
    kept = without_secrets(form, body)
    if not holds_secrets(form):
        return kept
    return _without({problem.at for problem in check(form, body) if problem.code == "unknown-key"}, kept)


def _without(places: set[str], value: Any, at: str = "") -> Any:
    if not places or not isinstance(value, HOLDERS):
        return value
    return changed(
        value, lambda token, part: ABSENT if (below := join(at, token)) in places else _without(places, part, below)
    )


def has_secret(schema: Any, value: Any) -> bool:
    """Tell whether *value*, of *schema*, holds anything that may not be kept."""
    return not equal(_kept(schema, value), value)


def answer_secrets(schema: Any, value: Any) -> set[str]:
    """Return the texts in *value*, of *schema*, that may not be kept."""
    return body_secrets(value, _kept(schema, value))


def _kept(schema: Any, value: Any) -> Any:
    return without_secrets(read_schema(schema, tool_id="")[0], value)
