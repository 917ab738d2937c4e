"""The shapes in which a response arrives, and `read`, which makes a result of any of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from webform.envelopes import cancelled, errors, outputs, plain, unreadable
from webform.envelopes.base import Envelope, excerpt, hear
from webform.envelopes.output_schema import hold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webform.result import Result
    from webform.tool import Tool

__all__ = ["READERS", "Envelope", "read"]

#: The envelopes; the first that accepts a response reads it, and `plain` or `outputs` accepts what is left.
READERS: list[Envelope] = [unreadable, errors, cancelled, outputs, plain]


def read(
    tool: Tool,
    response: Any,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    mode: Literal["dev", "production"] = "dev",
) -> Result:
    """
    Return what the response of *tool* came to.

    Args:
        response: bytes or text as they came, else a JSON value already parsed.
        status: the HTTP status of the response.
        headers: the HTTP headers of the response; only the media type is looked at.
        mode: in `dev`, the beginning of an answer that could not be used is kept, and an answer that is not what the
            output schema says is shown with its problems; in `production` that is an error.
    """
    heard = hear(response, status, headers)
    envelope = next(each for each in READERS if each.accepts(tool, heard))
    result = hold(tool, envelope.read(tool, heard), mode)
    kept = mode == "dev" and result.status in ("error", "invalid")
    return replace(result, http_status=status, raw=excerpt(heard) if kept else "")
