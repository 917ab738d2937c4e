"""The least valid value of a schema: likely values are tried, with bounded effort."""

from __future__ import annotations

import math
from contextlib import suppress
from copy import deepcopy
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from webform.schema.alternatives import alternatives
from webform.schema.conjuncts import gather, is_of, key_of, parts_of
from webform.schema.keywords import TELLING
from webform.schema.numbers import numbers
from webform.schema.places import Place
from webform.schema.texts import found_by, texts, words
from webform.schema.variants import variants_of
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from webform.schema.document import Document
    from webform.schema.located import Located
    from webform.schema.variants import Variant

#: The effort that one sample may take, about a microsecond each.
EFFORT = 200_000
#: The effort of making the least test ready.
_COMPILING = 60
#: Parts of a value at most.
MAX_PARTS = 20_000
#: Places within each other at most.
_NESTED = 60
#: Values of one variant that are tried where one is wanted.
_TRIED = 40
#: Values of a part that are tried in turn.
_VARIED = 4
#: The most parts of a schema that are counted.
_FAR = 5000
#: What is tried where nothing else fits.
_ANYTHING: tuple[Any, ...] = ({}, [], "", 0, False, None, True, 1, "a")
#: What stands for a part that has no valid value.
_BLANKS: dict[str, Any] = {"object": {}, "list": [], "string": "", "number": 0, "boolean": False}
#: What gives a value by itself, and not only by what it leads to.
_TELLING = TELLING - {"$ref", "$dynamicRef", "$recursiveRef", "allOf"}


class _SpentError(Exception):
    """Raised when the effort is spent."""


class Sampler:
    """Makes the least valid value of a document, and where it finds none, the nearest to one."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def __call__(self, now: datetime) -> Any:
        """Return the value at the moment *now*."""
        return deepcopy(_Search(self._document, now).best())


class _Search:
    """
    One search for a value of *document*, where each moment is *now*.

    What comes first is taken at first; only where that does not fit are the parts tried in turn, from the top down.
    """

    def __init__(self, document: Document, now: datetime) -> None:
        self.document, self.now = document, now
        self._left = EFFORT
        self._found: dict[tuple[int, int, bool], tuple[Place, list[Any]]] = {}
        self._variants: dict[int, tuple[Place, list[Variant]]] = {}
        self._keys: dict[int, tuple[Place, frozenset[int]]] = {}
        self._made: dict[tuple[int, ...], Place] = {}
        self._weights: dict[int, int] = {}
        #: The places being filled in, by what holds there: what needs itself is nowhere.
        self._open: dict[frozenset[int], int] = {}
        #: The outermost of them that something within it needed.
        self._needed = math.inf

    def best(self) -> Any:
        """Return the least value found that is valid, else the nearest to one."""
        return self._partial(self.document.top, EFFORT)

    def _partial(self, place: Place, effort: int) -> Any:
        """Return a valid value of *place*, else one whose parts are as valid as can be."""
        self._left = effort
        with suppress(_SpentError, RecursionError):
            value = self.find(place)
            if value is not ABSENT:
                return value
        self._left, share = effort, effort // 4
        with suppress(_SpentError, RecursionError):
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
        self._spend(10)
        key = self._key(place)
        if key in self._open or len(self._open) >= _NESTED:
            self._needed = min(self._needed, self._open.get(key, -1))
            return []
        if strict and count == 1:
            found = [each for each in self.several(place, 1, strict=False) if self._fits(place, each)]
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
            self._spend(5)
            if not strict or self._fits(place, value):
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
            self._spend(20 + 3 * len(variant.located))
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
            case "enum":
                yield from variant.values
            case "object":
                yield from self._objects(variant, count, strict=strict)
            case "list":
                yield from self._lists(variant, count, strict=strict)
            case "string":
                for text in texts(variant, self.now):
                    self._spend(len(text) // 10)
                    yield text
            case "number":
                yield from numbers(variant)
            case "boolean":
                yield from (False, True)
            case "null":
                yield None

    def _variants_of(self, place: Place) -> list[Variant]:
        """Return the variants of *place*, each way to it one, null last."""
        if id(place) not in self._variants:
            ways = alternatives(self.document, place.conjuncts, place.soft)
            found = [each for way in ways for each in variants_of(self.document, place.conjuncts, way)]
            self._spend(20 + 30 * len(found))
            self._variants[id(place)] = place, sorted(found, key=lambda each: each.kind == "null")
        return self._variants[id(place)][1]

    # -- objects

    def _objects(self, variant: Variant, count: int, *, strict: bool) -> Iterator[dict[str, Any]]:
        self._spend(10 + 3 * len(variant.properties) + 8 * len(variant.conditions))
        least: dict[str, Any] = {}
        for key in _needed(variant):
            value = self.find(variant.child(key), strict=strict)
            if value is ABSENT:
                return
            least[key] = value
        room = max(map(int, variant.all("minProperties")), default=0)
        for key in chain(variant.properties, self._names(variant)) if len(least) < room <= MAX_PARTS else ():
            self._spend(15)
            value = ABSENT if key in least else self.find(variant.child(key), strict=strict)
            if value is not ABSENT:
                least[key] = value
                if len(least) == room:
                    break
        if self._size(least) > MAX_PARTS:
            return
        yield least
        for key in least:
            for value in self.several(variant.child(key), count + _VARIED, strict=strict)[1:]:
                yield {**least, key: value}
        whole = dict(least)
        for key in variant.properties:
            if key not in least:
                for value in self.several(variant.child(key), count, strict=strict):
                    yield {**least, key: value}
                    whole.setdefault(key, value)
        if self._size(whole) <= MAX_PARTS:
            yield whole

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
        for step in (1, -1):
            placed = self._placed(variant, step, strict=strict)
            shortest = max(variant.least, *(index + 1 for index in placed), 0)
            for items in self._items(variant, shortest, placed, strict=strict):
                yield items
                for value in self.several(variant.item(0), count + _VARIED, strict=strict)[1:] if items else ():
                    yield [value, *items[1:]]
            for length in range(shortest + 1, shortest + count + _VARIED):
                yield from self._items(variant, length, placed, strict=strict)
            if not placed:
                return

    def _placed(self, variant: Variant, step: int, *, strict: bool) -> dict[int, list[Located]]:
        """Return which items can be what the list contains: the first ones that can, or the last where *step* is -1."""
        placed: dict[int, list[Located]] = {}
        contained = self._contained(variant)
        parts = [part for part, *_ in contained]
        for part, least, _ in contained:
            end, left = min(variant.prefix, _TRIED) + len(placed) + least, least
            for index in range(end if variant.most is None else min(end, variant.most))[::step]:
                self._spend(1)
                if not left or (index in placed and index >= _VARIED):
                    continue
                here = [*placed.get(index, ()), part]
                if self.find(self._with(variant.item(index), here, parts), strict=strict) is not ABSENT:
                    placed[index] = here
                    left -= 1
        return placed

    def _items(
        self, variant: Variant, length: int, wanted: dict[int, list[Located]], *, strict: bool
    ) -> Iterator[list[Any]]:
        """Yield the list of *length* items that holds what is *wanted* at its place; nothing where none can be."""
        if length > min(MAX_PARTS, length if variant.most is None else variant.most):
            return
        contained = self._contained(variant)
        parts = [part for part, *_ in contained]
        few = [part for part, _, most in contained if most is not None]
        first = _VARIED if few else 1
        items, taken = list[Any](), set[Any]() if variant.unique else None
        pools: dict[int, Iterator[Any]] = {}
        for index in range(length):
            self._spend(2)
            place = variant.item(index)
            if index in wanted:
                place = self._with(place, wanted[index], parts)
            else:
                # What a list contains shapes its items where nothing else does.
                alone = self._with(place, (), parts)
                place = alone if alone.conjuncts or few or variant.unique else place
            pool = self._in_turn(place, first, length if index >= variant.prefix else index + 1, strict=strict)
            if variant.unique:
                # What one item passes over is nothing for the next.
                pool = pools.setdefault(id(place), pool)
            for value in pool:
                if (index in wanted or not any(self._holds(each, value) for each in few)) and self._is_new(
                    value, taken
                ):
                    items.append(value)
                    break
            if len(items) == index:
                return
        if self._size(items) <= MAX_PARTS:
            yield items

    def _in_turn(self, place: Place, first: int, count: int, *, strict: bool) -> Iterator[Any]:
        """Yield *first* values of *place*, and only then up to *count*, which takes longer."""
        yield from self.several(place, first, strict=strict)
        yield from self.several(place, count, strict=strict)

    def _contained(self, variant: Variant) -> list[tuple[Located, int, int | None]]:
        """Return what a list contains: the schema, in how many items at least, and in how many at most."""
        found: list[tuple[Located, int, int | None]] = []
        for here in variant.located:
            for part in parts_of(self.document, here, "contains"):
                counts = "minContains" in here.resource.draft.keywords
                least = here.get("minContains") if counts else ABSENT
                most = here.get("maxContains") if counts else ABSENT
                needed = 1 if least is ABSENT else min(int(least), MAX_PARTS + 1)
                found.append((part, needed, None if most is ABSENT else int(most)))
        return found

    # -- what else must hold

    def _with(self, place: Place, more: Iterable[Located], without: Iterable[Located] = ()) -> Place:
        """Return *place* where *more* holds too, but nothing of *without* by itself."""
        left_out = {id(here.schema) for here in without}
        hard = {id(here.schema): here for here in place.conjuncts if id(here.schema) not in left_out}
        hard |= {id(here.schema): here for here in more}
        soft = [here for here in place.soft if id(here.schema) not in left_out]
        key = (*hard, 0, *(id(here.schema) for here in soft))
        # The document would keep it for good.
        return self._made.setdefault(key, Place(self.document, tuple(hard.values()), tuple(soft)))

    def _lacking(self, place: Place, variant: Variant, value: Any) -> Iterator[Place]:
        """Yield *place* as *variant*, with what *value* lacks of what its own content asks for."""
        chosen = variant.picks[0]
        guarded = [each for each in variant.conditions if each.guard]
        self._spend(20 * len(guarded))
        held = [each.located for each in guarded if each.guard and each.guard(value)]
        lacking = [each for each in held if not self._holds(each, value)]
        if lacking:
            yield self._with(place, (*chosen, *lacking))
        made = {id(each.schema) for each in (*chosen, *variant.located)}
        for here in variant.located:
            for keyword in ("anyOf", "oneOf"):
                options = parts_of(self.document, here, keyword)
                known = not made.isdisjoint(id(each.schema) for each in options)
                if known or not options or self._holds(here, value):
                    continue
                if not any(self._holds(each, value) for each in options[:_TRIED]):
                    for each in options:
                        yield self._with(place, (*chosen, each))
                    # The next choice is made within each of these.
                    return

    def _conditional(self, place: Place, variant: Variant) -> Iterator[Place]:
        """Yield *place* as *variant*, where what may hold does."""
        for here in variant.located:
            for test in parts_of(self.document, here, "if"):
                yield self._with(place, (*variant.picks[0], test, *parts_of(self.document, here, "then")))
        for each in variant.conditions:
            if each.guard is None:
                yield self._with(place, (*variant.picks[0], each.located))

    # -- whether it fits

    def _fits(self, place: Place, value: Any) -> bool:
        return all(self._holds(here, value) for here in place.conjuncts)

    def _holds(self, here: Located, value: Any) -> bool:
        if isinstance(here.schema, dict) and here.schema.keys() == {"required"}:
            return not isinstance(value, dict) or value.keys() >= set(here.schema["required"])
        weight = self._weights.get(id(here.schema))
        if weight is None:
            weight = self._weights[id(here.schema)] = self._reach(here)
            self._spend(_COMPILING + 4 * weight)
        self._spend(1 + weight // 10 + (len(value) // 20 if isinstance(value, str | list | dict) else 0))
        return self.document.holds(here, value)

    def _reach(self, start: Located) -> int:
        """Return about how much must be compiled to test by *start*: the parts that it leads to."""
        todo, seen = [start], set[int]()
        while todo and len(seen) < _FAR:
            here = todo.pop()
            if id(here.schema) in seen:
                continue
            seen.add(id(here.schema))
            inside: list[Any] = [here.schema]
            while inside and len(seen) < _FAR:
                part = inside.pop()
                if isinstance(part, dict):
                    seen.add(id(part))
                    todo += [target for _, target in self.document.references.of(self.document.locate(part, here))]
                inside += part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        return len(seen)

    def _key(self, place: Place) -> frozenset[int]:
        """Return what is equal for places where the same holds."""
        if id(place) not in self._keys:
            found = gather(self.document, place.conjuncts, set()).conjuncts
            self._spend(10 + 10 * len(found))
            telling = (each for each in found if isinstance(each.schema, dict) and not _TELLING.isdisjoint(each.schema))
            self._keys[id(place)] = place, frozenset(id(each.schema) for each in (*telling, *place.soft))
        return self._keys[id(place)][1]

    def _is_new(self, value: Any, taken: set[Any] | None) -> bool:
        """Tell whether *value* is none of those *taken*, where they must differ, and take it."""
        if taken is None:
            return True
        self._spend(2 * self._size(value))
        key = key_of(value)
        new = key not in taken
        taken.add(key)
        return new

    def _size(self, value: Any) -> int:
        """Return how many parts *value* has; more than `MAX_PARTS` where there are too many to count."""
        todo, parts = [value], 0
        while todo and parts <= MAX_PARTS:
            part = todo.pop()
            parts += 1 + (len(part) // 50 if isinstance(part, str) else 0)
            todo += part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        self._spend(parts // 4)
        return parts

    def _spend(self, effort: int) -> None:
        self._left -= effort
        if self._left < 0:
            raise _SpentError


def _takes(variant: Variant, value: Any) -> bool:
    """Tell whether *value* is of the kind of *variant*."""
    if variant.kind == "enum":
        return value is not ABSENT
    return is_of(value, (variant.kind,), integer=variant.integer)


def _needed(variant: Variant) -> list[str]:
    """Return the keys that an object needs, in the order they are declared."""
    declared = [key for key in variant.properties if key in variant.required]
    return [*declared, *sorted(variant.required.difference(declared))]
