"""What a tool says when it fails or refuses: a bad status, FastAPI's `detail`, `{"error": {"code", "message"}}`."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from webform.envelopes.base import MAX_RETRY, words
from webform.envelopes.error_texts import MAX_PROBLEMS, place_of, plain_words, problems_in
from webform.problems import Problem
from webform.result import Result

if TYPE_CHECKING:
    from webform.envelopes.base import Response
    from webform.tool import Tool

_MEND = "Change what you filled in and run it again."
_AGAIN = "Try again in a moment. If it stays like this, tell whoever runs the tool."
_OPERATOR = "Tell whoever runs this page."

#: The statuses worth words of their own -> what happened, what the person can do.
_STATUSES = {
    400: ("The tool refused what was filled in.", _MEND),
    401: ("The tool did not accept this page's credentials.", f"{_OPERATOR} They have to set the tool's key."),
    402: ("The tool has to be paid before it runs.", "Tell whoever runs this page: it cannot pay for runs yet."),
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

#: The status alone, in words: what frameworks put into `detail` when nobody wrote anything.
_PHRASES = {each.phrase.lower() for each in HTTPStatus}


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether the tool failed: by its status, or by what it answered."""
    if response.status >= 300:
        return True
    return bool(_details(response.value)) or _is_error(response.value)


def read(tool: Tool, response: Response) -> Result:
    """Return `invalid`, with the problems at the inputs, where the tool refused what was filled in; else an error."""
    value = response.value
    details = _details(value)
    said = "" if details else words(value)
    refused = bool(details) or response.status in (400, 422)
    problems = tuple(_problem(tool, each) for each in details[:MAX_PROBLEMS])
    problems = problems or tuple(problems_in(tool, said, refused=refused))
    invalid = refused or bool(problems)
    message, advice = _told(422 if problems else response.status)
    own = plain_words(said) if not problems else "" if any(each.at for each in problems) else problems[0].message
    return Result(
        status="invalid" if invalid else "error",
        code="refused" if invalid else _code(response),
        message=message if own.lower().rstrip(".") in ("", *_PHRASES) else own,
        advice=advice,
        problems=problems,
        can_retry=_said_retryable(value),
        retry_after=_number(value, "retryAfter", "retry_after") or response.retry_after,
    )


def _code(response: Response) -> str:
    if response.status >= 400:
        return f"http-{response.status}"
    return "redirect" if response.status >= 300 else "tool-error"


def _is_error(value: Any) -> bool:
    """Tell whether *value* is an error of a service, or the event that ends a stream with one."""
    match value:
        case {"error": {"message": str(), **rest}} if len(value) == 1:
            return rest.keys() <= {"code", "type", "details", "status"}
        case {"type": "error", "message": str()}:
            return True
    return False


def _said_retryable(value: Any) -> bool | None:
    said = value.get("retryable") if isinstance(value, dict) else None
    return said if isinstance(said, bool) else None


def _number(value: Any, *keys: str) -> float | None:
    found = [value.get(key) for key in keys] if isinstance(value, dict) else []
    seconds = next((each for each in found if isinstance(each, int | float) and not isinstance(each, bool)), None)
    return None if seconds is None else min(max(float(seconds), 0.0), MAX_RETRY)


def _told(status: int) -> tuple[str, str]:
    if status in _STATUSES:
        return _STATUSES[status]
    if status < 300:
        return _FAILED
    return _FAILED if status >= 500 else _REFUSED if status >= 400 else _REDIRECT


def _details(value: Any) -> list[dict[str, Any]]:
    # As FastAPI has them, each a `loc`, a `msg` and a `type`.
    details = value.get("detail") if isinstance(value, dict) else None
    if not isinstance(details, list):
        return []
    return [each for each in details if isinstance(each, dict) and isinstance(each.get("loc"), list | tuple)]


def _problem(tool: Tool, detail: dict[str, Any]) -> Problem:
    at = place_of(tool, detail["loc"])
    message = words(detail.get("msg")) or "the tool does not accept this"
    if at is None:
        at, message = "", ": ".join(filter(None, (_place(detail["loc"]), message)))
    code = detail.get("type")
    return Problem(at=at, code=code[:60] if isinstance(code, str) else "refused", message=message)


def _place(loc: list[Any]) -> str:
    # ["body", 17] is an offset in the text that was sent, which nobody filled in.
    return " ".join(each[:30] for each in loc[:5] if isinstance(each, str) and each != "body")
