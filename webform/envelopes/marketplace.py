"""The marketplace's answer to `/execute`: completed with an output, failed, expired, or to be paid first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.base import Response, words
from webform.envelopes.error_texts import FAILED, MEND, REJECTED, UNPAID, problems_in
from webform.envelopes.failures import message_of
from webform.language import marked
from webform.messages import sentence_of
from webform.result import Result
from webform.values import ABSENT

if TYPE_CHECKING:
    from webform.tool import Tool

#: Kind of error -> what happened, what the person can do.
_ERRORS = {
    "validation": (REJECTED, MEND),
    "capability": (
        marked("The tool does not offer this."),
        marked("Contact this site's owner: its declaration is out of date."),
    ),
    "deadline": (marked("The tool did not finish in time."), marked("Try again with less to do, or later.")),
    "internal": (FAILED, marked("Try again. If this keeps happening, contact the tool's author.")),
}
_FREE = marked("You are not charged.")


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether *response* is the marketplace's."""
    value = response.value
    if not isinstance(value, dict):
        return False
    return "x402Version" in value or ("milkyway_version" in value and "status" in value)


def read(tool: Tool, response: Response) -> Result:
    """Return the output, or why there is none."""
    value: dict[str, Any] = response.value
    if "x402Version" in value:
        return Result(status="error", code="payment", message=_price(value), advice=UNPAID, can_retry=False)
    if value["status"] == "completed" and response.status < 300:
        return Result(status="ok", value=value.get("output", ABSENT))
    kind = value.get("error_type")
    kind = kind if isinstance(kind, str) and kind in _ERRORS else "deadline" if value["status"] == "expired" else ""
    message, advice = _ERRORS.get(kind, _ERRORS["internal"])
    failure_text = message_of(value.get("error"))
    problems = tuple(problems_in(tool, failure_text, refused=True)) if kind == "validation" else ()
    invalid = kind == "validation"
    message = (not problems and words(failure_text)) or message
    if tool.price is not None and tool.price.model != "free":
        message = f"{message} {_FREE}"
    return Result(
        status="invalid" if invalid else "error",
        code="refused" if invalid else kind or "tool-error",
        message=message,
        advice=advice,
        problems=problems,
        retry_after=response.retry_after,
    )


def _price(value: dict[str, Any]) -> str:
    if message := words(value.get("error")):
        return sentence_of("result.not-paid", reason=message)
    accepted = value.get("accepts")
    first = accepted[0] if isinstance(accepted, list) and accepted else {}
    price = words(first.get("description")) if isinstance(first, dict) else ""
    return sentence_of("result.unpaid-price", price=price) if price else sentence_of("result.unpaid")
