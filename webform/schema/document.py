"""A JSON Schema as a document: its places, and the kinds of values that each takes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from webform.hints.x_webform import KEYWORD
from webform.schema.added_secrets import adds_secret
from webform.schema.alternatives import MAX_ALTERNATIVES, Alternative, alternatives
from webform.schema.applicable import ApplicableSchemas, Condition, gather, is_shape
from webform.schema.keywords import TELLING
from webform.schema.kinds import KINDS, Constants, Kind, is_of, key_of, kinds_of, spoken_of, values_of
from webform.schema.lists import Items
from webform.schema.located import stated
from webform.schema.objects import Members, members_of, required_of
from webform.schema.schemas import Schemas
from webform.schema.written_hints import first_of, written_hint
from webform.secrecy import says_secret
from webform.values import ABSENT, write_json

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from webform.hints import Hint, HintTree
    from webform.schema.located import Located, Schema

#: The most places that are kept; those beyond are made anew whenever they are asked for.
_MAX_PLACES = 100_000
#: What says that a text is the content of a file.
_FILES = ("data-url", "binary", "byte")
_FILE_KEYWORDS = ("contentEncoding", "contentMediaType", "x-mcp-file")

#: What says something of a value by itself, not by what it leads to.
_TELLING = TELLING - {"$ref", "$dynamicRef", "$recursiveRef", "allOf"}


class Document(Schemas):
    """A JSON Schema with its places, made when they are asked for."""

    def __init__(self, schema: Schema, hints: HintTree | None = None, at: str = "") -> None:
        super().__init__(schema)
        #: Hints that stand elsewhere than in the schema, and where that itself stands in the declaration.
        self.hints, self.at = hints, at
        self._places: dict[tuple[int, ...], Place] = {}
        #: The properties of objects, by what they are made of.
        self.members: dict[Hashable, Members] = {}
        self.top = self.place([self.locate(self.sound, self._index.root)], hints=hints)

    @cached_property
    def hinted(self) -> bool:
        """Whether there is any hint, in the schema or elsewhere."""
        return self.hints is not None or next(stated(self.subschemas, KEYWORD), ABSENT) is not ABSENT

    @cached_property
    def asks_secret(self) -> bool:
        """Whether a hint beside the schema asks for an input of secrets."""
        hints = (tree.hint for tree in self.hints or ())
        return any(hint.input.value == "password" for hint in hints if hint and hint.input)

    @cached_property
    def has_secrets(self) -> bool:
        """Whether anything in it, or beside it, is called a secret."""
        return self.asks_secret or self.mentions_secret

    def place(self, hard: Iterable[Located], soft: Iterable[Located] = (), *, hints: HintTree | None = None) -> Place:
        """Return the place where all of *hard* hold and *soft* may: the same for the same schemas and *hints*."""
        hard, soft = self.distinct(hard), self.distinct(soft)
        hard = [located for located in hard if located.schema is not False] or hard
        if soft and any(is_shape(self, located) for located in hard):
            # What may hold besides is not shown. Where it calls something in the value a secret, all of it is one.
            telling = [located for located in soft if self.mentions_secret and adds_secret(self, hard, located)]
            hard, soft = self.distinct([*hard, *self.secret_of(telling)]), []
        key = (*(id(located.schema) for located in hard), 0, *(id(located.schema) for located in soft))
        key = key if hints is None else (*key, 0, id(hints))
        place = self._places.get(key)
        if place is None:
            place = Place(self, tuple(hard), tuple(soft), hints)
            if len(self._places) < _MAX_PLACES:
                self._places[key] = place
        return place


class Place:
    """
    Where a value stands: all of *applicable* hold there, and one of *soft* may. Made by a document, once for the same.

    Args:
        applicable: what holds, as it was written: neither references nor allOf are followed.
        soft: what gives shape where nothing that holds does.
        hints: the hints of its value that stand elsewhere than in the schema.
    """

    def __init__(
        self,
        document: Document,
        applicable: tuple[Located, ...],
        soft: tuple[Located, ...],
        hints: HintTree | None = None,
    ) -> None:
        self.document, self.applicable, self.soft, self.hints = document, applicable, soft, hints

    @cached_property
    def variants(self) -> tuple[SchemaVariant, ...]:
        """The kinds of values it takes, 60 at most; none where no value can stand there."""
        ways = alternatives(self.document, self.hard, self.soft)
        found = merged([variant for way in ways for variant in variants_of(self.document, self.applicable, way)])
        counts: dict[str, int] = {}
        for variant in found[:MAX_ALTERNATIVES]:
            count = counts[variant.kind] = counts.get(variant.kind, -1) + 1
            variant.token = f"{variant.kind}.{count}" if count else variant.kind
            variant.place = self
        return tuple(found[:MAX_ALTERNATIVES])

    @cached_property
    def others(self) -> list[SchemaVariant]:
        """The kinds of values it takes but null."""
        return [variant for variant in self.variants if variant.kind != "null"]

    def say(self, keyword: str) -> Any:
        """Return what the first schema that holds says under *keyword*; `ABSENT` if none does."""
        return next(stated(self.every, keyword), ABSENT)

    @cached_property
    def hint(self) -> Hint | None:
        """What is asked for there beside the schemas: what stands elsewhere counts first, then the outermost."""
        elsewhere = None if self.hints is None else self.hints.hint
        if not self.document.hinted:
            return elsewhere
        # What has one kind of values is as the only option says.
        chosen = self.others[0].choice_hint if len(self.others) == 1 else None
        return first_of(elsewhere, written_hint(self.every, self.document.at), chosen)

    @property
    def secret(self) -> bool:
        """Whether the value is a secret, whatever it is."""
        return any(says_secret(located.schema) for located in self.every)

    @cached_property
    def anything(self) -> bool:
        """Whether its schemas say nothing of the value, but perhaps a title and the like."""
        silent = all(_TELLING.isdisjoint(located.schema) for located in self.every if isinstance(located.schema, dict))
        return silent and not any(located.schema is False for located in self.applicable)

    @property
    def default(self) -> Any:
        """What a new form begins with, `ABSENT` where nothing is said; null is one only where null is a value."""
        default = self.say("default")
        if default is not None or self.anything:
            return default
        # Where null is no value, it says that there is none: so do pydantic and others of what may be left out.
        takes_null = any(variant.kind == "null" or None in variant.values for variant in self.variants)
        return None if takes_null else ABSENT

    @cached_property
    def hard(self) -> ApplicableSchemas:
        """What that comes to which holds for certain."""
        return gather(self.document, self.applicable)

    @cached_property
    def every(self) -> tuple[Located, ...]:
        """What holds, references and allOf followed; then what may."""
        soft = gather(self.document, self.soft, self.hard.seen).applicable if self.soft else ()
        return (*self.hard.applicable, *soft)


@dataclass(eq=False, kw_only=True, repr=False)
class SchemaVariant:
    """
    One alternative of a place: one kind of value.

    Args:
        kind: the kind; `enum` where the values are listed.
        layers: what holds: the applicable schemas of the place, then those that the choices on the way add.
        conditions: what holds only sometimes.
        roots: the schemas whose conjunction the place is.
        picks: the options that lead here, one way or another.
        integer: whether a number must be whole.
        constants: the values listed.
        firm: how many of the layers hold for certain; `None`: all.
        token: its name in its place: the kind, then `kind.1`, `kind.2` …
        blends: the alternatives that one control serves, where it is of several.
        place: the place it is an alternative of.
    """

    document: Document
    kind: Kind
    layers: tuple[tuple[Located, ...], ...]
    conditions: tuple[Condition, ...]
    roots: tuple[Located, ...]
    picks: tuple[tuple[Located, ...], ...]
    integer: bool = False
    constants: Constants = field(default_factory=Constants)
    firm: int | None = None
    token: str = ""
    blends: tuple[SchemaVariant, ...] = ()
    place: Place | None = None
    _below: dict[str | int, Place] = field(default_factory=dict, init=False)

    # -- what it says

    @cached_property
    def located(self) -> tuple[Located, ...]:
        """All that holds, from the outside in, with where it stands."""
        return tuple(chain.from_iterable(self.layers))

    @property
    def soft(self) -> tuple[Located, ...]:
        """The schemas that hold only sometimes."""
        return tuple(condition.located for condition in self.conditions)

    def say(self, keyword: str) -> Any:
        """Return what the innermost choice, else what is around it, says under *keyword*; `ABSENT` if nothing does."""
        return next(stated(chain.from_iterable(reversed(self.layers)), keyword), ABSENT)

    def all(self, keyword: str) -> list[Any]:
        """Return all that its schemas say under *keyword*, from the outside in."""
        return list(stated(self.located, keyword))

    @cached_property
    def secret(self) -> bool:
        """Whether a value of it is a secret, or cannot be told apart from one."""
        schemas = (*self.located, *self.soft)
        is_marked = any(says_secret(located.schema) for located in schemas) or any(
            blend.secret for blend in self.blends
        )
        return is_marked or (self.kind == "enum" and any(map(self._offers_secret, schemas)))

    def _offers_secret(self, located: Located) -> bool:
        """Tell whether a constant that *located* offers is, or leads to, a secret."""
        offered = (part for word in ("anyOf", "oneOf") for part in self.document.parts_of(located, word))
        return any(map(self.document.leads_to_secret, offered))

    @cached_property
    def values(self) -> tuple[Any, ...]:
        """The values of an enum."""
        return tuple(self.constants.values.values())

    @cached_property
    def titles(self) -> dict[str, str]:
        """The titles of the values of an enum that have one, by their JSON text."""
        titles = self.constants.titles
        return {write_json(value): titles[key] for key, value in self.constants.values.items() if key in titles}

    @property
    def chosen(self) -> list[Located]:
        """What its choices add, from the innermost out."""
        return list(chain.from_iterable(reversed(self.layers[1:])))

    @property
    def title(self) -> str:
        """The title of its choices, or `""`."""
        return next(stated(self.chosen, "title"), "")

    @property
    def definition(self) -> str:
        """The name of the definition that it was chosen by, or `""`."""
        return _name(self.chosen)

    @cached_property
    def label(self) -> str:
        """Its title, else the constant that tells it from the others, else the name of its definition, or `""`."""
        constant = self._constant() if self.kind == "object" and self.chosen and not self.title else ""
        return self.title or constant or self.definition

    def _constant(self) -> str:
        for member in self.members.properties.values():
            for located in member.hard:
                values = [located.get("const")] if located.get("const") is not ABSENT else located.get("enum")
                if isinstance(values, list) and len(values) == 1 and isinstance(values[0], str):
                    return values[0]
        return ""

    @property
    def scalar(self) -> bool:
        """Whether none of its values, if they are listed, is a compound."""
        return not any(isinstance(value, dict | list) for value in self.values)

    @property
    def alike(self) -> object:
        """What is equal for variants that one control serves."""
        if self.kind in ("number", "boolean", "null") or (self.kind == "enum" and self.scalar):
            return self.kind
        if self.kind == "string" and not self.is_file:
            return self.kind
        return id(self)

    @property
    def is_file(self) -> bool:
        """Whether a text is the content of a file."""
        return self.say("format") in _FILES or any(self.say(key) is not ABSENT for key in _FILE_KEYWORDS)

    @property
    def entitled(self) -> Constants:
        """Its values; the title of its choice is that of a single one."""
        titles = dict(self.constants.titles)
        if len(self.values) == 1 and len(self.layers) > 1 and self.label:
            titles.setdefault(next(iter(self.constants.values)), self.label)
        return Constants(self.constants.values, titles)

    # -- what it takes

    def fits(self, value: Any) -> bool:
        """Tell whether *value* is one of its values."""
        if self.kind == "enum":
            if value is ABSENT or key_of(value) not in self.constants.values:
                return False
        elif not is_of(value, (self.kind,), integer=self.integer):
            return False
        ways = [way for way in self.picks if way]
        chosen = not ways or len(ways) < len(self.picks) or any(self._holds(way, value) for way in ways)
        return chosen and self._holds(self.roots, value)

    def _holds(self, schemas: Sequence[Located], value: Any) -> bool:
        return all(self.document.holds(located, value) for located in schemas if isinstance(located.schema, dict))

    # -- what is in it

    @cached_property
    def members(self) -> Members:
        """The properties of an object."""
        return members_of(self.document, self.located, self.conditions, self.document.members)

    @cached_property
    def certain(self) -> frozenset[str]:
        """The keys an object needs whether or not what may hold does."""
        return frozenset(key for layer in self.layers[: self.firm] for located in layer for key in required_of(located))

    @cached_property
    def items(self) -> Items:
        """The items of a list."""
        return Items(self.document, self.located)

    @property
    def hint(self) -> Hint | None:
        """The hint of its place, and of the choices that lead to it."""
        return first_of(None if self.place is None else self.place.hint, self.choice_hint)

    @cached_property
    def choice_hint(self) -> Hint | None:
        """What is asked for in the choices that lead to it."""
        return written_hint(self.chosen, self.document.at) if self.document.hinted else None

    def _hints(self, step: str | int) -> HintTree | None:
        """Return the hints below it that stand elsewhere than in the schema."""
        if self.place is None or self.place.hints is None:
            return None
        is_additional = isinstance(step, int) and 0 < self.items.prefix <= step
        return self.place.hints.below(step, is_additional=is_additional)

    def child(self, key: str) -> Place:
        """Return the place of the value of *key* in an object."""
        place = self._below.get(key)
        if place is None:
            place = self.document.place(*self.members.schemas_of(key), hints=self._hints(key))
            if key in self.members.known:
                self._below[key] = place
        return place

    def item(self, index: int) -> Place:
        """Return the place of the item *index* of a list, counted from 0."""
        # All beyond the first are alike.
        index = min(index, self.items.prefix)
        if index not in self._below:
            self._below[index] = self.document.place(*self.items.schemas_of(index), hints=self._hints(index))
        return self._below[index]


def _name(schemas: Sequence[Located]) -> str:
    for located in schemas:
        if len(located.steps) == 2 and located.steps[0] in ("$defs", "definitions"):
            return str(located.steps[1])
    return ""


def variants_of(document: Document, roots: tuple[Located, ...], way: Alternative) -> list[SchemaVariant]:
    """Return the variants of one alternative of the place that is the conjunction of *roots*: one for each kind."""
    kinds, integer = kinds_of(way.applicable)
    constants = values_of(way.applicable, way.constants)
    if constants is not None:
        kinds = ["enum"] if constants.values else []
    elif kinds is None:
        soft = [kind for condition in way.conditions for kind in spoken_of([condition.located])]
        kinds = spoken_of(way.applicable) or list(dict.fromkeys(soft)) or list(KINDS)
    return [
        SchemaVariant(
            document=document, kind=kind, layers=way.layers, conditions=way.conditions, roots=roots,
            picks=(way.picks,), integer=integer, constants=constants or Constants(), firm=way.firm,
        )
        for kind in kinds
    ]  # fmt: skip


# -- several as one


def merged(variants: Sequence[SchemaVariant]) -> list[SchemaVariant]:
    """Return *variants* where those that one control serves are one."""
    groups: dict[object, list[SchemaVariant]] = {}
    listed = any(variant.kind == "enum" and variant.scalar for variant in variants)
    for variant in variants:
        groups.setdefault("enum" if listed and variant.kind == "null" else variant.alike, []).append(variant)
    return [group[0] if len(group) == 1 else _as_one(group) for group in groups.values()]


def _as_one(group: Sequence[SchemaVariant]) -> SchemaVariant:
    constants = Constants()
    for variant in group:
        constants.add(Constants({key_of(None): None}) if variant.kind == "null" else variant.entitled)
    shared = set.intersection(*({id(located.schema) for located in variant.located} for variant in group))
    first = next((variant for variant in group if variant.kind == "enum"), group[0])
    return replace(
        first,
        layers=tuple(tuple(located for located in layer if id(located.schema) in shared) for layer in first.layers),
        picks=tuple(picks for variant in group for picks in variant.picks),
        integer=all(variant.integer for variant in group),
        blends=tuple(group),
        constants=constants if first.kind == "enum" else Constants(),
    )
