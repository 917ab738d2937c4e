"""JSON values: equality, text, kinds, and their addresses (JSON Pointers and control names)."""

from __future__ import annotations

import json
import math
import re
from enum import Enum
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Literal, TypeGuard
from urllib.parse import quote, unquote_to_bytes

from webform.messages import Param, Phrase
from webform.scan import FaultError, Scan, line_and_column, line_starts

if TYPE_CHECKING:
    from collections.abc import Callable


class Absent(Enum):
    """The type of `ABSENT`: a key that is not there, as opposed to one that is `null`."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"

    def __bool__(self) -> bool:
        return False

    __str__ = __repr__


ABSENT: Final = Absent.ABSENT

#: What HTML text cannot carry unharmed: NUL, CR, other controls, surrogates, noncharacters.
UNCARRIED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
#: What a multipart name cannot carry unharmed.
_ODD = re.compile('[\x00-\x1f\x7f-\x9f"\\\\%\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]')
#: Most pointers are their own fragment, and the way to see that is short.
_PLAIN = re.compile("[A-Za-z0-9_./~-]*", re.ASCII)
#: What holds other values, for `isinstance`: a union of both would be made anew at each look.
HOLDERS = (dict, list)
#: The same with what is a list too, where a program made the value.
COMPOUND = (*HOLDERS, tuple)
#: A longer integer cannot be read or printed by Python, and no tool wants it.
MAX_DIGITS = 4000
#: Lists and objects within each other in a text, at most: what is deeper could be read, but not written or walked.
MAX_DEPTH = 256
#: Values in a text at most; texts with many commas count as more.
MAX_VALUES = 1_000_000
#: A text of more values is not searched for its fault.
_MAX_SCANNED = 200_000
#: The draft of JSON Schema that our schemas are of: the latest.
DRAFT = "https://json-schema.org/draft/2020-12/schema"
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")

Kind = Literal["absent", "null", "boolean", "number", "string", "list", "object"]


def kind_of(value: Any) -> Kind:
    """Return the JSON kind of *value*."""
    match value:
        case str():
            return "string"
        case dict():
            return "object"
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case list() | tuple():
            return "list"
        case Absent():
            return "absent"
    return "string"


def equal(a: Any, b: Any) -> bool:
    """Tell whether two values are equal as JSON has it: 1 = 1.0, 1 is not true, order of keys is nothing."""
    if isinstance(a, str) or isinstance(b, str):
        return bool(a == b)
    # A list of what is left to compare, since values may be nested deeper than calls.
    left = [(a, b)]
    while left:
        a, b = left.pop()
        # JSON keeps true and 1 apart; Python does not.
        kind = kind_of(a)
        if kind != kind_of(b):
            return False
        if kind == "object":
            if a.keys() != b.keys():
                return False
            left += [(value, b[key]) for key, value in a.items()]
        elif kind == "list":
            if len(a) != len(b):
                return False
            left += zip(a, b, strict=True)
        elif a != b:
            return False
    return True


class NotJSONError(ValueError):
    """Raised when a text is not one JSON value; says what is wrong, at which offset."""

    def __init__(self, key: str, offset: int = 0, **params: Param) -> None:
        self.phrase, self.offset = Phrase(key, params), offset
        super().__init__(key)

    @property
    def code(self) -> str:
        """What is wrong, wherever it is, as the catalogue calls it."""
        fault = self.phrase.params.get("fault")
        return fault.key if isinstance(fault, Phrase) else self.phrase.key

    @property
    def message(self) -> str:
        """What is wrong, in words."""
        return str(self.phrase)

    def __str__(self) -> str:
        return self.message


#: What checkboxes send, and what is left blank.
_WORDS = {"true": True, "false": False, "null": None}


def read_json(text: str) -> Any:
    """
    Read one JSON value, strictly.

    Raises:
        NotJSONError: the text is not JSON, is nested too deeply, holds more than `MAX_VALUES` values, or NaN, Infinity,
            or a number too large to keep.
    """
    if text in _WORDS:
        return _WORDS[text]
    # Before they are built: a value takes up to a hundred times the memory of its text.
    if len(text) > MAX_VALUES and count_values(text) > MAX_VALUES:
        raise NotJSONError("json.too-many-values", limit=MAX_VALUES)
    try:
        value = _decoder.decode(text)
    except json.JSONDecodeError:
        raise _fault(text) from None
    except RecursionError:
        raise _too_deep() from None
    # What opens no more than that goes no deeper.
    if text.count("{") + text.count("[") > MAX_DEPTH and _deeper(value, MAX_DEPTH):
        raise _too_deep()
    return value


def read_json_or(text: str, otherwise: Any = ABSENT) -> Any:
    """Return the value that *text* is the JSON of, *otherwise* where it is none."""
    try:
        return read_json(text)
    except NotJSONError:
        return otherwise


def count_values(text: str | bytes | bytearray) -> int:
    """Return how many values the JSON *text* may hold: commas in texts count too."""
    if isinstance(text, str):
        return sum(map(text.count, ",[{"))
    return sum(map(text.count, (b",", b"[", b"{")))


def json_within(text: str) -> dict[str, Any] | list[Any] | None:
    """Return the object or list that *text* is the JSON of, and nothing else; `None` for any other text."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    value = read_json_or(text.strip())
    return value if isinstance(value, dict | list) else None


def _fault(text: str) -> NotJSONError:
    try:
        Scan(text, MAX_DEPTH, _MAX_SCANNED)
    except FaultError as fault:
        line, column = line_and_column(line_starts(text), fault.offset)
        return NotJSONError("json.at", fault.offset, fault=fault.phrase, line=line, column=column)
    return NotJSONError("json.unknown")


def _too_deep() -> NotJSONError:
    return NotJSONError("json.too-deep", limit=MAX_DEPTH)


def _deeper(value: Any, depth: int) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    while level and depth:
        parts = chain.from_iterable(whole.values() if isinstance(whole, dict) else whole for whole in level)
        level = [part for part in parts if isinstance(part, dict | list)]
        depth -= 1
    return bool(level)


def _constant(text: str) -> Any:
    raise NotJSONError("json.not-finite", number=text)


def read_float(text: str) -> float:
    """Read the text of a JSON number with a fraction or exponent; raise `NotJSONError` if it is not finite."""
    value = float(text)
    if not math.isfinite(value):
        raise NotJSONError("json.too-large", number=text[:40])
    return value


def read_int(text: str) -> int:
    """Read the text of a JSON integer; raise `NotJSONError` if it is longer than anyone can keep."""
    if len(text) > MAX_DIGITS:
        raise NotJSONError("json.too-long", length=len(text), limit=MAX_DIGITS)
    return int(text)


_decoder = json.JSONDecoder(parse_float=read_float, parse_int=read_int, parse_constant=_constant)


def write_json(value: Any, indent: int | None = None) -> str:
    """Return *value* as JSON text: digits kept, keys in order, characters as they are where HTML carries them."""
    text = _writer(indent).encode(value)
    return text if text.isascii() else UNCARRIED.sub(escaped, text)


@cache
def _writer(indent: int | None) -> json.JSONEncoder:
    # The library would make one for each text.
    return json.JSONEncoder(ensure_ascii=False, allow_nan=False, indent=indent)


def escaped(match: re.Match[str]) -> str:
    """Return the character that *match* found as JSON spells it."""
    return f"\\u{ord(match[0]):04x}"


def brief(value: Any, limit: int = 60) -> str:
    """Return *value* as JSON text short enough, and safe enough, for a message."""
    if isinstance(value, str):
        value = value[:limit]
    text = ""
    try:
        # Part by part, since a value may be as large as a file.
        parts = _brief_encoder.iterencode(value) if isinstance(value, dict | list) else [_brief_encoder.encode(value)]
        for part in parts:
            text += part
            if len(text) > limit:
                break
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    text = UNCARRIED.sub(escaped, text)
    return text if len(text) <= limit else text[: limit - 1] + "…"


_brief_encoder = json.JSONEncoder(ensure_ascii=False, default=str)


def is_number(value: Any) -> TypeGuard[float]:
    """Tell whether *value* is a JSON number: `true` and `false` are integers to Python."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_text(value: Any) -> TypeGuard[str]:
    """Tell whether *value* is a text."""
    return isinstance(value, str)


def as_text(value: Any) -> str:
    """Return *value* where it is a text, else `""`."""
    return value if isinstance(value, str) else ""


def as_dict(value: Any) -> dict[str, Any]:
    """Return *value* where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """Return *value* where it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def dicts_in(value: Any) -> list[dict[str, Any]]:
    """Return the objects in *value* where it is a list, else none."""
    return [part for part in as_list(value) if isinstance(part, dict)]


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return *value* with what *change* makes of each part of it that holds no others."""
    if isinstance(value, dict):
        return {key: mapped(part, change) for key, part in value.items()}
    return [mapped(part, change) for part in value] if isinstance(value, list) else change(value)


def escape(token: str) -> str:
    """Return *token* as one reference token of a JSON Pointer."""
    return token.replace("~", "~0").replace("/", "~1") if "~" in token or "/" in token else token


def unescape(token: str) -> str:
    """Return what the reference token *token* names."""
    return token.replace("~1", "/").replace("~0", "~")


def join(pointer: str, *tokens: str | int) -> str:
    """Return the pointer to *tokens* below *pointer*."""
    for token in tokens:
        pointer += "/" + escape(str(token))
    return pointer


def split(pointer: str) -> list[str]:
    """Return the tokens of *pointer*, unescaped."""
    tokens = pointer.split("/")[1:]
    return [unescape(token) for token in tokens] if "~" in pointer else tokens


def upwards(pointer: str) -> list[str]:
    """Return *pointer* and those above it, without the root."""
    parts = pointer.split("/")
    return ["/".join(parts[:end]) for end in range(len(parts), 1, -1)]


def at_pointer(value: Any, pointer: str) -> Any:
    """Return what stands at *pointer* in *value*, or `ABSENT`."""
    for token in split(pointer):
        if isinstance(value, dict) and token in value:
            value = value[token]
        elif isinstance(value, list | tuple) and _INDEX.fullmatch(token) and int(token) < len(value):
            value = value[int(token)]
        else:
            return ABSENT
    return value


@lru_cache(4096)
def to_name(pointer: str) -> str:
    """
    Return the control name of *pointer*.

    RFC 6901 section 5 (plain) where a form post carries that unharmed, else section 6 (URI fragment); the root is `#`.
    """
    return pointer if pointer and not _ODD.search(pointer) else to_fragment(pointer)


@lru_cache(4096)
def to_fragment(pointer: str) -> str:
    """Return *pointer* as a URI fragment, `#` first (RFC 6901 section 6)."""
    if _PLAIN.fullmatch(pointer):
        return "#" + pointer
    return "#" + quote(pointer.encode("utf-8", "surrogatepass"), safe="/~!$&'()*+,;=:@?")


def from_name(name: str) -> str:
    """
    Return the pointer that the control name *name* spells.

    Raises:
        UnicodeDecodeError: it spells no text.
    """
    return name if name.startswith("/") else unquote_to_bytes(name[1:]).decode("utf-8", "surrogatepass")


def to_id(pointer: str, word: str = "at") -> str:
    """Return an HTML id for *pointer*: the fragment spelling, since a space would end an id in `aria-describedby`."""
    return word + to_fragment(pointer)[1:]
