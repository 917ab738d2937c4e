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
    job,
    marketplace,
    media,
    models,
    outputs,
    plain,
    proxy,
    run_result,
    unreadable,
)
from webform.envelopes.base import Envelope, Response, hear, internals, is_declared, with_value
from webform.envelopes.content import unwrap
from webform.envelopes.job_documents import with_job
from webform.envelopes.output_schema import hold
from webform.envelopes.streams.results import beside, keep, result_of
from webform.raw import Raw, kept_headers
from webform.secrecy import holds_secrets
from webform.tool import Tool, expect
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webform.result import Result

__all__ = ["READERS", "Envelope", "read"]

#: What is logged of one answer at most.
MAX_LOGGED = 10

_log = logging.getLogger(__name__)

#: The envelopes; the first that accepts a response reads it, and `plain` or `outputs` accepts what is left.
READERS: list[Envelope] = [
    events,
    proxy,
    marketplace,
    models,
    call_tool,
    arcade,
    run_result,
    execute_result,
    job,
    media,
    unreadable,
    errors,
    cancelled,
    outputs,
    plain,
]
#: Those that read what a stream came to, which is a value and no stream.
VALUES: list[Envelope] = [envelope for envelope in READERS if envelope not in (events, media, unreadable)]
#: Those that read what is the value, whatever is in it.
VALUE: list[Envelope] = [outputs, plain]
#: Those that read an answer with an output that the tool declares.
DECLARED: list[Envelope] = [cancelled, *VALUE]


def read(  # noqa: PLR0913 - an answer has three parts, and two say how it is read
    tool: Tool,
    response: Any,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    mode: Literal["dev", "production"] = "dev",
    *,
    envelope: Envelope | None = None,
) -> Result:
    """
    Return what the response of *tool* came to.

    Args:
        response: bytes or text as they came, a file they are kept in, else a JSON value already parsed.
        status: the HTTP status of the response.
        headers: the HTTP headers of the response; its media type, its file name and `Retry-After` are looked at.
        mode: in `dev`, the answer is kept as it came beside what is made of it, and one that is not what the output
            schema says is shown with its problems; in `production` that is an error.
        envelope: reads the response where it accepts it, before all others, whatever outputs are declared.
    """
    expect(Tool, tool)
    received = hear(response, status, headers)
    reply = tool.name_of_reply(status, received.media)
    tool = tool.replying(reply)
    result = unwrap(tool, hold(tool, _read(tool, received, own=envelope), mode))
    if result.status in ("error", "invalid"):
        answer = received.text if received.value is ABSENT else received.value
        for internal in islice(internals(answer), MAX_LOGGED):
            # It may quote what was filled in.
            text = "(not logged: the tool takes secrets)" if holds_secrets(tool.form) else internal
            _log.warning("%s said for its developers: %r", tool.id, text)
    raw = _raw(received, headers) if mode == "dev" else None
    return replace(result, http_status=status, raw=raw, reply=reply)


def _read(tool: Tool, response: Response, readers: list[Envelope] = READERS, own: Envelope | None = None) -> Result:
    readers = readers if own is None else [own, *readers]
    # An answer with an output that the tool declares is that answer, whatever else is in it, but for what the protocol
    # puts around every answer.
    is_wrapped = own is not None and own not in DECLARED and own.accepts(tool, response)
    if not is_wrapped and response.status < 300 and is_declared(tool, response.value):
        readers = DECLARED
    envelope = next(envelope for envelope in readers if envelope.accepts(tool, response))
    if envelope is events:
        return _read_stream(tool, response)
    if envelope is proxy:
        # Not one in another: nobody does that, and they could be many.
        return _read(tool, proxy.inner(response), [reader for reader in READERS if reader is not proxy])
    if envelope is call_tool and (value := call_tool.inner(tool, response)) is not ABSENT:
        # A result of JSON-RPC is no failure, whatever is in it.
        return _read(tool, with_value(response, value), VALUE)
    return _read_job(tool, response) if envelope is job else envelope.read(tool, response)


def _read_stream(tool: Tool, response: Response) -> Result:
    """Return what a stream came to: an object is read as an answer of its own, and nothing is parsed again."""
    collected = events.collect(tool, response)
    if collected.error is not ABSENT:
        return keep(tool, collected, _read(tool, with_value(response, collected.error), VALUES))
    result = result_of(tool, collected)
    value = result.value
    if result.status != "ok" or value is ABSENT:
        return result
    return beside(collected, _read_value(tool, response, value))


def _read_job(tool: Tool, response: Response) -> Result:
    """Return what a job came to, an answer of its own which is not parsed again."""
    answer, found = job.inner(response)
    if found is None or answer is ABSENT:
        return job.read(tool, response)
    return with_job(found, _read_value(tool, replace(response, status=200), answer))


def _read_value(tool: Tool, response: Response, value: Any) -> Result:
    if isinstance(value, dict):
        return _read(tool, with_value(response, value), VALUES)
    return replace(_read(tool, with_value(response, value), DECLARED), value=value)


def _raw(response: Response, headers: Mapping[str, str] | None) -> Raw:
    """Return the answer as it came; a JSON value that was parsed before is written again."""
    body = response.content or response.text.encode("utf-8", "surrogatepass")
    return Raw(status=response.status, headers=kept_headers(headers), body=body)
