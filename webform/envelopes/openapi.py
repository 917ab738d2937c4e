"""Answers of operations of OpenAPI documents: what came is the value, and the status alone tells a failure."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING

from webform.envelopes import errors
from webform.envelopes.base import Response, is_declared, words
from webform.envelopes.streams.frames import MEDIA
from webform.language import marked
from webform.result import Result
from webform.values import ABSENT

if TYPE_CHECKING:
    from webform.tool import Tool

EMPTY = "Done. The answer has no content."
#: What is said of statuses by which an API means what was asked for -> and what the person can do.
_STATUSES = {
    404: (marked("The API has nothing there."), marked("Check what you filled in for the path, then run it again.")),
    405: (
        marked("The API does not do this here."),
        marked("Contact this site's owner. They need to fix the address of the API."),
    ),
    409: (marked("This is in conflict with what the API has."), marked("Change your input and run it again.")),
    410: (marked("The API has this no more."), marked("Check what you filled in for the path, then run it again.")),
}
#: Descriptions that say no more than their status does.
_PHRASES = {*(status.phrase.lower() for status in HTTPStatus), "validation error", "error", "default error", ""}


def accepts(tool: Tool, response: Response) -> bool:
    """
    Tell whether it is the answer of an operation that is JSON, nothing, or a failure; others are files and texts.

    What has a declared output is read as that.
    """
    if tool.call.operation is None:
        return False
    if response.status >= 300:
        return True
    return not response.fault and response.media not in MEDIA and not is_declared(tool, response.value)


def read(tool: Tool, response: Response) -> Result:
    """Return the value; of a failure what it says, else what the document says of its status."""
    description = _description(tool, response.status)
    if response.status < 300:
        is_empty = response.value is ABSENT
        return Result(status="ok", value=response.value, message=(description or EMPTY) if is_empty else "")
    result = errors.read(tool, response)
    if result.problems or result.message != errors.status_texts(response.status)[0]:
        return result
    message, advice = _STATUSES.get(response.status, (result.message, result.advice))
    return replace(result, message=description or message, advice=advice)


def _description(tool: Tool, status: int) -> str:
    """Return what the document says of *status*; `""` where that is no more than its name."""
    reply = tool.call.operation.reply(status) if tool.call.operation else None
    text = words(reply.description) if reply else ""
    return "" if text.lower().rstrip(".") in _PHRASES or reply is None or reply.status == "default" else text
