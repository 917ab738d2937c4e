"""The events in the text of a stream: Server-Sent Events, or a JSON value a line."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.values import ABSENT, as_dict, read_json_or

if TYPE_CHECKING:
    from collections.abc import Iterator

SSE = "text/event-stream"
#: The names of JSON Lines, a value a line.
JSON_LINES = (
    "application/x-ndjson",
    "application/ndjson",
    "application/jsonl",
    "application/jsonlines",
    "application/x-jsonlines",
    "application/stream+json",
)
MEDIA = (SSE, *JSON_LINES, "application/json-seq")

PLAIN = "text/plain"

#: What the older stream of Vercel's AI SDK begins with: the id of a message, a text, an error.
_CODED_STARTS = ('f:{"', '0:"', '3:"')
CODED_LENGTH = 4
#: What any JSON begins with.
_STARTS = frozenset('{["-0123456789tfn')
#: What the JSON of an event begins with.
_OPENINGS = ("{", "[", '"')
#: A line of the older stream of Vercel's AI SDK: a character for what it is, and a JSON value.
_CODED = re.compile(r"([0-9a-k]):(?=[\"\[{\d])")
#: What services end a stream with that is no JSON.
_END = "[DONE]"
#: Names that say nothing of the data: that of an event without one, and that of an answer.
_PLAIN_NAMES = ("message", "result")


class StreamEvent(NamedTuple):
    """
    One event of a stream.

    Args:
        name: what it is called; `""` where it has no name.
        data: the JSON value it holds; `ABSENT` where it holds a text.
        text: its data as it came; `""` where it never was a text.
        whole: the object whose key `event` is the name, since it may be a record; `ABSENT` where there is none.
    """

    name: str
    data: Any = ABSENT
    text: str = ""
    whole: Any = ABSENT

    @property
    def fields(self) -> dict[str, Any]:
        """The keys of its data; none where that is no object."""
        return as_dict(self.data)

    @property
    def words(self) -> str | None:
        """Its data where that is a text, in quotes or not; a number without quotes in a text is text."""
        if isinstance(self.data, str):
            return self.data
        return None if isinstance(self.data, dict | list) or not self.text else self.text


def event_of(value: Any) -> StreamEvent:
    """Return the event that the JSON *value* is: its name is its key `event`."""
    if not isinstance(value, dict) or not isinstance(value.get("event"), str):
        return StreamEvent("", value)
    rest = {key: inner for key, inner in value.items() if key != "event"}
    name, has_data_alone = value["event"], rest.keys() == {"data"}
    whole = ABSENT if name in _PLAIN_NAMES and has_data_alone else value
    return StreamEvent(name, rest["data"] if has_data_alone else rest, whole=whole)


class EventParser:
    """
    Cuts the text of a stream into its events.

    Args:
        media: the media type: one of `MEDIA`, or `PLAIN`, whose text is lines of events, or one text as it comes.
    """

    def __init__(self, media: str) -> None:
        self._sse, self._undecided = media == SSE, media == PLAIN
        self._decoder = getincrementaldecoder("utf-8")("replace") if media == PLAIN else None
        self._rest = bytearray()
        self._name, self._data = "", list[str]()
        self._was_return = False
        #: Whether the text ended in the middle of an event.
        self.is_cut = False

    def take(self, piece: bytes) -> Iterator[StreamEvent]:
        """Yield the events that *piece* ends."""
        self._rest += self._with_plain_ends(piece) if self._sse else piece
        if self._undecided and len(self._rest) >= CODED_LENGTH:
            self._undecided = False
            self._decoder = None if is_coded(self._rest[:CODED_LENGTH].decode("latin-1")) else self._decoder
        if self._undecided:
            return
        if self._decoder is not None:
            yield from self._text(final=False)
        elif b"\n" in self._rest:
            whole, _, self._rest = self._rest.rpartition(b"\n")
            for line in bytes(whole).split(b"\n"):
                yield from self._line(line.decode("utf-8", "replace").rstrip("\r"), "\n")

    def _with_plain_ends(self, piece: bytes) -> bytes:
        """Return *piece* of an event stream, whose lines end in CR, LF or both, with LF alone."""
        plain = piece.removeprefix(b"\n") if self._was_return else piece
        self._was_return = piece.endswith(b"\r") or (self._was_return and not piece)
        return plain.replace(b"\r\n", b"\n").replace(b"\r", b"\n")

    def end(self) -> Iterator[StreamEvent]:
        """Yield what is left at the end."""
        if self._decoder is not None:
            yield from self._text(final=True)
            return
        rest, self._rest = self._rest.decode("utf-8", "replace"), bytearray()
        coded = _CODED.match(rest)
        value = rest.partition(":")[2] if self._sse or coded else rest
        self.is_cut = value.lstrip().startswith(_OPENINGS) and _json(value) is ABSENT
        if not self.is_cut:
            yield from self._line(rest, "")
            yield from self._line("", "") if self._sse else ()

    def _text(self, *, final: bool) -> Iterator[StreamEvent]:
        if self._decoder is not None and (text := self._decoder.decode(bytes(self._rest), final)):
            yield StreamEvent("", text=text)
        self._rest.clear()

    def _line(self, line: str, end: str) -> Iterator[StreamEvent]:
        if not self._sse:
            yield from _of_line(line.lstrip("\x1e"), end)
        elif line:
            field, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if field == "event":
                self._name = value
            elif field == "data":
                self._data.append(value)
        else:
            name, data = self._name, self._data
            self._name, self._data = "", []
            if data or name:
                yield _of_data("\n".join(data), "" if name == "message" else name)


def is_coded(text: str) -> bool:
    """Tell whether *text*, of the media type `PLAIN`, begins as lines of events do."""
    return text.startswith(_CODED_STARTS)


def _of_line(line: str, end: str) -> Iterator[StreamEvent]:
    if not line.strip():
        return
    coded = _CODED.match(line)
    value = _json(line[coded.end() :] if coded else line)
    if value is ABSENT:
        yield StreamEvent("", text=line + end)
    else:
        yield StreamEvent(coded[0], value) if coded else event_of(value)


def _of_data(text: str, name: str) -> StreamEvent:
    if text.strip() == _END:
        return StreamEvent("done")
    value = _json(text)
    if name:
        return StreamEvent(name, value, text)
    return event_of(value) if isinstance(value, dict) else StreamEvent("", value, text)


def _json(text: str) -> Any:
    # Most pieces of a text do not even begin as JSON does.
    return read_json_or(text) if text.lstrip()[:1] in _STARTS else ABSENT
