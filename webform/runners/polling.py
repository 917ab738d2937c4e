"""Answers that come later: the addresses where a tool says how far it is, asked until it is done."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote, urljoin, urlsplit

from webform.envelopes import errors, read
from webform.envelopes.base import declares, hear, is_declared
from webform.envelopes.job_documents import STATE_KEYS, Job, is_job, operation_path, read_job, self_link, with_job
from webform.language import marked
from webform.result import Log, Result
from webform.runners.base import NOT_IN_ADDRESS, Target, Tell
from webform.runners.deadlines import TICK, Deadline
from webform.runners.failures import CallError
from webform.runners.protocols.base import IN_PATH
from webform.values import ABSENT, read_json_or, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from webform.runners.answers import Answer
    from webform.tool import Tool

#: The headers that name where the state of an operation is asked for.
OPERATION_HEADERS = ("azure-asyncoperation", "operation-location")
#: The headers of an answer that say how to go on.
LINKS = (*OPERATION_HEADERS, "location", "content-location", "allow")
#: Seconds between two questions where the tool says nothing: the first, how many times as long the next, the longest.
FIRST, GROWTH, LONGEST = 0.5, 1.5, 5.0
#: Seconds between two questions, at least.
SHORTEST = 0.1
#: Redirects in a row.
MAX_HOPS = 5
#: Bytes of a first answer that is the document of a job.
MAX_DOCUMENT = 200_000
#: What stands in every document of a job.
_HINTS = (b"stat", b"poll", b'"done"', b"operations/", b'"urls"', b'"_links"')
_VERSION = re.compile(r"v[0-9]+[a-z0-9]*")
_BUSY = (429, 503)
_REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(kw_only=True)
class Polling:
    """
    The answer to one run, which may come later than the first one.

    Args:
        tool: the tool.
        target: where it is; no other origin is called.
        path: the path that was posted to.
        exchange: sends a request without a body, by a method to a path of the tool's own origin, within a time, and
            returns its answer; a redirect is an answer too.
        deadline: the time of the run.
        tell: is told of progress and of what the job writes.
    """

    tool: Tool
    target: Target
    path: str
    exchange: Callable[[str, str, Deadline], Answer]
    deadline: Deadline
    tell: Tell
    _last: Answer | None = None
    #: What the last answer says of the job, and what was told of it before.
    _job: Job | None = None
    _logs: tuple[Log, ...] = ()
    _progress: dict[str, Any] | None = None
    _value: Any = ABSENT
    #: Where the result is once the job is done, and whether that was asked.
    _result_at: str = ""
    _has_result: bool = False
    _cancel_at: tuple[str, str] | None = None

    def follow(self, answer: Answer) -> Answer:
        """
        Return the last answer to the run whose first is *answer*.

        Raises:
            CallError: the tool names an address that is not its own, or does not finish.
        """
        self._last = answer
        try:
            address = self._begin(answer)
            return self._wait(answer, address) if address else answer
        except CallError as error:
            error.answer = error.answer or self._last
            if error.code == "cancelled" and self._cancel_at is not None:
                with suppress(CallError):
                    self.exchange(*self._cancel_at, Deadline.of_last_word())
            raise

    def read(self, answer: Answer, mode: Literal["dev", "production"]) -> Result:
        """Return what *answer*, the last one, came to."""
        job, envelope = self._job, self.target.speaks.envelope
        if job is not None and job.state == "cancelled":
            return with_job(job, Result(status="cancelled", code="cancelled", message=marked("Cancelled.")))
        if job is not None and job.state == "succeeded" and job.value is not ABSENT:
            # A text is what the job came to, not JSON of it.
            return with_job(job, read(self.tool, write_json(job.value), mode=mode, envelope=envelope))
        if job is not None and job.state == "failed":
            response = hear(answer.body, answer.status, answer.headers)
            result = errors.read(self.tool, response)
            return result if is_job(response.value) else with_job(job, result)
        body = answer.file or answer.body
        result = read(self.tool, body, answer.status, answer.headers, mode, envelope=envelope)
        return result if job is None or not self._has_result else with_job(job, result)

    def _begin(self, answer: Answer) -> str:
        """Return the path where *answer* says that the run goes on; `""` where it does not, or says none."""
        if answer.status not in (200, 201, 202):
            return ""
        document = _document(answer) if len(answer.body) <= MAX_DOCUMENT else ABSENT
        if is_declared(self.tool, document) or (answer.status != 202 and declares(self.tool, *STATE_KEYS)):
            return ""
        job = read_job(document)
        if job is None and answer.status != 202 and not _operation_headers(answer):
            return ""
        if job is not None and job.state != "pending":
            return ""
        named = [address for address in self._named(answer, document, job) if address]
        if not named:
            return ""
        self._note(job)
        if _operation_headers(answer):
            self._result_at = answer.links.get("location", "")
        return self._own_of(named)

    def _named(self, answer: Answer, document: Any, job: Job | None) -> Iterator[str]:
        """Yield the addresses where *answer* says that the run goes on, the best first."""
        yield from _operation_headers(answer)
        if job is not None:
            yield from job.status_at
        if answer.status == 202:
            yield answer.links.get("location", "")
        if name := operation_path(document):
            version = next((step for step in self.path.split("/") if _VERSION.fullmatch(step)), "")
            yield f"/{version}/{name}" if version else f"/{name}"
        if answer.status == 202 or is_job(document):
            yield self_link(document)
            yield job.result_at if job is not None else ""
        if answer.status == 202:
            yield answer.links.get("content-location", "")

    def _wait(self, answer: Answer, path: str) -> Answer:
        """Ask at *path*, and where its answers lead, until one is the last."""
        pause, hops = FIRST, 0
        delay = _delay(answer, pause)
        while True:
            self._sleep(delay)
            answer = self._last = self.exchange("GET", path, self.deadline)
            if answer.status in _REDIRECTS:
                hops += 1
                if hops > MAX_HOPS:
                    raise CallError("redirect")
                self._has_result = self._has_result or answer.status in (302, 303)
                path, delay = self._own_of([answer.links.get("location", "")]), 0.0
                continue
            following = self._next(answer, path)
            if following is None:
                return answer
            pause = min(pause * GROWTH, LONGEST)
            delay = _delay(answer, pause) if following == path else 0.0
            path, hops = following, 0

    def _next(self, answer: Answer, path: str) -> str | None:
        """Return where to ask after *answer*, which came from *path*; `None` where it is the last."""
        if answer.status in _BUSY:
            return path
        document = _document(answer)
        plain = self._has_result or answer.status >= 300 or is_declared(self.tool, document)
        job = read_job(document) if answer.status == 202 or not plain else None
        self._note(job)
        if "DELETE" in answer.links.get("allow", "").upper():
            self._cancel_at = "DELETE", path
        if answer.status == 202 or (job is not None and job.state == "pending"):
            moved = answer.links.get("location") if answer.status == 202 else None
            return self._own_of([moved]) if moved else path
        if job is None:
            return None
        self._job = job
        result_at = job.result_at or self._result_at
        if job.state != "succeeded" or job.value is not ABSENT or not result_at:
            return None
        self._has_result = True
        return self._own_of([result_at])

    def _note(self, job: Job | None) -> None:
        """Tell what *job* says that was not told before."""
        if job is None:
            return
        if job.cancel_at is not None and (path := self._own(job.cancel_at[1])):
            self._cancel_at = job.cancel_at[0], path
        news = list(self._news(job))
        if news:
            self.deadline.restart()
        for event in news:
            self.tell(event)

    def _news(self, job: Job) -> Iterator[dict[str, Any]]:
        """Yield the events that tell what *job* says and did not say before."""
        if job.progress is not None and job.progress != self._progress:
            self._progress = job.progress
            yield {"type": "progress", **job.progress}
        known = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(job.logs, self._logs, strict=False)))
        for log in job.logs[known:]:
            yield {"type": "log", "level": log.level, "message": log.message}
        self._logs = job.logs or self._logs
        if job.state == "pending" and job.value not in (ABSENT, self._value):
            self._value = job.value
            yield {"type": "partial", "value": job.value}

    def _sleep(self, seconds: float) -> None:
        """Wait, unless the run is not wanted any more or its time is up."""
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0:
            self.deadline.check()
            sleep(min(left, TICK))

    def _own_of(self, addresses: list[str]) -> str:
        """
        Return the first of *addresses* that is of the tool's own origin, as a path.

        Raises:
            CallError: none is.
        """
        path = next(filter(None, map(self._own, addresses)), "")
        if not path:
            raise CallError("elsewhere")
        return path

    def _own(self, address: str) -> str:
        """Return *address*, which may be relative to the call, as a path of the tool's own origin; `""` otherwise."""
        if NOT_IN_ADDRESS.search(address):
            return ""
        scheme = "https" if self.target.secure else "http"
        try:
            parts = urlsplit(urljoin(f"{scheme}://{self.target.authority}{self.path}", address))
            host = (parts.hostname or "").encode("idna").decode()
            port = parts.port or (443 if parts.scheme == "https" else 80)
        except ValueError:
            return ""
        origin = (scheme, self.target.host, self.target.port)
        if (parts.scheme, host, port) != origin or parts.username is not None:
            return ""
        query = f"?{quote(parts.query, safe=IN_PATH + '?')}" if parts.query else ""
        return quote(parts.path or "/", safe=IN_PATH) + query


def _operation_headers(answer: Answer) -> list[str]:
    """Return the addresses of headers that only an answer has which is not the last."""
    if answer.status not in (201, 202):
        return []
    return [address for name in OPERATION_HEADERS if (address := answer.links.get(name))]


def _delay(answer: Answer, pause: float) -> float:
    asked = answer.headers.get("retry-after")
    return pause if asked is None else max(float(asked), SHORTEST)


def _document(answer: Answer) -> Any:
    """Return the JSON value of *answer*, `ABSENT` where it cannot be the document of a job."""
    body = answer.body
    if not any(hint in body for hint in _HINTS):
        return ABSENT
    try:
        return read_json_or(body.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return ABSENT
