"""Tools that are called over HTTP: what they are posted, and the paths beside that."""

from __future__ import annotations

import logging
import math
import re
import socket
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from urllib.parse import quote, urlencode

from webform.envelopes.base import seconds_until
from webform.raw import kept_headers
from webform.result import Result
from webform.runners.addresses import resolve as look_up
from webform.runners.answers import Answer
from webform.runners.base import IN_PATH, Target, tell_nobody
from webform.runners.bodies import Received
from webform.runners.connections import Connections
from webform.runners.deadlines import Deadline
from webform.runners.failures import MEND, REFUSED, CallError, UnsendableError
from webform.runners.listening import Following, Listener, is_plain
from webform.runners.polling import LINKS, Polling
from webform.runners.protocols import Request
from webform.runners.recording import StreamRecorder
from webform.runners.runner import Runner
from webform.values import NotJSONError, read_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import h11

    from webform.files import FileStore
    from webform.runners.addresses import Resolve
    from webform.runners.base import Tell
    from webform.runners.connections import Connect
    from webform.runners.listening import Listen
    from webform.runners.protocols import Manifest
    from webform.tool import Tool

#: Seconds for what a person waits for while typing, or the operator while starting.
GET_TIMEOUT = 10.0
MAX_QUERY = 200
MAX_MANIFEST = 4_000_000
#: Characters of a header that names a file.
MAX_HEADER = 1_000
#: Seconds that a tool is given to hear that a run is cancelled.
AFTER = 2.0
#: Methods whose requests say nothing of a body that they have not.
BODILESS = ("GET", "HEAD", "DELETE", "OPTIONS", "TRACE")

_MEDIA_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+(?:\s*;\s*[\w-]+=[\w\"-]+)*", re.ASCII)
_NOT_IN_PATH = re.compile(r"[\x00-\x20\x7f-\x9f\\#]|%(?:2e|2f|5c|25|[01][0-9a-f]|7f)", re.IGNORECASE)

_log = logging.getLogger(__name__)


class _Exchange(NamedTuple):
    """One request as it is sent, and what becomes of its answer."""

    method: str
    path: str
    headers: Mapping[str, str]
    chunks: Iterable[bytes] = ()
    #: From the media type of the answer to what is given its pieces.
    listen: Listen = lambda _: None
    #: Whether a redirect is an answer, not a fault.
    redirects: bool = False
    #: Whether a large answer goes to a file.
    keeps: bool = False


class _Head(NamedTuple):
    """The head of an answer; the names of its headers are in lower case."""

    status: int
    headers: Mapping[str, str]

    def field(self, name: str) -> str:
        """Return the header *name*; `""` where there is none."""
        return self.headers.get(name, "")


class HTTPRunner(Runner):
    """
    Calls tools over HTTP: to checked addresses only, without redirects or proxies, within limits that hold.

    Args:
        resolve: looks up the addresses of a name.
        connect: connects to one of them.
        files: where large answers that are no JSON go; without, they are in memory.
    """

    name = "http"

    def __init__(
        self,
        *,
        resolve: Resolve = look_up,
        connect: Connect = socket.create_connection,
        files: FileStore | None = None,
    ) -> None:
        self._connections, self._files = Connections(resolve, connect), files

    def run(  # noqa: PLR0913 - as all runners
        self,
        tool: Tool,
        target: Target,
        body: Any,
        *,
        run_id: str,
        cancelled: Callable[[], bool] = lambda: False,
        mode: Literal["dev", "production"] = "dev",
        tell: Tell = tell_nobody,
    ) -> Result:
        call = target.speaks.call
        if call is None:
            raise TypeError(f"{target.protocol} has a runner of its own")
        try:
            request = call(tool, target, body, run_id)
        except UnsendableError as error:
            return _refused(error)
        following = self._follow(tool, target, request.stream, cancelled, tell)
        listener = Listener(tool, tell)
        ask = partial(self._ask, target)
        deadline = _deadline(target, cancelled)
        polling = Polling(tool=tool, target=target, path=request.path, exchange=ask, deadline=deadline, tell=tell)
        try:
            answer = self._send(target, request, run_id, deadline, listener.listen)
            answer = polling.follow(answer)
        except CallError as error:
            if error.code == "cancelled" and request.cancel:
                self._say_cancelled(target, request.cancel)
            status: Literal["cancelled", "error"] = "cancelled" if error.code == "cancelled" else "error"
            result = listener.keep(Result(status=status, code=error.code, message=error.message, advice=error.advice))
            return _with_facts(result, error.answer) if error.answer else result
        finally:
            following.end()
        return _with_facts(polling.read(answer, mode), answer)

    def call(
        self,
        target: Target,
        chunks: Iterable[bytes],
        length: int,
        run_id: str = "",
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Answer:
        """
        Post *chunks*, *length* bytes of JSON, to the tool's /run, once.

        Raises:
            CallError: the tool could not be called, or gave no whole answer.
            h11.LocalProtocolError: *chunks* have another length.
        """
        request = Request(target.run_path, "application/json", length, chunks)
        return self._send(target, request, run_id, _deadline(target, cancelled), lambda _: None)

    def _send(self, target: Target, request: Request, run_id: str, deadline: Deadline, listen: Listen) -> Answer:
        headers = _headers(target, request)
        exchange = _Exchange(request.method, request.path, headers, request.chunks, listen, keeps=True)
        try:
            return self._exchange(target, deadline, exchange)
        except CallError as error:
            # The id is the key to the run: its beginning is enough to find it by. Other causes quote the tool.
            cause = error.__cause__ if isinstance(error.__cause__, OSError) else ""
            _log.warning("run %.8s at %s: %s %s", run_id, target.authority, error.code, cause)
            raise

    def _follow(self, tool: Tool, target: Target, path: str, cancelled: Callable[[], bool], tell: Tell) -> Following:
        """Hear the stream at *path* beside the call, where there is one."""
        following = Following(cancelled, tell)
        if not path:
            return following
        listen = Listener(tool, following.tell).listen
        request = _Exchange("GET", path, target.fixed_headers, listen=listen)
        deadline = _deadline(target, following.is_over)

        def hear() -> None:
            # A tool without such a path is one that says nothing while it runs.
            with suppress(CallError):
                self._exchange(target, deadline, request)

        following.begin(hear)
        return following

    def _ask(self, target: Target, method: str, path: str, deadline: Deadline) -> Answer:
        """Send a request without a body to *path*, of which a redirect is an answer too."""
        headers = target.fixed_headers if method == "GET" else {**target.fixed_headers, "Content-Length": "0"}
        return self._exchange(target, deadline, _Exchange(method, path, headers, redirects=True, keeps=True))

    def _say_cancelled(self, target: Target, path: str) -> None:
        headers = {**target.fixed_headers, "Content-Length": "0"}
        with suppress(CallError):
            deadline = Deadline(AFTER, AFTER, lambda: False)
            self._exchange(target, deadline, _Exchange("POST", path, headers))

    def get(self, target: Target, path: str, query: Mapping[str, str] | None = None) -> Answer:
        """
        Get *path*, a neighbour of the tool's /run; the values of *query* are cut to `MAX_QUERY` characters.

        Raises:
            CallError: *path* is no path of the tool's own, or the tool gave no whole answer.
        """
        address = target.base_path + own_path(path)
        if query:
            asked = urlencode({name: value[:MAX_QUERY] for name, value in query.items()}, errors="replace")
            address += ("&" if "?" in address else "?") + asked
        deadline = Deadline(min(target.timeout, GET_TIMEOUT), target.idle_timeout, lambda: False)
        return self._exchange(target, deadline, _Exchange("GET", address, target.fixed_headers))

    def post(self, target: Target, path: str, content: bytes, headers: Mapping[str, str]) -> Answer:
        """
        Post *content*, which is JSON, to *path* at *target*, with *headers* besides those of the target.

        Raises:
            CallError: there is no whole answer.
        """
        own = {"Content-Type": "application/json", "Content-Length": str(len(content))}
        request = _Exchange("POST", path, {**target.fixed_headers, **own, **headers}, (content,))
        return self._exchange(target, _deadline(target, lambda: False), request)

    def fetch_manifest(self, url: str) -> str:
        """
        Return the declaration, as text, of the tool running at *url*, which the operator typed.

        Raises:
            TargetError: *url* is no address.
            CallError: the tool cannot be reached, or has no declaration to give.
        """
        target = Target(url=url, max_response=MAX_MANIFEST).as_typed()
        code, manifest = "no-manifest", target.speaks.manifest
        for path in manifest.paths:
            answer = self.get(target, path)
            if answer.status >= 500:
                code = "tool-down"
            text = answer.body.decode("utf-8", "replace")
            if answer.status == 200 and _is_manifest(manifest, text):
                return text
        raise CallError(code)

    def close(self) -> None:
        """Close the connections that are kept open."""
        self._connections.close()

    def _exchange(self, target: Target, deadline: Deadline, request: _Exchange) -> Answer:
        answer: Callable[[], Answer] | None = None
        try:
            with self._connections.lend(target, deadline) as connection:
                head = _head(connection.ask(request.method, request.path, request.headers, request.chunks))
                recorder, on_piece = _listening(head, deadline, request.listen)
                files = self._files if request.keeps and head.status < 300 else None
                received = Received(head.field("content-type"), files, on_piece)
                answer = partial(_answer, head, received, recorder, deadline)
                _check_redirect(head, request)
                coding = head.field("content-encoding").lower()
                received.take(connection.pieces(coding, target.max_response, is_stream=on_piece is not None))
                return answer()
        except CallError as error:
            error.answer = answer and answer()
            raise


def _deadline(target: Target, cancelled: Callable[[], bool]) -> Deadline:
    return Deadline(target.timeout, target.idle_timeout, cancelled, target.longest)


def _headers(target: Target, request: Request) -> dict[str, str]:
    """Return the headers of *request*: the operator's go before its own, which go before ours."""
    own = {name: value for name, value in request.headers.items() if name.lower() not in target.header_names}
    names = {*map(str.lower, own)}
    headers = {name: value for name, value in target.fixed_headers.items() if name.lower() not in names} | own
    if request.media:
        headers["Content-Type"] = request.media
    if request.media or request.method not in BODILESS:
        headers["Content-Length"] = str(request.length)
    return headers


def _refused(error: UnsendableError) -> Result:
    return Result(status="invalid", code="refused", message=REFUSED, advice=MEND, problems=(error.problem,))


def _head(response: h11.Response) -> _Head:
    """Return the head that *response* is: the values of headers of one name are one."""
    headers: dict[str, str] = {}
    for name, value in ((name.decode(), value.decode("latin-1")) for name, value in response.headers):
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return _Head(response.status_code, headers)


def _check_redirect(head: _Head, request: _Exchange) -> None:
    if 300 <= head.status < 400 and not request.redirects:
        raise CallError("redirect")


def _listening(
    head: _Head, deadline: Deadline, listen: Listen
) -> tuple[StreamRecorder | None, Callable[[bytes], bool] | None]:
    """Return what records a stream, and what is given its pieces; neither where it is none."""
    media = head.field("content-type")
    is_text = is_plain(media)
    # A text whose length is known is there at once.
    take = None if head.status >= 300 or (is_text and head.field("content-length")) else listen(media)
    if take is None or is_text:
        return None, take
    recorder = StreamRecorder(deadline.began, sse=media.lower().startswith("text/event-stream"), on_piece=take)
    return recorder, recorder.take


def _answer(head: _Head, received: Received, recorder: StreamRecorder | None, deadline: Deadline) -> Answer:
    media, body = head.field("content-type"), received.body
    shown = {"content-type": media} if len(media) < 200 and _MEDIA_TYPE.fullmatch(media) else {}
    if named := head.field("content-disposition")[:MAX_HEADER]:
        shown["content-disposition"] = named
    shown["content-length"] = str(received.file.size if received.file else len(body))
    after = seconds_until(head.field("retry-after"))
    if after is not None:
        shown["retry-after"] = str(math.ceil(after))
    return Answer(
        status=head.status,
        headers=shown,
        body=body,
        took=monotonic() - deadline.began,
        raw_headers=kept_headers(head.headers),
        file=received.file,
        messages=recorder.messages() if recorder else (),
        links={name: address for name in LINKS if (address := head.field(name))},
    )


def _with_facts(result: Result, answer: Answer) -> Result:
    """Return *result*, made of *answer*, with the answer as it came and what is known of it."""
    facts = _details(answer) | result.details
    return replace(result, http_status=answer.status, raw=answer.raw, details=facts)


def _details(answer: Answer) -> dict[str, Any]:
    """Return what is known of *answer* beside its body."""
    headers = answer.raw_headers
    known = {
        "media_type": answer.headers.get("content-type", "").partition(";")[0],
        "bytes": answer.raw.size,
        "date": headers.get("date"),
        "request_id": headers.get("x-request-id") or headers.get("request-id"),
    }
    return {name: value for name, value in known.items() if value}


def own_path(path: str) -> str:
    """
    Return *path* as it is sent, if it can only mean a place of the tool's own.

    Raises:
        CallError: it is a whole address, climbs with dots, or hides something in its spelling.
    """
    segments = path.partition("?")[0].split("/")
    if not path.startswith("/") or path.startswith("//") or _NOT_IN_PATH.search(path) or {".", ".."} & {*segments}:
        raise CallError("bad-path")
    return quote(path, safe=IN_PATH + "?")


def _is_manifest(manifest: Manifest, text: str) -> bool:
    try:
        return manifest.accepts(read_json(text))
    except NotJSONError:
        return False
