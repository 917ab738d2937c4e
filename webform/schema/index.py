"""The index of a schema: its subschemas, resources and anchors, found in one pass, and what is wrong in them."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from webform.messages import Phrase, one_of
from webform.patterns import MAX_WEIGHT, fault_of, usable, weight
from webform.problems import Problem, Severity, error_at, warning_at
from webform.schema.keywords import DRAFTS, LATEST, MEANT, Keyword, SchemaDraft, draft_of, parts
from webform.schema.located import HOME, Located, Resource, is_reference, resolve
from webform.schema.misspelt import meant
from webform.values import ABSENT, brief, join

if TYPE_CHECKING:
    from collections.abc import Iterator


#: What the patterns of a schema may weigh together.
MAX_PATTERNS = 10_000_000
#: Misspelt keywords of a schema that are said.
MAX_UNKNOWN = 200
#: The drafts that tools expect; any other is a problem.
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
        self._unknown = 0
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
            located, container = todo.pop()
            if id(located.schema) not in self.located:
                todo += reversed(list(self._visit(located, container)))

    def note(self, located: Located, keyword: str, fault: Phrase, severity: Severity = "error") -> None:
        """Note what is wrong with what *located* says under *keyword*: it says nothing. Its code begins the key."""
        at, code = join(located.at, keyword), fault.key.partition(".")[0]
        self.problems.append(Problem(at=at, code=code, key=fault.key, params=fault.params, severity=severity))
        self.faults[id(located.schema), keyword] = ABSENT

    def _visit(self, located: Located, container: Any) -> Iterator[tuple[Located, Any]]:
        """Index *located*, which stands in *container*; yield the subschemas right below, each with its container."""
        schema = located.schema
        if not isinstance(schema, dict):
            self._check_boolean(located, container)
            return
        entered = self.located[id(schema)] = self._enter(located, schema)
        for key, value in schema.items():
            keyword = self._check(entered, schema, key)
            if keyword is None:
                continue
            self.again = self.again or (key.startswith("unevaluated") and value is not True)
            if key in entered.resource.draft.references:
                self.references.append((entered, key))
            elif key == "patternProperties":
                self._check_patterns(entered, value)
            for steps, part in parts(keyword, value):
                yield Located(part, entered.resource, entered, (key, *steps)), value if steps else schema

    def _check(self, located: Located, schema: dict[str, Any], key: str) -> Keyword | None:
        """Return the keyword *key* of *located*; `None` where there is none, or it says what it cannot."""
        draft, value = located.resource.draft, schema[key]
        keyword = draft.keywords.get(key)
        if keyword is None:
            if key in MEANT:
                known = next(draft.name for draft in DRAFTS if key in draft.keywords)
                params = {"draft": draft.name, "keyword": key, "known": known}
                self.note(located, key, Phrase("other-dialect", params), "warning")
            else:
                self._check_unknown(located, key, value)
        elif not keyword.takes(value):
            self.note(located, key, Phrase("invalid-schema", {"expected": keyword.words, "found": brief(value)}))
        elif keyword.needs and keyword.needs not in schema:
            beside = {"needed": keyword.needs, "keyword": key}
            self.note(located, key, Phrase("invalid-schema.beside", beside))
        elif key != "pattern" or self._check_pattern(located, value):
            return keyword
        return None

    def _check_unknown(self, located: Located, key: str, value: Any) -> None:
        """Note that *key*, which is no keyword, is nearly one that *located* does not have."""
        near = meant(key, value, located.resource.draft) if self._unknown < MAX_UNKNOWN else ""
        if near and located.get(near) is ABSENT:
            self._unknown += 1
            at, name = join(located.at, key), brief(key)
            self.problems.append(warning_at(at, "unknown-keyword", on_key=True, name=name, near=near))

    def _check_boolean(self, located: Located, container: Any) -> None:
        draft = located.resource.draft
        if isinstance(located.schema, bool) and (draft.boolean or "additional" in str(located.steps[0])):
            return
        expected = Phrase("kind.schema" if draft.boolean else "kind.object-schema")
        found = brief(located.schema)
        self.problems.append(error_at(located.at, "invalid-schema", expected=expected, found=found))
        self.faults[id(container), located.steps[-1]] = {} if len(located.steps) > 1 else ABSENT

    def _check_pattern(self, located: Located, pattern: str) -> bool:
        """Tell whether the `pattern` of *located* can be used; note why not, or how the engine spells it."""
        spelt = self._spelt(located, pattern)
        if spelt is None:
            self.note(located, "pattern", self._fault_of(pattern))
        elif spelt != pattern:
            self.faults[id(located.schema), "pattern"] = spelt
        return spelt is not None

    def _check_patterns(self, located: Located, patterns: dict[str, Any]) -> None:
        """Note names in `patternProperties` of *located* that are not patterns, or their spelling in the engine."""
        spelt = {pattern: self._spelt(located, pattern) for pattern in patterns}
        self.overlapping = max(self.overlapping, len(patterns) + 3)
        for pattern in (pattern for pattern in spelt if spelt[pattern] is None):
            at = join(located.at, "patternProperties", pattern)
            fault = self._fault_of(pattern)
            self.problems.append(error_at(at, "pattern", fault.key, on_key=True, **fault.params))
            self._unnamed = True
        if any(spelt[pattern] != pattern for pattern in spelt):
            mended = {new: patterns[old] for old, new in spelt.items() if new is not None}
            self.faults[id(located.schema), "patternProperties"] = mended
        if None in spelt.values() and located.get("additionalProperties") not in (ABSENT, True):
            self._release(located, "additionalProperties")

    def release(self) -> None:
        """Note what forbids the keys that a pattern allows which cannot be used: it says nothing."""
        for located in self.located.values() if self._unnamed else ():
            if located.get("unevaluatedProperties") not in (ABSENT, True):
                self._release(located, "unevaluatedProperties")

    def _release(self, located: Located, key: str) -> None:
        if key in located.resource.draft.keywords and (id(located.schema), key) not in self.faults:
            self.note(located, key, Phrase("pattern.not-heeded", {"keyword": key}), "warning")

    def _spelt(self, located: Located, pattern: str) -> str | None:
        if pattern not in self._patterns:
            self._patterns.add(pattern)
            self._weight += min(weight(pattern), MAX_WEIGHT)
        return usable(pattern, located.resource.draft.uri) if self._weight <= MAX_PATTERNS else None

    def _fault_of(self, pattern: str) -> Phrase:
        if self._weight > MAX_PATTERNS:
            return Phrase("pattern.too-many", {"pattern": brief(pattern)})
        return fault_of(pattern)

    # -- resources and anchors

    def _enter(self, located: Located, schema: dict[str, Any]) -> Located:
        """Return *located* in the resource that it names, else in the one around it; note its anchors."""
        draft = located.resource.draft
        # Below the root it counts where a resource begins, by the keyword of the draft around it.
        if "$schema" in schema and (located.up is None or draft.id_keyword in schema):
            draft = self._dialect(located, schema["$schema"], draft)
        name = schema.get(draft.id_keyword)
        if located.up is None:
            located = Located(schema, Resource(located.resource.uri, draft, located.resource.uri))
        if isinstance(name, str) and not (draft.ref_alone and "$ref" in schema):
            located = self._identify(located, draft, name)
        if located.up is None:
            self.roots.setdefault(located.resource.uri, located)
        for key in ("$anchor", "$dynamicAnchor"):
            if key in schema and key in draft.keywords and draft.keywords[key].takes(schema[key]):
                self._anchor(located, key, schema[key])
        if "$dynamicAnchor" in draft.keywords and isinstance(schema.get("$dynamicAnchor"), str):
            self.dynamic.setdefault(schema["$dynamicAnchor"], located)
        elif "$recursiveRef" in draft.references and schema.get("$recursiveAnchor") is True:
            self.dynamic.setdefault("", located)
        return located

    def _dialect(self, located: Located, uri: Any, around: SchemaDraft) -> SchemaDraft:
        """Return the draft that *uri* names; the one *around* where it names none, which is noted."""
        draft = draft_of(uri) if isinstance(uri, str) else around
        if draft is None:
            params = {"found": brief(uri), "draft": around.name, "expected": LATEST.uri}
            self.note(located, "$schema", Phrase("unsupported-dialect", params))
            return around
        if isinstance(uri, str) and uri.rstrip("#") != draft.uri.rstrip("#"):
            self.faults[id(located.schema), "$schema"] = draft.uri
        if not self.documents and located.up is None and draft.name not in _EXPECTED:
            expected = one_of(_EXPECTED)
            self.problems.append(warning_at("/$schema", "old-dialect", draft=draft.name, expected=expected))
        return draft

    def _identify(self, located: Located, draft: SchemaDraft, name: str) -> Located:
        """Return *located* as the resource called *name*; what is no name is noted."""
        base, _, anchor = name.partition("#")
        uri = resolve(located.resource.uri, base) if is_reference(name) else ""
        if not uri or (anchor and not draft.ref_alone):
            expected = Phrase("kind.uri")
            self.note(located, draft.id_keyword, Phrase("invalid-schema", {"expected": expected, "found": brief(name)}))
        elif base and located.up is None:
            located = Located(located.schema, Resource(uri, draft, uri))
        elif base and uri in self.roots:
            self.note(located, draft.id_keyword, Phrase("duplicate-id", {"name": brief(name)}))
        elif base:
            located = Located(
                located.schema, Resource(uri, draft, located.resource.document), located.up, located.steps
            )
            self.roots[uri] = located
        if anchor and draft.ref_alone:
            self._anchor(located, draft.id_keyword, anchor)
        return located

    def _anchor(self, located: Located, key: str, name: str) -> None:
        first = self.anchors.setdefault((located.resource.uri, name), located)
        if first.schema is not located.schema:
            self.note(located, key, Phrase("duplicate-anchor", {"name": name}))
