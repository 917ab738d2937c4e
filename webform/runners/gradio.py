"""The runner of Gradio apps: files are uploaded, the run waits in the app's queue, and its stream is read."""

from __future__ import annotations

import logging
import secrets
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

from webform import dataurl
from webform.dialects.gradio import TABLE, key_of, output_names, takes_files
from webform.dialects.gradio_config import components_of, function_of, skips
from webform.dialects.gradio_values import sent
from webform.envelopes import plain, read
from webform.files import StoredFile, StoreFullError
from webform.result import Result
from webform.runners.base import Target, Tell, tell_nobody
from webform.runners.deadlines import Deadline
from webform.runners.exchange import Exchange, ExchangingRunner
from webform.runners.failures import CallError
from webform.runners.gradio_events import MEDIA, QueueStream
from webform.runners.multipart import file_part, write_parts
from webform.runners.protocols.base import Request, post_json
from webform.values import ABSENT, as_dict, dicts_in, mapped, read_json_or, write_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.runners.answers import Answer
    from webform.runners.listening import Listen
    from webform.tool import Tool

#: Files of one result that are fetched, at most.
MAX_FILES = 20
_PREFIX = "/gradio_api"


_log = logging.getLogger(__name__)


class RefusedError(Exception):
    """Raised when an app does not take a run; it has its answer."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


class GradioRunner(ExchangingRunner):
    """Calls the endpoints of Gradio apps, at the addresses and within the limits of every HTTP call."""

    name = "gradio"

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
        deadline = Deadline.of(target, cancelled)
        call = _Call(self, tool, target, deadline, tell)
        try:
            return call.result(body, mode)
        except RefusedError as refused:
            return read(tool, refused.answer.body, refused.answer.status, refused.answer.headers, mode)
        except CallError as error:
            if error.code == "cancelled":
                call.cancel()
            else:
                _log.warning("run %.8s at %s: %s", run_id, target.place, error.code)
            return error.result

    def stored(self, text: str) -> StoredFile | str:
        """Return the file that the data URL *text* holds; *text* where it is none, or there is no place for files."""
        try:
            return self._files.put_data_url(text) if self._files else text
        except dataurl.DataURLError:
            return text
        except StoreFullError as error:
            raise CallError("no-room") from error


class _Call:
    """One run of an endpoint."""

    def __init__(self, runner: GradioRunner, tool: Tool, target: Target, deadline: Deadline, tell: Tell) -> None:
        self._runner, self._tool, self._target, self._deadline = runner, tool, target, deadline
        self._session, returns = secrets.token_hex(8), _declared(tool, "returns")
        self._names = output_names(returns)
        self._components = [returned.get("component") for returned in returns]
        self._stream = QueueStream(tell, deadline.restart, self._shaped)
        self._joined: dict[str, Any] | None = None
        self._fetched = 0
        #: Whether the app has a value there that no result shows, for each value that it returns.
        self._skipped: list[bool] = []

    def result(self, body: Any, mode: Literal["dev", "production"]) -> Result:
        """Return what the run with *body* came to."""
        index, skipped = self._function()
        values = [mapped(self._stored(value, schema), self._uploaded) for value, schema in _arguments(self._tool, body)]
        data = _beside(values, skipped)
        joined = self._post("/queue/join", {"data": data, "fn_index": index, "session_hash": self._session})
        event = joined.get("event_id") if isinstance(joined, dict) else None
        self._joined = {"session_hash": self._session, "fn_index": index, "event_id": event}
        answer = self._get(f"{_PREFIX}/queue/data?session_hash={self._session}", self._listen)
        if not self._stream.over:
            raise CallError("cut-off")
        if self._stream.error is not None:
            return Result(status="error", code="tool-error", message=self._stream.error, raw=answer.raw)
        value = self._shaped([self._with_files(part) for part in self._stream.data])
        result = read(self._tool, write_json(value), mode=mode, envelope=plain)
        return replace(result, raw=answer.raw if mode == "dev" else None)

    def cancel(self) -> None:
        """Tell the app that the run is not wanted any more."""
        if self._joined is not None:
            self._deadline = Deadline.of_last_word()
            with suppress(CallError, RefusedError):
                self._post("/cancel", self._joined)

    def _function(self) -> tuple[int, list[bool]]:
        """Return the number of the endpoint, and for each of its inputs whether it takes no value of a body."""
        config = _json_of(self._get("/config"))
        function, components = function_of(config, self._tool.call.name), components_of(config)
        if function is None:
            raise CallError("bad-answer")
        self._skipped = skips(function, "outputs", components)
        return function["id"], skips(function, "inputs", components)

    def _stored(self, value: Any, schema: Any) -> Any:
        """Return *value* of a parameter with *schema*: a program sends files as data URLs."""
        parts = value if isinstance(value, list) else [value]
        is_file = takes_files(schema)
        stored = [self._runner.stored(part) if is_file and isinstance(part, str) else part for part in parts]
        return stored if isinstance(value, list) else stored[0]

    def _uploaded(self, part: Any) -> Any:
        """Return *part* of a value; a file is uploaded, and returned as the app refers to it."""
        if not isinstance(part, StoredFile):
            return part
        parts = write_parts([file_part("files", part)])
        paths = self._send(Request(self._target.path_of(f"{_PREFIX}/upload"), *parts))
        if not isinstance(paths, list) or not paths or not isinstance(paths[0], str):
            raise CallError("bad-answer")
        return {"path": paths[0], "orig_name": part.name, "meta": {"_type": "gradio.FileData"}}

    def _with_files(self, value: Any) -> Any:
        """Return *value* with each file that it refers to as a data URL."""
        if isinstance(value, list):
            return [self._with_files(part) for part in value]
        if not isinstance(value, dict):
            return value
        if value.get("__type__") == "update":
            return self._with_files(value.get("value"))
        if is_file(value):
            return self._file(value["path"], value.get("orig_name"))
        return {key: self._with_files(part) for key, part in value.items()}

    def _file(self, path: str, name: Any) -> str | None:
        """Return the file called *name* at *path* of the app, whose own address for it may lead anywhere."""
        self._fetched += 1
        if self._fetched > MAX_FILES or {".", ".."} & {*path.split("/")}:
            return None
        try:
            answer = self._get(f"{_PREFIX}/file={quote(path, safe='/')}")
        except RefusedError:
            return None
        # All files of a result together are as large as an answer at most.
        self._target = replace(self._target, max_response=max(1, self._target.max_response - len(answer.body)))
        media = answer.headers.get("content-type", "").partition(";")[0].strip()
        last = name if isinstance(name, str) else path.rpartition("/")[2]
        return dataurl.make(media or "application/octet-stream", answer.body, last)

    def _shaped(self, data: list[Any]) -> Any:
        """Return *data*, a value for each output, as the result has it."""
        if len(data) == len(self._skipped):
            data = [value for value, is_skipped in zip(data, self._skipped, strict=True) if not is_skipped]
        pairs = zip(data, self._components, strict=False)
        values = [_table(value) if component == TABLE else value for value, component in pairs]
        return values[0] if len(self._names) == 1 and values else dict(zip(self._names, values, strict=False))

    def _post(self, path: str, value: Any) -> Any:
        return self._send(post_json(self._target.path_of(_PREFIX + path), value))

    def _send(self, post: Request) -> Any:
        own = {"Content-Type": post.media, "Content-Length": str(post.length)}
        headers = {**self._target.fixed_headers, **own}
        return _json_of(self._ask(Exchange("POST", post.path, headers, post.chunks, keeps=True)))

    def _get(self, path: str, listen: Listen = lambda _: None) -> Answer:
        return self._ask(Exchange("GET", self._target.path_of(path), self._target.fixed_headers, listen=listen))

    def _ask(self, request: Exchange) -> Answer:
        answer = self._runner.exchange(self._target, self._deadline, request)
        if answer.status >= 400:
            raise RefusedError(answer)
        return answer

    def _listen(self, media: str) -> Callable[[bytes], bool] | None:
        return self._stream.take if media.partition(";")[0].strip().lower() == MEDIA else None


def is_file(value: dict[str, Any]) -> bool:
    """Tell whether *value* refers to a file of the app."""
    meta = value.get("meta")
    return isinstance(value.get("path"), str) and isinstance(meta, dict) and meta.get("_type") == "gradio.FileData"


def _table(value: Any) -> Any:
    """Return the *value* of a table as a result shows it."""
    if not isinstance(value, dict) or not isinstance(headers := value.get("headers"), list):
        return value
    return {"columns": [str(header) for header in headers], "rows": value.get("data")}


def _declared(tool: Tool, key: str) -> list[dict[str, Any]]:
    """Return the `parameters` or the `returns` of the endpoint."""
    return dicts_in(as_dict(tool.declaration).get(key))


def _arguments(tool: Tool, body: Any) -> list[tuple[Any, Any]]:
    """Return the values of *body* in the order of the endpoint's parameters, each with its schema."""
    properties, values = as_dict(tool.form.schema).get("properties", {}), as_dict(body)
    arguments = []
    for index, parameter in enumerate(_declared(tool, "parameters")):
        key = key_of(parameter, index)
        value = sent(parameter, values[key]) if key in values else parameter.get("parameter_default")
        arguments.append((value, properties.get(key, {})))
    return arguments


def _beside(values: list[Any], skipped: list[bool]) -> list[Any]:
    """Return *values* with null for each input that is *skipped*: a session begins with what the app says."""
    if skipped.count(False) != len(values):
        return values
    rest = iter(values)
    return [None if is_skipped else next(rest) for is_skipped in skipped]


def _json_of(answer: Answer) -> Any:
    value = read_json_or(answer.text)
    if value is ABSENT:
        raise CallError("bad-answer")
    return value
