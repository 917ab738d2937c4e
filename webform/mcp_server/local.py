"""Requests to our own web app, within this process: its answers, for the documents that hosts show."""

from __future__ import annotations

import base64
import binascii
from collections import OrderedDict
from functools import partial, update_wrapper
from io import BytesIO
from threading import Condition
from typing import TYPE_CHECKING, Any, TypeVar

from anyio import CapacityLimiter, to_thread
from flask import Flask, request
from flask import Response as FlaskResponse
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import Client

from webform.bodies import with_data_urls
from webform.web.answers import json_answer
from webform.web.sent import confirmed, read_sent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from werkzeug.wrappers import Response

    from webform.web.site import Site

Returned = TypeVar("Returned")

#: Calls that go on at the same time, each in a thread.
MAX_THREADS = 256
#: Calls of which is remembered which run they began.
MAX_CALLS = 1_000
#: Seconds that a document waits to hear of its run, before it asks once more.
PATIENCE = 20.0


class Calls:
    """Which run each call of a document began, by the key that the document made for it."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, str] = OrderedDict()
        self._changed = Condition()

    def note(self, key: str, run_id: str) -> None:
        """Remember that the call of *key* began that run."""
        with self._changed:
            self._runs[key] = run_id
            while len(self._runs) > MAX_CALLS:
                self._runs.popitem(last=False)
            self._changed.notify_all()

    def wait(self, key: str, seconds: float = PATIENCE) -> str:
        """Return the run that the call of *key* began; `""` where it has not within so many *seconds*."""
        with self._changed:
            self._changed.wait_for(lambda: key in self._runs, seconds)
            return self._runs.get(key, "")


class Local:
    """The app as this process asks it, with the two addresses that only documents need."""

    def __init__(self, app: Flask) -> None:
        self.app, self.calls = app, Calls()
        self.site: Site = app.extensions["webform"]
        self._threads = CapacityLimiter(MAX_THREADS)
        for name, view in (("body", _body), ("started", _started)):
            named = update_wrapper(partial(view, self), view)
            methods = ["POST"] if name == "body" else ["GET"]
            app.add_url_rule(f"/tools/<tool_id>/{name}", f"mcp_{name}", named, methods=methods)

    async def in_thread(self, do: Callable[..., Returned], *arguments: Any) -> Returned:
        """Return what *do* returns, called in a thread, which is left to itself where the call is cancelled."""
        return await to_thread.run_sync(do, *arguments, limiter=self._threads, abandon_on_cancel=True)

    def ask(self, method: str, path: str, headers: Mapping[str, str], data: Any = None) -> Response:
        """Return what the app answers; *data* is the text of a body, or a form."""
        return Client(self.app, use_cookies=False).open(
            path,
            method=method,
            base_url="http://localhost",
            headers=[*headers.items()],
            data=data,
            environ_overrides={"REMOTE_ADDR": "127.0.0.1"},
            buffered=True,
        )


def form_of(entries: list[Any]) -> MultiDict[str, Any]:
    """
    Return the form that *entries* are: pairs of a name and a text, or of a name and a file.

    Raises:
        ValueError: they are none.
    """
    form: MultiDict[str, Any] = MultiDict()
    for entry in entries:
        match entry:
            case [str(name), str(text)]:
                form.add(name, text)
            case [str(name), {"name": str(file), "type": str(media_type), "data": str(data)}]:
                form.add(name, FileStorage(BytesIO(_bytes(data)), file, name, media_type or None))
            case _:
                raise ValueError("expected pairs of a name and a text, or a file")
    return form


def _bytes(data: str) -> bytes:
    try:
        return base64.b64decode(data, validate=True)
    except binascii.Error:
        raise ValueError("expected the bytes of a file in base64") from None


def _body(local: Local, tool_id: str) -> FlaskResponse:
    """Answer with the whole body that was sent, as the tool is to be called with; or with what is wrong with it."""
    served = local.site.find(tool_id)
    sent = confirmed(served.tool, read_sent(local.site, served))
    if sent.problems:
        return json_answer({"problems": sent.problems_json}, 422)
    return json_answer({"body": with_data_urls(sent.body)})


def _started(local: Local, tool_id: str) -> FlaskResponse:
    """Answer with the address of the run that a call of the document began, once it has."""
    local.site.find(tool_id)
    run_id = local.calls.wait(request.args.get("key", ""))
    return json_answer({"run": local.site.url(f"/runs/{run_id}") if run_id else ""})
