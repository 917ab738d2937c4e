"""The media type of an answer's body: as its label says, unless its bytes plainly are something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.files import StoredFile
from webform.media import EXTENSIONS, FIRST, UNKNOWN, extension, is_text, sniff, usual

if TYPE_CHECKING:
    from webform.envelopes.base import Response

#: Labels that servers give whatever they send.
_VAGUE = ("text/plain", "text/html")


def media_type_of(response: Response) -> str:
    """Return the media type of a body: as labelled, unless its bytes plainly are something else."""
    label, content = usual(response.media), response.content
    seen = sniff(content.first() if isinstance(content, StoredFile) else content[:FIRST])
    if label == UNKNOWN:
        named = EXTENSIONS.get(extension(response.filename), (UNKNOWN,))[0]
        return named if named != UNKNOWN else seen or UNKNOWN
    if not is_text(label):
        return label
    if seen is None:
        return label if response.charset else UNKNOWN
    if label in _VAGUE and not is_text(seen):
        return seen
    if label == "text/html" and response.text and "<" not in response.text[:FIRST]:
        return "text/plain"
    return label
