"""A declaration as it was written: its value, what is wrong with its text, and the positions of everything in it."""

from __future__ import annotations

import codecs
import json
import math
import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from webform.problems import Problem, error_at
from webform.scan import FaultError, JsonPlace, Repeat, Scan, TextPlace, line_and_column, line_starts
from webform.source_limits import API_LIMITS, LIMITS, MAX_DEPTH, MAX_KEY, Limits, declares_api
from webform.values import ABSENT, COMPOUND, MAX_DIGITS, UNCARRIED, brief, join, split

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.messages import Param

#: Problems with one text at most.
MAX_PROBLEMS = 100
#: Keys whose lists are options.
OPTION_KEYS = frozenset({"enum", "options", "suggestions"})


_TOO_LONG = 10**MAX_DIGITS
#: How a text starts that is meant as JSON, the comments before it not counted.
_JSON = re.compile(
    r"""(?:\s*+\#.*+)*+\s*+(?:\Z|[{\["'/<\u2018-\u201f\xab]|-?(?:[0-9]|Infinity)|(?:[tT]rue|[fF]alse|null|NaN|None)\b)"""
)
#: Characters of a line shown before and after a place.
_BEFORE, _AFTER = 70, 30
#: What is pointed at: a text, a word, or whatever stands there.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\w.+-]++|.?', re.DOTALL)
#: What would turn the direction of the text around it.
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, kw_only=True)
class Source:
    """
    A declaration's text, read.

    Args:
        value: the parsed value; `ABSENT` where the text cannot be read at all.
        problems: what is wrong with the text itself, located.
        text: the text; `None` where it is of a parsed value.
        name: the name of the file for messages, `""` if there is none.
        root: where everything in the text stands; found out when it is asked for where `None`.
    """

    value: Any
    problems: tuple[Problem, ...] = ()
    text: str | None = None
    name: str = ""
    root: TextPlace | None = None

    @cached_property
    def _root(self) -> TextPlace | JsonPlace:
        text = self.text or ""
        return self.root or JsonPlace(text, len(text) - len(text.lstrip(" \t\n\r")))

    @cached_property
    def _lines(self) -> list[int]:
        return line_starts(self.text or "")

    def locate(self, problem: Problem) -> Problem:
        """
        Return *problem* with the line and column of the value, or key, it is with.

        What is not in the text (a missing key) is located at the nearest parent that is.
        """
        if self.text is None or self.value is ABSENT or problem.line is not None:
            return problem
        if self.root is None and len(self.text) > LIMITS.bytes:
            # To find out where things stand in so long a text takes longer than all the rest.
            return problem
        place, on_key = self._root, problem.on_key
        for token in split(problem.at):
            part = place.part(token)
            if part is None:
                on_key = False
                break
            place = part
        return _placed(problem, place.key if on_key and place.key is not None else place.start, self._lines)

    def excerpt(self, problem: Problem) -> str:
        """Return the line of the text that *problem* is in and, below it, a caret; `""` where it has no line."""
        pieces = self.pieces(problem)
        return "" if pieces is None else f"{''.join(pieces)}\n{' ' * sum(map(_width, pieces[0]))}^"

    def pieces(self, problem: Problem) -> tuple[str, str, str] | None:
        """Return the line that *problem* is in: before its place, there, and after; `None` where it has no line."""
        problem = self.locate(problem)
        if self.text is None or problem.line is None or problem.column is None:
            return None
        start, *end = self._lines[problem.line - 1 : problem.line + 1]
        line = self.text[start : end[0] if end else None].rstrip("\r\n")
        before, after = line[: problem.column - 1], line[problem.column - 1 :]
        there = next(_TOKEN.finditer(after[:_AFTER]))[0]
        return (
            ("…" if len(before) > _BEFORE else "") + _shown(before[-_BEFORE:]),
            _shown(there),
            _shown(after[len(there) : _AFTER]) + ("…" if len(after) > _AFTER else ""),
        )


def _placed(problem: Problem, offset: int, lines: list[int]) -> Problem:
    line, column = line_and_column(lines, offset)
    return replace(problem, line=line, column=column)


def _shown(text: str) -> str:
    return _BIDI.sub("\ufffd", UNCARRIED.sub("\ufffd", text.replace("\t", "    ")))


def _width(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def read_source(source: Path | str | bytes | Any, name: str = "", limits: Limits | None = None) -> Source:
    """
    Read a declaration.

    Args:
        source: a path is a file; a text or bytes are the document; else it is the parsed value.
        name: what messages call it; the path where it has one.
        limits: what it may hold; `None` is more for the document of an API than for others.

    Raises:
        OSError: the file cannot be read.
    """
    match source:
        case Path():
            with source.open("rb") as file:
                return _read_bytes(file.read((limits or API_LIMITS).bytes + 1), name or str(source), limits)
        case bytes():
            return _read_bytes(source, name, limits)
        case str():
            return _read_text(source, name, limits)
    try:
        is_api = isinstance(source, dict) and "openapi" in source
        value, problems = _kept(source, limits or (API_LIMITS if is_api else LIMITS))
    except FaultError as fault:
        return _refused(fault, name)
    return Source(value=value, problems=tuple(problems), name=name)


def _read_bytes(data: bytes, name: str, limits: Limits | None) -> Source:
    most = limits or API_LIMITS
    if len(data) > most.bytes:
        return _refused(most.beyond("too-large"), name)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _refused(FaultError("source.utf-16", 0, "not-utf-8"), name)
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return _read_text(data.decode(), name, limits)
    except UnicodeDecodeError as error:
        offset = len(data[: error.start].decode())
        fault = FaultError("source.not-utf-8", offset, "not-utf-8", byte=f"{data[error.start]:02X}")
        return _refused(fault, name, data.decode(errors="replace"))


def _read_text(text: str, name: str, limits: Limits | None) -> Source:
    limits = limits or (API_LIMITS if declares_api(text) else LIMITS)
    if len(text) > limits.bytes or len(text.encode("utf-8", "surrogatepass")) > limits.bytes:
        return _refused(limits.beyond("too-large"), name)
    text = text.removeprefix("\ufeff")
    suffix = PurePath(name).suffix.lower()
    if suffix in {".yaml", ".yml"} or (suffix != ".json" and not _JSON.match(text)):
        return _read_yaml(text, name, limits)
    try:
        parsed, scan = _parse(text, limits)
        value, problems = _kept(parsed, limits)
    except FaultError as fault:
        return _refused(_located(fault, text, limits), name, text)
    source = Source(value=value, text=text, name=name, root=scan.root if scan else None)
    return _with_problems(source, problems, scan.repeats if scan else [])


def _read_yaml(text: str, name: str, limits: Limits) -> Source:
    # Its parser takes a while to load, and few declarations are YAML.
    from webform.yaml import read_yaml  # noqa: PLC0415

    try:
        document = read_yaml(text, MAX_DEPTH, limits.yaml_kilobytes, limits.yaml_values)
        value, problems = _kept(document.value, limits)
    except FaultError as fault:
        return _refused(fault, name, text)
    lines = line_starts(text)
    flaws = [_placed(problem, offset, lines) for problem, offset in document.flaws]
    source = Source(value=value, text=text, name=name, root=document.root)
    return _with_problems(source, [*problems, *flaws], document.repeats)


def _with_problems(source: Source, problems: list[Problem], repeats: list[Repeat]) -> Source:
    """Return *source* with what is wrong with its text."""
    located = [*map(source.locate, problems), *_repeated(repeats, source.text or "")]
    return replace(source, problems=tuple(located[:MAX_PROBLEMS]))


def _refused(fault: FaultError, name: str, text: str | None = None) -> Source:
    problem = error_at("", fault.code, "unreadable", fault=fault.phrase)
    if text is not None:
        problem = _placed(problem, fault.offset, line_starts(text))
    return Source(value=ABSENT, problems=(problem,), text=text, name=name)


def _parse(text: str, limits: Limits) -> tuple[Any, Scan | None]:
    """Return the value of the JSON *text*; and where everything in it stands, if an object has a key twice."""
    repeated = False

    def made(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal repeated
        found = dict(pairs)
        repeated = repeated or len(found) < len(pairs)
        return found

    try:
        value = json.JSONDecoder(object_pairs_hook=made, parse_int=_int).decode(text)
    except json.JSONDecodeError as error:
        raise FaultError("json.parser", error.pos, fault=error.msg) from None
    except RecursionError:
        raise limits.beyond("too-deep") from None
    return value, _scan(text, limits) if repeated else None


def _int(text: str) -> int:
    return int(text) if len(text) <= MAX_DIGITS else _TOO_LONG


def _scan(text: str, limits: Limits) -> Scan:
    return Scan(text, MAX_DEPTH, limits.values + limits.options)


def _located(fault: FaultError, text: str, limits: Limits) -> FaultError:
    try:
        _scan(text, limits)
    except FaultError as found:
        return fault if found.code == "too-many-values" else found
    return fault


def _repeated(repeats: list[Repeat], text: str) -> Iterator[Problem]:
    lines = line_starts(text) if repeats else []
    for repeat in repeats:
        line, column = line_and_column(lines, repeat.first)
        at, name = join("", *repeat.path), brief(repeat.path[-1])
        problem = error_at(at, "repeated-key", on_key=True, name=name, line=line, column=column)
        yield _placed(problem, repeat.offset, lines)


def _kept(value: Any, limits: Limits) -> tuple[Any, list[Problem]]:
    keeper = _Keeper(limits)
    return keeper.keep(value), keeper.problems


#: Values that nothing can be wrong with, but that they are too many or too long.
_SIMPLE = frozenset({str, bool, type(None)})


class _Keeper:
    """Copies a value within its limits; what JSON does not have becomes `null`, with a problem."""

    def __init__(self, limits: Limits) -> None:
        self.problems: list[Problem] = []
        self._limits = limits
        self._path: list[str | int] = []
        self._in_options = False
        self._left = {False: limits.values, True: limits.options}
        self._characters_left = limits.bytes

    def keep(self, value: Any) -> Any:
        if isinstance(value, COMPOUND):
            if len(self._path) == MAX_DEPTH:
                raise self._limits.beyond("too-deep")
            return self._members(value) if isinstance(value, dict) else self._items(value)
        if isinstance(value, str):
            return self._text(value)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int | float):
            return self._number(value)
        self._refuse("not-json", "not-json.python", type=type(value).__name__)
        return None

    def _members(self, value: dict[Any, Any]) -> dict[str, Any]:
        kept, in_options = {}, self._in_options
        characters = 0
        for key, member in value.items():
            kind = type(member)
            if kind in _SIMPLE and type(key) is str and len(key) <= MAX_KEY:
                # Most are: then neither their place nor their kind is needed.
                characters += len(key) + len(member) if kind is str else len(key)
                kept[key] = member
                continue
            if not isinstance(key, str):
                self._refuse("not-json", "not-json.key", found=brief(key))
                continue
            if len(key) > MAX_KEY:
                raise self._limits.beyond("too-long")
            self._in_options = in_options or (key in OPTION_KEYS and isinstance(member, list | tuple))
            self._path.append(key)
            kept[self._text(key)] = self.keep(member)
            self._path.pop()
        self._in_options = in_options
        self._count(len(value), characters)
        return kept

    def _items(self, value: list[Any] | tuple[Any, ...]) -> list[Any]:
        kept = []
        characters = 0
        self._count(len(value), 0)
        for index, item in enumerate(value):
            if type(item) in _SIMPLE:
                characters += len(item) if type(item) is str else 0
                kept.append(item)
                continue
            self._path.append(index)
            kept.append(self.keep(item))
            self._path.pop()
        self._count(0, characters)
        return kept

    def _count(self, values: int, characters: int) -> None:
        """Count so many values more, of so many characters."""
        self._left[self._in_options] = left = self._left[self._in_options] - values
        self._characters_left -= characters
        if left < 0:
            raise self._limits.beyond("too-many-options" if self._in_options else "too-many-values")
        if self._characters_left < 0:
            raise self._limits.beyond("too-large")

    def _text(self, value: str) -> str:
        self._count(0, len(value))
        # A str of a class of its own (text that says it is HTML) becomes plain text.
        return str.__str__(value)

    def _number(self, value: float) -> int | float | None:
        if not isinstance(value, int):
            if math.isfinite(value):
                return float(value)
            self._refuse("not-finite")
        elif -_TOO_LONG < value < _TOO_LONG:
            return int(value)
        else:
            self._refuse("too-long", "too-long.number", limit=MAX_DIGITS)
        return None

    def _refuse(self, code: str, key: str = "", **params: Param) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(Problem(at=join("", *self._path), code=code, key=key, params=params))
