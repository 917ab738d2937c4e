"""OpenAI's responses, streamed or whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from webform.envelopes.streams.base import Language
from webform.result import Part
from webform.values import as_dict, as_text, dicts_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from webform.envelopes.streams.collected import Update
    from webform.envelopes.streams.frames import StreamEvent

_END = ("response.completed", "response.incomplete", "response.failed", "response.cancelled")
_CALLS = ("function_call", "custom_tool_call", "mcp_call")


class OpenAIResponses(Language):
    """Events of the type `response.…`, the last of which holds the whole response."""

    ends = in_lists = of_models = True

    @staticmethod
    def accepts(event: StreamEvent) -> bool:
        """Tell whether *event* is of a response, or a whole one."""
        return as_text(event.fields.get("type")).startswith("response.") or OpenAIResponses.is_answer(event.fields)

    @staticmethod
    def is_answer(value: dict[str, Any]) -> bool:
        """Tell whether *value* is a whole response."""
        return value.get("object") == "response" and isinstance(value.get("output"), list)

    def take(self, event: StreamEvent) -> Iterable[Update]:
        """Take *event* in."""
        fields = event.fields
        kind = as_text(fields.get("type"))
        if not kind:
            return self._whole(fields)
        self._note(as_dict(fields.get("response")))
        if kind in _END:
            return self._end(as_dict(fields.get("response")))
        act = self.acts.get(kind)
        return (act(self, fields) if act else None) or []

    def _note(self, response: dict[str, Any]) -> None:
        self.collected.note(id=response.get("id"), model=response.get("model"), usage=response.get("usage"))

    def _end(self, response: dict[str, Any]) -> Iterable[Update]:
        updates = list(self._whole(response)) if self.collected.is_empty else []
        self._finish(response)
        return updates

    def _whole(self, response: dict[str, Any]) -> Iterable[Update]:
        self._note(response)
        for place, item in enumerate(dicts_in(response.get("output"))):
            self._item({"output_index": place, "item": item})
            for part in dicts_in(item.get("content")) if item.get("type") == "message" else ():
                yield from self.collected.add_text(as_text(part.get("text")) or as_text(part.get("refusal")))
        self._finish(response)

    def _finish(self, response: dict[str, Any]) -> None:
        reason = as_dict(response.get("incomplete_details")).get("reason") or response.get("status")
        self.collected.note(finish_reason=reason)
        self.collected.over = True
        if response.get("error") or response.get("status") == "failed":
            self.collected.fail(response.get("error"))

    def _text(self, fields: dict[str, Any]) -> Iterable[Update]:
        return self.collected.add_text(as_text(fields.get("delta")))

    def _thought(self, fields: dict[str, Any]) -> None:
        self.collected.think(fields.get("delta"))

    def _arguments(self, fields: dict[str, Any]) -> None:
        self.collected.call(fields.get("output_index"), arguments=as_text(fields.get("delta")))

    def _item(self, fields: dict[str, Any]) -> None:
        item, place = as_dict(fields.get("item")), fields.get("output_index")
        if item.get("type") in _CALLS:
            self.collected.replace_call(place, item.get("name"), item.get("arguments", item.get("input")))
        elif item.get("type") == "image_generation_call" and as_text(item.get("result")):
            media = f"image/{as_text(item.get('output_format')) or 'png'}"
            value = f"data:{media};base64,{item['result']}"
            self.collected.add_part(Part(type="image", value=value, media_type=media))
        elif item.get("type") == "reasoning" and fields.get("type") != "response.output_item.done":
            for part in dicts_in(item.get("summary")):
                self.collected.think(part.get("text"))

    acts: ClassVar[dict[str, Callable[[OpenAIResponses, dict[str, Any]], Iterable[Update] | None]]] = {
        "response.output_text.delta": _text,
        "response.refusal.delta": _text,
        "response.reasoning_summary_text.delta": _thought,
        "response.reasoning_text.delta": _thought,
        "response.function_call_arguments.delta": _arguments,
        "response.custom_tool_call_input.delta": _arguments,
        "response.output_item.added": _item,
        "response.output_item.done": _item,
    }
