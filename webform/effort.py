"""The effort of checking a value: how often the engine looks at its parts, counted before it does."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from webform.patterns import looks_around
from webform.values import ABSENT, as_dict, at_pointer, join, split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

#: Of more looks nobody needs to know how many there are.
COUNTLESS = 100_000_000
#: Pairs of a subschema and a part of a value that are looked through to count them.
_MAX_PAIRS = 100_000
#: Characters that count for a look; and the looks that a text counts for at most which a pattern looks around in.
_LONG, _AROUND = 1000, 2000
#: Parts that count for a look, of a value and of what the schema says of it: an error copies them all.
_COPIED = 20
_COPYING = ("enum", "const", "not", "pattern")
_IDS = ("$id", "id")
_AGAIN = ("unevaluatedProperties", "unevaluatedItems")
#: What a keyword leads to: what it refers to, or what holds of the same value, of its members, their keys or its items.
_ROLES = {
    **dict.fromkeys(("$ref", "$dynamicRef", "$recursiveRef"), "reference"),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "not", "if", "then", "else"), "in-place"),
    **dict.fromkeys(("dependentSchemas", "dependencies"), "at-times"),
    "properties": "named",
    "patternProperties": "patterned",
    **dict.fromkeys(("additionalProperties", "unevaluatedProperties"), "members"),
    "propertyNames": "names",
    **dict.fromkeys(("prefixItems", "items", "additionalItems", "unevaluatedItems", "contains"), "items"),
}


@dataclass(slots=True, eq=False)
class _Node:
    """
    A subschema, by what it leads to.

    Args:
        schema: the subschema.
        base: the resource it stands in.
        in_place: what applies to the same value.
        named: what applies to the members of an object by key.
        members: what applies to all of them.
        names: what applies to their keys.
        items: what applies to all items of a list; the first have a schema of their own in *first*.
        again: whether what applies to the same value is looked at once more for each part of it.
        around: whether a pattern of texts looks around, or one of keys in *keys*.
        copied: the looks that it is worth to copy what its errors say of it.
    """

    schema: dict[str, Any]
    base: Any
    in_place: tuple[_Node, ...] = ()
    named: dict[str, _Node] = field(default_factory=dict)
    members: tuple[_Node, ...] = ()
    names: tuple[_Node, ...] = ()
    items: tuple[_Node, ...] = ()
    first: tuple[_Node, ...] = ()
    again: bool = False
    around: bool = False
    keys: bool = False
    copied: int = 0


_LEAF = _Node({}, {})


class _CountlessError(Exception):
    """Raised when there is more to count than anyone needs to know."""


class Effort:
    """
    What it may take to check values by *schema*.

    Args:
        schema: the schema.
        led: returns what a subschema refers to, where that is known already.
    """

    def __init__(self, schema: Any, led: Callable[[dict[str, Any]], Iterable[Any]] | None = None) -> None:
        self._schema, self._led = schema, led
        self._nodes: dict[int, _Node] = {}

    def looks(self, value: Any, enough: int) -> int:
        """Return how often the engine looks at parts of *value*, at most; *enough*: more than that are many."""
        rough = self._rough
        if rough is not None:
            rough *= _size(value, enough // rough + 1)
        return rough if rough is not None and rough <= enough else self.count(value, self._schema)

    def count(self, value: Any, schema: Any) -> int:
        """Return how often the engine looks at parts of *value* by *schema*, a part of the schema, at most."""
        if self._root is None:
            return COUNTLESS
        try:
            return _Count().of(self._opened(schema), value)
        except (_CountlessError, RecursionError):
            return COUNTLESS

    def reaches(self, schema: Any) -> bool:
        """Tell whether *schema* is known to be a part that the whole leads to, or leads nowhere itself."""
        return self._root is not None and (id(schema) in self._nodes or _ROLES.keys().isdisjoint(schema))

    @cached_property
    def recursive(self) -> bool:
        """Whether how often a part of a value is looked at depends on the value."""
        return self._rough is None

    @cached_property
    def at_once(self) -> int:
        """How many schemas may hold of one part of a value, where that does not depend on the value."""
        try:
            return 0 if self._root is None else _at_once(self._root, {})
        except RecursionError:
            return 0

    @cached_property
    def _rough(self) -> int | None:
        """How often one part of a value is looked at, at most; `None` where that depends on the value."""
        try:
            return None if self._root is None else _rough(self._root, {})
        except (_CountlessError, RecursionError):
            return None

    @cached_property
    def _root(self) -> _Node | None:
        """The whole schema; `None` where it is not clear what its references lead to."""
        try:
            return self._opened(self._schema)
        except _CountlessError:
            return None

    def _opened(self, schema: Any) -> _Node:
        todo: list[_Node] = []
        node = self._node(schema, self._schema, todo)
        while todo:
            self._open(todo.pop(), todo)
        return node

    def _node(self, schema: Any, base: Any, todo: list[_Node]) -> _Node:
        """Return the node of *schema*, which stands in the resource *base*; a new one is still to be opened."""
        if not isinstance(schema, dict):
            return _LEAF
        node = self._nodes.get(id(schema))
        if node is None:
            around, copied = _around(schema.get("pattern")), _copied(schema)
            if _ROLES.keys().isdisjoint(schema) and not around and not copied:
                return _LEAF
            base = schema if has_id(schema) else base
            node = self._nodes[id(schema)] = _Node(schema, base, around=around, copied=copied)
            todo.append(node)
        return node

    def _open(self, node: _Node, todo: list[_Node]) -> None:
        """Note what *node* leads to."""
        if self._led is not None:
            node.in_place = tuple(self._node(schema, node.base, todo) for schema in self._led(node.schema))
        for key, value in node.schema.items():
            self._note(node, _ROLES.get(key), value, todo)
        node.again = any(node.schema.get(key, True) is not True for key in _AGAIN)

    def _note(self, node: _Node, role: str | None, value: Any, todo: list[_Node]) -> None:
        """Note what *node* leads to by a keyword of that *role*, under which *value* stands."""
        match role:
            case "reference" if self._led is None and isinstance(value, str):
                node.in_place += (self._node(*self._referred(value, node.base), todo),)
            case "in-place":
                node.in_place += self._below(node, value, todo)
            case "at-times":
                node.in_place += self._below(node, [*as_dict(value).values()], todo)
            case "named":
                node.named = {name: self._node(part, node.base, todo) for name, part in as_dict(value).items()}
            case "patterned":
                node.members += self._below(node, [*as_dict(value).values()], todo)
                node.keys = any(map(_around, as_dict(value)))
            case "members":
                node.members += self._below(node, value, todo)
            case "names":
                node.names = self._below(node, value, todo)
            case "items" if isinstance(value, list):
                node.first = self._below(node, value, todo)
            case "items":
                node.items += self._below(node, value, todo)

    def _below(self, node: _Node, value: Any, todo: list[_Node]) -> tuple[_Node, ...]:
        schemas = value if isinstance(value, list) else (value,)
        return tuple(self._node(schema, node.base, todo) for schema in schemas if isinstance(schema, dict))

    # -- where references lead

    def _referred(self, reference: str, base: Any) -> tuple[Any, Any]:
        """Return what *reference* leads to, and the resource that is in; raise where that is not clear."""
        name, _, fragment = reference.partition("#")
        root = self._names.get((0, name), ABSENT) if name else base
        if root is ABSENT:
            root = _metaschemas().get(name.rstrip("#"), ABSENT)
        if root is ABSENT and not self._has_ids and "json-schema.org/" not in name:
            # What is elsewhere is never fetched.
            return True, base
        if not fragment or root is ABSENT:
            target = root
        elif fragment.startswith("/"):
            target, root = _inside(root, unquote(fragment))
        else:
            target = self._names.get((id(root), f"#{unquote(fragment)}"), ABSENT)
        if not isinstance(target, dict | bool):
            raise _CountlessError
        return target, root

    @cached_property
    def _names(self) -> dict[tuple[int, str], Any]:
        """The subschemas with a name, by it and by the resource it counts in; `0`: it counts everywhere."""
        return dict(_names(self._schema))

    @cached_property
    def _has_ids(self) -> bool:
        return any(schema is not self._schema for (resource, _), schema in self._names.items() if resource == 0)


@cache
def _metaschemas() -> dict[str, Any]:
    """Return the schemas of schemas of those drafts in which each is one document, by URI."""
    from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # noqa: PLC0415 - slow, seldom needed

    uris = (f"http://json-schema.org/draft-{draft}/schema" for draft in ("04", "06", "07"))
    return {uri: REGISTRY.contents(uri) for uri in uris}


def _around(pattern: Any) -> bool:
    return isinstance(pattern, str) and looks_around(pattern)


def _copied(schema: dict[str, Any]) -> int:
    required = schema.get("required")
    # Each key that is missing is an error of its own.
    errors = len(required) if isinstance(required, list) else 0
    return errors + sum(_size(schema[key], COUNTLESS) // _COPIED for key in _COPYING if key in schema)


def has_id(schema: dict[str, Any]) -> bool:
    """Tell whether *schema* is a resource of its own, by the name that it has."""
    name = schema.get("$id") or schema.get("id")
    return isinstance(name, str) and not name.startswith("#")


def _inside(root: Any, pointer: str) -> tuple[Any, Any]:
    """Return what is at *pointer* in *root*, and the resource that is in."""
    value = base = root
    for token in split(pointer):
        value = at_pointer(value, join("", token))
        base = value if isinstance(value, dict) and has_id(value) else base
    return value, base


def _names(schema: Any) -> Iterator[tuple[tuple[int, str], Any]]:
    todo = [(schema, schema)]
    while todo:
        value, base = todo.pop()
        if isinstance(value, dict):
            base = value if has_id(value) else base
            for key in ("$anchor", "$dynamicAnchor"):
                if isinstance(value.get(key), str):
                    yield (id(base), f"#{value[key]}"), value
            for key in _IDS:
                if isinstance(name := value.get(key), str):
                    yield (id(base) if name.startswith("#") else 0, name.removesuffix("#")), value
        parts = value.values() if isinstance(value, dict) else value
        todo += [(part, base) for part in parts if isinstance(part, dict | list)]


def _size(value: Any, most: int) -> int:
    """Return how many parts *value* has, itself one of them; more than *most* where it has more."""
    todo, count = [value], 0
    while todo and count <= most:
        part = todo.pop()
        count += 1 + (len(part) // _LONG if isinstance(part, str) else 0)
        if isinstance(part, dict | list):
            todo += part.values() if isinstance(part, dict) else part
    return count


# -- counting


def _rough(node: _Node, found: dict[int, int]) -> int:
    """Return how often one part of a value is looked at by *node*, at most."""
    if node is _LEAF:
        return 1
    kept = found.get(id(node))
    if kept is not None:
        if not kept:
            raise _CountlessError
        return kept
    if (node.again and node.in_place) or node.around or node.keys:
        raise _CountlessError
    # Until it is known, a way back to it is a circle.
    found[id(node)] = 0
    looks = 1 + node.copied
    looks += sum(_rough(other, found) for other in (*node.in_place, *node.members, *node.names, *node.items))
    looks += max((_rough(other, found) for other in (*node.named.values(), *node.first)), default=0)
    found[id(node)] = min(looks, COUNTLESS)
    return found[id(node)]


def _at_once(node: _Node, found: dict[int, int]) -> int:
    """Return how many schemas hold of the value that *node* holds of; a way back to it counts once."""
    if id(node) not in found:
        found[id(node)] = 1
        found[id(node)] = min(1 + sum(_at_once(other, found) for other in node.in_place), COUNTLESS)
    return found[id(node)]


class _Count:
    """Counts looks at the parts of one value; what was counted once is known."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], int] = {}
        self._sizes: dict[int, int] = {}

    def of(self, node: _Node, value: Any) -> int:
        """Return how often *value* and its parts are looked at by *node*."""
        if node is _LEAF:
            return 1 + self._copied(value)
        key = id(node), id(value)
        known = self._known.get(key)
        if known is not None:
            return known
        if len(self._known) >= _MAX_PAIRS:
            raise _CountlessError
        # A schema that leads back to itself without a step into the value is none of JSON Schema's.
        self._known[key] = 0
        looks = 1 + node.copied + self._copied(value) + sum(self.of(other, value) for other in node.in_place)
        if isinstance(value, str):
            looks += len(value) // _LONG + (_around_in(value) if node.around else 0)
        elif isinstance(value, dict):
            looks *= len(value) + 2 if node.again else 1
            looks += sum(map(_around_in, value)) if node.keys else 0
            for name, part in value.items():
                named = node.named.get(name)
                looks += self.of(named, part) if named else 0
                looks += sum(self.of(member, part) for member in node.members)
                looks += sum(self.of(keys, name) for keys in node.names)
        elif isinstance(value, list):
            looks *= len(value) + 2 if node.again else 1
            looks += sum(self.of(item, part) for item, part in zip(node.first, value, strict=False))
            looks += sum(self.of(item, part) for part in value for item in node.items)
        if looks > COUNTLESS:
            raise _CountlessError
        self._known[key] = looks
        return looks

    def _copied(self, value: Any) -> int:
        """Return the looks that it is worth to copy *value*."""
        return self._size(value) // _COPIED

    def _size(self, value: Any) -> int:
        """Return how many parts *value* has; each part is counted once, however often it is asked for."""
        if not isinstance(value, dict | list):
            return len(value) // _LONG if isinstance(value, str) else 0
        if id(value) not in self._sizes:
            parts = value.values() if isinstance(value, dict) else value
            self._sizes[id(value)] = len(value) + sum(map(self._size, parts))
        return self._sizes[id(value)]


def _around_in(text: str) -> int:
    """Return how many looks it is worth to look around in *text*: all ways through a short one, or until it ends."""
    return min(1 << min(len(text), 20), _AROUND) + len(text) ** 2 // 8
