"""An answer that is no JSON: a text, a table, a picture, a document, any other file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from webform import dataurl
from webform.envelopes.media_types import media_type_of
from webform.files import StoredFile
from webform.media import UNKNOWN, canonical, is_text
from webform.messages import sentence_of
from webform.result import Result
from webform.values import MAX_VALUES

if TYPE_CHECKING:
    from webform.envelopes.base import Response
    from webform.tool import Tool

_TOO_MANY = sentence_of("result.all-values", count=MAX_VALUES)


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether a good status came with something else than JSON, which is an answer of *tool*."""
    if response.status >= 300 or not response.fault or not response.content:
        return False
    if "json" in response.media:
        return isinstance(response.content, StoredFile)
    if _is_broken_json(response):
        return False
    # Outputs with types are keys of an object, which no text is; a file is shown beside what was expected.
    return not is_text(media_type_of(response)) or not tool.outputs or tool.output_schema is not None


def read(tool: Tool, response: Response) -> Result:
    """Return the text as it came, or the file: its data URL, or what is kept of it."""
    media_type, name = media_type_of(response), response.filename
    found = Result(status="ok", media_type=media_type, filename=name)
    if isinstance(response.content, StoredFile):
        file = replace(response.content, media_type=media_type, name=name, head=dataurl.head_of(media_type))
        return replace(found, value=file, message=_TOO_MANY if "json" in media_type else "")
    if is_text(media_type):
        return replace(found, value=response.text)
    return replace(found, value=dataurl.make(media_type, response.content))


def _is_broken_json(response: Response) -> bool:
    """Tell whether the text was meant to be JSON: nobody says otherwise, or it breaks off in the middle of it."""
    begins = response.text.lstrip("\ufeff \t\r\n").startswith(("{", "[", '"'))
    return begins and (canonical(response.media) in (None, UNKNOWN) or response.breaks_off)
