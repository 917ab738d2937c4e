"""What is never kept: values that a schema calls write-only, passwords, and what the operator set for a tool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.files import StoredFile
from webform.inputs.walk import parts
from webform.schema import read_schema
from webform.secrecy import without
from webform.values import ABSENT, equal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.runners import Target
    from webform.tool import Form

#: Characters that a text of the operator's has at least for it to be looked for in what a tool says.
_TELLING = 8
#: Headers of requests that are no secrets.
_OPEN = ("accept", "content", "user-agent", "x-forwarded", "cache")


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


def body_secrets(body: Any, kept: Any) -> set[str]:
    """Return the texts in *body* that are not in *kept*, the part of it that may be kept."""
    return set() if kept is body else {*_texts(body)} - {*_texts(kept)}


def operator_secrets(target: Target) -> set[str]:
    """Return the texts that the operator set for *target*: credentials, variables, and keys in headers."""
    headers = [value for name, value in target.headers.items() if not name.lower().startswith(_OPEN)]
    set_by_name = [*headers, *(value.rpartition(" ")[2] for value in headers), *target.env.values()]
    found = {text for text in set_by_name if len(text) >= _TELLING}
    return found.union(*(known.secrets for known in target.credentials.values()))


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict() | list():
            for _, part in parts(value):
                yield from _texts(part)
        case bool() | None | StoredFile():
            pass
        case _:
            yield str(value)
