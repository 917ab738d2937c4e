"""The parts that all languages of streams share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.envelopes.streams.collected import Collected, Update
    from webform.envelopes.streams.frames import StreamEvent
    from webform.tool import Tool


class Language:
    """
    A language that the events of one stream are in.

    Args:
        collected: what the events come to.
        tool: the tool that sends them.
    """

    #: Whether its streams always say when they have ended: one that does not was cut.
    ends: ClassVar[bool] = False
    #: Whether a JSON list of its events is a stream, and no list of records.
    in_lists: ClassVar[bool] = False
    #: Whether its texts are those of a language model, which writes Markdown.
    of_models: ClassVar[bool] = False

    def __init__(self, collected: Collected, tool: Tool) -> None:
        self.collected, self.tool = collected, tool
        collected.is_model = collected.is_model or self.of_models

    @staticmethod
    def accepts(event: StreamEvent) -> bool:
        """Tell whether *event* is of this language."""
        raise NotImplementedError

    @staticmethod
    def is_answer(value: dict[str, Any]) -> bool:  # noqa: ARG004 - most languages have none
        """Tell whether *value* is a whole answer, as the service sends it where it does not stream."""
        return False

    def take(self, event: StreamEvent) -> Iterable[Update]:
        """Take *event* in; return what to tell of it."""
        raise NotImplementedError

    def finish(self) -> None:
        """Take note that no more events come."""
