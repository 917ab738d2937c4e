"""Tools that are Python functions, each run in a process of its own."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

from webform.envelopes import read
from webform.functions.arguments import without_files
from webform.functions.pool import Pool
from webform.problems import Problem
from webform.result import Result
from webform.runners.base import Target, Tell, tell_nobody
from webform.runners.bodies import Received
from webform.runners.deadlines import TICK, Deadline
from webform.runners.failures import CallError
from webform.runners.runner import Runner
from webform.secrecy import holds_secrets
from webform.values import join

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.files import FileStore
    from webform.functions.process import FunctionProcess
    from webform.tool import Tool

#: Bytes of a result that are read at once.
PIECE = 65_536
#: Events that say that a function gets further.
FURTHER = ("progress", "chunk", "partial")

_log = logging.getLogger(__name__)


class PythonRunner(Runner):
    """
    Runs Python functions.

    Args:
        files: where large files that functions return go; without, they are in memory.
    """

    name = "python"

    def __init__(self, *, files: FileStore | None = None) -> None:
        self._files, self._pool = files, Pool()

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
        with TemporaryDirectory(prefix="webform-run-", ignore_cleanup_errors=True) as name:
            folder = Path(name)
            content, files = without_files(body, folder)
            request = {"name": tool.call.name, "body": content, "files": files, "folder": name}
            deadline = Deadline.of(target, cancelled)
            try:
                event = self._event(target, request, deadline, tell)
                if event["type"] == "result":
                    return self._result(tool, target, event, mode)
            except CallError as error:
                if error.code != "cancelled":
                    _log.warning("run %.8s of %s: %s", run_id, target.place, error.code)
                return error.result
            if event["type"] == "invalid":
                return _invalid(event["faults"])
            return self._failed(tool, target, event, mode, tell)

    def close(self) -> None:
        self._pool.close()

    def _event(self, target: Target, request: dict[str, Any], deadline: Deadline, tell: Tell) -> dict[str, Any]:
        """Return the event that the run ends with."""
        function = target.function
        assert function is not None  # noqa: S101 - the protocol's
        while True:
            process = self._pool.take(function, target.env)
            was_ready, event = process.ready, None
            try:
                event = _asked(process, request, deadline, tell)
            finally:
                if event is None or event["type"] == "unusable":
                    process.end()
                else:
                    self._pool.give_back(function, target.env, process)
            if event is not None:
                return event
            # One that was kept may have ended by itself before it was asked.
            if not was_ready:
                raise CallError("process-ended")

    def _result(self, tool: Tool, target: Target, event: dict[str, Any], mode: Literal["dev", "production"]) -> Result:
        path, media = Path(event["path"]), event["media"]
        try:
            if path.stat().st_size > target.max_response:
                raise CallError("too-large", megabytes=target.max_response / 1_000_000)
            received = Received(media, self._files)
            with path.open("rb") as file:
                received.take(iter(partial(file.read, PIECE), b""))
        except OSError as error:
            raise CallError("process-ended") from error
        headers = {"content-type": media}
        if event["name"]:
            headers["content-disposition"] = f"attachment; filename*=UTF-8''{quote(event['name'])}"
        answer = received.file or received.body
        result = read(tool, answer, 200, headers, mode, envelope=target.speaks.envelope)
        # There was no response of HTTP.
        return replace(result, http_status=None, raw=None)

    @staticmethod
    def _failed(
        tool: Tool, target: Target, event: dict[str, Any], mode: Literal["dev", "production"], tell: Tell
    ) -> Result:
        if event["trace"] and mode == "dev":
            tell({"type": "log", "level": "error", "message": f"{event['trace']}{event['message']}", "logger": ""})
        elif event["trace"] and not holds_secrets(tool.form):
            _log.warning("%s failed:\n%s", target.place, event["trace"])
        if event["memory"]:
            megabytes = target.function.memory if target.function else 0
            return CallError("too-much-memory", megabytes=megabytes).result
        code = "unusable" if event["type"] == "unusable" else "exception"
        return Result(status="error", code=code, message=event["message"])


def _asked(process: FunctionProcess, request: dict[str, Any], deadline: Deadline, tell: Tell) -> dict[str, Any] | None:
    """Return the event that the run of *request* ends with; `None` where *process* ended before it began."""
    process.begin(request)
    has_begun = False
    while True:
        try:
            event = process.next_event(min(TICK, deadline.check()))
        except TimeoutError:
            continue
        if event is None:
            if has_begun:
                raise CallError("process-ended")
            return None
        match event["type"]:
            case "ready":
                process.imported(event)
                # A module may take long to be imported, which is not the function's time.
                deadline.restart()
            case "begun":
                has_begun = True
            case "result" | "error" | "invalid" | "unusable":
                return event
            case kind:
                if kind in FURTHER:
                    deadline.restart()
                tell(event)


def _invalid(faults: list[dict[str, Any]]) -> Result:
    """Return the result of values that the function does not take, each fault at its input."""
    problems = tuple(
        Problem(at=join("", *fault["at"]), code="refused", key="verbatim", params={"text": fault["message"]})
        for fault in faults
    )
    return Result(status="invalid", code="invalid", message=problems[0].message, problems=problems)
