"""What is never kept: values that a schema calls write-only, or a password."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.inputs import Input, Record, Shape, UnionLike

if TYPE_CHECKING:
    from webform.tool import Form


def is_secret(given: Input) -> bool:
    """Tell whether a value of *given* is never shown again, stored, or put into a link."""
    return given.secret or _says_secret(given.document)


def without_secrets(form: Form, body: Any) -> Any:
    """Return *body*, of *form*, as it may be kept."""
    if _has_none(form):
        return body
    return None if is_secret(form.root) else _without(form.root, body)


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


def _without(given: Input | None, value: Any) -> Any:
    if isinstance(given, UnionLike):
        variant = given.pick(value)
        return _without(variant.input if variant else None, value)
    if isinstance(given, Record) and isinstance(value, dict):
        parts = ((key, given.child(key), each) for key, each in value.items())
        return {key: _without(part, each) for key, part, each in parts if part is None or not _is_kept_back(part, each)}
    if given is not None and given.shape is Shape.ROWS and isinstance(value, list):
        return [_without(given.item(0), each) for each in value if not _is_kept_back(given.item(0), each)]
    return value if given is None else _of_schema(given.document, value)


def _is_kept_back(given: Input, value: Any) -> bool:
    if isinstance(given, UnionLike):
        variant = given.pick(value)
        return given.secret or (variant is not None and is_secret(variant.input))
    return is_secret(given)


def _of_schema(schema: Any, value: Any) -> Any:
    """Return *value* of an input whose author gave it a schema of its own."""
    if not isinstance(schema, dict) or not schema:
        return value
    if isinstance(value, dict) and isinstance(parts := schema.get("properties"), dict):
        return {
            key: _of_schema(parts.get(key), each) for key, each in value.items() if not _says_secret(parts.get(key))
        }
    if isinstance(value, list) and isinstance(items := schema.get("items"), dict):
        return [_of_schema(items, each) for each in value if not _says_secret(items)]
    return value


def _says_secret(schema: Any) -> bool:
    return isinstance(schema, dict) and (schema.get("writeOnly") is True or schema.get("format") == "password")
