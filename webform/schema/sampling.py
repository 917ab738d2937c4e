"""The least value of a schema: a first guess, and where that is not valid, the next likely value of each part."""

from __future__ import annotations

from copy import deepcopy
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from webform.schema.alternatives import alternatives
from webform.schema.document import Document, Place, SchemaVariant, variants_of
from webform.schema.kinds import is_of, key_of
from webform.schema.located import stated
from webform.schema.numbers import numbers
from webform.schema.texts import found_by, texts, words
from webform.values import ABSENT, as_list

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from webform.schema.located import Located

#: The effort of one sample, in about as many microseconds.
EFFORT = 200_000
#: The effort to look at a place, to try a value there, and for each subschema of the document to compile one of them.
_PLACE, _TRIAL, _COMPILING = 20, 5, 4
#: Parts of a value at most.
MAX_PARTS = 20_000
#: Places within each other at most.
_NESTED = 60
#: Values of one variant that are tried.
_TRIED = 40
#: All values of a kind that has few.
_FEW: dict[str, tuple[Any, ...]] = {"boolean": (False, True), "null": (None,)}
#: What stands for a part that has no valid value.
_BLANKS: dict[str, Any] = {"object": {}, "list": [], "string": "", "number": 0}


class Sampler:
    """Makes the least valid value of a document, and where it finds none, one that is likely to be nearly valid."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def __call__(self, now: datetime) -> Any:
        """Return the value at the moment *now*."""
        top, guess = self._document.top, _Guess(self._document, now, checks=False)
        value = guess.value(top)
        # Where this one ran out of effort, one that checks does sooner.
        if not guess.gave_up and (
            value is ABSENT or not all(self._document.holds(located, value) for located in top.applicable)
        ):
            value = _Guess(self._document, now, checks=True).value(top)
        return None if value is ABSENT else deepcopy(value)


class _Guess:
    """
    One guess at a value of *document*, at the moment *now*.

    Args:
        checks: whether the values of each place are checked; else the first is taken.
    """

    def __init__(self, document: Document, now: datetime, *, checks: bool) -> None:
        self._document, self._now, self._checks, self._left = document, now, checks, EFFORT
        self._compiling = _COMPILING * len([*document.subschemas])
        self._compiled = set[int]()
        self._found: dict[tuple[int, int], tuple[Place, list[Any]]] = {}
        #: The places being filled in: what needs itself has no value.
        self._open = set[int]()

    @property
    def gave_up(self) -> bool:
        """Whether there was less effort than it takes."""
        return self._left <= 0

    def value(self, place: Place) -> Any:
        """Return the first value of *place* that fits, else the first at all; `ABSENT` where there is none."""
        return next(iter(self._values(place, 1)), ABSENT)

    def _values(self, place: Place, count: int) -> list[Any]:
        """Return at most *count* different values of *place* that fit, else one that does not."""
        kept = self._found.get((id(place), count))
        if kept is not None:
            return kept[1]
        if id(place) in self._open or len(self._open) >= _NESTED or self._left <= 0:
            return []
        self._open.add(id(place))
        fitting, first = dict[Any, Any](), list[Any]()
        for value in self._offers(place):
            first = first or [value]
            if not self._checks or all(self._holds(located, value) for located in place.applicable):
                fitting.setdefault(key_of(value) if count > 1 else None, value)
            if len(fitting) == count or self._left <= 0:
                break
        self._open.remove(id(place))
        found = [*fitting.values()]
        if len(found) == count:
            self._found[id(place), count] = place, found
        return (
            found
            or first
            or [_BLANKS[variant.kind] for variant in self._variants(place)[:1] if variant.kind in _BLANKS]
        )

    def _holds(self, located: Located, value: Any) -> bool:
        if id(located.schema) not in self._compiled:
            self._compiled.add(id(located.schema))
            self._left -= self._compiling
        self._left -= _TRIAL
        return self._document.holds(located, value)

    def _variants(self, place: Place) -> list[SchemaVariant]:
        """Return the variants of *place*, one for each way to it, null last."""
        ways = alternatives(self._document, place.hard, place.soft)
        found = [variant for way in ways for variant in variants_of(self._document, place.applicable, way)]
        self._left -= _PLACE * (1 + sum(1 + len(variant.located) for variant in found))
        return sorted(found, key=lambda variant: variant.kind == "null")

    # -- what is tried

    def _offers(self, place: Place) -> Iterator[Any]:
        variants, default = self._variants(place), place.say("default")
        if any(_takes(variant, default) for variant in variants):
            yield default
        for variant in variants:
            offers = islice(self._of_variant(variant), len(variant.values) + _TRIED)
            for first in islice(offers, 1):
                yield first
                if self._checks:
                    yield from chain.from_iterable(
                        self._values(narrowed, 1) for narrowed in self._lacking(place, variant, first)
                    )
            yield from offers

    def _of_variant(self, variant: SchemaVariant) -> Iterator[Any]:
        own = [variant.say("default"), *as_list(variant.say("examples"))]
        yield from (value for value in own if _takes(variant, value))
        match variant.kind:
            case "object":
                yield from self._objects(variant)
            case "list":
                yield from self._lists(variant)
            case "number":
                yield from numbers(variant)
            case "string":
                for text in texts(variant, self._now):
                    self._left -= len(text) // 4
                    yield text
            case _:
                yield from variant.values or _FEW.get(variant.kind, ())

    def _lacking(self, place: Place, variant: SchemaVariant, value: Any) -> Iterator[Place]:
        """Yield *place* as *variant*, with what *value* lacks: what a condition asks for, then options of a choice."""
        active = [condition.located for condition in variant.conditions if condition.guard and condition.guard(value)]
        self._left -= _PLACE * len(variant.conditions)
        missing = [located for located in active if not self._holds(located, value)]
        if missing:
            yield self._with(place, variant, *missing)
        known = {id(located.schema) for located in (*variant.picks[0], *variant.located)}
        for located in variant.located:
            for options in (self._document.parts_of(located, keyword) for keyword in ("anyOf", "oneOf")):
                is_open = options and known.isdisjoint(id(option.schema) for option in options)
                if is_open and not self._holds(located, value):
                    yield from (self._with(place, variant, option) for option in options[:_TRIED])
                    # The next choice is made within each of these.
                    return

    def _with(self, place: Place, variant: SchemaVariant, *more: Located) -> Place:
        return self._document.place((*place.applicable, *variant.picks[0], *more), place.soft)

    # -- what is made of parts

    def _objects(self, variant: SchemaVariant) -> Iterator[dict[str, Any]]:
        """Yield the object of what *variant* needs, and as many keys more as it must have."""
        properties, required = variant.members.properties, variant.members.required
        self._left -= len(properties)
        declared = [key for key in properties if key in required]
        least = dict[str, Any]()
        for key in (*declared, *sorted(required.difference(declared))):
            least[key] = self.value(variant.child(key))
            if least[key] is ABSENT:
                return
        count = max(map(int, variant.all("minProperties")), default=0)
        for key in chain(properties, _names(variant)) if len(least) < count <= MAX_PARTS else ():
            if len(least) == count or self._left <= 0:
                break
            if key not in least and (value := self.value(variant.child(key))) is not ABSENT:
                least[key] = value
        if self._is_small(least):
            yield least

    def _lists(self, variant: SchemaVariant) -> Iterator[list[Any]]:
        """Yield the list of as few items as *variant* may have; different ones where they must be."""
        counted = (located for located in variant.located if "minContains" in located.resource.draft.keywords)
        contained = max(map(int, stated(counted, "minContains")), default=1)
        length = max(variant.items.least, contained if variant.all("contains") else 0)
        if length > MAX_PARTS or length > (length if variant.items.most is None else variant.items.most):
            return
        first = min(variant.items.prefix, length)
        items = [self.value(variant.item(index)) for index in range(first)]
        if length > first:
            rest = self._values(variant.item(first), length - first if variant.items.unique else 1)
            items += rest if variant.items.unique else rest * (length - first)
        if ABSENT not in items and self._is_small(items):
            yield items

    def _is_small(self, value: Any) -> bool:
        """Tell whether *value* has no more than `MAX_PARTS` parts."""
        todo, parts = [value], 0
        while todo and parts <= MAX_PARTS:
            part = todo.pop()
            parts += 1 + (len(part) // 50 if isinstance(part, str) else 0)
            todo += part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        self._left -= parts // 4
        return parts <= MAX_PARTS


def _takes(variant: SchemaVariant, value: Any) -> bool:
    """Tell whether *value* is of the kind of *variant*."""
    if variant.kind == "enum":
        return value is not ABSENT
    return is_of(value, (variant.kind,), integer=variant.integer)


def _names(variant: SchemaVariant) -> Iterator[str]:
    """Yield keys that *variant* may let be there though it does not declare them."""
    for pattern in chain.from_iterable(variant.all("patternProperties")):
        yield from islice(found_by(pattern), _TRIED)
    if not variant.members.closed:
        yield from words()
