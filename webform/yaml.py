"""YAML 1.2 texts: their value, where everything in it stands, and in plain words what is wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    MappingEndEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from ruamel.yaml.reader import ReaderError

from webform.problems import Problem
from webform.scan import MAX_REPEATS, FaultError, Repeat, TextPlace
from webform.values import ABSENT, MAX_DIGITS, brief, join

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from webform.messages import Param

#: Flaws listed at most.
MAX_FLAWS = 100

#: What the core schema makes of text without quotes; all else is a string.
_CORE: list[tuple[re.Pattern[str], Callable[[str], Any]]] = [
    (re.compile(r"(?:~|null|Null|NULL)?"), lambda _: None),
    (re.compile(r"true|True|TRUE"), lambda _: True),
    (re.compile(r"false|False|FALSE"), lambda _: False),
    (re.compile(r"[-+]?[0-9]+"), lambda text: int(text) if len(text) <= MAX_DIGITS else 10**MAX_DIGITS),
    (re.compile(r"0o[0-7]+"), lambda text: int(text, 8)),
    (re.compile(r"0x[0-9a-fA-F]+"), lambda text: int(text, 16)),
    (re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"), float),
    (re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"), lambda text: float(text.replace(".", ""))),
]
#: What the parser finds wrong and its sentence in the catalogue; `True`: where the thing began, not where it broke.
_FAULTS: list[tuple[str, str, bool]] = [
    (r"found character '\\t'", "yaml.tab", False),
    (r"found character ['\"](?P<found>.)", "yaml.quotes", False),
    (r"mapping values are not allowed", "yaml.key", False),
    (r"could not find expected ':'", "yaml.colon", True),
    (r"expected <block end>", "yaml.indentation", False),
    (r"expected ',' or '(?P<closing>.)'", "yaml.comma", False),
    (r"found unexpected (?:end of stream|document separator)", "yaml.open-string", True),
    (r"found unknown escape character '(?P<found>.+)'", "yaml.escape", False),
    (r"expected the node content", "yaml.value", False),
    (r"expected '<document start>'", "yaml.nothing-above", False),
    (r"expected (?:chomping|a comment or a line)", "yaml.next-line", False),
    (r"sequence entries are not allowed", "yaml.item", False),
]  # fmt: skip


class Flaw(NamedTuple):
    """What is wrong with a part of a text, and its *offset*."""

    problem: Problem
    offset: int


class YamlDocument(NamedTuple):
    """A YAML text, read: its *value*, the place of its *root*, and what is wrong in it."""

    value: Any
    root: TextPlace
    repeats: list[Repeat]
    flaws: list[Flaw]


def read_yaml(text: str, max_depth: int, max_kilobytes: int, max_values: int) -> YamlDocument:
    """
    Read a YAML 1.2 text by its core schema, where `on`, `yes` and dates are strings.

    What an alias names is the same object wherever it stands: few bytes may hold any number of values.

    Args:
        text: the text.
        max_depth: lists and objects within each other at most, those that aliases bring not counted.
        max_kilobytes: of text at most: the parser takes up to two seconds for 256, and 30,000 values.
        max_values: keys and values written in it at most.

    Raises:
        FaultError: *text* is no YAML, or more than that.
    """
    if len(text.encode("utf-8", "surrogatepass")) > max_kilobytes * 1024:
        raise FaultError("yaml.too-large", 0, "too-large", limit=max_kilobytes)
    try:
        return _Reading(YAML(typ="safe", pure=True).parse(text), max_depth, max_values).document()
    except FaultError:
        raise
    except MarkedYAMLError as error:
        raise _fault(error) from None
    except ReaderError as error:
        code_point = f"{error.character:04X}"
        raise FaultError("yaml.character", error.position, "not-yaml", code_point=code_point) from None
    except (AssertionError, ValueError, OverflowError) as error:
        # The parser itself is taken aback.
        raise FaultError("yaml.spelling", 0, "not-yaml") from error


def _fault(error: Any) -> FaultError:
    mark, began = error.problem_mark or error.context_mark, error.context_mark or error.problem_mark
    for pattern, key, at_start in _FAULTS:
        if match := re.match(pattern, error.problem or ""):
            return FaultError(key, (began if at_start else mark).index, "not-yaml", **match.groupdict())
    return FaultError("yaml.parser", mark.index if mark else 0, "not-yaml", fault=str(error.problem))


@dataclass(slots=True)
class _YamlNode:
    """A value and its place; `ABSENT` until it has been read."""

    place: TextPlace
    value: Any = ABSENT


@dataclass(slots=True)
class _Reading:
    """Makes a value of the parser's events."""

    events: Iterator[Any]
    max_depth: int
    max_values: int
    repeats: list[Repeat] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)
    path: list[str] = field(default_factory=list)
    anchors: dict[str, _YamlNode] = field(default_factory=dict)
    values: int = 0

    def document(self) -> YamlDocument:
        next(self.events)
        start = next(self.events)
        if not isinstance(start, DocumentStartEvent):
            raise FaultError("json.empty", start.start_mark.index, "not-yaml")
        if start.version not in {None, (1, 2)}:
            self._flaw(start, "yaml-version")
        root = self._node(next(self.events))
        next(self.events)
        following = next(self.events)
        if isinstance(following, DocumentStartEvent):
            self._flaw(following, "several-documents")
        return YamlDocument(root.value, root.place, self.repeats, self.flaws)

    def _flaw(self, event: Any, code: str, key: str = "", **params: Param) -> None:
        if len(self.flaws) < MAX_FLAWS:
            problem = Problem(at=join("", *self.path), code=code, key=key, params=params)
            self.flaws.append(Flaw(problem, event.start_mark.index))

    def _node(self, event: Any, key: int | None = None) -> _YamlNode:
        start = event.start_mark.index
        if key is not None and isinstance(event, ScalarEvent) and event.end_mark.index == start:
            # Where no value is written the parser is at what follows.
            start = key
        node = _YamlNode(TextPlace(start, key))
        self._bound(event)
        if isinstance(event, AliasEvent):
            self._alias(event, node)
            return node
        if event.tag is not None:
            self._flaw(event, "yaml-tag", found=brief(event.tag))
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        if isinstance(event, ScalarEvent):
            node.value = _scalar(event)
            return node
        node.value = self._items(node.place) if isinstance(event, SequenceStartEvent) else self._members(node.place)
        return node

    def _bound(self, event: Any, more: int = 0) -> None:
        """Refuse *event*, in *more* lists and objects than the path tells of, where it is one too many or too deep."""
        self.values += 1
        if self.values > self.max_values:
            raise FaultError("yaml.too-many-values", event.start_mark.index, "too-many-values", limit=self.max_values)
        if isinstance(event, CollectionStartEvent) and len(self.path) + more >= self.max_depth:
            raise FaultError("json.too-deep", event.start_mark.index, "too-deep", limit=self.max_depth)

    def _alias(self, event: Any, node: _YamlNode) -> None:
        named = self.anchors.get(event.anchor)
        if named is None or named.value is ABSENT:
            key = "" if named is None else "yaml-alias.within"
            self._flaw(event, "yaml-alias", key, name=brief(event.anchor)[1:-1])
            node.value = None
        else:
            node.value, node.place.parts = named.value, named.place.parts

    def _part(self, place: TextPlace, token: str, event: Any, key: int | None = None) -> Any:
        self.path.append(token)
        node = self._node(event, key)
        self.path.pop()
        place.parts[token] = node.place
        return node.value

    def _items(self, place: TextPlace) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := next(self.events), SequenceEndEvent):
            items.append(self._part(place, str(len(items)), event))
        return items

    def _members(self, place: TextPlace) -> dict[str, Any]:
        members: dict[str, Any] = {}
        firsts: dict[str, int] = {}
        while not isinstance(event := next(self.events), MappingEndEvent):
            offset, name = event.start_mark.index, self._key(event)
            value = next(self.events)
            if name is None:
                self._skip(value)
                continue
            first = firsts.setdefault(name, offset)
            if first != offset and len(self.repeats) < MAX_REPEATS:
                self.repeats.append(Repeat((*self.path, name), offset, first))
            members[name] = self._part(place, name, value, offset)
        return members

    def _key(self, event: Any) -> str | None:
        """Return the key that *event* begins; `None`, with a flaw, where it is none."""
        if not isinstance(event, ScalarEvent | AliasEvent):
            self._flaw(event, "yaml-key")
            self._skip(event)
            return None
        key = self._node(event).value
        if isinstance(event, ScalarEvent) and event.style is None and key == "<<":
            self._flaw(event, "yaml-merge")
            return None
        if not isinstance(key, str):
            self._flaw(event, "yaml-key", "yaml-key.quotes", found=brief(key))
            return event.value if isinstance(event, ScalarEvent) else None
        return key

    def _skip(self, event: Any) -> None:
        more = 0
        while True:
            self._bound(event, more)
            more += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
            if not more:
                return
            event = next(self.events)


def _scalar(event: Any) -> Any:
    text: str = event.value
    if event.style is None:
        for pattern, read in _CORE:
            if pattern.fullmatch(text):
                return read(text)
    return text
