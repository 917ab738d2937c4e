"""Annotations of a schema for a value: of all that holds where it stands, and of the kind of value that it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from webform.schema.document import Document, Place, SchemaVariant
from webform.values import ABSENT, as_text, kind_of, write_json

if TYPE_CHECKING:
    from collections.abc import Sequence


#: Documents that are kept, by the identity of their schemas, which are kept with them.
_kept: dict[int, tuple[Any, Document]] = {}
_MAX_KEPT = 64


@dataclass(frozen=True, kw_only=True)
class Annotations:
    """
    What a schema says of a value; where it says nothing, all of this is empty.

    Args:
        place: where the value stands in the schema.
        variant: the kind of value it is, of those that may stand there.
        label: what it is called as a property.
        several: whether it may be another kind of object.
        partial: the value is still arriving.
        media_type: the one that the value came with, which says more than the schema's.
    """

    place: Place | None = None
    variant: SchemaVariant | None = None
    label: str = ""
    several: bool = False
    partial: bool = False
    media_type: str = ""

    def word(self, keyword: str) -> str:
        """Return the text that the schema says under *keyword*."""
        if self.media_type and keyword == "contentMediaType":
            return self.media_type
        for source in (self.variant, self.place):
            text = source.say(keyword) if source else ABSENT
            if isinstance(text, str):
                return text
        return ""

    @property
    def title(self) -> str:
        """What the value is called, or its type."""
        return self._text("title")

    @property
    def type_note(self) -> str:
        """The title of the type of a property, where its label says something else."""
        return "" if self.title.casefold() == self.label.casefold() else self.title

    @property
    def description(self) -> str:
        """The description of the value where it stands."""
        return self._text("description")

    @property
    def kind(self) -> str:
        """The name of the variant, where there are several."""
        return (self.variant.label if self.variant else "") if self.several else ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that are declared, in order."""
        return tuple(self.variant.members.properties) if self.variant and self.variant.kind == "object" else ()

    def choice(self, value: Any) -> str:
        """Return the title of *value*, where it is one of a few that have titles."""
        if self.variant is None or self.variant.kind != "enum":
            return ""
        title: str = self.variant.titles.get(write_json(value), "")
        return title

    def child(self, key: str, value: Any) -> Annotations:
        """Return the annotations of *value*, the member called *key*."""
        if self.variant is None or self.variant.kind != "object":
            return Annotations(label=key)
        annotations = annotations_at(self.variant.child(key), value, partial=self.partial)
        return replace(annotations, label=self.variant.members.labels.get(key) or annotations.title or key)

    def item(self, index: int, value: Any) -> Annotations:
        """Return the annotations of *value*, the item at *index*."""
        if self.variant is None or self.variant.kind != "list":
            return Annotations()
        return annotations_at(self.variant.item(index), value, partial=self.partial)

    def _text(self, keyword: str) -> str:
        return as_text(self.place.say(keyword)) if self.place else ""


def keys_of(schema: Any) -> set[str]:
    """Return the keys that *schema* declares for objects of any kind that may be the whole value."""
    if not isinstance(schema, dict):
        return set()
    return {key for variant in _document(schema).top.variants for key in variant.members.properties}


def annotations_of(schema: Any, value: Any, *, partial: bool = False) -> Annotations:
    """Return what *schema* says of *value*; nothing where there is none, or it cannot be read."""
    if not isinstance(schema, dict):
        return Annotations()
    return annotations_at(_document(schema).top, value, partial=partial)


def _document(schema: dict[str, Any]) -> Document:
    """Return *schema* as a document, kept by its identity."""
    kept = _kept.get(id(schema))
    if kept is None or kept[0] is not schema:
        if len(_kept) >= _MAX_KEPT:
            _kept.clear()
        kept = _kept[id(schema)] = schema, Document(schema)
    return kept[1]


def annotations_at(place: Place, value: Any, *, partial: bool = False) -> Annotations:
    """
    Return the annotations of *value*, which stands at *place*: of all kinds the first that it fits.

    A value that is *partial* has a kind only once nothing that is still to come can make it another.
    """
    if place.anything:
        return Annotations(place=place, partial=partial)
    variants = place.variants
    kind = {"array": "list"}.get(kind_of(value) or "", kind_of(value))
    alike = [variant for variant in variants if variant.kind in (kind, "enum")]
    several = sum(variant.kind == "object" for variant in variants) > 1
    # A value that breaks a rule is still of the one kind it can be.
    chosen = alike[0] if len(alike) == 1 else None
    if partial and several and isinstance(value, dict):
        chosen = variant_so_far([variant for variant in variants if variant.kind == "object"], value)
    elif not partial or len(alike) > 1:
        chosen = next((variant for variant in alike if variant.fits(value)), chosen)
    return Annotations(place=place, variant=chosen, several=several, partial=partial)


def variant_so_far(variants: Sequence[SchemaVariant], value: dict[str, Any]) -> SchemaVariant | None:
    """
    Return the one of *variants* that *value*, still arriving, is of: its constants tell them apart.

    What came last may go on: while it is the beginning of another constant too, nothing is decided. So what is once
    decided stays.
    """
    last = next(reversed(value), None)
    constants = [{key: _constants(variant, key) for key in variant.members.properties} for variant in variants]
    telling = {key for by_key in constants for key, values in by_key.items() if values}
    for key in (key for key in value if key in telling):
        goes_on = key == last and any(
            isinstance(one, str) and one != value[key] and one.startswith(value[key])
            for by_key in constants
            for one in by_key.get(key, ())
            if isinstance(value[key], str)
        )
        left = [index for index, by_key in enumerate(constants) if not by_key.get(key) or value[key] in by_key[key]]
        if not goes_on and len(left) == 1:
            return variants[left[0]]
    return None


def _constants(variant: SchemaVariant, key: str) -> tuple[Any, ...]:
    """Return the few values that *key* of *variant* may have, where these are all it may have."""
    variants = variant.child(key).variants if not variant.child(key).anything else ()
    are_few = all(inner.kind == "enum" for inner in variants)
    return tuple(one for inner in variants for one in inner.values) if are_few else ()
