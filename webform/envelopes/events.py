"""A stream of events, whole: what it came to at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.streams import Collected, EventParser, Stream, event_of, language_of
from webform.envelopes.streams.frames import MEDIA, PLAIN, is_coded
from webform.envelopes.streams.results import result_of
from webform.values import as_dict

if TYPE_CHECKING:
    from webform.envelopes.base import Response
    from webform.result import Result
    from webform.tool import Tool


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether *response* is a stream: by its media type, as a list of events, or as one event that ends one."""
    if response.status >= 300:
        return False
    if _is_framed(response):
        return bool(response.text.strip())
    value = response.value
    return _is_list(value) if isinstance(value, list) else _is_end(value)


def read(tool: Tool, response: Response) -> Result:
    """Return what *response* came to, without a look at what its value is: see `collect`."""
    return result_of(tool, collect(tool, response))


def collect(tool: Tool, response: Response) -> Collected:
    """Return what the events of *response* came to."""
    stream = Stream(tool)
    if not _is_framed(response):
        stream.take_all(map(event_of, response.value if isinstance(response.value, list) else [response.value]))
        return stream.end()
    parser = EventParser(response.media)
    stream.take_all(parser.take(response.text.encode("utf-8", "replace")))
    stream.take_all(parser.end())
    return stream.end(is_cut=parser.is_cut)


def _is_framed(response: Response) -> bool:
    return response.media in MEDIA or (response.media == PLAIN and is_coded(response.text))


def _is_list(values: list[Any]) -> bool:
    """Tell whether *values* are events of a stream, and no records that look like some."""
    marked = False
    for event in map(event_of, values):
        language = language_of(event)
        if language is None:
            return False
        marked = marked or language.in_lists
    return marked


def _is_end(value: Any) -> bool:
    """Tell whether *value* is the event that alone is a whole stream."""
    fields = as_dict(value)
    return fields.get("kind") in ("done", "error") and fields.keys() <= {"kind", "toolId", "data"}
