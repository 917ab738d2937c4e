"""The index of a schema: its subschemas, resources and anchors, found in one pass, and what is wrong in them."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from webform.messages import Phrase, one_of
from webform.patterns import MAX_WEIGHT, fault_of, usable, weight
from webform.problems import Problem
from webform.schema.keywords import DRAFTS, LATEST, MEANT, Draft, Keyword, draft_of, parts
from webform.schema.located import HOME, Located, Resource, is_reference, resolve
from webform.values import ABSENT, brief, join

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.messages import Param
    from webform.problems import Severity

#: What the patterns of a schema may weigh together.
MAX_PATTERNS = 10_000_000
#: The drafts that tools expect; of the others people are told.
_EXPECTED = ("2020-12", "draft-07")


class Index:
    """
    The subschemas of a document, and of the documents it refers to.

    Attributes:
        located: every subschema that is an object, by its identity.
        roots: the resources, by URI.
        anchors: the named subschemas, by the URI of their resource and their name.
        dynamic: the first subschema of each `$dynamicAnchor`; `""` is the first `$recursiveAnchor`.
        documents: the whole documents, by URI.
        references: the subschemas that refer to another, with the keyword, until they are followed.
        problems: what is wrong, with pointers in the first document.
        faults: what belongs in the place of what is wrong, by its container's identity and its key; `ABSENT`: nothing.
    """

    def __init__(self, schema: dict[str, Any]) -> None:
        self.located: dict[int, Located] = {}
        self.roots: dict[str, Located] = {}
        self.anchors: dict[tuple[str, str], Located] = {}
        self.dynamic: dict[str, Located] = {}
        self.documents: dict[str, dict[str, Any]] = {}
        self.references: deque[tuple[Located, str]] = deque()
        self.problems: list[Problem] = []
        self.faults: dict[tuple[int, str | int], Any] = {}
        self._patterns: set[str] = set()
        self._weight = 0
        self._unnamed = False
        #: The most schemas of keys that may match one key, or of items one item.
        self.overlapping = 3
        self.again = False
        self.root = self.add(schema, HOME)

    def add(self, schema: dict[str, Any], uri: str) -> Located:
        """Index the document *schema*, found at *uri* unless it says otherwise."""
        self.walk(Located(schema, Resource(uri, LATEST, uri)))
        root = self.located[id(schema)]
        self.documents[root.resource.uri] = schema
        return root

    def walk(self, start: Located) -> None:
        """Index *start* and all below it."""
        todo: list[tuple[Located, Any]] = [(start, None)]
        while todo:
            here, container = todo.pop()
            if id(here.schema) not in self.located:
                todo += reversed(list(self._visit(here, container)))

    def note(self, here: Located, keyword: str, fault: Phrase, severity: Severity = "error") -> None:
        """Note what is wrong with what *here* says under *keyword*: it says nothing. Its code begins the key."""
        at, code = join(here.at, keyword), fault.key.partition(".")[0]
        self.problems.append(Problem(at=at, code=code, key=fault.key, params=fault.params, severity=severity))
        self.faults[id(here.schema), keyword] = ABSENT

    def _visit(self, here: Located, container: Any) -> Iterator[tuple[Located, Any]]:
        """Index *here*, which stands in *container*; yield the subschemas right below, each with its container."""
        schema = here.schema
        if not isinstance(schema, dict):
            self._check_boolean(here, container)
            return
        here = self.located[id(schema)] = self._enter(here, schema)
        for key, value in schema.items():
            keyword = self._check(here, schema, key)
            if keyword is None:
                continue
            self.again = self.again or (key.startswith("unevaluated") and value is not True)
            if key in here.resource.draft.references:
                self.references.append((here, key))
            elif key == "patternProperties":
                self._check_patterns(here, value)
            for steps, each in parts(keyword, value):
                yield Located(each, here.resource, here, (key, *steps)), value if steps else schema

    def _check(self, here: Located, schema: dict[str, Any], key: str) -> Keyword | None:
        """Return the keyword *key* of *here*; `None` where there is none, or it says what it cannot."""
        draft, value = here.resource.draft, schema[key]
        keyword = draft.keywords.get(key)
        if keyword is None:
            if key in MEANT:
                known = next(draft.name for draft in DRAFTS if key in draft.keywords)
                params = {"draft": draft.name, "keyword": key, "known": known}
                self.note(here, key, Phrase("other-dialect", params), "warning")
        elif not keyword.takes(value):
            self.note(here, key, Phrase("invalid-schema", {"expected": keyword.words, "found": brief(value)}))
        elif keyword.needs and keyword.needs not in schema:
            beside = {"needed": keyword.needs, "keyword": key}
            self.note(here, key, Phrase("invalid-schema.beside", beside))
        elif key != "pattern" or self._check_pattern(here, value):
            return keyword
        return None

    def _check_boolean(self, here: Located, container: Any) -> None:
        draft = here.resource.draft
        if isinstance(here.schema, bool) and (draft.boolean or "additional" in str(here.steps[0])):
            return
        expected = Phrase("kind.schema" if draft.boolean else "kind.object-schema")
        params: dict[str, Param] = {"expected": expected, "found": brief(here.schema)}
        self.problems.append(Problem(at=here.at, code="invalid-schema", params=params))
        self.faults[id(container), here.steps[-1]] = {} if len(here.steps) > 1 else ABSENT

    def _check_pattern(self, here: Located, pattern: str) -> bool:
        """Tell whether the `pattern` of *here* can be used; note why not, or how the engine spells it."""
        spelt = self._spelt(here, pattern)
        if spelt is None:
            self.note(here, "pattern", self._fault_of(pattern))
        elif spelt != pattern:
            self.faults[id(here.schema), "pattern"] = spelt
        return spelt is not None

    def _check_patterns(self, here: Located, patterns: dict[str, Any]) -> None:
        """Note the names in the `patternProperties` of *here* that are no patterns, or how the engine spells them."""
        spelt = {pattern: self._spelt(here, pattern) for pattern in patterns}
        self.overlapping = max(self.overlapping, len(patterns) + 3)
        for pattern in (each for each in spelt if spelt[each] is None):
            at = join(here.at, "patternProperties", pattern)
            fault = self._fault_of(pattern)
            self.problems.append(Problem(at=at, code="pattern", key=fault.key, params=fault.params, on_key=True))
            self._unnamed = True
        if any(spelt[each] != each for each in spelt):
            mended = {new: patterns[old] for old, new in spelt.items() if new is not None}
            self.faults[id(here.schema), "patternProperties"] = mended
        if None in spelt.values() and here.get("additionalProperties") not in (ABSENT, True):
            self._release(here, "additionalProperties")

    def release(self) -> None:
        """Note what forbids the keys that a pattern allows which cannot be used: it says nothing."""
        for here in self.located.values() if self._unnamed else ():
            if here.get("unevaluatedProperties") not in (ABSENT, True):
                self._release(here, "unevaluatedProperties")

    def _release(self, here: Located, key: str) -> None:
        if key in here.resource.draft.keywords and (id(here.schema), key) not in self.faults:
            self.note(here, key, Phrase("pattern.not-heeded", {"keyword": key}), "warning")

    def _spelt(self, here: Located, pattern: str) -> str | None:
        if pattern not in self._patterns:
            self._patterns.add(pattern)
            self._weight += min(weight(pattern), MAX_WEIGHT)
        return usable(pattern, here.resource.draft.uri) if self._weight <= MAX_PATTERNS else None

    def _fault_of(self, pattern: str) -> Phrase:
        if self._weight > MAX_PATTERNS:
            return Phrase("pattern.too-many", {"pattern": brief(pattern)})
        return fault_of(pattern)

    # -- resources and anchors

    def _enter(self, here: Located, schema: dict[str, Any]) -> Located:
        """Return *here* in the resource that it names, else in the one around it; note its anchors."""
        draft = here.resource.draft
        # Below the root it counts where a resource begins, by the keyword of the draft around it.
        if "$schema" in schema and (here.up is None or draft.id_keyword in schema):
            draft = self._dialect(here, schema["$schema"], draft)
        name = schema.get(draft.id_keyword)
        if here.up is None:
            here = Located(schema, Resource(here.resource.uri, draft, here.resource.uri))
        if isinstance(name, str) and not (draft.ref_alone and "$ref" in schema):
            here = self._identify(here, draft, name)
        if here.up is None:
            self.roots.setdefault(here.resource.uri, here)
        for key in ("$anchor", "$dynamicAnchor"):
            if key in schema and key in draft.keywords and draft.keywords[key].takes(schema[key]):
                self._anchor(here, key, schema[key])
        if "$dynamicAnchor" in draft.keywords and isinstance(schema.get("$dynamicAnchor"), str):
            self.dynamic.setdefault(schema["$dynamicAnchor"], here)
        elif "$recursiveRef" in draft.references and schema.get("$recursiveAnchor") is True:
            self.dynamic.setdefault("", here)
        return here

    def _dialect(self, here: Located, uri: Any, around: Draft) -> Draft:
        """Return the draft that *uri* names; the one *around* where it names none, which is noted."""
        draft = draft_of(uri) if isinstance(uri, str) else around
        if draft is None:
            params = {"found": brief(uri), "draft": around.name, "expected": LATEST.uri}
            self.note(here, "$schema", Phrase("unsupported-dialect", params))
            return around
        if isinstance(uri, str) and uri.rstrip("#") != draft.uri.rstrip("#"):
            self.faults[id(here.schema), "$schema"] = draft.uri
        if not self.documents and here.up is None and draft.name not in _EXPECTED:
            old: dict[str, Param] = {"draft": draft.name, "expected": one_of(_EXPECTED)}
            self.problems.append(Problem(at="/$schema", code="old-dialect", params=old, severity="warning"))
        return draft

    def _identify(self, here: Located, draft: Draft, name: str) -> Located:
        """Return *here* as the resource called *name*; what is no name is noted."""
        base, _, anchor = name.partition("#")
        uri = resolve(here.resource.uri, base) if is_reference(name) else ""
        if not uri or (anchor and not draft.ref_alone):
            expected = Phrase("kind.uri")
            self.note(here, draft.id_keyword, Phrase("invalid-schema", {"expected": expected, "found": brief(name)}))
        elif base and here.up is None:
            here = Located(here.schema, Resource(uri, draft, uri))
        elif base and uri in self.roots:
            self.note(here, draft.id_keyword, Phrase("duplicate-id", {"name": brief(name)}))
        elif base:
            here = Located(here.schema, Resource(uri, draft, here.resource.document), here.up, here.steps)
            self.roots[uri] = here
        if anchor and draft.ref_alone:
            self._anchor(here, draft.id_keyword, anchor)
        return here

    def _anchor(self, here: Located, key: str, name: str) -> None:
        first = self.anchors.setdefault((here.resource.uri, name), here)
        if first.schema is not here.schema:
            self.note(here, key, Phrase("duplicate-anchor", {"name": name}))
