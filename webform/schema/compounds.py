"""Objects and lists that a search tries: the least, then those where one part is another."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.schema.applicable import key_of
from webform.schema.places import Place
from webform.schema.texts import found_by, words
from webform.schema.trial import MAX_PARTS
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.schema.located import Located
    from webform.schema.sampling import Search
    from webform.schema.variants import SchemaVariant

#: Keys of one kind, and places of a list, that are tried.
_TRIED = 40
#: Values of a part that are tried in turn.
VARIED = 4


def needed(variant: SchemaVariant) -> list[str]:
    """Return the keys that an object needs, in the order they are declared."""
    declared = [key for key in variant.properties if key in variant.required]
    return [*declared, *sorted(variant.required.difference(declared))]


def objects(search: Search, variant: SchemaVariant, count: int, *, strict: bool) -> Iterator[dict[str, Any]]:
    """Yield objects that *variant* may be, *count* for one key at a time."""
    search.spend(10 + 3 * len(variant.properties) + 8 * len(variant.conditions))
    least = _least(search, variant, strict=strict)
    if least is None or search.size(least) > MAX_PARTS:
        return
    yield least
    for key in least:
        for value in search.several(variant.child(key), count + VARIED, strict=strict)[1:]:
            yield {**least, key: value}
    whole = dict(least)
    for key in chain(variant.properties, islice(_names(search, variant), count)):
        for value in search.several(variant.child(key), count, strict=strict) if key not in least else ():
            yield {**least, key: value}
            whole.setdefault(key, value)
    if search.size(whole) <= MAX_PARTS:
        yield whole


def _least(search: Search, variant: SchemaVariant, *, strict: bool) -> dict[str, Any] | None:
    """Return an object of what it needs, and as many keys more as it must have; `None` where that cannot be."""
    least: dict[str, Any] = {}
    for key in needed(variant):
        value = search.find(variant.child(key), strict=strict)
        if value is ABSENT:
            return None
        least[key] = value
    count = max(map(int, variant.all("minProperties")), default=0)
    for key in chain(variant.properties, _names(search, variant)) if len(least) < count <= MAX_PARTS else ():
        search.spend(15)
        value = ABSENT if key in least else search.find(variant.child(key), strict=strict)
        if value is not ABSENT:
            least[key] = value
            if len(least) == count:
                break
    return least


def _names(search: Search, variant: SchemaVariant) -> Iterator[str]:
    """Yield keys that *variant* may let be there though it does not declare them."""
    named = [part for here in variant.located for part in search.parts(here, "propertyNames")]
    if named:
        found = search.several(Place(search.document, tuple(named), ()), _TRIED)
        yield from (each for each in found if isinstance(each, str))
    for patterns in variant.all("patternProperties"):
        for pattern in patterns:
            yield from islice(found_by(pattern), _TRIED)
    if not variant.closed:
        yield from words()


class Contained(NamedTuple):
    """What a list contains: *part* in *least* items or more, and at *most* in so many."""

    part: Located
    least: int
    most: int | None


class Plan(NamedTuple):
    """What a list contains, by the index of an item what it must be for that, and from which end it is filled."""

    contained: list[Contained]
    placed: dict[int, list[Located]]
    step: int


def lists(search: Search, variant: SchemaVariant, count: int, *, strict: bool) -> Iterator[list[Any]]:
    """Yield lists that *variant* may be, *count* of one length and more of other lengths."""
    contained = list(_contained(search, variant))
    for step in (1, -1):
        plan = _plan(search, variant, contained, step, strict=strict)
        shortest = max(variant.least, *(index + 1 for index in plan.placed), 0)
        for length in range(shortest, shortest + count + VARIED):
            items = _items(search, variant, length, plan, strict=strict)
            if items is None or search.size(items) > MAX_PARTS:
                break
            yield items
            if length == shortest > 0:
                for value in search.several(variant.item(0), count + VARIED, strict=strict)[1:]:
                    yield [value, *items[1:]]
        if not plan.placed and not variant.unique:
            return


def _contained(search: Search, variant: SchemaVariant) -> Iterator[Contained]:
    for here in variant.located:
        for part in search.parts(here, "contains"):
            counted = "minContains" in here.resource.draft.keywords
            least, most = (here.get(key) if counted else ABSENT for key in ("minContains", "maxContains"))
            yield Contained(
                part, 1 if least is ABSENT else min(int(least), MAX_PARTS + 1), None if most is ABSENT else int(most)
            )


def _plan(search: Search, variant: SchemaVariant, contained: list[Contained], step: int, *, strict: bool) -> Plan:
    """Return which items can be what is *contained*: the first that can, or the last where *step* is -1."""
    placed: dict[int, list[Located]] = {}
    parts = [each.part for each in contained]
    for part, least, _ in contained:
        end, left = min(variant.prefix, _TRIED) + len(placed) + least, least
        for index in range(end if variant.most is None else min(end, variant.most))[::step]:
            search.spend(1)
            if not left or (index in placed and index >= VARIED):
                continue
            here = [*placed.get(index, ()), part]
            if search.find(search.joined(variant.item(index), here, parts), strict=strict) is not ABSENT:
                placed[index] = here
                left -= 1
    return Plan(contained, placed, step)


def _items(search: Search, variant: SchemaVariant, length: int, plan: Plan, *, strict: bool) -> list[Any] | None:
    """Return a list of *length* items after *plan*; `None` where none can be."""
    if length > MAX_PARTS or (variant.most is not None and length > variant.most):
        return None
    contained, placed, step = plan
    parts = [each.part for each in contained]
    spare = {  # how many items not placed may be what there must not be too much of
        number: each.most - sum(each.part in here for here in placed.values())
        for number, each in enumerate(contained)
        if each.most is not None
    }
    pools: dict[int, Iterator[Any]] = {}
    taken, items = set[Any](), list[Any]()
    for turn, index in enumerate(range(length)[::step]):
        search.spend(2)
        place = variant.item(index)
        # What a list contains shapes its items only where nothing else does.
        alone = search.joined(place, placed.get(index, ()), parts)
        if alone.applicable or spare or variant.unique:
            place = alone
        most = length if index >= variant.prefix else turn + 1
        pool = _in_turn(search, place, (VARIED if spare else 1, most), strict=strict)
        if variant.unique:
            # What one item passes over is nothing for the next.
            pool = pools.setdefault(id(place), pool)
        for value in pool:
            counted = [number for number in spare if index not in placed and search.holds(parts[number], value)]
            if all(spare[number] > 0 for number in counted) and (not variant.unique or _is_new(search, value, taken)):
                items.append(value)
                spare |= {number: spare[number] - 1 for number in counted}
                break
        if len(items) == turn:
            return None
    return items[::step]


def _in_turn(search: Search, place: Place, counts: tuple[int, ...], *, strict: bool) -> Iterator[Any]:
    """Yield values of *place*, so many of *counts* as are asked for."""
    for count in counts:
        yield from search.several(place, count, strict=strict)


def _is_new(search: Search, value: Any, taken: set[Any]) -> bool:
    """Tell whether *value* is none of those *taken*, and take it."""
    search.spend(2 * search.size(value))
    key, count = key_of(value), len(taken)
    taken.add(key)
    return len(taken) > count
