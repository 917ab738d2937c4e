"""What is never shown again: values that a schema calls write-only, or a password."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.draft.base import below, inside, is_index
from webform.inputs import Input, Record, Shape, UnionLike
from webform.values import NotJSONError, read_json, split, write_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.draft.base import Draft
    from webform.problems import Problem


def is_secret(given: Input) -> bool:
    """Tell whether a value of *given* is never shown again, stored, or put into a link."""
    return given.secret or _says_secret(given.document)


def has_secret(given: Input, draft: Draft) -> bool:
    """Tell whether *draft*, of *given*, holds anything that is secret."""
    here = inside(given, draft)
    if is_secret(given) or (here is not None and is_secret(here)):
        return any(draft.text) or bool(draft.kids or draft.rest)
    if draft.mark == "json" and draft.text:
        value = _read(draft.text[-1])
        return bool(without(given, value) != value)
    if draft.rest and here is not None and _read(draft.rest) != without(here, _read(draft.rest)):
        return True
    parts = ((below(given, draft, token), kid) for token, kid in draft.kids.items())
    return any(part is not None and has_secret(part, kid) for part, kid in parts)


def forget(given: Input, draft: Draft) -> None:
    """Take from *draft*, of *given*, all that is secret."""
    here = inside(given, draft)
    if is_secret(given) or (here is not None and is_secret(here)):
        draft.text, draft.kids, draft.rows, draft.rest = [], {}, [], None
    elif draft.mark == "json" and draft.text:
        value = _read(draft.text[-1])
        kept = without(given, value)
        if kept != value:
            draft.text = [write_json(kept, indent=2)]
    else:
        if draft.rest and here is not None:
            draft.rest = write_json(without(here, _read(draft.rest)))
        for token, kid in draft.kids.items():
            part = below(given, draft, token)
            if part is not None:
                forget(part, kid)


def unquoted(given: Input, value: Any, problems: Iterable[Problem]) -> list[Problem]:
    """Return *problems* of *value*, of *given*, those of secrets without what was found."""
    return [
        replace(each, message=each.message.partition(", not ")[0].partition(";")[0])
        if _is_secret_at(given, value, split(each.at))
        else each
        for each in problems
    ]


def _is_secret_at(given: Input | None, value: Any, tokens: list[str]) -> bool:
    while given is not None and not is_secret(given):
        if isinstance(given, UnionLike):
            if not tokens:
                return any(is_secret(each.input) for each in given.variants)
            variant = given.pick(value)
            given = variant.input if variant else None
        elif tokens and isinstance(given, Record):
            given, value = given.child(tokens[0]), value.get(tokens[0]) if isinstance(value, dict) else None
            tokens = tokens[1:]
        elif tokens and given.shape is Shape.ROWS and is_index(tokens[0]):
            index = int(tokens[0])
            given, value = given.item(index), value[index] if isinstance(value, list) and index < len(value) else None
            tokens = tokens[1:]
        else:
            return False
    return given is not None


def _read(text: str) -> Any:
    try:
        return read_json(text)
    except NotJSONError:
        return None


def without(given: Input | None, value: Any) -> Any:
    """Return *value*, of *given* which is no secret itself, without what is secret in it."""
    if isinstance(given, UnionLike):
        variant = given.pick(value)
        return without(variant.input if variant else None, value)
    if isinstance(given, Record) and isinstance(value, dict):
        parts = ((key, given.child(key), each) for key, each in value.items())
        return {key: without(part, each) for key, part, each in parts if part is None or not _is_kept_back(part, each)}
    if given is not None and given.shape is Shape.ROWS and isinstance(value, list):
        items = ((given.item(index), each) for index, each in enumerate(value))
        return [without(item, each) for item, each in items if not _is_kept_back(item, each)]
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
