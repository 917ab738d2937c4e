"""Secrets that a schema adds to those that others call so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.schema.applicable import gather
from webform.secrecy import says_secret
from webform.values import HOLDERS, as_dict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.schema.located import Located
    from webform.schema.schemas import Schemas

#: How deep it is looked for what is called a secret twice, and the keywords that are followed there.
_DEPTH, _FOLLOWED = 8, frozenset({"properties", "allOf", "$ref", "$dynamicRef", "$recursiveRef"})


def adds_secret(document: Schemas, hard: Iterable[Located], part: Located, left: int = _DEPTH) -> bool:
    """Tell whether *part* calls something in a value a secret that *hard*, which hold of it, do not, *left* deep."""
    every = gather(document, hard).applicable
    if not document.leads_to_secret(part) or any(says_secret(located.schema) for located in every):
        return False
    for located in gather(document, [part]).applicable:
        items = as_dict(located.schema).items()
        others: list[Any] = [value for word, value in items if word not in _FOLLOWED and isinstance(value, HOLDERS)]
        is_led = any(document.leads_to_secret(document.locate(value, located)) for value in others)
        if not left or is_led or says_secret(located.schema):
            return True
        for key, schema in as_dict(located.get("properties")).items():
            named = [(above, as_dict(above.get("properties"))) for above in every]
            declared = [document.locate(schemas[key], above) for above, schemas in named if key in schemas]
            if adds_secret(document, declared, document.locate(schema, located), left - 1):
                return True
    return False
