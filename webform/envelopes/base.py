"""The response that every envelope reads, and the texts in it for a person."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from webform.envelopes.labels import Label, label_of
from webform.files import StoredFile
from webform.media import sniff
from webform.outputs.schema_view import keys_of
from webform.result import Log, Result
from webform.values import ABSENT, NotJSONError, brief, read_json, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from webform.tool import Tool

MAX_MESSAGE = 4_000
MAX_TIME = 60
MAX_RAW = 4_000
#: Parts of an object or a list that are looked into for what is meant for the log.
MAX_NODES = 50
#: Seconds that a person is asked to wait at most: a day.
MAX_RETRY = 86_400.0

#: Meant for the tool's developers: logged, never shown outside of what came as it came.
FOR_DEVELOPERS = frozenset({"developer_message", "stacktrace", "stack_trace", "stack", "traceback", "exc_info"})
TRACE = re.compile(
    r"""
    Traceback\b.{0,40}most\ recent\ call\ last   # Python
    | ^[ \t]*File\ "[^"\n]*",\ line\ \d+
    | ^[ \t]+at\ \S.*:\d+                           # JavaScript, Java
    | ^goroutine\ \d+\ \[                        # Go
    """,
    re.MULTILINE | re.VERBOSE,
)
#: Texts that are no JSON even where they could be read as such.
_NEVER_JSON = ("text/csv", "text/tab-separated-values", "text/markdown")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
#: Faults of JSON that breaks off within a string.
_OPEN_STRINGS = ("json.open-string", "json.line-break")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


@dataclass(frozen=True, kw_only=True)
class Response:
    """
    What came back from a tool.

    Args:
        value: the JSON value, `ABSENT` where there was none.
        fault: why there was none.
        breaks_off: the text ends before its JSON does.
        text: the answer as it came.
        media: its media type, without parameters; `""` where it has none.
        retry_after: seconds after which it asked to be called again.
        content: the bytes as they came, or where they are kept; empty for a value that was parsed before.
        charset: the charset that it says it has.
        filename: what it calls the file that it is.
    """

    status: int
    text: str
    value: Any = ABSENT
    fault: str = ""
    breaks_off: bool = False
    media: str = ""
    retry_after: float | None = None
    content: bytes | StoredFile = b""
    charset: str = ""
    filename: str = ""


def is_declared(tool: Tool, value: Any) -> bool:
    """Tell whether *value* is an answer with an output that *tool* declares by its key: then it is in no envelope."""
    return isinstance(value, dict) and any(value.get(output.key) is not None for output in tool.outputs)


def declares(tool: Tool, *keys: str) -> bool:
    """Tell whether *tool* declares that its answer has one of *keys*: an output, or a property of its schema."""
    return any(output.key in keys for output in tool.outputs) or not keys_of(tool.output_schema).isdisjoint(keys)


class AnswerShape(NamedTuple):
    """
    An answer that is known by its keys, whatever address it came from: a failure, or the document of a job.

    Args:
        name: what it is called in the documentation.
        service: the services it was seen at.
        known_by: what it is known by, in a sentence.
        keys: the keys that tell; where the tool declares an output of one, the answer is none of these.
        accepts: tells whether an object is such an answer.
    """

    name: str
    service: str
    known_by: str
    keys: tuple[str, ...]
    accepts: Callable[[dict[str, Any]], bool]


class Envelope(Protocol):
    """A module that knows one shape of response."""

    def accepts(self, tool: Tool, response: Response) -> bool:
        """Tell whether *response* has this shape."""

    def read(self, tool: Tool, response: Response) -> Result:
        """Return what *response* came to."""


def hear(response: Any, status: int, headers: Mapping[str, str] | None) -> Response:
    """Return what came back: bytes or text as they came, a file they are kept in, or a JSON value already parsed."""
    fields = {name.lower(): value for name, value in (headers or {}).items()}
    label = label_of(fields)
    make = partial(
        Response,
        status=status,
        media=label.media,
        charset=label.charset,
        filename=label.filename,
        content=_content(response),
        retry_after=seconds_until(fields.get("retry-after", "")),
    )
    return _hear(response, label, make)


def _content(response: Any) -> bytes | StoredFile:
    if isinstance(response, bytes | StoredFile):
        return response
    return response.encode("utf-8", "surrogatepass") if isinstance(response, str) else b""


def with_value(response: Response, value: Any) -> Response:
    """Return *response* as one of the JSON *value*, which was read of it already."""
    return replace(response, value=value, text="", fault="", breaks_off=False, media="")


def seconds_until(text: str) -> float | None:
    """Return how many seconds from now a `Retry-After` of *text* means; `None` where it is none."""
    if not text.strip():
        return None
    try:
        seconds = float(text) if text.strip().isdecimal() else None
        if seconds is None:
            seconds = (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds()
    except (ValueError, TypeError, OverflowError):
        return None
    return min(max(seconds, 0.0), MAX_RETRY)


def _hear(response: Any, label: Label, make: Callable[..., Response]) -> Response:
    if isinstance(response, StoredFile):
        return make(text="", fault="it is a file")
    text = response.decode("utf-8", "replace") if isinstance(response, bytes) else ""
    try:
        text = _text(response, label)
        value = read_json(text) if text.strip() else ABSENT
        if _may_hold_surrogates(text):
            value = _with_whole_characters(value)
    except UnicodeDecodeError:
        return make(text=text, fault="it is not UTF-8 text")
    except NotJSONError as error:
        half = error.offset >= len(text.rstrip()) or error.code in _OPEN_STRINGS
        return make(text=text, fault=error.message, breaks_off=half)
    except (ValueError, TypeError, RecursionError) as error:
        return make(text="", fault=str(error))
    if value is not ABSENT and _is_text_by_label(value, label):
        return make(text=text, fault="it is text")
    return make(text=text, value=value)


def _is_text_by_label(value: Any, label: Label) -> bool:
    """Tell whether a text that happens to be JSON is meant as text: it is labelled so, and is no object or list."""
    if label.media in _NEVER_JSON:
        return True
    return label.media.startswith("text/") and "json" not in label.media and not isinstance(value, dict | list)


def _text(response: Any, label: Label) -> str:
    if isinstance(response, bytes):
        return _decoded(response, label)
    if isinstance(response, str):
        return response
    return "" if response is ABSENT else write_json(response)


def _decoded(content: bytes, label: Label) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    charset = label.charset or "utf-8"
    if charset.lower() in ("utf-8", "utf8", "us-ascii"):
        charset = "utf-8-sig"
    try:
        return content.decode(charset)
    except UnicodeDecodeError as error:
        if not label.media.startswith("text/") or sniff(content) is None:
            raise
        # What programs of old write without saying so; none of its other characters is one of UTF-8.
        is_old = not label.charset and content[: error.start].isascii()
        return content.decode("cp1252" if is_old else charset, "replace")


def _may_hold_surrogates(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return _SURROGATE.search(text) is not None


def _with_whole_characters(value: Any) -> Any:
    # Half a surrogate pair is legal in JSON and cannot be sent on, stored or shown.
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_with_whole_characters(key): _with_whole_characters(part) for key, part in value.items()}
    return [_with_whole_characters(part) for part in value] if isinstance(value, list) else value


def words(value: Any, depth: int = 3) -> str:
    """Return what *value*, the answer of a tool that failed, says to a person; `""` where it says nothing."""
    if isinstance(value, str):
        return without_trace(value[:MAX_RAW])[:MAX_MESSAGE].strip()
    if isinstance(value, dict) and depth:
        texts = (words(value.get(key), depth - 1) for key in ("detail", "message", "error", "msg", "title"))
        return next(filter(None, texts), "")
    if isinstance(value, list) and depth:
        return "; ".join(filter(None, (words(part, depth - 1) for part in value[:10])))[:MAX_MESSAGE]
    return ""


def log_of(line: Any) -> Log:
    """Return *line*, an object as tools spell it or a text, as a line of a log, fit to be shown."""
    log = Log.of(line)
    return replace(log, message=words(log.message), t=log.t[:MAX_TIME])


def internals(value: Any, depth: int = 5) -> Iterator[str]:
    """Yield what *value*, the answer of a tool that failed, says to the tool's developers: for the log alone."""
    if isinstance(value, str):
        text = value[:MAX_RAW]
        if found := TRACE.search(text):
            yield text[found.start() :]
    elif isinstance(value, dict) and depth:
        for key, part in islice(value.items(), MAX_NODES):
            if key in FOR_DEVELOPERS and part:
                yield f"{key}: {part if isinstance(part, str) else brief(part)}"[:MAX_RAW]
            else:
                yield from internals(part, depth - 1)
    elif isinstance(value, list) and depth:
        for part in value[:MAX_NODES]:
            yield from internals(part, depth - 1)


def without_trace(text: str) -> str:
    """Return *text* up to where a stack trace begins, without control characters; slow on long texts."""
    found = TRACE.search(text)
    return _CONTROL.sub("", text[: found.start()] if found else text)
