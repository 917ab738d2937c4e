"""Hints for the properties of an object: their order, and when they are shown."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from webform.hints import OTHERS, Asked, Condition
from webform.problems import Problem, nearest
from webform.values import brief

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.schema.document import SchemaVariant

#: Keys that one which is not there is compared with, at most.
_COMPARED = 200


def in_order(variant: SchemaVariant) -> list[str]:
    """Return the keys of the properties of *variant* in the order that hints ask for, else in that of the schema."""
    keys = list(variant.members.properties)
    if not variant.document.hinted:
        return keys
    hint = variant.hint
    if hint and hint.order:
        listed = dict.fromkeys(key for key in hint.order.value if key in variant.members.properties)
        others = [key for key in keys if key not in listed]
        named = [key for key in hint.order.value if key in listed or key == OTHERS]
        if OTHERS not in named:
            named.append(OTHERS)
        return list(dict.fromkeys(key for name in named for key in (others if name == OTHERS else [name])))
    hints = {key: variant.child(key).hint for key in keys}
    positions = {key: hint.position for key, hint in hints.items() if hint and hint.position is not None}
    return sorted(keys, key=lambda key: positions.get(key, float("inf")))


def gives_order(variant: SchemaVariant) -> bool:
    """Tell whether a hint asks for an order of the properties of *variant*."""
    if not variant.document.hinted:
        return False
    children = (variant.child(key).hint for key in variant.members.properties)
    own = variant.hint is not None and variant.hint.order is not None
    return own or any(hint is not None and hint.position is not None for hint in children)


def conditions(variant: SchemaVariant) -> dict[str, Condition]:
    """Return by key when the properties of *variant* are shown, where hints say so and it can be asked."""
    asked = _asked(variant)
    return {key: condition.value for key, condition in asked.items() if _fault(variant, asked, key) is None}


def condition_problems(variant: SchemaVariant) -> Iterator[Problem]:
    """Yield why conditions of the properties of *variant* are ignored."""
    asked = _asked(variant)
    yield from filter(None, (_fault(variant, asked, key) for key in asked))


def _asked(variant: SchemaVariant) -> dict[str, Asked]:
    if not variant.document.hinted:
        return {}
    hints = ((key, variant.child(key).hint) for key in variant.members.properties)
    return {key: hint.show_if for key, hint in hints if hint and hint.show_if}


def _fault(variant: SchemaVariant, asked: dict[str, Asked], key: str) -> Problem | None:
    """Return why the condition of the property *key* cannot be asked."""
    if key in variant.certain:
        return asked[key].ignored("hint-required")
    path = [key]
    while path[-1] in asked:
        target = asked[path[-1]].value.key
        if target not in variant.members.properties:
            near = nearest(target, islice(variant.members.properties, _COMPARED))
            return asked[key].ignored("hint-show-if", name=brief(target), near=near)
        if target in path:
            return asked[key].ignored("hint-show-if.circle", circle=" → ".join([*path, target]))
        path.append(target)
    return None
