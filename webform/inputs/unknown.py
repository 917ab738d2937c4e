"""Any value, by its own shape."""

from __future__ import annotations

from dataclasses import dataclass

from webform.inputs.variants import UnionLike


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Unknown(UnionLike):
    """Any value: its variants are the kinds that JSON has."""

    type = "unknown"
