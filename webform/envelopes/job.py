"""The document of a job: what it came to, or that it goes on where nobody can follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.base import declares
from webform.envelopes.failures import message_of
from webform.envelopes.job_documents import STATE_KEYS, Job, is_job, read_job, with_job
from webform.language import marked
from webform.result import Result
from webform.values import ABSENT

if TYPE_CHECKING:
    from webform.envelopes.base import Response
    from webform.tool import Tool

#: What names a job, in an answer that is none of the known documents.
_IDS = ("job_id", "jobId", "task_id", "taskId", "request_id", "requestId", "operation_id", "prediction_id")
_ADVICE = marked("The tool goes on with it. It named no address where its answer can be asked for.")


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether *response* is the document of a job that did not fail, or only says that it was accepted."""
    if not 200 <= response.status < 300:
        return False
    job = read_job(response.value)
    if job is not None and job.state == "failed":
        return False
    if response.status == 202:
        return True
    if declares(tool, *STATE_KEYS):
        return False
    named = isinstance(response.value, dict) and not response.value.keys().isdisjoint(_IDS)
    return is_job(response.value) or (named and job is not None and job.state == "pending")


def read(tool: Tool, response: Response) -> Result:
    """Return the result of a job that was cancelled, goes on, or ended without a value."""
    job = read_job(response.value)
    if job is not None and job.state == "cancelled":
        result = Result(status="cancelled", code="cancelled", message=marked("Cancelled."))
    elif job is not None and job.state == "succeeded":
        result = Result(status="ok")
    else:
        message = message_of(response.value) or marked("The tool accepted the request.")
        kept = ABSENT if job is not None and is_job(response.value) else response.value
        result = Result(status="scheduled", code="accepted", message=message, advice=_ADVICE, value=kept)
    return with_job(job, result) if job is not None else result


def inner(response: Response) -> tuple[Any, Job | None]:
    """Return what a job that is done came to, as an answer of its own, `ABSENT` where there is none, and the job."""
    job = read_job(response.value)
    return (job.value if job is not None and job.state == "succeeded" else ABSENT), job
