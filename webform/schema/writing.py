"""Texts that a regular expression is found in, written along the expression itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from string import ascii_lowercase, ascii_uppercase, digits, punctuation
from typing import TYPE_CHECKING, Any

from webform.patterns import matches

if TYPE_CHECKING:
    from collections.abc import Iterator

#: A text is never written longer.
MAX_TEXT = 100_000
#: The characters that a class is tried with, likeliest first: some of each script and category.
_CHARACTERS = (
    ascii_lowercase + digits + ascii_uppercase + punctuation + " \n\t\r\f\v\0" + "éßΩяאعकกあア中한€½ⅷ٣\u0301😀"
)
#: The parts of an expression; of a class only its end must be found, since the engine itself tells what is in it.
_TOKEN = re.compile(
    r"""
      (?P<flags> \(\?[A-Za-z-]+\) )
    | (?P<around> \( \?<?[=!] )
    | (?P<open> \( (?: \? (?: P?<[^>]*> | [A-Za-z-]*: ) )? )
    | (?P<close> \) )
    | (?P<or> \| )
    | (?P<count> [*+?] | \{ (?P<least>[0-9]+) (?P<to>,?) (?P<most>[0-9]*) \} ) \??
    | (?P<edge> [\^$] | \\[bBAz] )
    | (?P<class> \. | \[ \^? (?: \[:\^?\w+:\] | \\. | [^\]\\] )* \]
                 | \\ (?: [pP]\{[^}]*\} | [pP]. | [xu]\{[0-9A-Fa-f]+\} | u[0-9A-Fa-f]{4} | x[0-9A-Fa-f]{2}
                 | c[A-Za-z] | . ) )
    | (?P<literal> . )
    """,
    re.VERBOSE | re.DOTALL,
)
_CODES = re.compile(r"\\[xu](?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2,4}))")


@dataclass(frozen=True, slots=True)
class _Group:
    """Alternatives: a sequence of parts each."""

    branches: list[list[_Part]]


@dataclass(frozen=True, slots=True)
class _Repeat:
    part: _Part
    least: int
    most: int | None


#: The text of a literal, or the characters of a class, one of which is written.
_Part = str | _Group | _Repeat


def texts(pattern: str, least: int) -> Iterator[str]:
    """Yield different texts that *pattern* is likely to be found in, of about *least* characters or more, for ever."""
    whole = _read(pattern)
    for turn in count():
        written = _Writer(0, turn).write(whole)
        missing = max(least - len(written), 0)
        yield _Writer(missing, turn).write(whole)
        yield _Writer(missing + turn, 0).write(whole)
        # An expression may say nothing of what stands around what it finds.
        around = letters(turn, ascii_lowercase).rjust(missing, "a")
        yield written + around
        yield around + written


def letters(number: int, alphabet: str) -> str:
    """Return *number* written in *alphabet*: the empty text, then each letter, then each two of them, and so on."""
    written = ""
    while number > 0:
        number, digit = divmod(number - 1, len(alphabet))
        written = alphabet[digit] + written
    return written


class _Writer:
    """Writes one text: *more* characters than it must, and at each choice another option for another *turn*."""

    def __init__(self, more: int, turn: int) -> None:
        self._more, self._turn, self._room = more, turn, MAX_TEXT

    def write(self, part: _Part) -> str:
        self._room -= 1
        if isinstance(part, str):
            return self._choice(part) if part else ""
        if isinstance(part, _Group):
            return "".join(map(self.write, self._choice(part.branches)))
        written = list[str]()
        while self._room > 0 and (part.most is None or len(written) < part.most):
            if len(written) >= part.least:
                if self._more <= 0:
                    break
                before = self._more
                written.append(self.write(part.part))
                self._more = min(self._more, before - max(len(written[-1]), 1))
            else:
                written.append(self.write(part.part))
        return "".join(written)

    def _choice(self, options: str | list[list[_Part]]) -> Any:
        self._turn, index = divmod(self._turn, len(options))
        return options[index]


def _read(pattern: str) -> _Group:
    open_ = [_Group([[]])]
    around: list[str] = [""]
    for token in _TOKEN.finditer(pattern):
        branches = open_[-1].branches
        match token.lastgroup:
            case "open" | "around":
                open_.append(_Group([[]]))
                around.append(token["around"] or "")
            case "close" if len(open_) > 1:
                group, looks = open_.pop(), around.pop()
                open_[-1].branches[-1].append(_looked(group, looks) if looks else group)
            case "or":
                branches.append([])
            case "count" if branches[-1]:
                branches[-1][-1] = _repeated(branches[-1][-1], token)
            case "class":
                branches[-1].append(_characters(token[0]))
            case "literal":
                branches[-1].append(token[0])
    return open_[0]


def _looked(group: _Group, looks: str) -> _Group:
    """Return what is written where *group* is only looked for: nothing, unless it must be there."""
    return _Group([[]] if "!" in looks else [[group], []])


def _repeated(part: _Part, token: re.Match[str]) -> _Repeat:
    if token["least"] is None:
        return _Repeat(part, int(token[0][0] == "+"), 1 if token[0][0] == "?" else None)
    least = int(token["least"])
    return _Repeat(part, least, int(token["most"]) if token["most"] else None if token["to"] else least)


@lru_cache(maxsize=1024)
def _characters(source: str) -> str:
    """Return characters that the class *source* takes."""
    named = "".join(chr(code) for found in _CODES.findall(source) if (code := int(found[0] or found[1], 16)) < 0x110000)
    return "".join(
        character for character in dict.fromkeys(_CHARACTERS + source + named) if matches(f"^(?:{source})$", character)
    )
