"""Places: where a value stands, what holds there, and the variants it can take."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from webform.schema.alternatives import MAX_ALTERNATIVES, alternatives
from webform.schema.applicable import gather
from webform.schema.keywords import TELLING
from webform.schema.variants import merged, variants_of
from webform.secrecy import says_secret
from webform.values import ABSENT

if TYPE_CHECKING:
    from webform.schema.document import Document
    from webform.schema.located import Located
    from webform.schema.variants import SchemaVariant

#: What says something of a value by itself, not by what it leads to.
_TELLING = TELLING - {"$ref", "$dynamicRef", "$recursiveRef", "allOf"}


class Place:
    """
    Where a value stands: all of *applicable* hold there, and one of *soft* may. Made by a document, once for the same.

    Args:
        applicable: what holds, as it was written: neither references nor allOf are followed.
        soft: what gives shape where nothing that holds does.
    """

    def __init__(self, document: Document, applicable: tuple[Located, ...], soft: tuple[Located, ...]) -> None:
        self.document, self.applicable, self.soft = document, applicable, soft

    @cached_property
    def variants(self) -> tuple[SchemaVariant, ...]:
        """The kinds of values it takes, 60 at most; none where nothing can be here."""
        ways = alternatives(self.document, self.applicable, self.soft)
        found = merged([variant for way in ways for variant in variants_of(self.document, self.applicable, way)])
        counts: dict[str, int] = {}
        for variant in found[:MAX_ALTERNATIVES]:
            count = counts[variant.kind] = counts.get(variant.kind, -1) + 1
            variant.token = f"{variant.kind}.{count}" if count else variant.kind
        return tuple(found[:MAX_ALTERNATIVES])

    def variant(self, token: str) -> SchemaVariant | None:
        """Return the variant called *token*."""
        return next((variant for variant in self.variants if variant.token == token), None)

    def say(self, keyword: str) -> Any:
        """Return what the first schema that holds here says under *keyword*; `ABSENT` if none does."""
        return next((located.get(keyword) for located in self._all if located.get(keyword) is not ABSENT), ABSENT)

    @property
    def secret(self) -> bool:
        """Whether the value is a secret, whatever it is."""
        return any(says_secret(located.schema) for located in self._all)

    @cached_property
    def anything(self) -> bool:
        """Whether nothing is said of the value, but perhaps a title and the like."""
        silent = all(_TELLING.isdisjoint(located.schema) for located in self._all if isinstance(located.schema, dict))
        return silent and not any(located.schema is False for located in self.applicable)

    @cached_property
    def _all(self) -> tuple[Located, ...]:
        """What holds here, references and allOf followed; then what may."""
        seen = set[int]()
        hard = gather(self.document, self.applicable, seen)
        return (*hard.applicable, *gather(self.document, self.soft, seen).applicable)
