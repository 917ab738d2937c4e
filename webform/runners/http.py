"""Tools that are called over HTTP: what they are posted, and the paths beside that."""

from __future__ import annotations

import hashlib
import logging
import re
from contextlib import suppress
from functools import cached_property, partial
from http import HTTPStatus
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote, urlencode

from webform.language import marked
from webform.result import Result
from webform.runners.base import Target, TargetError, Tell, tell_nobody
from webform.runners.deadlines import Deadline
from webform.runners.exchange import Exchange, ExchangingRunner
from webform.runners.facts import with_facts, with_location
from webform.runners.failures import CallError, UnsendableError
from webform.runners.listening import Following, Listen, Listener
from webform.runners.polling import Polling
from webform.runners.protocols import manifests_of
from webform.runners.protocols.base import IN_PATH
from webform.runners.signing import Signing
from webform.values import ABSENT, read_json_or

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from webform.runners.answers import Answer
    from webform.runners.protocols import Request
    from webform.tool import Tool

#: Seconds for what a person waits for while typing, or the operator while starting.
GET_TIMEOUT = 10.0
MAX_QUERY = 200
MAX_MANIFEST = 4_000_000
#: Seconds for which a tool that says it is busy is asked again, and between two of these requests.
BUSY, BUSY_PAUSE = 5.0, 0.1
#: What is said of a visitor's secret that no header holds.
BAD_SECRET, TYPE_AGAIN = marked("This secret cannot be sent."), marked("Type it again.")
#: Methods whose requests say nothing of a body that they have not.
BODILESS = ("GET", "HEAD", "DELETE", "OPTIONS", "TRACE")

_NOT_IN_PATH = re.compile(r"[\x00-\x20\x7f-\x9f\\#]|%(?:2e|2f|5c|25|[01][0-9a-f]|7f)", re.IGNORECASE)

_log = logging.getLogger(__name__)


class HTTPRunner(ExchangingRunner):
    """Calls tools over HTTP: to checked addresses only, without redirects or proxies, within limits that hold."""

    name = "http"

    @cached_property
    def _signing(self) -> Signing:
        return Signing(self.post)

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
        def run(refused: str = "") -> tuple[Result, str]:
            signed, token = self._signing.sign(tool, target, body, refused)
            if token:
                tell({"type": "secret", "text": token})
            return self._run(tool, signed, body, run_id=run_id, cancelled=cancelled, mode=mode, tell=tell), token

        try:
            result, token = run()
            # A token may have been taken back before its time.
            return run(refused=token)[0] if result.http_status == HTTPStatus.UNAUTHORIZED and token else result
        except (CallError, UnsendableError) as error:
            return error.result
        except TargetError:
            return Result(status="error", code="bad-secret", message=BAD_SECRET, advice=TYPE_AGAIN)

    def _run(  # noqa: PLR0913 - as all runners
        self,
        tool: Tool,
        target: Target,
        body: Any,
        *,
        run_id: str,
        cancelled: Callable[[], bool],
        mode: Literal["dev", "production"],
        tell: Tell,
    ) -> Result:
        call = target.speaks.call
        if call is None:
            raise TypeError(f"{target.protocol} has a runner of its own")
        # Its id is the key to the run, and the addresses of requests are logged: a tool is told a hash of it.
        public_id = hashlib.sha256(run_id.encode()).hexdigest()[:32]
        request = call(tool, target, body, public_id)
        following = self._follow(tool, target, request.stream, cancelled, tell)
        listener = Listener(tool, tell)
        ask = partial(self._ask, target)
        deadline = Deadline.of(target, cancelled)
        send = partial(self._send, target, run_id=run_id, deadline=deadline, listen=listener.listen)
        polling = Polling(tool=tool, target=target, path=request.path, exchange=ask, deadline=deadline, tell=tell)
        try:
            answer = send(request)
            while answer.status == request.busy and monotonic() - deadline.began < BUSY:
                sleep(BUSY_PAUSE)
                deadline.check()
                request = call(tool, target, body, public_id)
                answer = send(request)
            answer = polling.follow(answer)
        except CallError as error:
            if error.code == "cancelled" and request.cancel:
                with suppress(CallError):
                    self.say_cancelled(target, request.cancel)
            result = listener.keep(error.result)
            return with_facts(result, error.answer) if error.answer else result
        finally:
            following.end()
        result = with_facts(polling.read(answer, mode), answer)
        return with_location(result, target, answer, mode)

    def _send(self, target: Target, request: Request, run_id: str, deadline: Deadline, listen: Listen) -> Answer:
        headers = _headers(target, request)
        exchange = Exchange(request.method, request.path, headers, request.chunks, listen, keeps=True)
        try:
            return self.exchange(target, deadline, exchange)
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
        request = Exchange("GET", path, target.fixed_headers, listen=listen)
        deadline = Deadline.of(target, following.is_over)

        def hear() -> None:
            # A tool without such a path is one that says nothing while it runs.
            with suppress(CallError):
                self.exchange(target, deadline, request)

        following.begin(hear)
        return following

    def _ask(self, target: Target, method: str, path: str, deadline: Deadline) -> Answer:
        """Send a request without a body to *path*, of which a redirect is an answer too."""
        headers = target.fixed_headers if method == "GET" else {**target.fixed_headers, "Content-Length": "0"}
        return self.exchange(target, deadline, Exchange(method, path, headers, redirects=True, keeps=True))

    def say_cancelled(self, target: Target, path: str) -> Answer:
        """
        Tell the tool at *target* that a run is cancelled, at *path*, which is that of the run's request.

        Raises:
            CallError: there is no whole answer.
        """
        headers = {**target.fixed_headers, "Content-Length": "0"}
        return self.exchange(target, Deadline.of_last_word(), Exchange("POST", path, headers))

    def get(self, target: Target, path: str, query: Mapping[str, str] | None = None) -> Answer:
        """
        Get *path*, a neighbour of the tool's /run; the values of *query* are cut to `MAX_QUERY` characters.

        Raises:
            CallError: *path* is no path of the tool's own, or the tool gave no whole answer.
        """
        address = target.path_of(own_path(path))
        if query:
            asked = urlencode({name: value[:MAX_QUERY] for name, value in query.items()}, errors="replace")
            address += ("&" if "?" in address else "?") + asked
        deadline = Deadline(min(target.timeout, GET_TIMEOUT), target.idle_timeout, lambda: False)
        return self.exchange(target, deadline, Exchange("GET", address, target.fixed_headers))

    def post(self, target: Target, path: str, content: bytes, headers: Mapping[str, str]) -> Answer:
        """
        Post *content*, which is JSON, to *path* at *target*, with *headers* besides those of the target.

        Raises:
            CallError: there is no whole answer.
        """
        own = {"Content-Type": "application/json", "Content-Length": str(len(content))}
        request = Exchange("POST", path, {**target.fixed_headers, **own, **headers}, (content,))
        return self.exchange(target, Deadline.of(target), request)

    def fetch_document(self, target: Target) -> str:
        """
        Return the text at *target*, `""` where there is none; a redirect leads to none.

        Raises:
            CallError: the server cannot be reached, or gave no whole answer.
        """
        request = Exchange("GET", target.path, target.fixed_headers, redirects=True)
        answer = self.exchange(target, Deadline.of(target), request)
        return answer.text if answer.status == 200 else ""

    def fetch_manifest(self, url: str) -> str:
        """
        Return the declaration, as text, of the tool running at *url*, which the operator typed.

        Raises:
            TargetError: *url* is no address.
            CallError: the tool cannot be reached, or has no declaration to give.
        """
        target = Target(url=url, max_response=MAX_MANIFEST).as_typed()
        code = "no-manifest"
        for manifest in manifests_of(target.speaks):
            for path in manifest.paths:
                answer = self.get(target, path)
                if answer.status >= 500:
                    code = "tool-down"
                value = read_json_or(answer.text) if answer.status == 200 else ABSENT
                if value is not ABSENT and manifest.accepts(value):
                    return manifest.complete(answer.text, partial(self._neighbour, target))
        raise CallError(code)

    def _neighbour(self, target: Target, path: str) -> str:
        """Return the text at *path*, `""` where there is none."""
        try:
            answer = self.get(target, path)
        except CallError:
            return ""
        return answer.text if answer.status == 200 else ""


def _headers(target: Target, request: Request) -> dict[str, str]:
    """Return the headers of *request*: the operator's go before its own, which go before ours."""
    own = {name: value for name, value in request.headers.items() if name.lower() not in target.header_names}
    if (cookies := request.headers.get("Cookie")) and "Cookie" in target.headers:
        own["Cookie"] = f"{target.headers['Cookie']}; {cookies}"
    names = {*map(str.lower, own)}
    headers = {name: value for name, value in target.fixed_headers.items() if name.lower() not in names} | own
    if request.media:
        headers["Content-Type"] = request.media
    if request.media or request.method not in BODILESS:
        headers["Content-Length"] = str(request.length)
    return headers


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
