"""Failures and refusals: a bad status, or an answer of a good one that says so (`FAILURE_SHAPES`)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.envelopes.base import Response, words
from webform.envelopes.error_texts import AGAIN, FAILED, MEND, REJECTED, UNPAID, plain_words, problems_in
from webform.envelopes.failures import WRAPPERS, details_of, is_failure, message_of, retry_of, value_of
from webform.envelopes.job_documents import is_job, read_job, with_job
from webform.envelopes.reasons import reasons_in
from webform.language import marked
from webform.result import Result
from webform.values import ABSENT

if TYPE_CHECKING:
    from webform.problems import Problem
    from webform.tool import Tool

#: Characters of a failure, at most, of which a value is kept: it is searched for stack traces.
MAX_SEARCHED = 5_000_000

_NO_KEY = (
    marked("The tool did not accept this page's credentials."),
    marked("Contact this site's owner. They need to set the tool's key."),
)
_BAD_ADDRESS = marked("Contact this site's owner. They need to fix the tool's address.")
#: The statuses worth words of their own -> what happened, what the person can do.
_STATUSES = {
    400: (REJECTED, MEND),
    401: _NO_KEY,
    402: (marked("The tool has to be paid before it runs."), UNPAID),
    403: _NO_KEY,
    404: (marked("The tool's address has no /run."), _BAD_ADDRESS),
    405: (marked("The tool's address takes no runs."), _BAD_ADDRESS),
    408: (marked("The tool waited too long for the request."), AGAIN),
    413: (marked("Your input is larger than the tool accepts."), marked("Choose smaller files or fewer rows.")),
    422: (REJECTED, MEND),
    429: (marked("The tool is busy."), marked("Wait a little and run it again.")),
    503: (marked("The tool is not available now."), AGAIN),
    504: (marked("The tool took too long."), AGAIN),
}
_REDIRECT = (
    marked("The tool's address sends us elsewhere, which is never followed."),
    marked("Contact this site's owner. They need to set the address it points to."),
)
_REFUSED = (
    marked("The tool refused the request."),
    marked("Change your input and run it again. If this keeps happening, contact the tool's owner."),
)
_FAILED = (FAILED, AGAIN)
#: Statuses by which a service that says more means what was asked for, and not its own address.
_ABOUT_REQUEST = (404, 405)


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether the tool failed: by its status, or by what it answered."""
    return response.status >= 300 or _has_details(response.value) or is_failure(tool, response.value)


def read(tool: Tool, response: Response) -> Result:
    """Return `invalid`, with the problems at the inputs, where the tool refused what was filled in; else an error."""
    value = response.value
    problems = tuple(reasons_in(tool, value))
    placed = any(problem.at for problem in problems)
    refused = placed or response.status in (400, 422) or (bool(problems) and _has_details(value))
    if not refused:
        problems = ()
    in_text = () if problems else tuple(problems_in(tool, words(value), refused=refused))
    invalid = refused or bool(in_text)
    message, advice = status_texts(422 if problems or in_text else response.status)
    own = _own_message(value, problems, in_text)
    if own and response.status in _ABOUT_REQUEST:
        advice = _REFUSED[1]
    can_retry, retry_after = retry_of(value)
    result = Result(
        status="invalid" if invalid else "error",
        code="refused" if invalid else _code(response),
        message=own or message,
        advice=advice,
        problems=problems or in_text,
        value=_value(response, refused=bool(problems)),
        details=details_of(value),
        can_retry=can_retry,
        retry_after=response.retry_after if retry_after is None else retry_after,
    )
    job = read_job(value) if is_job(value) else None
    return result if job is None else with_job(job, replace(result, value=job.value))


def _own_message(value: Any, problems: tuple[Problem, ...], in_text: tuple[Problem, ...]) -> str:
    """Return what the answer *value* says of the whole, `""` where it says no more than its problems do."""
    if in_text:
        return "" if any(problem.at for problem in in_text) else in_text[0].message
    message = plain_words(message_of(value, lists=not problems))
    if message or len(problems) != 1 or problems[0].at:
        return message
    return problems[0].message


def _value(response: Response, *, refused: bool) -> Any:
    """Return what came with a failure; beside the reasons of a refusal only what stands apart from them."""
    value = response.value
    if len(response.text) > MAX_SEARCHED:
        return ABSENT
    if not refused:
        return value_of(value)
    apart = isinstance(value, dict) and value.get("status") != "fail"
    return value_of({key: inner for key, inner in value.items() if key in WRAPPERS}) if apart else ABSENT


def _has_details(value: Any) -> bool:
    """Tell whether *value* lists what is wrong as FastAPI does, each with a `loc`."""
    details = value.get("detail") if isinstance(value, dict) else None
    return isinstance(details, list) and any(isinstance(detail, dict) and "loc" in detail for detail in details)


def _code(response: Response) -> str:
    if response.status >= 400:
        return f"http-{response.status}"
    return "redirect" if response.status >= 300 else "tool-error"


def status_texts(status: int) -> tuple[str, str]:
    """Return what is said of *status* where the answer itself says nothing, and what the person can do."""
    otherwise = _REFUSED if 400 <= status < 500 else _REDIRECT if 300 <= status < 400 else _FAILED
    return _STATUSES.get(status, otherwise)
