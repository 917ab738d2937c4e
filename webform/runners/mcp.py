"""Tools of MCP servers, over streamable HTTP and over the input and output of a program."""

from __future__ import annotations

import importlib.util
import json
import logging
from dataclasses import replace
from queue import Empty
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

from webform.bodies import with_data_urls
from webform.envelopes import read
from webform.language import marked
from webform.result import Result
from webform.runners.addresses import Resolve
from webform.runners.addresses import resolve as look_up
from webform.runners.base import Target, Tell, tell_nobody
from webform.runners.deadlines import TICK, Deadline
from webform.runners.failures import CallError
from webform.runners.runner import Runner
from webform.runners.sessions import HELLO, OPEN, Session, ToolCall
from webform.runners.sign_ins import SignIns
from webform.values import as_dict

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.files import FileStore
    from webform.runners.mcp_thread import Background, Call
    from webform.tool import Tool

#: Seconds for what the operator waits for while starting: the program of a server may have to be fetched first.
LIST_TIMEOUT = 60.0
#: Bytes of a page of tools.
MAX_PAGE = 10_000_000

_log = logging.getLogger(__name__)


class MCPRunner(Runner):
    """
    Calls tools of MCP servers; needs the extra `mcp`.

    Args:
        resolve: looks up the addresses of a name.
        files: as of all runners; what servers answer is in memory.
    """

    name = "mcp"

    def __init__(self, *, resolve: Resolve = look_up, files: FileStore | None = None) -> None:
        self._resolve = resolve
        self._made: Background | None = None
        self._lock = Lock()
        self._sign_ins = SignIns(self._background)

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
        content, call = with_data_urls(body), None
        try:
            background = self._background()
            arguments = as_dict(content)
            call = background.call(target, ToolCall(tool.call.name or tool.id, arguments, run_id, tool.call.as_task))
            answer, status, headers = _outcome(call, target, cancelled, tell)
        except CallError as error:
            if error.code != "cancelled":
                _log.warning("run %.8s at %s: %s", run_id, target.place, error.code)
            return replace(error.result, raw=call.recording.raw()) if call else error.result
        if "www-authenticate" in headers:
            return self._refused(target, run_id, headers["www-authenticate"])
        result = read(tool, answer, status, headers, mode, envelope=target.speaks.envelope)
        # A status is of HTTP's only where it says why there is no message.
        raw = call.recording.raw() if status < 400 else None
        return replace(result, raw=raw, http_status=None) if raw else result

    def _refused(self, target: Target, run_id: str, challenge: str) -> Result:
        """Return what a call came to that the server refused for want of a sign-in."""
        if "authorization" in target.header_names or target.oauth.sign_in == "operator" or target.oauth.service:
            _log.warning("run %.8s at %s: %s", run_id, target.place, "sign-in")
            return CallError("sign-in").result
        self._sign_ins.note(run_id, target, challenge)
        message, advice = marked("The server asks you to sign in."), marked("Sign in, then run it again.")
        return Result(status="authorize", code="sign-in", message=message, advice=advice)

    def list_tools(self, target: Target, timeout: float = LIST_TIMEOUT) -> str:
        """
        Return the tools of the server at *target*, as it answers `tools/list`, all pages in one, as JSON.

        Args:
            target: the server.
            timeout: seconds for its whole answer.

        Raises:
            CallError: it cannot be reached, or is no MCP server.
        """
        asked = replace(
            target,
            max_response=min(target.max_response, MAX_PAGE),
            timeout=timeout,
            timeout_total=None,
            # What everybody sees is listed for the operator.
            oauth=replace(target.oauth, sign_in="operator"),
        )
        answer, status, headers = _outcome(self._background().list_tools(asked), asked, lambda: False, tell_nobody)
        if "www-authenticate" in headers:
            self._sign_ins.note("", asked, headers["www-authenticate"])
            raise CallError("sign-in")
        if status >= 400:
            raise CallError("mcp-refused", status=status)
        return json.dumps(answer)

    @property
    def sign_ins(self) -> SignIns:
        return self._sign_ins

    def session_of(self, run_id: str) -> Session | None:
        return self._made.session_of(run_id) if self._made else None

    def end_sessions(self, owner: str, run_id: str = "") -> int:
        return self._made.end_sessions(owner, run_id) if self._made else 0

    def close(self) -> None:
        with self._lock:
            made, self._made = self._made, None
        if made is not None:
            made.close()

    def _background(self) -> Background:
        with self._lock:
            # A server may have forked since: threads stay behind.
            if self._made is None or not self._made.is_alive():
                if importlib.util.find_spec("mcp") is None:
                    raise CallError("no-mcp")
                from webform.runners.mcp_thread import Background  # noqa: PLC0415 - an extra, and slow to import

                self._made = Background(self._resolve)
            return self._made


def _outcome(call: Call, target: Target, cancelled: Callable[[], bool], tell: Tell) -> tuple[Any, int, dict[str, str]]:
    """Return what *call* ends with; events are told in this thread, and the time a person thinks is not counted."""
    deadline = Deadline.of(target, cancelled)
    deadline.begin()
    deadline.pause(HELLO if target.command else 0)
    try:
        while True:
            try:
                update = call.queue.get(timeout=min(TICK, deadline.check()))
            except Empty:
                continue
            if update is None:
                return call.result()
            event, settle = update
            if event is OPEN:
                deadline.begin()
                continue
            if event["type"] == "progress":
                deadline.restart()
            began = monotonic()
            answer = tell(event)
            if settle is not None:
                deadline.pause(monotonic() - began)
                settle(answer)
    finally:
        call.cancel()
