"""Facts of an answer beside its value: status, media type, size, and where what it made is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from webform.result import Part, Result
from webform.texts import safe_link

if TYPE_CHECKING:
    from webform.runners.answers import Answer
    from webform.runners.base import Target

#: The status of an answer that made something.
CREATED = 201


def with_facts(result: Result, answer: Answer) -> Result:
    """Return *result*, made of *answer*, with the answer as it came and what is known of it."""
    facts = _details(answer) | result.details
    return replace(result, http_status=answer.status, raw=answer.raw, details=facts)


def with_location(result: Result, target: Target, answer: Answer, mode: str) -> Result:
    """Return *result* with a link to what was made; where its tool is, production does not tell."""
    place = answer.links.get("location", "") if answer.status == CREATED and result.status == "ok" else ""
    if place and mode == "dev":
        place = urljoin(target.url, place)
    if not safe_link(place, mail=False):
        return result
    return replace(result, parts=(*result.parts, Part(type="link", title="What was made", uri=place)))


def _details(answer: Answer) -> dict[str, Any]:
    """Return what is known of *answer* beside its body."""
    headers = answer.raw_headers
    known = {
        "media_type": answer.headers.get("content-type", "").partition(";")[0],
        "bytes": answer.raw.size,
        "date": headers.get("date"),
        "request_id": headers.get("x-request-id") or headers.get("request-id"),
    }
    return {name: value for name, value in known.items() if value}
