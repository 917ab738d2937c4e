"""An answer that says it went well and is no JSON: a web page, plain text, half an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.result import Result

if TYPE_CHECKING:
    from webform.envelopes.base import Response
    from webform.tool import Tool

_ADVICE = "Try again. If it stays like this, tell whoever made the tool: its /run has to answer with JSON."


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether a good status came with nothing to read."""
    return response.status < 300 and (bool(response.fault) or _is_empty(response))


def read(tool: Tool, response: Response) -> Result:
    """Return an error that says what came instead of JSON."""
    code, message = _found(response)
    return Result(status="error", code=code, message=message, advice=_ADVICE)


def _is_empty(response: Response) -> bool:
    return response.status != 204 and not response.text.strip()


def _found(response: Response) -> tuple[str, str]:
    start = response.text.lstrip("\ufeff \t\r\n")
    if not start and not response.fault:
        return "empty-answer", "The tool answered nothing."
    if start.startswith("<"):
        return "not-json", "The tool answered with a web page instead of JSON."
    if response.breaks_off:
        return "half-answer", "The tool's answer breaks off in the middle."
    if response.media and "json" not in response.media:
        return "not-json", f"The tool answered with {response.media[:60]} instead of JSON."
    return "not-json", f"The tool's answer is not JSON: {response.fault}."
