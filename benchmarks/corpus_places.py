"""Dead ends of a form: places where nothing, or only an empty value, can be filled in though the schema wants more."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.inputs import Input, Record, Shape, UnionLike
from webform.schema.builder import Builder
from webform.schema.document import Document
from webform.values import join

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.schema.document import Place, SchemaVariant
    from webform.schema.located import Schema

#: So many places of a schema are looked at, and so many seconds long.
MAX_PLACES, MAX_SECONDS = 20_000, 10
#: A key that no schema declares.
_KEY = "another key"
#: Values of each kind, to try what a schema takes.
_PROBES: tuple[Any, ...] = ("a", 1, True, {}, [], None)


class DeadEnd(NamedTuple):
    """One dead end: where in the form, `*` being an item or a name of one's own, and why."""

    at: str
    why: str


def dead_ends(schema: Schema) -> list[DeadEnd]:
    """Return the dead ends of the form of *schema*, those nearest to its root first, each kind of place once."""
    document, builder = Document(schema), Builder()
    found: dict[DeadEnd, None] = {}
    todo: list[tuple[Place, str]] = [(document.top, "")]
    seen = {id(document.top)}
    # Places that nothing else refers to would give their identity away.
    kept, end = [document.top], process_time() + MAX_SECONDS
    while todo and len(seen) < MAX_PLACES and process_time() < end:
        level, todo = todo, []
        for place, at in level:
            for input_, variant in _shown(builder, place):
                found |= dict.fromkeys(DeadEnd(at, why) for why in _reasons(input_, variant))
                for token, below in _below(input_, variant):
                    if id(below) not in seen and process_time() < end:
                        seen.add(id(below))
                        kept.append(below)
                        todo.append((below, join(at, token)))
    return list(found)


def _shown(builder: Builder, place: Place) -> Iterator[tuple[Input, SchemaVariant]]:
    """Yield the inputs that show *place*, each with the variant of the schema that it is for."""
    input_, variants = builder.input(place), {variant.token: variant for variant in place.variants}
    if input_.type == "unknown":
        return
    if isinstance(input_, UnionLike):
        yield from ((variant.input, variants[variant.mark]) for variant in input_.variants if variant.mark in variants)
    else:
        yield from ((input_, variant) for variant in variants.values() if variant.kind != "null" or len(variants) == 1)


def _below(input_: Input, variant: SchemaVariant) -> Iterator[tuple[str, Place]]:
    if variant.kind == "object" and isinstance(input_, Record):
        yield from ((key, variant.child(key)) for key in variant.members.properties)
        if input_.grows:
            yield "*", variant.child(_KEY)
    if variant.kind == "list" and input_.shape is Shape.ROWS:
        yield from (
            ("*" if index == variant.items.prefix else str(index), variant.item(index)) for index in _items(variant)
        )


def _items(variant: SchemaVariant) -> range:
    return range(variant.items.prefix if variant.items.closed else variant.items.prefix + 1)


def _reasons(input_: Input, variant: SchemaVariant) -> Iterator[str]:
    """Yield why not all that *variant* asks for can be filled in at *input_*."""
    if isinstance(input_, Record) and not input_.grows:
        missing = [key for key in variant.members.required if key not in input_.by_key]
        if missing:
            yield "a required key has no input"
        least = max((number for number in variant.all("minProperties") if isinstance(number, int)), default=0)
        if len(input_.by_key) < least:
            yield "it must hold more keys than there are inputs"
        if not input_.by_key and any(variant.fits({_KEY: probe}) for probe in _PROBES):
            yield "an object that can only be empty"
    roomless = input_.shape is Shape.ROWS and getattr(input_, "max_rows", None) == 0
    if roomless and any(variant.fits([probe]) for probe in _PROBES):
        yield "a list that can only be empty"
    if input_.type in ("select", "radio", "multiselect") and not getattr(input_, "options", True):
        yield "a choice without options"
