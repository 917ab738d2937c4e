"""Defaults of places: what a new form begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.values import ABSENT

if TYPE_CHECKING:
    from webform.schema.document import Place


def default_of(place: Place) -> Any:
    """Return the default of *place*, `ABSENT` where it has none; null is one only where null is a value."""
    default = place.say("default")
    if default is not None or place.anything:
        return default
    # Where null is no value, it says that there is none: so do pydantic and others of what may be left out.
    takes_null = any(variant.kind == "null" or None in variant.values for variant in place.variants)
    return None if takes_null else ABSENT
