"""The properties of an object: what its schemas declare, allow and need, and what comes with a condition."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from webform.inputs.record import is_new_row
from webform.patterns import matches
from webform.schema.applicable import Condition, Guard, both, gather, parts_of
from webform.schema.extensions import ORDER, gives_order, in_order
from webform.schema.naming import labels_of
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.schema.document import Document
    from webform.schema.located import Located
    from webform.schema.places import Place

#: What says something of the properties of an object.
_SAYING = frozenset({
    "properties", "required", "additionalProperties", "patternProperties", "propertyNames", "unevaluatedProperties",
    "minProperties", "maxProperties", *ORDER,
})  # fmt: skip
#: Conditions within conditions that are looked at.
_MAX_CONDITIONS = 500


@dataclass(slots=True)
class Member:
    """What is said of a property: what holds, and what may."""

    hard: list[Located] = field(default_factory=list)
    soft: list[Located] = field(default_factory=list)


class Members:
    """The properties of the object that *applicable* and, at times, *conditions* describe."""

    def __init__(self, document: Document, applicable: Sequence[Located], conditions: Sequence[Condition]) -> None:
        self.document, self.applicable = document, applicable
        self.required = frozenset(key for here in applicable for key in required_of(here))
        self.conditional: dict[str, list[Guard]] = {}
        self._members: dict[str, Member] = {}
        self._places: dict[str, Place] = {}
        self._declare()
        self._declare_conditional(conditions)
        #: The declared ones, in order, but those that must not be there.
        schemas = {key: (*each.hard, *each.soft) for key, each in self._members.items()}
        #: Whether the author gave them an order.
        self.ordered = gives_order(schemas, applicable)
        self.properties = {
            key: self._members[key]
            for key in in_order(schemas, applicable)
            if all(here.schema is not False for here in self._members[key].hard)
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
            here = todo.pop()
            title = here.get("title")
            if isinstance(title, str) and title:
                return title
            todo += reversed(parts_of(self.document, here, "allOf"))
        return ""

    @cached_property
    def closed(self) -> bool:
        """Whether keys that are not declared are wrong, unless they match a pattern."""
        return any(
            here.get(keyword) is False
            for here in self.applicable
            for keyword in ("additionalProperties", "unevaluatedProperties")
        )

    @property
    def extra(self) -> bool:
        """Whether people are offered to add keys that are not declared."""
        return self.asked or self.free

    @cached_property
    def asked(self) -> bool:
        """Whether the schema asks for keys that are not declared: it says what they hold, or that they may be there."""
        patterned = any(here.get("patternProperties") for here in self.applicable)
        asked = any(
            here.get(keyword) not in (ABSENT, False)
            for here in self.applicable
            for keyword in ("additionalProperties", "unevaluatedProperties")
        )
        return patterned or (asked and not self.closed)

    @cached_property
    def sorts(self) -> bool:
        """Whether the name of a key that is not declared says what it holds: by several patterns, or one and others."""
        patterned = [(here, here.get("patternProperties")) for here in self.applicable]
        return any(
            len(patterns) + (here.get("additionalProperties") not in (ABSENT, False)) > 1
            for here, patterns in patterned
            if isinstance(patterns, dict) and patterns
        )

    @cached_property
    def free(self) -> bool:
        """Whether any key may be added, and none is declared, or fewer than there must be."""
        full = any(most <= len(self.properties) for most in self._all("maxProperties"))
        if self.closed or full or self._listed:
            return False
        parts = (here for member in self._members.values() for here in (*member.hard, *member.soft))
        return all(here.schema is False for here in parts) or any(
            least > len(self.properties) for least in self._all("minProperties")
        )

    @property
    def _listed(self) -> bool:
        """Whether `propertyNames` lists the keys that there may be, which are declared thereby."""
        return any(
            all(each.kind == "enum" for each in self.document.place([self.document.locate(names, here)]).variants)
            for here in self.applicable
            for names in [here.get("propertyNames")]
            if names is not ABSENT
        )

    def _all(self, keyword: str) -> list[Any]:
        return [here.get(keyword) for here in self.applicable if here.get(keyword) is not ABSENT]

    def child(self, key: str) -> Place:
        """Return the place of the value of *key*, declared or not."""
        place = self._places.get(key)
        if place is None:
            place = self._child(key)
            if key in self._members:
                self._places[key] = place
        return place

    def _child(self, key: str) -> Place:
        member = self._members.get(key) or Member()
        hard = list(member.hard)
        for here in self.applicable:
            patterns = here.get("patternProperties")
            patterned = patterns.items() if isinstance(patterns, dict) else ()
            found = [self.document.locate(each, here) for pattern, each in patterned if matches(pattern, key)]
            if not found and len(patterned) == 1 and here.get("additionalProperties") in (ABSENT, False):
                # What has no name yet will have one of the only kind that is asked for.
                found = [self.document.locate(each, here) for _, each in patterned if is_new_row(key)]
            if not found and key not in _named(here) and here.get("additionalProperties") is not ABSENT:
                found = [self.document.locate(here.get("additionalProperties"), here)]
            hard += found
        if not hard and not member.soft:
            hard = [
                self.document.locate(here.get("unevaluatedProperties"), here)
                for here in self.applicable
                if here.get("unevaluatedProperties") is not ABSENT
            ]
        # What must not be there is shown all the same once it is: as whatever it is.
        return self.document.place([here for here in hard if here.schema is not False], member.soft)

    def _declare(self) -> None:
        for here in self.applicable:
            for key, each in _named(here).items():
                self._member(key).hard.append(self.document.locate(each, here))
        for here in self.applicable:
            if isinstance(here.get("propertyNames"), dict):
                for variant in self.document.place([self.document.locate(here.get("propertyNames"), here)]).variants:
                    for key in variant.values:
                        if isinstance(key, str):
                            self._member(key)
        for here in self.applicable:
            for key in required_of(here):
                self._member(key)

    def _declare_conditional(self, conditions: Sequence[Condition]) -> None:
        declared, always, todo, seen = set(self._members), set[str](), deque(conditions), set[int]()
        while todo and len(seen) < _MAX_CONDITIONS:
            condition = todo.popleft()
            if id(condition.located.schema) in seen:
                continue
            seen.add(id(condition.located.schema))
            found = gather(self.document, [condition.located], set())
            brought = [(key, each, here) for here in found.applicable for key, each in _named(here).items()]
            for key, each, here in brought:
                self._member(key).soft.append(self.document.locate(each, here))
            keys = {key: None for key, _, _ in brought} | {
                key: None for here in found.applicable for key in required_of(here)
            }
            for key in keys:
                self._member(key)
                if condition.guard is None:
                    always.add(key)
                elif key not in declared:
                    self.conditional.setdefault(key, []).append(condition.guard)
            todo += [Condition(each.located, both(condition.guard, each.guard)) for each in found.conditions]
            todo += [Condition(option, condition.guard) for options in found.choices for option in options]
        for key in always:
            self.conditional.pop(key, None)

    def _member(self, key: str) -> Member:
        return self._members.setdefault(key, Member())


def members_of(document: Document, applicable: Sequence[Located], conditions: Sequence[Condition]) -> Members:
    """Return the properties of the object that *applicable* and *conditions* describe: the same for the same."""
    # What says nothing of properties, such as a description, tells no two apart.
    saying = [here for here in applicable if isinstance(here.schema, dict) and not _SAYING.isdisjoint(here.schema)]
    sometimes = ((id(each.located.schema), each.guard is None) for each in conditions)
    key = (*(id(here.schema) for here in saying), *sometimes)
    made = document.members.get(key)
    if made is None:
        made = document.members[key] = Members(document, saying, conditions)
    return made


def _named(here: Located) -> dict[str, Any]:
    found = here.get("properties")
    return found if isinstance(found, dict) else {}


def required_of(here: Located) -> list[str]:
    """Return the keys that *here* itself requires."""
    found = here.get("required")
    return found if isinstance(found, list) else []
