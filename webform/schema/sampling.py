"""The least valid value of a schema: likely values are tried, with bounded effort."""

from __future__ import annotations

import math
from contextlib import suppress
from copy import deepcopy
from itertools import islice
from typing import TYPE_CHECKING, Any

from webform.schema.alternatives import alternatives
from webform.schema.applicable import is_of, key_of
from webform.schema.compounds import VARIED, lists, needed, objects
from webform.schema.numbers import numbers
from webform.schema.texts import texts
from webform.schema.trial import SpentError, Trial
from webform.schema.variants import variants_of
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from webform.schema.document import Document
    from webform.schema.places import Place
    from webform.schema.variants import SchemaVariant

#: The effort of one search: a fifth of a second.
EFFORT = 200_000
#: Places within each other at most.
_NESTED = 60
#: Values of one variant that are tried where one is wanted.
_TRIED = 40
#: All values of a kind that has few.
_FEW: dict[str, tuple[Any, ...]] = {"boolean": (False, True), "null": (None,)}
#: What is tried where nothing else fits.
_ANYTHING: tuple[Any, ...] = ({}, [], "", 0, False, None, True, 1, "a")
#: What stands for a part that has no valid value.
_BLANKS: dict[str, Any] = {"object": {}, "list": [], "string": "", "number": 0}


class Sampler:
    """Makes the least valid value of a document, and where it finds none, the nearest to one."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def __call__(self, now: datetime) -> Any:
        """Return the value at the moment *now*."""
        return deepcopy(Search(self._document, now).best())


class Search(Trial):
    """
    One search for a value of *document*, where the moment is *now*.

    What comes first is taken at first; only where that does not fit are the parts tried in turn, from the top down.
    """

    def __init__(self, document: Document, now: datetime) -> None:
        super().__init__(document, EFFORT)
        self.now = now
        self._found: dict[tuple[int, int, bool], tuple[Place, list[Any]]] = {}
        self._variants: dict[int, tuple[Place, list[SchemaVariant]]] = {}
        #: The places being filled in, by what holds there: what needs itself is nowhere.
        self._open: dict[frozenset[int], int] = {}
        #: The outermost of them that something within it needed.
        self._needed = math.inf
        #: Whether no way that is tried may take all of the effort.
        self._sharing = False

    def best(self) -> Any:
        """Return the least value found that is valid, else the nearest to one."""
        return self._partial(self.document.top, EFFORT)

    def _partial(self, place: Place, effort: int) -> Any:
        """Return a valid value of *place*, else one whose parts are as valid as can be."""
        for self._sharing in (False, True):
            self.left = effort
            with suppress(SpentError, RecursionError):
                value = self.find(place)
                if value is not ABSENT:
                    return value
                break
        self.left, share = effort, effort // 4
        with suppress(SpentError, RecursionError):
            for variant in self._variants_of(place)[:1]:
                if variant.kind == "object" and effort > _TRIED:
                    keys = needed(variant)
                    return {key: self._partial(variant.child(key), share // len(keys)) for key in keys}
                if variant.kind == "list" and effort > _TRIED:
                    count = min(variant.least, VARIED)
                    return [self._partial(variant.item(index), share // count) for index in range(count)]
                return next(self._of_variant(variant, 1, strict=False), _BLANKS.get(variant.kind))
        return None

    def find(self, place: Place, *, strict: bool = True) -> Any:
        """Return a value of *place*: one that fits, or the first at hand if not *strict*; `ABSENT` where none is."""
        return next(iter(self.several(place, 1, strict=strict)), ABSENT)

    def several(self, place: Place, count: int, *, strict: bool = True) -> list[Any]:
        """Return at most *count* different values of *place*, the least first."""
        kept = self._found.get((id(place), count, strict))
        if kept is not None:
            return kept[1]
        self.spend(10)
        key = self.key(place)
        if key in self._open or len(self._open) >= _NESTED:
            self._needed = min(self._needed, self._open.get(key, -1))
            return []
        if strict and count == 1:
            found = [each for each in self.several(place, 1, strict=False) if self.fits(place, each)]
            if found:
                self._found[id(place), count, strict] = place, found
                return found
        level = self._open[key] = len(self._open)
        try:
            found = self._collected(place, count, strict=strict)
        finally:
            del self._open[key]
        # Found wanting only for what is being filled in further out, it may be had elsewhere.
        if len(found) == count or self._needed >= level:
            self._found[id(place), count, strict] = place, found
        if self._needed >= level:
            self._needed = math.inf
        return found

    def _collected(self, place: Place, count: int, *, strict: bool) -> list[Any]:
        found: dict[Any, Any] = {}
        for value in self._offers(place, count, strict=strict):
            self.spend(5)
            if not strict or self.fits(place, value):
                found.setdefault(key_of(value) if count > 1 else None, value)
                if len(found) == count:
                    break
        return list(found.values())

    # -- what is tried

    def _offers(self, place: Place, count: int, *, strict: bool) -> Iterator[Any]:
        variants = self._variants_of(place)
        if any(_takes(variant, place.say("default")) for variant in variants):
            yield place.say("default")
        for variant in variants:
            self.spend(20 + 3 * len(variant.located))
            tried = len(variant.values) + _TRIED + count
            offers = islice(self._of_variant(variant, count, strict=strict), tried)
            for first in islice(offers, 1):
                yield first
                if strict:
                    yield from self._of_places(self._lacking(place, variant, first))
            yield from offers
            if strict:
                yield from self._of_places(self._conditional(place, variant))
        if strict:
            yield from _ANYTHING

    def _of_places(self, places: Iterable[Place]) -> Iterator[Any]:
        for each in places:
            yield from self._shared(each) if self._sharing else self.several(each, 1)

    def _shared(self, place: Place) -> list[Any]:
        """Return a value of *place* as `several` does, by a third of the effort that is left: others may be better."""
        reserve = self.left - self.left // 3
        self.left -= reserve
        try:
            return self.several(place, 1)
        except SpentError:
            return []
        finally:
            self.left = max(self.left, 0) + reserve

    def _of_variant(self, variant: SchemaVariant, count: int, *, strict: bool) -> Iterator[Any]:
        examples = variant.say("examples")
        said = [variant.say("default"), *(examples if isinstance(examples, list) else ())]
        yield from (each for each in said if _takes(variant, each))
        match variant.kind:
            case "object":
                yield from objects(self, variant, count, strict=strict)
            case "list":
                yield from lists(self, variant, count, strict=strict)
            case "number":
                yield from numbers(variant)
            case "string":
                for text in texts(variant, self.now):
                    self.spend(len(text) // 4)
                    yield text
            case _:
                yield from variant.values or _FEW.get(variant.kind, ())

    def _variants_of(self, place: Place) -> list[SchemaVariant]:
        """Return the variants of *place*, each way to it one, null last."""
        if id(place) not in self._variants:
            ways = alternatives(self.document, place.applicable, place.soft)
            found = [each for way in ways for each in variants_of(self.document, place.applicable, way)]
            self.spend(20 + 30 * len(found))
            self._variants[id(place)] = place, sorted(found, key=lambda each: each.kind == "null")
        return self._variants[id(place)][1]

    def _lacking(self, place: Place, variant: SchemaVariant, value: Any) -> Iterator[Place]:
        """Yield *place* as *variant*, with what *value* lacks of what its own content asks for."""
        chosen = variant.picks[0]
        guarded = [(each.guard, each.located) for each in variant.conditions if each.guard]
        self.spend(20 * len(guarded))
        lacking = [here for guard, here in guarded if guard(value) and not self.holds(here, value)]
        if lacking:
            yield self.joined(place, (*chosen, *lacking))
        made = {id(here.schema) for here in (*chosen, *variant.located)}
        for here in variant.located:
            for options in (self.parts(here, "anyOf"), self.parts(here, "oneOf")):
                known = not options or not made.isdisjoint(id(each.schema) for each in options)
                if known or self.holds(here, value) or any(self.holds(each, value) for each in options[:_TRIED]):
                    continue
                for each in options:
                    yield self.joined(place, (*chosen, each))
                # The next choice is made within each of these.
                return

    def _conditional(self, place: Place, variant: SchemaVariant) -> Iterator[Place]:
        """Yield *place* as *variant*, where what may hold does."""
        for here in variant.located:
            for test in self.parts(here, "if"):
                yield self.joined(place, (*variant.picks[0], test, *self.parts(here, "then")))
        for each in variant.conditions:
            if each.guard is None:
                yield self.joined(place, (*variant.picks[0], each.located))


def _takes(variant: SchemaVariant, value: Any) -> bool:
    """Tell whether *value* is of the kind of *variant*."""
    if variant.kind == "enum":
        return value is not ABSENT
    return is_of(value, (variant.kind,), integer=variant.integer)
