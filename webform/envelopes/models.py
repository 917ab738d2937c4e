"""Answers of language models where they do not stream: OpenAI, Anthropic, Gemini, Ollama."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.streams import LANGUAGES, Collected, StreamEvent
from webform.envelopes.streams.results import beside, keep, placed
from webform.language import marked
from webform.result import Result
from webform.values import ABSENT, as_dict

if TYPE_CHECKING:
    from webform.envelopes.base import Response
    from webform.envelopes.streams.base import Language
    from webform.tool import Tool

_ADVICE = marked("Try again. If this keeps happening, contact the tool's author.")


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether *response* is the answer of a model, and not what the tool's output schema describes."""
    if not isinstance(response.value, dict) or response.status >= 300:
        return False
    described = as_dict(as_dict(tool.output_schema).get("properties"))
    return _language(response.value) is not None and described.keys().isdisjoint(response.value)


def read(tool: Tool, response: Response) -> Result:
    """Return the text of the answer; the tools that the model called are parts, its usage is a detail."""
    collected, value = Collected(), response.value
    language = _language(value)
    if language is not None:
        for _ in language(collected, tool).take(StreamEvent("", value)):
            pass
    if collected.error is not ABSENT:
        message = collected.error["message"]
        return keep(tool, collected, Result(status="error", code="tool-error", message=message, advice=_ADVICE))
    return beside(collected, Result(status="ok", value=placed(tool, collected.value)))


def _language(value: dict[str, Any]) -> type[Language] | None:
    return next((language for language in LANGUAGES if language.is_answer(value)), None)
