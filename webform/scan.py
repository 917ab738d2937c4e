"""Positions of everything in a JSON text, and plain words for what is wrong where it is no JSON."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.messages import Param, Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: Repeated keys listed at most.
MAX_REPEATS = 100

_SPACE = r"[ \t\n\r]*+"
# Python 3.11.2 goes on at the wrong place after a possessive group with a repetition that fails: none has one.
_START = rf'"(?:[^"\\\x00-\x1f]++|\\["\\/bfnrt]|\\u{"[0-9a-fA-F]" * 4})*+'
_STRING = _START + '"'
_NUMBER = r"-?+(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?+[0-9]++)?"
_VALUE = re.compile(rf"{_SPACE}({_STRING}|(?:{_NUMBER}|true|false|null|NaN|-?Infinity)(?![\w.+-])|[{{\[])")
_KEY = re.compile(rf"{_SPACE}({_STRING}){_SPACE}:")
_COMMA = re.compile(rf"{_SPACE},(?!{_SPACE}[}}\]])")
_CLOSE = {"{": re.compile(rf"{_SPACE}\}}"), "[": re.compile(rf"{_SPACE}\]")}
_BLANK = re.compile(_SPACE)
_END = re.compile(rf"{_SPACE}\Z")
_WHOLE_STRING = re.compile(_STRING)
_STRING_START = re.compile(_START)
#: Reads values only to find out where they end; a number may be longer than Python reads.
_DECODER = json.JSONDecoder(parse_int=len, parse_float=len)
_LINE_END = re.compile(r"\r\n?|\n")
_PIECE = re.compile(r'"[^"\n]{0,38}"|[\w.+-]{1,40}|.', re.DOTALL)

_Known = list[tuple[re.Pattern[str], str]]
#: What people write instead of JSON, and its sentence in the catalogue: wherever it stands,
_ANYWHERE: _Known = [
    (re.compile(r"//|/\*|#"), "json.comment"),
    (re.compile(r"'"), "json.single-quotes"),
    (re.compile("[\u2018-\u201f\xab\xbb]"), "json.curly-quotes"),
]
#: in place of a value,
_FOR_VALUE: _Known = [
    (re.compile(r"True\b"), "json.true"),
    (re.compile(r"False\b"), "json.false"),
    (re.compile(r"(?P<found>None|undefined|nil|NULL|Null)\b"), "json.null"),
    (re.compile(r"(?P<found>[+-]?\.?[0-9][\w.+-]{0,40})"), "json.number"),
    (re.compile(r"(?P<found>[^\W\d][\w$-]{0,40})"), "json.text"),
]
#: of a key,
_FOR_KEY: _Known = [(re.compile(r"(?P<found>[\w$.-]{1,40})"), "json.key")]
#: and after a value.
_FOR_COMMA: _Known = [(re.compile(rf",{_SPACE}[}}\]]"), "json.trailing-comma")]


class FaultError(ValueError):
    """Raised when a text is no JSON, or more than is read: *code* and *phrase* say what, *offset* where."""

    def __init__(self, key: str, offset: int, code: str = "not-json", **params: Param) -> None:
        self.phrase, self.offset, self.code = Phrase(key, params), offset, code
        super().__init__(key)

    def __str__(self) -> str:
        return str(self.phrase)


@dataclass(slots=True)
class TextPlace:
    """Where a value stands: offsets of its *start* and of its *key*, and the places of its *parts* by token."""

    start: int
    key: int | None = None
    parts: dict[str, TextPlace] = field(default_factory=dict)

    def part(self, token: str) -> TextPlace | None:
        """Return the place of the part at *token*, if there is one."""
        return self.parts.get(token)


class JsonPlace:
    """
    Where a value stands in a JSON text that has no key twice: where its parts do is found out when that is asked for.

    Whatever is asked for, no part of the text is read twice.

    Args:
        text: the text.
        start: the offset of the value.
        key: the offset of its key, where it has one.
    """

    __slots__ = ("_end", "_parts", "_text", "_unread", "key", "start")

    def __init__(self, text: str, start: int, key: int | None = None) -> None:
        self._text, self.start, self.key = text, start, key
        self._parts: dict[str, JsonPlace] = {}
        self._unread: Iterator[tuple[str, JsonPlace]] | None = None
        self._end: int | None = None

    def part(self, token: str) -> JsonPlace | None:
        """Return the place of the part at *token*, if there is one."""
        if self._unread is None:
            self._unread = self._read() if self._text[self.start] in _CLOSE else iter(())
        if token not in self._parts:
            for name, place in self._unread:
                self._parts[name] = place
                if name == token:
                    break
        return self._parts.get(token)

    def _read(self) -> Iterator[tuple[str, JsonPlace]]:
        """Yield the parts, and find out where the value ends."""
        text, offset, is_object = self._text, self.start, self._text[self.start] == "{"
        for index in count():
            key = _KEY.match(text, offset + 1) if is_object else None
            if is_object and key is None:
                offset = _after_blanks(text, offset + 1)
                break
            start = _after_blanks(text, key.end() if key else offset + 1)
            if text[start] == "]":
                offset = start
                break
            place = JsonPlace(text, start, key.start(1) if key else None)
            yield _name(key[1]) if key else str(index), place
            offset = _after_blanks(text, place.end())
            if text[offset] != ",":
                break
        self._end = offset + 1

    def end(self) -> int:
        """Return the offset behind the value."""
        if self._unread is not None:
            self._parts.update(self._unread)
        if self._end is None:
            self._end = _DECODER.raw_decode(self._text, self.start)[1]
        return self._end


def _after_blanks(text: str, offset: int) -> int:
    match = _BLANK.match(text, offset)
    return match.end() if match else offset


def _name(key: str) -> str:
    name: str = json.loads(key) if "\\" in key else key[1:-1]
    return name


#: The parts of a text, a number or a word: most values are one, and share it.
_NO_PARTS: dict[str, TextPlace] = {}


class Repeat(NamedTuple):
    """A key that its object has already: its *path*, its *offset*, and the offset of the *first* of that name."""

    path: tuple[str, ...]
    offset: int
    first: int


def line_starts(text: str) -> list[int]:
    """Return the offsets at which the lines of *text* start."""
    return [0, *(match.end() for match in _LINE_END.finditer(text))]


def line_and_column(starts: list[int], offset: int) -> tuple[int, int]:
    """Return line and column, both from 1, of *offset* in the text whose lines start at *starts*."""
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1


class Scan:
    """
    The places of all values and keys of a JSON text.

    It takes what the json module takes (NaN and Infinity too), and names faults as people make them.

    Args:
        text: the text.
        max_depth: lists and objects within each other at most.
        max_values: values at most.

    Raises:
        FaultError: *text* is no JSON, or more than that.
    """

    def __init__(self, text: str, max_depth: int, max_values: int) -> None:
        self.repeats: list[Repeat] = []
        self._text, self._max_depth, self._max_values = text, max_depth, max_values
        self._path: list[str] = []
        self._values = self._offset = 0
        self.root = self._value("", None)
        if not self._passed(_END):
            raise self._fault(Phrase("json.end"), _FOR_COMMA)

    def _value(self, token: str, key: int | None) -> TextPlace:
        match = _VALUE.match(self._text, self._offset)
        if match is None:
            raise self._fault(Phrase("json.value"), _FOR_VALUE)
        opening = match[1]
        place = TextPlace(match.start(1), key, {} if opening in _CLOSE else _NO_PARTS)
        self._offset = match.end()
        self._values += 1
        if self._values > self._max_values:
            raise FaultError("json.too-many-values", place.start, "too-many-values", limit=self._max_values)
        if opening in _CLOSE:
            if len(self._path) == self._max_depth:
                raise FaultError("json.too-deep", place.start, "too-deep", limit=self._max_depth)
            self._path.append(token)
            if not self._passed(_CLOSE[opening]):
                self._members(place) if opening == "{" else self._items(place)
            self._path.pop()
        return place

    def _items(self, place: TextPlace) -> None:
        for index in count():
            token = str(index)
            place.parts[token] = self._value(token, None)
            if self._ended(place, "["):
                return

    def _members(self, place: TextPlace) -> None:
        firsts: dict[str, int] = {}
        while True:
            match = _KEY.match(self._text, self._offset)
            if match is None:
                raise self._key_fault()
            name = _name(match[1])
            first = firsts.setdefault(name, match.start(1))
            if first != match.start(1) and len(self.repeats) < MAX_REPEATS:
                self.repeats.append(Repeat((*self._path[1:], name), match.start(1), first))
            self._offset = match.end()
            place.parts[name] = self._value(name, match.start(1))
            if self._ended(place, "{"):
                return

    def _passed(self, pattern: re.Pattern[str]) -> bool:
        match = pattern.match(self._text, self._offset)
        if match is not None:
            self._offset = match.end()
        return match is not None

    def _ended(self, place: TextPlace, opening: str) -> bool:
        if self._passed(_COMMA):
            return False
        if self._passed(_CLOSE[opening]):
            return True
        closing = "}" if opening == "{" else "]"
        raise self._fault(Phrase("json.comma", {"closing": closing}), _FOR_COMMA, self._opened(place, opening))

    def _opened(self, place: TextPlace, opening: str) -> dict[str, Param]:
        """Return the bracket that is not closed and its line, where that is another one."""
        self._passed(_BLANK)
        if _LINE_END.search(self._text, place.start, self._offset) is None:
            return {}
        return {"opening": opening, "line": len(_LINE_END.findall(self._text, 0, place.start)) + 1}

    def _key_fault(self) -> FaultError:
        self._passed(_BLANK)
        if self._passed(_WHOLE_STRING):
            return self._fault(Phrase("json.colon"), [])
        return self._fault(Phrase("json.quoted-key"), _FOR_KEY)

    def _fault(self, expected: Phrase, known: _Known, opened: Mapping[str, Any] = MappingProxyType({})) -> FaultError:
        self._passed(_BLANK)
        text, offset = self._text, self._offset
        unclosed = ".unclosed" if opened else ""
        if offset == len(text):
            if not text.strip():
                return FaultError("json.empty", offset)
            return FaultError(f"json.ends{unclosed}", offset, expected=expected, **opened)
        if text[offset] == '"' and _WHOLE_STRING.match(text, offset) is None:
            return _string_fault(text, offset)
        for pattern, key in [*_ANYWHERE, *known]:
            if match := pattern.match(text, offset):
                return FaultError(key, offset, **match.groupdict())
        return FaultError(f"json.found{unclosed}", offset, expected=expected, found=_shown(text, offset), **opened)


def _string_fault(text: str, start: int) -> FaultError:
    match = _STRING_START.match(text, start)
    end = match.end() if match else start
    wrong = text[end : end + 2]
    if wrong in ("", "\\"):
        return FaultError("json.open-string", start)
    if wrong[0] in "\r\n":
        return FaultError("json.line-break", start)
    if wrong == "\\u":
        return FaultError("json.hexadecimal", end)
    if wrong[0] == "\\":
        return FaultError("json.escape", end, found=_shown(wrong, 1))
    return FaultError("json.control", end, code_point=f"{ord(wrong[0]):04x}")


def _shown(text: str, offset: int) -> Param:
    match = _PIECE.match(text, offset)
    piece = match[0] if match else ""
    return piece if piece.isprintable() else Phrase("json.character", {"code_point": f"{ord(piece[0]):04X}"})
