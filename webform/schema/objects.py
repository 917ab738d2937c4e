"""The properties of an object: what its schemas declare, allow and need, and what comes with a condition."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from webform.inputs.record import is_new_row
from webform.patterns import matches
from webform.schema.alternatives import alternatives
from webform.schema.applicable import Condition, Guard, both, gather
from webform.schema.extensions import ORDER, gives_order, in_order
from webform.schema.kinds import Constants, kinds_of, values_of
from webform.schema.located import stated
from webform.schema.naming import labels_of
from webform.values import ABSENT, as_dict, as_list

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from webform.schema.located import Located
    from webform.schema.schemas import Schemas

#: What says something of the properties of an object.
_SAYING = frozenset({
    "properties", "required", "additionalProperties", "patternProperties", "propertyNames", "unevaluatedProperties",
    "minProperties", "maxProperties", *ORDER,
})  # fmt: skip
#: Keywords of keys that have no name.
_OTHERS = ("additionalProperties", "unevaluatedProperties")
#: Patterns of secrets that are tried.
_MAX_SECRETS = 20
#: Conditions within conditions that are looked at.
_MAX_CONDITIONS = 500


@dataclass(slots=True)
class Member:
    """The schemas of a property: those that hold, and those that may."""

    hard: list[Located] = field(default_factory=list)
    soft: list[Located] = field(default_factory=list)


class Members:
    """The properties of the object that *applicable* and, at times, *conditions* describe."""

    def __init__(self, document: Schemas, applicable: Sequence[Located], conditions: Sequence[Condition]) -> None:
        self.document, self.applicable = document, applicable
        self.required = frozenset(key for located in applicable for key in required_of(located))
        self.conditional: dict[str, list[Guard]] = {}
        #: The schemas of any key, though it must not be there.
        self.known: dict[str, Member] = {}
        #: What sometimes calls values of keys that it does not name secrets: of a pattern, or of all but those named.
        self._secrets: list[tuple[str | None, Mapping[str, Any], Located]] = []
        self._declare()
        self._declare_conditional(conditions)
        schemas = {key: (*member.hard, *member.soft) for key, member in self.known.items()}
        #: Whether the author gave them an order.
        self.ordered = gives_order(schemas, applicable)
        #: The declared ones, in order, but those that must not be there.
        self.properties = {
            key: self.known[key]
            for key in in_order(schemas, applicable)
            if all(located.schema is not False for located in self.known[key].hard)
        }

    @cached_property
    def labels(self) -> dict[str, str]:
        """The labels of the declared ones: the title written there, else what the name makes."""
        titles = {key: self._own_title(member) for key, member in self.properties.items()}
        names = labels_of(key for key, title in titles.items() if not title)
        return {key: title or names[key] for key, title in titles.items()}

    def _own_title(self, member: Member) -> str:
        """Return the title at a property itself: that of a type it refers to says nothing of this one."""
        todo = [*member.hard, *member.soft][::-1]
        while todo:
            located = todo.pop()
            title = located.get("title")
            if isinstance(title, str) and title:
                return title
            todo += reversed(self.document.parts_of(located, "allOf"))
        return ""

    @cached_property
    def _others(self) -> list[Any]:
        """What its schemas state of keys that are not declared."""
        return [schema for keyword in _OTHERS for schema in stated(self.applicable, keyword)]

    @cached_property
    def closed(self) -> bool:
        """Whether keys that are not declared are wrong, unless they match a pattern."""
        return any(schema is False for schema in self._others)

    @property
    def extra(self) -> bool:
        """Whether people are offered to add keys that are not declared."""
        return self.asked or self.free

    @cached_property
    def asked(self) -> bool:
        """Whether the schema asks for keys that are not declared: it says what they hold, or that they may be there."""
        patterned = any(stated(self.applicable, "patternProperties"))
        return patterned or (not self.closed and self._others != [])

    @cached_property
    def sorts(self) -> bool:
        """Whether the name of a key that is not declared says what it holds: by several patterns, or one and others."""
        patterned = [(located, as_dict(located.get("patternProperties"))) for located in self.applicable]
        return any(
            len(patterns) + (located.get("additionalProperties") not in (ABSENT, False)) > 1
            for located, patterns in patterned
            if patterns
        )

    @cached_property
    def free(self) -> bool:
        """Whether any key may be added, and none is declared, or fewer than there must be."""
        full = any(most <= len(self.properties) for most in stated(self.applicable, "maxProperties"))
        if self.closed or full or self._listed:
            return False
        parts = (located for member in self.known.values() for located in (*member.hard, *member.soft))
        return all(located.schema is False for located in parts) or any(
            least > len(self.properties) for least in stated(self.applicable, "minProperties")
        )

    @property
    def _listed(self) -> bool:
        """Whether `propertyNames` lists the keys that there may be, which are declared thereby."""
        return any(
            all(constants is not None for constants in _names(self.document, located))
            for located in self.applicable
            if located.get("propertyNames") is not ABSENT
        )

    def schemas_of(self, key: str) -> tuple[list[Located], list[Located]]:
        """Return what holds of the value of *key*, declared or not, and what may."""
        member = self.known.get(key) or Member()
        hard = list(member.hard)
        for located in self.applicable:
            patterned = as_dict(located.get("patternProperties")).items()
            found = [self.document.locate(schema, located) for pattern, schema in patterned if matches(pattern, key)]
            if not found and len(patterned) == 1 and located.get("additionalProperties") in (ABSENT, False):
                # What has no name yet will have one of the only kind that is asked for.
                found = [self.document.locate(schema, located) for _, schema in patterned if is_new_row(key)]
            if not found and key not in _named(located):
                found = self.document.parts_of(located, "additionalProperties")
            hard += found
        if not hard and not member.soft:
            unevaluated = (self.document.parts_of(located, "unevaluatedProperties") for located in self.applicable)
            hard = list(chain.from_iterable(unevaluated))
        # What must not be there is shown all the same once it is: as whatever it is.
        allowed = [located for located in hard if located.schema is not False]
        if len(allowed) < len(hard):
            # It may be a secret under a misspelt key.
            allowed += self.document.secret_of(self.applicable)
        return allowed, [*member.soft, *islice(self._secrets_of(key), 1)]

    def _secrets_of(self, key: str) -> Iterator[Located]:
        """Yield what sometimes calls the value of *key* a secret, by a pattern or as that of any key."""
        for pattern, named, secret in self._secrets:
            # Of so many nobody looks which it is.
            if len(self._secrets) > _MAX_SECRETS or (key not in named if pattern is None else matches(pattern, key)):
                yield secret

    def _declare(self) -> None:
        for located in self.applicable:
            for key, schema in _named(located).items():
                self._member(key).hard.append(self.document.locate(schema, located))
        for located in self.applicable:
            for constants in filter(None, _names(self.document, located)):
                for key in constants.values.values():
                    if isinstance(key, str):
                        self._member(key)
        for located in self.applicable:
            for key in required_of(located):
                self._member(key)

    def _declare_conditional(self, conditions: Sequence[Condition]) -> None:
        declared, always, todo, seen = set(self.known), set[str](), deque(conditions), set[int]()
        while todo and len(seen) < _MAX_CONDITIONS:
            condition = todo.popleft()
            if id(condition.located.schema) in seen:
                continue
            seen.add(id(condition.located.schema))
            found = gather(self.document, [condition.located])
            self._secrets += chain.from_iterable(map(self._secrets_in, found.applicable))
            brought = [
                (key, schema, located) for located in found.applicable for key, schema in _named(located).items()
            ]
            for key, schema, located in brought:
                self._member(key).soft.append(self.document.locate(schema, located))
            keys = {key: None for key, _, _ in brought} | {
                key: None for located in found.applicable for key in required_of(located)
            }
            for key in keys:
                self._member(key)
                if condition.guard is None:
                    always.add(key)
                elif key not in declared:
                    self.conditional.setdefault(key, []).append(condition.guard)
            todo += [Condition(nested.located, both(condition.guard, nested.guard)) for nested in found.conditions]
            todo += [Condition(option, condition.guard) for options in found.choices for option in options]
        for key in always:
            self.conditional.pop(key, None)

    def _secrets_in(self, located: Located) -> Iterator[tuple[str | None, Mapping[str, Any], Located]]:
        """Yield each part of *located* that leads to a secret and is of keys without a name, with what it is of."""
        named, patterned = _named(located), as_dict(located.get("patternProperties"))
        parts: list[tuple[str | None, Located]] = [
            *((pattern, self.document.locate(schema, located)) for pattern, schema in patterned.items()),
            *((None, part) for word in _OTHERS for part in self.document.parts_of(located, word)),
        ]
        yield from ((pattern, named, part) for pattern, part in parts if self.document.leads_to_secret(part))

    def _member(self, key: str) -> Member:
        return self.known.setdefault(key, Member())


def members_of(
    document: Schemas, applicable: Sequence[Located], conditions: Sequence[Condition], kept: dict[Hashable, Members]
) -> Members:
    """Return the properties of the object that *applicable* and *conditions* describe: of the same those *kept*."""
    # What says nothing of properties, such as a description, tells no two apart.
    saying = [
        located for located in applicable if isinstance(located.schema, dict) and not _SAYING.isdisjoint(located.schema)
    ]
    sometimes = ((id(condition.located.schema), condition.guard is None) for condition in conditions)
    key = (*(id(located.schema) for located in saying), *sometimes)
    if key not in kept:
        kept[key] = Members(document, saying, conditions)
    return kept[key]


def _names(document: Schemas, located: Located) -> list[Constants | None]:
    """Return what each way through the `propertyNames` of *located* lists; `None` for one that lists nothing."""
    names = document.parts_of(located, "propertyNames")
    ways = alternatives(document, gather(document, names), ()) if names else []
    # A name is a text.
    texts = [way for way in ways if "string" in (kinds_of(way.applicable)[0] or ("string",))]
    return [values_of(way.applicable, way.constants) for way in texts]


def _named(located: Located) -> dict[str, Any]:
    return as_dict(located.get("properties"))


def required_of(located: Located) -> list[str]:
    """Return the keys that *located* itself requires."""
    return as_list(located.get("required"))
