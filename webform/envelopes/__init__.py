"""The shapes in which a response arrives, and `read`, which makes a result of any of them."""

from __future__ import annotations

import logging
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from webform.envelopes import (
    arcade,
    call_tool,
    cancelled,
    errors,
    events,
    execute_result,
    marketplace,
    outputs,
    plain,
    run_result,
    unreadable,
)
from webform.envelopes.base import Envelope, Response, hear, internals, is_declared
from webform.envelopes.content import unwrap
from webform.envelopes.output_schema import hold
from webform.raw import Raw, kept_headers
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webform.result import Result
    from webform.tool import Tool

__all__ = ["READERS", "Envelope", "read"]

#: What is logged of one answer at most.
MAX_LOGGED = 10

_log = logging.getLogger(__name__)

#: The envelopes; the first that accepts a response reads it, and `plain` or `outputs` accepts what is left.
READERS: list[Envelope] = [
    events,
    unreadable,
    marketplace,
    call_tool,
    arcade,
    run_result,
    execute_result,
    errors,
    cancelled,
    outputs,
    plain,
]
#: Those that read an answer with an output that the tool declares.
DECLARED: list[Envelope] = [cancelled, outputs, plain]


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
        headers: the HTTP headers of the response; only the media type and `Retry-After` are looked at.
        mode: in `dev`, the answer is kept as it came beside what is made of it, and one that is not what the output
            schema says is shown with its problems; in `production` that is an error.
    """
    heard = hear(response, status, headers)
    raw = _raw(heard, response, headers) if mode == "dev" else None
    # An answer with an output that the tool declares is that answer, whatever else is in it.
    readers = DECLARED if heard.status < 300 and is_declared(tool, heard.value) else READERS
    envelope = next(each for each in readers if each.accepts(tool, heard))
    if envelope is events:
        answer, logs = events.inner(tool, heard)
        if answer is not ABSENT:
            inner = read(tool, answer, status, mode=mode)
            return replace(inner, logs=(*logs, *inner.logs), raw=raw)
    result = unwrap(tool, hold(tool, envelope.read(tool, heard), mode))
    if result.status in ("error", "invalid"):
        for each in islice(internals(heard.value if heard.value is not ABSENT else heard.text), MAX_LOGGED):
            _log.warning("%s said for its developers: %r", tool.id, each)
    return replace(result, http_status=status, raw=raw)


def _raw(heard: Response, response: Any, headers: Mapping[str, str] | None) -> Raw:
    """Return *response* as it came; a JSON value that was parsed before is written again."""
    body = response if isinstance(response, bytes) else heard.text.encode("utf-8", "surrogatepass")
    return Raw(status=heard.status, headers=kept_headers(headers), body=body)
