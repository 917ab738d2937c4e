"""The least valid value of a schema: likely values are tried, with bounded effort."""

from __future__ import annotations

import math
from contextlib import suppress
from copy import deepcopy
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from webform.schema.alternatives import alternatives
from webform.schema.conjuncts import is_of, key_of, parts_of
from webform.schema.numbers import numbers
from webform.schema.places import Place
from webform.schema.texts import found_by, texts, words
from webform.schema.trial import MAX_PARTS, SpentError, Trial
from webform.schema.variants import variants_of
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from webform.schema.document import Document
    from webform.schema.located import Located
    from webform.schema.variants import Variant

#: The effort of one search: a fifth of a second.
EFFORT = 200_000
#: Places within each other at most.
_NESTED = 60
#: Values of one variant that are tried where one is wanted.
_TRIED = 40
#: Values of a part that are tried in turn.
_VARIED = 4
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
        return deepcopy(_Search(self._document, now).best())


class _Search(Trial):
    """
    One search for a value of *document*, where the moment is *now*.

    What comes first is taken at first; only where that does not fit are the parts tried in turn, from the top down.
    """

    def __init__(self, document: Document, now: datetime) -> None:
        super().__init__(document, EFFORT)
        self.now = now
        self._found: dict[tuple[int, int, bool], tuple[Place, list[Any]]] = {}
        self._variants: dict[int, tuple[Place, list[Variant]]] = {}
        #: The places being filled in, by what holds there: what needs itself is nowhere.
        self._open: dict[frozenset[int], int] = {}
        #: The outermost of them that something within it needed.
        self._needed = math.inf

    def best(self) -> Any:
        """Return the least value found that is valid, else the nearest to one."""
        return self._partial(self.document.top, EFFORT)

    def _partial(self, place: Place, effort: int) -> Any:
        """Return a valid value of *place*, else one whose parts are as valid as can be."""
        self.left = effort
        with suppress(SpentError, RecursionError):
            value = self.find(place)
            if value is not ABSENT:
                return value
        self.left, share = effort, effort // 4
        with suppress(SpentError, RecursionError):
            for variant in self._variants_of(place)[:1]:
                if variant.kind == "object" and effort > _TRIED:
                    keys = _needed(variant)
                    return {key: self._partial(variant.child(key), share // len(keys)) for key in keys}
                if variant.kind == "list" and effort > _TRIED:
                    count = min(variant.least, _VARIED)
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
            yield from self.several(each, 1)

    def _of_variant(self, variant: Variant, count: int, *, strict: bool) -> Iterator[Any]:
        examples = variant.say("examples")
        said = [variant.say("default"), *(examples if isinstance(examples, list) else ())]
        yield from (each for each in said if _takes(variant, each))
        match variant.kind:
            case "object":
                yield from self._objects(variant, count, strict=strict)
            case "list":
                yield from self._lists(variant, count, strict=strict)
            case "number":
                yield from numbers(variant)
            case "string":
                for text in texts(variant, self.now):
                    self.spend(len(text) // 4)
                    yield text
            case _:
                yield from variant.values or _FEW.get(variant.kind, ())

    def _variants_of(self, place: Place) -> list[Variant]:
        """Return the variants of *place*, each way to it one, null last."""
        if id(place) not in self._variants:
            ways = alternatives(self.document, place.conjuncts, place.soft)
            found = [each for way in ways for each in variants_of(self.document, place.conjuncts, way)]
            self.spend(20 + 30 * len(found))
            self._variants[id(place)] = place, sorted(found, key=lambda each: each.kind == "null")
        return self._variants[id(place)][1]

    def _lacking(self, place: Place, variant: Variant, value: Any) -> Iterator[Place]:
        """Yield *place* as *variant*, with what *value* lacks of what its own content asks for."""
        chosen = variant.picks[0]
        guarded = [(each.guard, each.located) for each in variant.conditions if each.guard]
        self.spend(20 * len(guarded))
        lacking = [here for guard, here in guarded if guard(value) and not self.holds(here, value)]
        if lacking:
            yield self.joined(place, (*chosen, *lacking))
        made = {id(here.schema) for here in (*chosen, *variant.located)}
        for here in variant.located:
            for options in (parts_of(self.document, here, "anyOf"), parts_of(self.document, here, "oneOf")):
                known = not options or not made.isdisjoint(id(each.schema) for each in options)
                if known or self.holds(here, value) or any(self.holds(each, value) for each in options[:_TRIED]):
                    continue
                for each in options:
                    yield self.joined(place, (*chosen, each))
                # The next choice is made within each of these.
                return

    def _conditional(self, place: Place, variant: Variant) -> Iterator[Place]:
        """Yield *place* as *variant*, where what may hold does."""
        for here in variant.located:
            for test in parts_of(self.document, here, "if"):
                yield self.joined(place, (*variant.picks[0], test, *parts_of(self.document, here, "then")))
        for each in variant.conditions:
            if each.guard is None:
                yield self.joined(place, (*variant.picks[0], each.located))

    # -- objects

    def _objects(self, variant: Variant, count: int, *, strict: bool) -> Iterator[dict[str, Any]]:
        self.spend(10 + 3 * len(variant.properties) + 8 * len(variant.conditions))
        least = self._least(variant, strict=strict)
        if least is None or self.size(least) > MAX_PARTS:
            return
        yield least
        for key in least:
            for value in self.several(variant.child(key), count + _VARIED, strict=strict)[1:]:
                yield {**least, key: value}
        whole = dict(least)
        for key in variant.properties:
            for value in self.several(variant.child(key), count, strict=strict) if key not in least else ():
                yield {**least, key: value}
                whole.setdefault(key, value)
        if self.size(whole) <= MAX_PARTS:
            yield whole

    def _least(self, variant: Variant, *, strict: bool) -> dict[str, Any] | None:
        """Return an object of what it needs, and as many keys more as it must have; `None` where that cannot be."""
        least: dict[str, Any] = {}
        for key in _needed(variant):
            value = self.find(variant.child(key), strict=strict)
            if value is ABSENT:
                return None
            least[key] = value
        count = max(map(int, variant.all("minProperties")), default=0)
        for key in chain(variant.properties, self._names(variant)) if len(least) < count <= MAX_PARTS else ():
            self.spend(15)
            value = ABSENT if key in least else self.find(variant.child(key), strict=strict)
            if value is not ABSENT:
                least[key] = value
                if len(least) == count:
                    break
        return least

    def _names(self, variant: Variant) -> Iterator[str]:
        """Yield keys that *variant* may let be there though it does not declare them."""
        named = [part for here in variant.located for part in parts_of(self.document, here, "propertyNames")]
        if named:
            found = self.several(Place(self.document, tuple(named), ()), _TRIED)
            yield from (each for each in found if isinstance(each, str))
        for patterns in variant.all("patternProperties"):
            for pattern in patterns:
                yield from islice(found_by(pattern), _TRIED)
        if not variant.closed:
            yield from words()

    # -- lists

    def _lists(self, variant: Variant, count: int, *, strict: bool) -> Iterator[list[Any]]:
        contained = self._contained(variant)
        for step in (1, -1):
            placed = self._placed(variant, contained, step, strict=strict)
            shortest = max(variant.least, *(index + 1 for index in placed), 0)
            for length in range(shortest, shortest + count + _VARIED):
                items = self._items(variant, length, contained, placed, strict=strict)
                if items is None or self.size(items) > MAX_PARTS:
                    break
                yield items
                if length == shortest > 0:
                    for value in self.several(variant.item(0), count + _VARIED, strict=strict)[1:]:
                        yield [value, *items[1:]]
            if not placed:
                return

    def _contained(self, variant: Variant) -> list[tuple[Located, int, int | None]]:
        """Return what a list contains: the schema, in how many items at least, and in how many at most."""
        found: list[tuple[Located, int, int | None]] = []
        for here in variant.located:
            for part in parts_of(self.document, here, "contains"):
                counted = "minContains" in here.resource.draft.keywords
                least, most = (here.get(key) if counted else ABSENT for key in ("minContains", "maxContains"))
                needed = 1 if least is ABSENT else min(int(least), MAX_PARTS + 1)
                found.append((part, needed, None if most is ABSENT else int(most)))
        return found

    def _placed(
        self, variant: Variant, contained: list[tuple[Located, int, int | None]], step: int, *, strict: bool
    ) -> dict[int, list[Located]]:
        """Return which items can be what is *contained*: the first that can, or the last where *step* is -1."""
        placed: dict[int, list[Located]] = {}
        parts = [part for part, *_ in contained]
        for part, least, _ in contained:
            end, left = min(variant.prefix, _TRIED) + len(placed) + least, least
            for index in range(end if variant.most is None else min(end, variant.most))[::step]:
                self.spend(1)
                if not left or (index in placed and index >= _VARIED):
                    continue
                here = [*placed.get(index, ()), part]
                if self.find(self.joined(variant.item(index), here, parts), strict=strict) is not ABSENT:
                    placed[index] = here
                    left -= 1
        return placed

    def _items(
        self,
        variant: Variant,
        length: int,
        contained: list[tuple[Located, int, int | None]],
        placed: dict[int, list[Located]],
        *,
        strict: bool,
    ) -> list[Any] | None:
        """Return a list of *length* items, where those *placed* are as they must be; `None` where none can be."""
        if length > MAX_PARTS or (variant.most is not None and length > variant.most):
            return None
        parts = [part for part, *_ in contained]
        few = [part for part, _, most in contained if most is not None]
        pools: dict[int, Iterator[Any]] = {}
        taken, items = set[Any](), list[Any]()
        for index in range(length):
            self.spend(2)
            place = variant.item(index)
            # What a list contains shapes its items only where nothing else does.
            alone = self.joined(place, placed.get(index, ()), parts)
            if alone.conjuncts or few or variant.unique:
                place = alone
            pool = self._in_turn(place, _VARIED if few else 1, length if index >= variant.prefix else index + 1, strict)
            if variant.unique:
                # What one item passes over is nothing for the next.
                pool = pools.setdefault(id(place), pool)
            for value in pool:
                new = not variant.unique or self._is_new(value, taken)
                if new and (index in placed or not any(self.holds(each, value) for each in few)):
                    items.append(value)
                    break
            if len(items) == index:
                return None
        return items

    def _in_turn(self, place: Place, first: int, count: int, strict: bool) -> Iterator[Any]:  # noqa: FBT001 - passed on
        """Yield *first* values of *place*, and only then up to *count*, which takes longer."""
        yield from self.several(place, first, strict=strict)
        yield from self.several(place, count, strict=strict)

    def _is_new(self, value: Any, taken: set[Any]) -> bool:
        """Tell whether *value* is none of those *taken*, and take it."""
        self.spend(2 * self.size(value))
        key, count = key_of(value), len(taken)
        taken.add(key)
        return len(taken) > count


def _takes(variant: Variant, value: Any) -> bool:
    """Tell whether *value* is of the kind of *variant*."""
    if variant.kind == "enum":
        return value is not ABSENT
    return is_of(value, (variant.kind,), integer=variant.integer)


def _needed(variant: Variant) -> list[str]:
    """Return the keys that an object needs, in the order they are declared."""
    declared = [key for key in variant.properties if key in variant.required]
    return [*declared, *sorted(variant.required.difference(declared))]
