"""Streams of events, each in a language of its own: what to tell of an event, and what they all come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.envelopes.streams.anthropic import Anthropic
from webform.envelopes.streams.coded_lines import CodedLines
from webform.envelopes.streams.cog import Cog
from webform.envelopes.streams.collected import Collected, Update
from webform.envelopes.streams.frames import EventParser, StreamEvent, event_of
from webform.envelopes.streams.gemini import Gemini
from webform.envelopes.streams.langserve import LangServe
from webform.envelopes.streams.messages import Messages
from webform.envelopes.streams.named import NamedStream
from webform.envelopes.streams.ollama import Ollama
from webform.envelopes.streams.openai_chat import OpenAIChat
from webform.envelopes.streams.openai_responses import OpenAIResponses
from webform.envelopes.streams.outputs import Outputs
from webform.envelopes.streams.texts import TextStream
from webform.envelopes.streams.toolexec import Toolexec
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from webform.envelopes.streams.base import Language
    from webform.tool import Tool

__all__ = ["LANGUAGES", "Collected", "EventParser", "Stream", "StreamEvent", "event_of", "language_of"]

#: The languages of streams; the first that accepts an event takes it.
LANGUAGES: tuple[type[Language], ...] = (
    Toolexec,
    Outputs,
    OpenAIChat,
    OpenAIResponses,
    Anthropic,
    Gemini,
    Ollama,
    Cog,
    LangServe,
    CodedLines,
    TextStream,
    Messages,
    NamedStream,
)

#: Types of events that records have too, as those of a log; a failure is never taken for a record.
_WORDS = ("ping", "done", "finish")


def language_of(event: StreamEvent) -> type[Language] | None:
    """Return the language of *event*; `None` where none is known."""
    if not event.name and not isinstance(event.data, dict):
        return None
    return next((language for language in LANGUAGES if language.accepts(event)), None)


class Stream:
    """
    The stream of a run of *tool*, in whichever language its events are.

    `take` each event, then `end`; `collected` is what they came to.
    """

    def __init__(self, tool: Tool) -> None:
        self._tool, self.collected = tool, Collected()
        self._languages: dict[type[Language], Language] = {}
        self._has_types = False

    def take(self, event: StreamEvent) -> Iterator[Update]:
        """Take *event* in; yield what to tell of it."""
        kind = language_of(event) or (language_of(event._replace(name="")) if event.name else None)
        if kind is None or self._is_record(event):
            yield from self._plain(event)
            return
        language = self._languages.get(kind)
        if language is None:
            language = self._languages[kind] = kind(self.collected, self._tool)
            self.collected.ends |= kind.ends
        yield from language.take(event)

    def take_all(self, events: Iterable[StreamEvent]) -> None:
        """Take *events* in, up to the one that ends the stream."""
        for event in events:
            if self.collected.over:
                return
            for _ in self.take(event):
                pass

    def end(self, *, is_cut: bool = False) -> Collected:
        """Return what it all came to: no more events come; *is_cut* says that the last of them is not whole."""
        self.collected.broken = is_cut and not self.collected.over
        for language in self._languages.values():
            language.finish()
        return self.collected

    def _is_record(self, event: StreamEvent) -> bool:
        """Tell whether *event* is one more record with a `type`, whose word some language has too."""
        has_word = not event.name and event.fields.get("type") in _WORDS
        return has_word and self._has_types and not self._languages

    def _plain(self, event: StreamEvent) -> list[Update]:
        """Take in an event without a language: a piece of a text, or a value."""
        self._has_types = self._has_types or isinstance(event.fields.get("type"), str)
        if event.whole is not ABSENT:
            return self.collected.add(event.whole)
        if event.words is not None:
            return self.collected.add_text(event.words)
        return [] if event.data is ABSENT else self.collected.add(event.data)
