"""References of a schema: where they lead, without ever fetching, and what is wrong with those that lead nowhere."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from webform.messages import Param, Phrase
from webform.problems import error_at, nearest
from webform.schema.keywords import IN_PLACE, LEADING, parts
from webform.schema.located import Located, is_reference, resolve
from webform.values import ABSENT, at_pointer, brief, join, kind_of, split, to_fragment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.schema.index import Index

#: The most schemas that may hold of one value, once each reference is followed.
MAX_AT_ONCE = 100_000
#: Problems up to which what was meant is looked for.
_MAX_HINTS = 100


class UnresolvedError(Exception):
    """Raised when a reference leads to no schema; *fault* says why."""

    def __init__(self, key: str, **params: Param) -> None:
        self.fault = Phrase(key, params)
        super().__init__(key)


class References:
    """What the references of *index* lead to; what they reach is indexed on the way."""

    def __init__(self, index: Index) -> None:
        self.index = index
        #: How many schemas may hold of one value at once, at most.
        self.at_once = 1
        self._targets: dict[tuple[int, str], Located] = {}
        self._reached: dict[tuple[str, str], tuple[Located, str] | UnresolvedError] = {}
        while index.references:
            self._follow(*index.references.popleft())
        self._settle()

    def target(self, located: Located, keyword: str) -> Located | None:
        """Return what *located* refers to by *keyword*; `None` where it does not, or in vain."""
        found = self._targets.get((id(located.schema), keyword))
        if found is None or keyword == "$ref":
            return found
        # Of all that bear a dynamic anchor the outermost is meant, and that is indexed first.
        if keyword == "$recursiveRef":
            return self.index.dynamic.get("", found) if found.get("$recursiveAnchor") is True else found
        name = located.get(keyword).partition("#")[2]
        return self.index.dynamic.get(name, found) if found.get("$dynamicAnchor") == name else found

    def of(self, located: Located) -> Iterator[tuple[str, Located]]:
        """Yield what *located* refers to, after the keyword."""
        for keyword in located.resource.draft.references:
            found = self.target(located, keyword)
            if found is not None:
                yield keyword, found

    # -- where a reference leads

    def _follow(self, located: Located, keyword: str) -> None:
        reference, base = located.get(keyword), located.resource.uri
        if (base, reference) not in self._reached:
            try:
                self._reached[base, reference] = self._reach(base, reference)
            except UnresolvedError as error:
                self._reached[base, reference] = error
        found = self._reached[base, reference]
        if isinstance(found, UnresolvedError):
            self.index.note(located, keyword, found.fault)
            return
        self._targets[id(located.schema), keyword], written = found
        if written != reference:
            self.index.faults[id(located.schema), keyword] = written

    def _reach(self, base: str, reference: str) -> tuple[Located, str]:
        """Return what *reference* leads to from *base*, and the reference as a proper URI."""
        uri, _, fragment = resolve(base, reference).partition("#")
        root = self.index.roots.get(uri) or self._metaschema(uri)
        if root is None:
            raise UnresolvedError("external-reference", reference=brief(reference))
        if fragment and not fragment.startswith("/"):
            found = self.index.anchors.get((root.resource.uri, unquote(fragment)))
            if found is None:
                raise UnresolvedError("unresolved-reference.anchor", reference=brief(reference))
            return found, reference
        pointer = unquote(fragment)
        if at_pointer(root.schema, pointer) is ABSENT:
            # A per cent sign may stand for itself.
            pointer = fragment
        found = self._at(root, pointer, reference)
        proper = is_reference(reference)
        return found, reference if proper else reference.partition("#")[0] + to_fragment(pointer)

    def _metaschema(self, uri: str) -> Located | None:
        schema = metaschemas().get(uri)
        return self.index.add(schema, uri) if schema is not None else None

    def _at(self, root: Located, pointer: str, reference: str) -> Located:
        """Return the subschema at *pointer* below *root*, indexed."""
        located, value, steps = root, root.schema, list[str]()
        for token in split(pointer):
            inside, value = value, at_pointer(value, join("", token))
            if value is ABSENT:
                near = nearest(token, inside) if isinstance(inside, dict) and self._hints() else ""
                raise UnresolvedError("unresolved-reference", reference=brief(reference), near=near)
            steps.append(token)
            if id(value) in self.index.located:
                located, steps = self.index.located[id(value)], []
        if not isinstance(value, dict | bool):
            found = Phrase("kind.array" if isinstance(value, list) else f"kind.{kind_of(value)}")
            raise UnresolvedError("unresolved-reference.no-schema", reference=brief(reference), found=found)
        if steps:
            located = Located(value, located.resource, located, tuple(steps))
            self.index.walk(located)
        return self.index.located.get(id(value), located)

    def _hints(self) -> bool:
        # Looking for what was meant takes its time, and nobody reads all that is wrong.
        return len(self.index.problems) < _MAX_HINTS

    # -- circles, and crowds

    def _settle(self) -> None:
        """Note the references that close a circle around one value, and the schemas that too many others hold with."""
        sizes: dict[int, int] = {}
        for start in list(self.index.located.values()):
            if id(start.schema) in sizes or not _leads(start):
                continue
            path = [(start, "", self._beside(start))]
            sizes[id(start.schema)] = 1
            open_ = {id(start.schema)}
            while path:
                located, _, beside = path[-1]
                for keyword, other in beside:
                    if id(other.schema) in open_:
                        self._break(located, keyword, path)
                    elif id(other.schema) in sizes:
                        sizes[id(located.schema)] += sizes[id(other.schema)]
                    elif not _leads(other):
                        sizes[id(located.schema)] += 1
                    else:
                        sizes[id(other.schema)] = 1
                        open_.add(id(other.schema))
                        path.append((other, keyword, self._beside(other)))
                        break
                else:
                    path.pop()
                    open_.discard(id(located.schema))
                    if sizes[id(located.schema)] > MAX_AT_ONCE:
                        self._thin(located)
                        sizes[id(located.schema)] = 1
                    self.at_once = max(self.at_once, sizes[id(located.schema)])
                    if path:
                        sizes[id(path[-1][0].schema)] += sizes[id(located.schema)]

    def _beside(self, located: Located) -> Iterator[tuple[str, Located]]:
        """Yield the subschemas that hold of the same value as *located* may, after the keyword of a reference."""
        yield from self.of(located)
        draft, schema = located.resource.draft, located.schema
        if isinstance(schema, bool) or (draft.ref_alone and "$ref" in schema):
            return
        for key in [key for key in IN_PLACE if key in schema]:
            value, keyword = schema[key], draft.keywords.get(key)
            if keyword and keyword.takes(value):
                for _, part in parts(keyword, value):
                    found = self.index.located.get(id(part))
                    if found is not None:
                        yield "", found

    def _break(self, located: Located, keyword: str, path: list[tuple[Located, str, Any]]) -> None:
        """Note the reference that closes a circle: *keyword* of *located*, else the last on the *path*."""
        if not keyword:
            last = next(index for index in range(len(path) - 1, 0, -1) if path[index][1])
            located, keyword = path[last - 1][0], path[last][1]
        self._targets.pop((id(located.schema), keyword), None)
        fault = Phrase("circular-reference", {"reference": brief(located.get(keyword))})
        self.index.note(located, keyword, fault)

    def _thin(self, located: Located) -> None:
        self.index.problems.append(error_at(located.at, "too-many-schemas", limit=MAX_AT_ONCE))
        for key in (*located.resource.draft.references, *IN_PLACE):
            if located.get(key) is not ABSENT:
                self.index.faults[id(located.schema), key] = ABSENT
                self._targets.pop((id(located.schema), key), None)


def _leads(located: Located) -> bool:
    """Tell whether *located* leads to other schemas that hold of the same value."""
    return not isinstance(located.schema, bool) and not LEADING.isdisjoint(located.schema)


@cache
def metaschemas() -> dict[str, dict[str, Any]]:
    """Return the schemas of schemas, by URI."""
    from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # noqa: PLC0415 - slow, seldom needed

    return {uri.rstrip("#"): REGISTRY.contents(uri) for uri in sorted(REGISTRY) if "draft-03" not in uri}
