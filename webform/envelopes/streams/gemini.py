"""Gemini's answers, streamed or whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.streams.base import Language
from webform.media import part_type
from webform.result import Part
from webform.values import as_dict, as_text, dicts_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.envelopes.streams.collected import Update
    from webform.envelopes.streams.frames import StreamEvent

_OTHERS = ("usageMetadata", "promptFeedback", "modelVersion", "responseId")


class Gemini(Language):
    """`candidates` with the parts of a content; a whole answer is alike."""

    ends = in_lists = of_models = True

    @staticmethod
    def accepts(event: StreamEvent) -> bool:
        """Tell whether *event* is a piece of an answer."""
        return Gemini.is_answer(event.fields)

    @staticmethod
    def is_answer(value: dict[str, Any]) -> bool:
        """Tell whether *value* is an answer, or a piece of one."""
        if any(isinstance(candidate.get("content"), dict) for candidate in dicts_in(value.get("candidates"))):
            return True
        return any(key in value for key in _OTHERS[:2]) and value.keys() <= {"candidates", *_OTHERS}

    def take(self, event: StreamEvent) -> Iterable[Update]:
        """Take *event* in: of several candidates, the first."""
        fields = event.fields
        self.collected.note(
            id=fields.get("responseId"), model=fields.get("modelVersion"), usage=fields.get("usageMetadata")
        )
        if blocked := as_dict(fields.get("promptFeedback")).get("blockReason"):
            self.collected.fail(f"The model refused the prompt: {as_text(blocked)}.")
        for candidate in dicts_in(fields.get("candidates")):
            if candidate.get("index", 0) == 0:
                yield from self._candidate(candidate)

    def _candidate(self, candidate: dict[str, Any]) -> Iterable[Update]:
        if reason := candidate.get("finishReason"):
            self.collected.note(finish_reason=reason)
            self.collected.complete = True
        for part in dicts_in(as_dict(candidate.get("content")).get("parts")):
            yield from self._part(part)

    def _part(self, part: dict[str, Any]) -> Iterable[Update]:
        text = as_text(part.get("text"))
        if part.get("thought") is True:
            self.collected.think(text)
            return []
        if call := as_dict(part.get("functionCall")):
            self.collected.call(None, call.get("name"), call.get("args"))
        if data := as_dict(part.get("inlineData")):
            media = as_text(data.get("mimeType")) or "application/octet-stream"
            value = f"data:{media};base64,{as_text(data.get('data'))}"
            self.collected.add_part(Part(type=part_type(media), value=value, media_type=media))
        return self.collected.add_text(text)
