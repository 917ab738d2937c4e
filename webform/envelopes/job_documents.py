"""Documents of jobs: the state of work that a service goes on with after its first answer."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeGuard

from webform.envelopes.base import AnswerShape, words
from webform.result import Log, Result
from webform.values import ABSENT, as_dict, as_list, as_text, is_number

State = Literal["pending", "succeeded", "failed", "cancelled"]

MAX_LOGS = 1_000

#: The words for each state, without their separators and in lower case.
_WORDS: dict[State, frozenset[str]] = {
    "pending": frozenset({
        "accepted", "canceling", "cancelling", "created", "executing", "finalizing", "initializing", "inprogress",
        "inqueue", "notstarted", "pending", "preparing", "processing", "queued", "received", "retry", "running",
        "scheduled", "started", "starting", "submitted", "validating", "waiting", "working",
    }),
    "succeeded": frozenset({
        "complete", "completed", "done", "finished", "ok", "ready", "succeeded", "success", "successful",
    }),
    "failed": frozenset({
        "aborted", "crashed", "error", "errored", "expired", "failed", "failure", "timedout", "timeout",
    }),
    "cancelled": frozenset({"canceled", "cancelled", "revoked"}),
}  # fmt: skip
_STATE_WORDS = ("status", "state", "task_status", "job_status", "jobStatus")
#: The keys that tell the state of a job.
STATE_KEYS = (*_STATE_WORDS, "done")
_SEPARATORS = re.compile(r"[\s_-]+")
_OPERATION = re.compile(r"(?:[\w.~-]+/)*operations/[\w.~/-]+", re.ASCII)

#: Keys under which a document of a job that is done has what it came to.
_VALUES = ("output", "outputs", "result", "results", "response", "analyzeResult", "data")
#: Keys that are read into other places of a result, or echo the request.
_READ = {*STATE_KEYS, *_VALUES, "input", "inputs", "logs", "error", "urls", "links", "_links", "metrics"}
#: Keys whose value names an address where the state is asked for, the result is, the job is cancelled.
_STATUS_URLS = ("status_url", "statusUrl", "poll_url", "polling_url", "pollingUrl", "statusQueryGetUri")
_RESULT_URLS = ("response_url", "result_url", "resultUrl", "resourceLocation")
_CANCEL_URLS = ("cancel_url", "cancelUrl")


#: Without any of these an object is no document of a job.
_KNOWN_BY = {*STATE_KEYS, *_STATUS_URLS, "urls", "_links", "links", "name"}


def _is_prediction(value: dict[str, Any]) -> bool:
    return value.get("status") in ("starting", "processing", "succeeded", "failed", "canceled", "aborted") and (
        "output" in value or isinstance(value.get("urls"), dict) or isinstance(value.get("metrics"), dict)
    )


def _is_queued(value: dict[str, Any]) -> bool:
    return value.get("status") in ("IN_QUEUE", "IN_PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT") and (
        isinstance(value.get("response_url"), str)
        or ("id" in value and not value.keys().isdisjoint(("delayTime", "executionTime", "output")))
    )


def _is_operation(value: dict[str, Any]) -> bool:
    name = value.get("name")
    known = value.keys() <= {"name", "done", "metadata", "response", "error", "@type"}
    flagged = isinstance(value.get("done"), bool) and not value.keys().isdisjoint(("metadata", "response", "error"))
    return isinstance(name, str) and known and (_OPERATION.fullmatch(name) is not None or flagged)


#: The documents that are known wherever they come from; others count as one only where a job is asked for.
JOB_SHAPES = (
    AnswerShape("prediction", "Replicate, cog", "`status` of a prediction and `output`, `urls` or `metrics`", (),
                _is_prediction),
    AnswerShape("queue", "fal, RunPod", "`status` in capitals and `response_url`, or `id` and times", (), _is_queued),
    AnswerShape("operation", "Google Cloud", "`name` of an operation or `done`, `metadata`, `response`", (),
                _is_operation),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Job:
    """
    What a document says of a job.

    Args:
        value: what it came to, or has come to so far; `ABSENT` where the document has no place for it.
        progress: `done`, `total` and `message`, where it says how far it is.
        logs: what it has written.
        details: what else is known of it.
        status_at: the addresses that it names for its state.
        result_at: the address that it names for its result.
        cancel_at: the method and address that it names to cancel it.
    """

    state: State
    value: Any = ABSENT
    progress: dict[str, Any] | None = None
    logs: tuple[Log, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)
    status_at: tuple[str, ...] = ()
    result_at: str = ""
    cancel_at: tuple[str, str] | None = None


def is_job(value: Any) -> bool:
    """Tell whether *value* is the document of a job wherever it came from."""
    return _may_be_job(value) and any(shape.accepts(value) for shape in JOB_SHAPES)


def _may_be_job(value: Any) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict) and not value.keys().isdisjoint(_KNOWN_BY)


def read_job(value: Any) -> Job | None:
    """Return what *value*, which came where a job was asked for, says of it; `None` where it is no such document."""
    if not _may_be_job(value):
        return None
    status_at, state = tuple(_status_urls(value)), state_of(value)
    if state is None and not status_at:
        return None
    metadata = value.get("metadata")
    return Job(
        state=state or "pending",
        value=_text(next((value[key] for key in _VALUES if value.get(key) is not None), ABSENT)),
        progress=_progress(value) or (_progress(metadata) if isinstance(metadata, dict) else None),
        logs=tuple(_logs(value.get("logs"), whole=state not in ("pending", None))),
        details=_details(value),
        status_at=status_at,
        result_at=_first(value, _RESULT_URLS) or _link(value, "result"),
        cancel_at=_cancel(value),
    )


def _text(value: Any) -> Any:
    """Return the pieces of a text as one: of words, some begin or end with a blank."""
    if not isinstance(value, list) or not all(isinstance(piece, str) for piece in value):
        return value
    return "".join(value) if any(piece != piece.strip() for piece in value) else value


def state_of(value: dict[str, Any]) -> State | None:
    """Return the state that the document *value* says; `None` where it says none."""
    if isinstance(value.get("done"), bool):
        return "pending" if not value["done"] else "failed" if value.get("error") else "succeeded"
    word = next((value[key] for key in _STATE_WORDS if isinstance(value.get(key), str)), "")
    if not word and is_job(value):
        # An operation leaves out `done` until it is.
        return "pending"
    plain = _SEPARATORS.sub("", word[:30]).lower()
    return next((state for state, known in _WORDS.items() if plain in known), None)


def operation_path(value: Any) -> str:
    """Return the path of Google's operation that *value* names, below the version of its API; `""` where none."""
    name = value.get("name") if isinstance(value, dict) and _is_operation(value) else None
    return name if isinstance(name, str) and _OPERATION.fullmatch(name) and ".." not in name else ""


def self_link(value: Any) -> str:
    """Return the address that the document *value* has for itself."""
    return _link(value, "self") if isinstance(value, dict) else ""


def _status_urls(value: dict[str, Any]) -> list[str]:
    urls = value.get("urls")
    found = [urls.get("get") if isinstance(urls, dict) else None, *map(value.get, _STATUS_URLS), _link(value, "status")]
    return [address for address in found if isinstance(address, str) and address]


def with_job(job: Job, result: Result) -> Result:
    """Return *result* with the logs and the details of *job*."""
    return replace(result, logs=(*job.logs, *result.logs), details={**job.details, **result.details})


def _first(value: dict[str, Any], keys: tuple[str, ...]) -> str:
    return next((value[key] for key in keys if isinstance(value.get(key), str)), "")


def _link(value: dict[str, Any], name: str) -> str:
    """Return the address of the link *name* in HAL's `_links`, or in a list of links with a `rel` each."""
    links = value.get("_links", value.get("links"))
    if isinstance(links, list):
        links = {str(link.get("rel")): link for link in links if isinstance(link, dict)}
    link = as_dict(links).get(name)
    return as_text(link.get("href") if isinstance(link, dict) else link)


def _cancel(value: dict[str, Any]) -> tuple[str, str] | None:
    urls = value.get("urls")
    if isinstance(urls, dict) and isinstance(urls.get("cancel"), str):
        return "POST", urls["cancel"]
    if address := _first(value, _CANCEL_URLS):
        # fal's queue takes PUT.
        return ("PUT" if "response_url" in value else "POST"), address
    links = value.get("_links")
    link = links.get("cancel") if isinstance(links, dict) else None
    if isinstance(link, dict) and isinstance(link.get("href"), str):
        method = str(link.get("method", "POST")).upper()
        return (method if method in ("POST", "PUT", "DELETE") else "POST"), link["href"]
    return None


def _progress(value: dict[str, Any]) -> dict[str, Any] | None:
    message = next(filter(None, (words(value.get(key)) for key in ("progressMessage", "statusMessage"))), "")
    if is_number(place := value.get("queue_position")):
        return {"done": 0, "total": None, "message": f"Number {place + 1:g} in the tool's queue."}
    for key in ("percent", "percentComplete", "percent_complete", "percentage", "progressPercent", "progress_percent"):
        if is_number(value.get(key)):
            return {"done": value[key], "total": 100, "message": message}
    match value.get("progress"):
        case dict(inner):
            done = next(
                (inner[key] for key in ("current", "completed", "done", "value") if is_number(inner.get(key))), None
            )
            if done is None:
                return _progress(inner)
            return {"done": done, "total": inner.get("total"), "message": words(inner.get("message")) or message}
        case str(text) if text.strip().rstrip("%").strip().isdecimal():
            return {"done": int(text.strip().rstrip("%")), "total": 100, "message": message}
        case bool():
            return None
        case int() | float() as done:
            return {"done": done, "total": 1 if done <= 1 else 100, "message": message}
    return {"done": 0, "total": None, "message": message} if message else None


def _logs(logs: Any, *, whole: bool) -> list[Log]:
    if isinstance(logs, str):
        # The last line of a job that goes on may be half a line; a carriage return begins one again.
        lines = logs.split("\n") if whole else logs.split("\n")[:-1]
        logs = [line.rstrip("\r").rpartition("\r")[2] for line in lines]
    return [log for log in map(_log, as_list(logs)[:MAX_LOGS]) if log.message]


def _log(line: Any) -> Log:
    if not isinstance(line, dict):
        return Log(message=words(line))
    level, time = line.get("level"), line.get("timestamp")
    return Log(
        message=words(line.get("message")),
        level=level.lower()[:20] if isinstance(level, str) else "info",
        t=time[:40] if isinstance(time, str) else "",
    )


def _details(value: dict[str, Any]) -> dict[str, Any]:
    hidden = {*_READ, *_STATUS_URLS, *_RESULT_URLS, *_CANCEL_URLS}
    facts = {key: fact for key, fact in value.items() if key not in hidden and isinstance(fact, str | int | float)}
    metrics = {key: metric for key, metric in as_dict(value.get("metrics")).items() if is_number(metric)}
    return {key: fact for key, fact in facts.items() if fact != ""} | metrics
