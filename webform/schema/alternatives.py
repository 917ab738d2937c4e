"""The alternatives of a place: its choices, and those within them, multiplied out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from webform.schema.applicable import ApplicableSchemas, Condition, gather

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from webform.schema.kinds import Constants
    from webform.schema.located import Located
    from webform.schema.schemas import Schemas

#: Alternatives of one place at most; choices that would make more only give hints.
MAX_ALTERNATIVES = 60
#: Options of the first choice at most: those of one kind become one afterwards.
_MAX_OPTIONS = 400
#: Options that are looked at for one place.
_MAX_STEPS = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """
    One way through the choices of a place.

    Args:
        layers: the applicable schemas of the place, then those that each choice adds.
        constants: the choices between constants.
        conditions: what holds only sometimes.
        picks: the options chosen.
        open: the choices still to be made.
        soft: the choice among them of what may hold.
        firm: how many of the layers hold for certain; `None`: all.
        seen: the identities of the schemas that are in it.
    """

    layers: tuple[tuple[Located, ...], ...] = ()
    constants: tuple[Constants, ...] = ()
    conditions: tuple[Condition, ...] = ()
    picks: tuple[Located, ...] = ()
    open: tuple[Sequence[Located], ...] = ()
    soft: Sequence[Located] = ()
    firm: int | None = None
    seen: AbstractSet[int] = frozenset()

    @property
    def applicable(self) -> tuple[Located, ...]:
        """All that holds, from the outside in."""
        return tuple(located for layer in self.layers for located in layer)

    def plus(self, found: ApplicableSchemas, picks: tuple[Located, ...] = ()) -> Alternative:
        """Return the alternative where what was *found* holds too."""
        return Alternative(
            layers=(*self.layers, tuple(found.applicable)),
            constants=(*self.constants, *found.constants),
            conditions=(*self.conditions, *found.conditions),
            picks=(*self.picks, *picks),
            open=(*found.choices, *self.open),
            soft=self.soft,
            firm=self.firm,
            seen=found.seen,
        )


def alternatives(document: Schemas, hard: ApplicableSchemas, soft: Sequence[Located]) -> list[Alternative]:
    """Return the alternatives of the place where all of *hard* hold, and one of *soft*; none where nothing can be."""
    if not hard.possible:
        return []
    start = Alternative().plus(hard)
    ways, steps = [replace(start, open=(*start.open, soft), soft=soft) if soft else start], 0
    while any(way.open for way in ways):
        count = sum(len(way.open[0]) if way.open else 1 for way in ways)
        room = _MAX_OPTIONS if len(ways) == 1 and len(ways[0].open) == 1 else MAX_ALTERNATIVES
        steps += count
        # One choice of each at a time, so that where room ends it ends for all.
        step = _chosen if count <= room and steps <= _MAX_STEPS else _left_open
        ways = [extended for way in ways for extended in (step(document, way) if way.open else [way])]
    return ways


def _chosen(document: Schemas, way: Alternative) -> list[Alternative]:
    """Return the alternatives that the first open choice of *way* makes of it."""
    options, *rest = way.open
    firm = len(way.layers) if options is way.soft else way.firm
    way, found = replace(way, open=tuple(rest), firm=firm), list[Alternative]()
    for option in options:
        gathered = gather(document, [option], way.seen)
        if gathered.possible:
            found.append(way.plus(gathered, (option,)))
    return found


def _left_open(_: Schemas, way: Alternative) -> list[Alternative]:
    """Return *way* where any option of its first open choice may hold."""
    options, *rest = way.open
    return [replace(way, open=tuple(rest), conditions=(*way.conditions, *map(Condition, options)))]
