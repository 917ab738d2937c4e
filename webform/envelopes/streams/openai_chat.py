"""OpenAI's chat completions, streamed or whole, as many other services answer too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.streams.base import Language, dict_of, dicts, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.envelopes.streams.collected import Update
    from webform.envelopes.streams.frames import StreamEvent

_PIECES = ("delta", "message", "text")


class OpenAIChat(Language):
    """`choices` with a `delta` each, or a whole `message`; the older completions have a `text`."""

    ends = in_lists = of_models = True

    @staticmethod
    def accepts(event: StreamEvent) -> bool:
        """Tell whether *event* is a chunk of a completion."""
        return _is_completion(event.fields)

    @staticmethod
    def is_answer(value: dict[str, Any]) -> bool:
        """Tell whether *value* is a whole completion."""
        choices = dicts(value.get("choices"))
        return bool(choices) and _is_completion(value) and "delta" not in choices[0]

    def take(self, event: StreamEvent) -> Iterable[Update]:
        """Take *event* in: of several choices, the first."""
        fields = event.fields
        self.collected.note(id=fields.get("id"), model=fields.get("model"), usage=fields.get("usage"))
        for choice in dicts(fields.get("choices")):
            if choice.get("index") in (0, None):
                yield from self._choice(choice)

    def _choice(self, choice: dict[str, Any]) -> Iterable[Update]:
        if reason := choice.get("finish_reason"):
            self.collected.note(finish_reason=reason)
            self.collected.complete = True
        message = dict_of(choice.get("delta") or choice.get("message"))
        self.collected.think(message.get("reasoning_content") or message.get("reasoning"))
        for place, call in enumerate(dicts(message.get("tool_calls"))):
            asked = dict_of(call.get("function") or call.get("custom"))
            arguments = asked.get("arguments", asked.get("input"))
            self.collected.call(call.get("index", place), asked.get("name"), arguments)
        if asked := dict_of(message.get("function_call")):
            self.collected.call("function", asked.get("name"), asked.get("arguments"))
        yield from self.collected.add_text(_text(message.get("content")))
        yield from self.collected.add_text(text_of(message.get("refusal")))
        yield from self.collected.add_text(text_of(choice.get("text")))


def _is_completion(fields: dict[str, Any]) -> bool:
    if not isinstance(fields.get("choices"), list):
        return False
    if text_of(fields.get("object")).startswith(("chat.completion", "text_completion")):
        return True
    choices = dicts(fields["choices"])
    return bool(choices) and "index" in choices[0] and any(key in choices[0] for key in _PIECES)


def _text(content: Any) -> str:
    # Some services answer with a list of parts.
    return text_of(content) or "".join(text_of(part.get("text")) for part in dicts(content))
