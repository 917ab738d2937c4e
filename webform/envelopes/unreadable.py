"""An answer that says it went well and cannot be used: half an answer, or no JSON where outputs are declared."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from webform.envelopes.base import Response, without_trace
from webform.envelopes.media_types import media_type_of
from webform.envelopes.streams.frames import MEDIA
from webform.language import marked
from webform.media import is_text
from webform.messages import sentence_of
from webform.result import Result
from webform.values import ABSENT

if TYPE_CHECKING:
    from webform.tool import Tool

_ADVICE = marked("Try again. If this keeps happening, contact the tool's author: its /run must answer with JSON.")


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether a good status came with nothing to read, though there has to be something."""
    is_empty = response.status != 204 and response.value is ABSENT
    has_to_answer = bool(tool.outputs) or tool.output_schema is not None or response.media in MEDIA
    return response.status < 300 and (bool(response.fault) or (is_empty and has_to_answer))


def read(tool: Tool, response: Response) -> Result:
    """Return an error that says what came instead of JSON, with the text that came."""
    code, message = _found(response)
    result = Result(status="error", code=code, message=message, advice=_ADVICE)
    media_type = media_type_of(response) if response.content else ""
    if code != "not-json" or not is_text(media_type) or "json" in response.media:
        return result
    return replace(result, value=without_trace(response.text), media_type=media_type)


def _found(response: Response) -> tuple[str, str]:
    start = response.text.lstrip("\ufeff \t\r\n")
    if not start and not response.fault:
        return "empty-answer", marked("The tool answered nothing.")
    if start.startswith("<"):
        return "not-json", sentence_of("result.web-page")
    if response.breaks_off:
        return "half-answer", marked("The tool's answer breaks off in the middle.")
    if response.media and "json" not in response.media:
        return "not-json", sentence_of("result.other-media", media=response.media[:60])
    return "not-json", sentence_of("result.not-json", fault=response.fault)
