"""One of several inputs, chosen by name."""

from __future__ import annotations

from dataclasses import dataclass

from webform.inputs.variants import UnionLike


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Union(UnionLike):
    """One of several inputs, chosen by name."""

    type = "union"
