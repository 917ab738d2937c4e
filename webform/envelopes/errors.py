"""What a tool says when it fails or refuses: a bad status, FastAPI's `detail`."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from webform.envelopes.base import words
from webform.problems import Problem
from webform.result import Result
from webform.values import join

if TYPE_CHECKING:
    from webform.envelopes.base import Response
    from webform.tool import Tool

MAX_PROBLEMS = 100
MAX_STEPS = 20

_MEND = "Change what you filled in and run it again."
_AGAIN = "Try again in a moment. If it stays like this, tell whoever runs the tool."
_OPERATOR = "Tell whoever runs this page."

#: The statuses worth words of their own -> what happened, what the person can do.
_STATUSES = {
    400: ("The tool refused what was filled in.", _MEND),
    401: ("The tool did not accept this page's credentials.", f"{_OPERATOR} They have to set the tool's key."),
    403: ("The tool did not accept this page's credentials.", f"{_OPERATOR} They have to set the tool's key."),
    404: ("The tool's address has no /run.", f"{_OPERATOR} They have to mend the tool's address."),
    405: ("The tool's address takes no runs.", f"{_OPERATOR} They have to mend the tool's address."),
    408: ("The tool waited too long for the request.", _AGAIN),
    413: ("What was filled in is larger than the tool takes.", "Choose smaller files or fewer rows."),
    422: ("The tool refused what was filled in.", _MEND),
    429: ("The tool is busy.", "Wait a little and run it again."),
    503: ("The tool is not available now.", _AGAIN),
    504: ("The tool took too long.", _AGAIN),
}
_REDIRECT = (
    "The tool's address sends us elsewhere, which is never followed.",
    f"{_OPERATOR} They have to set the address it points to.",
)
_REFUSED = ("The tool refused the request.", f"{_MEND} If that does not help, tell whoever runs the tool.")
_FAILED = ("The tool failed.", _AGAIN)

#: The parts of a request that hold no inputs.
_ELSEWHERE = frozenset({"query", "path", "header", "cookie"})
#: The status alone, in words: what frameworks put into `detail` when nobody wrote anything.
_PHRASES = {each.phrase.lower() for each in HTTPStatus}


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether the tool failed: by its status, or by a list of details that is none of its outputs."""
    if response.status >= 300:
        return True
    return bool(_details(response.value)) and all(each.key != "detail" for each in tool.outputs)


def read(tool: Tool, response: Response) -> Result:
    """Return `invalid`, with the problems at the inputs, where the tool refused what was filled in; else an error."""
    details = _details(response.value)
    refused = bool(details) or response.status in (400, 422)
    problems = tuple(_problem(tool, each) for each in details[:MAX_PROBLEMS])
    message, advice = _told(422 if details else response.status)
    own = words(response.value) if not details else "" if any(each.at for each in problems) else problems[0].message
    return Result(
        status="invalid" if refused else "error",
        code="refused" if refused else f"http-{response.status}" if response.status >= 400 else "redirect",
        message=message if own.lower().rstrip(".") in ("", *_PHRASES) else own,
        advice=advice,
        problems=problems,
    )


def _told(status: int) -> tuple[str, str]:
    if status in _STATUSES:
        return _STATUSES[status]
    return _FAILED if status >= 500 else _REFUSED if status >= 400 else _REDIRECT


def _details(value: Any) -> list[dict[str, Any]]:
    # As FastAPI has them, each a `loc`, a `msg` and a `type`.
    details = value.get("detail") if isinstance(value, dict) else None
    if not isinstance(details, list):
        return []
    return [each for each in details if isinstance(each, dict) and isinstance(each.get("loc"), list | tuple)]


def _problem(tool: Tool, detail: dict[str, Any]) -> Problem:
    at = _pointer(tool, detail["loc"])
    message = words(detail.get("msg")) or "the tool does not accept this"
    if at is None:
        at, message = "", ": ".join(filter(None, (_place(detail["loc"]), message)))
    code = detail.get("type")
    return Problem(at=at, code=code[:60] if isinstance(code, str) else "refused", message=message)


def _pointer(tool: Tool, loc: list[Any]) -> str | None:
    # Flat: ["body", "principal"]. Wrapped: ["body", "inputs", "principal"]. Without FastAPI: ["principal"].
    tokens = [each for each in loc[:MAX_STEPS] if isinstance(each, str) or type(each) is int]
    if tokens[:1] == ["body"]:
        tokens = tokens[1:]
    elif len(tokens) > 1 and tokens[0] in _ELSEWHERE:
        return None
    keys = {each.key for each in tool.form.inputs}
    for inner in (tokens, tokens[1:] if tokens[:1] == ["inputs"] else []):
        if inner and inner[0] in keys:
            return join("", *inner)
    return None


def _place(loc: list[Any]) -> str:
    # ["body", 17] is an offset in the text that was sent, which nobody filled in.
    return " ".join(each[:30] for each in loc[:5] if isinstance(each, str) and each != "body")
