"""Warnings for the author of hints: what does not fit its schema, or has no place in it, and is ignored."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from webform.hints import Asked
from webform.hints.x_webform import read_hint
from webform.schema.hinted import fit, fit_choice
from webform.schema.hinted_objects import condition_problems
from webform.schema.written_hints import written_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from webform.problems import Problem
    from webform.schema.document import Document, Place, SchemaVariant
    from webform.schema.located import Located

#: Places that are looked at, at most.
_MAX_PLACES = 3000
#: Warnings at most: nobody reads more.
_MOST = 200


def lint_hints(document: Document) -> list[Problem]:
    """Return what is ignored of the hints of *document*, as warnings at places of the declaration."""
    if not document.hinted:
        return []
    return list(dict.fromkeys(islice(_problems(document), _MOST)))


def _problems(document: Document) -> Iterator[Problem]:
    written = written_in(document.subschemas, document.at)
    for at, value in written.items():
        yield from read_hint(value, at)[1]
    places = {id(document.top): document.top}
    todo = [document.top]
    while todo:
        place = todo.pop()
        yield from fit(place).problems
        for variant in place.variants:
            yield from condition_problems(variant)
            yield from fit_choice(variant).problems if len(place.others) > 1 else ()
            for below in _below(variant):
                if id(below) not in places and len(places) < _MAX_PLACES:
                    places[id(below)] = below
                    todo.append(below)
    if len(places) < _MAX_PLACES:
        yield from _nowhere(document, places.values())
        read = written_in((located for place in places.values() for located in _schemas(place)), document.at)
        yield from (Asked(None, at).ignored("hint-nowhere") for at in written if at not in read)


def _schemas(place: Place) -> Iterator[Located]:
    """Yield the schemas whose hints count at *place*, and for its variants."""
    yield from place.every
    for variant in place.variants:
        yield from variant.chosen


def _below(variant: SchemaVariant) -> Iterator[Place]:
    """Yield the places of what is in *variant*."""
    if variant.kind == "object":
        yield from map(variant.child, variant.members.properties)
    elif variant.kind == "list":
        yield from map(variant.item, range(variant.items.prefix + 1))


def _nowhere(document: Document, places: Iterable[Place]) -> Iterator[Problem]:
    """Yield the hints that stand elsewhere, for which the schema has no place."""
    found = {id(place.hints.hint) for place in places if place.hints is not None}
    for tree in document.hints or ():
        if tree.hint is not None and id(tree.hint) not in found:
            yield Asked(tree.hint, tree.hint.at).ignored("hint-nowhere")
