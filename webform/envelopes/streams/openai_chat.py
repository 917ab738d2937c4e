"""OpenAI's chat completions, streamed or whole, as many other services answer too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.streams.base import Language
from webform.values import as_dict, as_text, dicts_in

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
        choices = dicts_in(value.get("choices"))
        return bool(choices) and _is_completion(value) and "delta" not in choices[0]

    def take(self, event: StreamEvent) -> Iterable[Update]:
        """Take *event* in: of several choices, the first."""
        fields = event.fields
        self.collected.note(id=fields.get("id"), model=fields.get("model"), usage=fields.get("usage"))
        for choice in dicts_in(fields.get("choices")):
            if choice.get("index") in (0, None):
                yield from self._choice(choice)

    def _choice(self, choice: dict[str, Any]) -> Iterable[Update]:
        if reason := choice.get("finish_reason"):
            self.collected.note(finish_reason=reason)
            self.collected.complete = True
        message = as_dict(choice.get("delta") or choice.get("message"))
        self.collected.think(message.get("reasoning_content") or message.get("reasoning"))
        for place, call in enumerate(dicts_in(message.get("tool_calls"))):
            asked = as_dict(call.get("function") or call.get("custom"))
            arguments = asked.get("arguments", asked.get("input"))
            self.collected.call(call.get("index", place), asked.get("name"), arguments)
        if asked := as_dict(message.get("function_call")):
            self.collected.call("function", asked.get("name"), asked.get("arguments"))
        yield from self.collected.add_text(_text(message.get("content")))
        yield from self.collected.add_text(as_text(message.get("refusal")))
        yield from self.collected.add_text(as_text(choice.get("text")))


def _is_completion(fields: dict[str, Any]) -> bool:
    if not isinstance(fields.get("choices"), list):
        return False
    if as_text(fields.get("object")).startswith(("chat.completion", "text_completion")):
        return True
    choices = dicts_in(fields["choices"])
    return bool(choices) and "index" in choices[0] and any(key in choices[0] for key in _PIECES)


def _text(content: Any) -> str:
    # Some services answer with a list of parts.
    return as_text(content) or "".join(as_text(part.get("text")) for part in dicts_in(content))
