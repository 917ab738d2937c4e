"""Runs: begun by a post, looked at, cancelled, taken away, forgotten."""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, NoReturn

from flask import Response, request, send_file
from flask.globals import request_ctx
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import RequestedRangeNotSatisfiable

from webform.files import FileGoneError, FilesAwayError, StoredFile
from webform.html.panels import raw_name
from webform.html.results import status_of
from webform.language import gettext
from webform.media import UNKNOWN
from webform.outputs.views import download as download_of
from webform.runs import BusyError, Run, without_secrets
from webform.runs.keys import KEY_AGE
from webform.values import ABSENT
from webform.web.answers import HTML, PRIVATE, answer, json_answer, refuse, saved_as, wants_json
from webform.web.clients import kept_client
from webform.web.errors import keep_form
from webform.web.events import number
from webform.web.pages import PageView, section, show
from webform.web.refill import filled_again
from webform.web.sent import Sent, confirmed, is_json, read_sent
from webform.web.sessions import FIELD, GOES_ON, in_session, owner_of

if TYPE_CHECKING:
    from webform.runners import Target
    from webform.tool import Tool
    from webform.web.served import Served
    from webform.web.site import Site

#: Seconds that a browser without scripts waits for a run before it is shown the run's page, and anyone at most.
QUICK = 1.0
#: Seconds within which the same form sent again by the same browser is a button pressed twice.
TWICE = 1.0
#: The seconds in which an answer is preferred to be there (RFC 7240).
_WAIT = re.compile(r"\bwait=([0-9]{1,9}(?:\.[0-9]{1,9})?)", re.IGNORECASE)
#: The memory and time that a key costs which a secret is part of, as scrypt counts them: 16 MB and some 30 ms.
COST = 2**14
_SAVED = "default-src 'none'; sandbox; frame-ancestors 'none'"


def run(site: Site, tool_id: str) -> Response:
    """Run a tool with what was sent, if nothing is wrong with it."""
    served = site.find(tool_id)
    sent = confirmed(served.tool, read_sent(site, served))
    as_json = wants_json(request_ctx.request, default=is_json())
    if sent.problems:
        if as_json:
            return json_answer({"problems": sent.problems_json}, 422)
        return show(site, served, PageView(sent.draft, sent.control_problems, body=sent.body), 422)
    if not as_json:
        keep_form(site, served, PageView(sent.draft, body=sent.body))
    return begin(site, served, sent, as_json=as_json)


def begin(site: Site, served: Served, sent: Sent, *, as_json: bool, again: str = "") -> Response:
    """Run a tool with *sent*, in which nothing is wrong, *again* what that run did; answer with the run."""
    tool, target = served.tool, served.address
    target = in_session(target, owner_of(site, after=again, alone=as_json))
    key = _key_of_program(tool, target, sent) if as_json else _key_of_browser(tool, sent, again)
    age = KEY_AGE if as_json else TWICE
    # What is known is not begun here again: it may be forgotten by now, and nothing was counted.
    known = site.take_runs([tool], known=lambda: site.runs.known(key, age))
    waits = as_json and not _prefers("respond-async")
    try:
        with site.traces.span("begin", request.environ.get("HTTP_TRACEPARENT", ""), tool.id):
            client = site.shares.client()
            if known:
                begun = (site.runs.wait(known.id) or replace(known, state="cancelled")) if waits else known
            elif waits:
                begun = site.runs.run(tool, target, sent.body, key=key, key_age=age, client=client)
            else:
                begun = site.runs.start(tool, target, sent.body, key=key, key_age=age, client=client)
            if as_json:
                return _run_answer(site, begun) if waits else _accepted(site, begun)
            site.runs.wait(begun.id, QUICK)
            return _see(site, begun)
    except BusyError as error:
        site.shares.refuse_busy(error)


def _key_of_program(tool: Tool, target: Target, sent: Sent) -> str:
    asked = request.environ.get("HTTP_IDEMPOTENCY_KEY", "")
    # Programs choose simple keys: what another user, or another session, was answered is theirs.
    user = kept_client(request.environ).user
    return _key(tool, sent, json.dumps([asked, user, target.session])) if asked else ""


def _accepted(site: Site, begun: Run) -> Response:
    """Answer that *begun* goes on, or with what it came to within the time in which that is preferred."""
    headers = {"Location": site.url(f"/runs/{begun.id}"), "Preference-Applied": "respond-async"}
    match = _WAIT.search(request.environ.get("HTTP_PREFER", ""))
    if not match:
        return _run_answer(site, begun, 202, headers)
    found = _watched(site, begun, min(float(match[1]), QUICK))
    return _run_answer(site, _as_preferred(found), 200 if found.over else 202, headers)


def _watched(site: Site, begun: Run, seconds: float) -> Run:
    """Return *begun* as it is when it is over, or has told something, or after *seconds*."""
    found, ends = begun, monotonic() + seconds
    # It has begun, whether or not the database can say now how far it is.
    with suppress(SQLAlchemyError):
        while not found.over and (left := ends - monotonic()) > 0 and not site.runs.events(begun.id):
            site.runs.wait_event(begun.id, 0, left)
            # It may be forgotten by now.
            found = site.runs.get(begun.id) or replace(found, state="cancelled")
    return found


def _as_preferred(found: Run) -> Run:
    """Return *found* without its value, where that is preferred."""
    if not found.result or not _prefers("return=minimal"):
        return found
    return replace(found, result=replace(found.result, value=ABSENT))


def _prefers(what: str) -> bool:
    """Tell whether whoever asks would rather have it so (RFC 7240)."""
    return what in request.environ.get("HTTP_PREFER", "").lower()


def _key_of_browser(tool: Tool, sent: Sent, again: str) -> str:
    # Trying again comes from the page of the run that failed: that is no button pressed twice.
    # Behind a proxy all come from one address, and two people are not one.
    header_names = ("User-Agent", "Accept-Language", "Referer", "X-Forwarded-For", "X-Real-IP", "Forwarded")
    browser = [
        request.remote_addr,
        kept_client(request.environ).user,
        *map(request.headers.get, header_names),
        *map(request.form.get, (FIELD, GOES_ON)),
    ]
    return _key(tool, sent, json.dumps([again, *browser]))


def _key(tool: Tool, sent: Sent, asked: str) -> str:
    """Return what this request is remembered by: the same key for another body is another request."""
    body = json.dumps(sent.body, default=StoredFile.as_text)
    digest = hashlib.sha256(json.dumps([tool.id, asked, body]).encode())
    if without_secrets(tool.form, sent.body) == sent.body:
        return digest.hexdigest()
    # It is kept: whoever finds it can try only few passwords a second.
    return hashlib.scrypt(digest.digest(), salt=tool.id.encode(), n=COST, r=8, p=1, dklen=32).hex()


def look(site: Site, run_id: str) -> Response:
    """Answer with a run: as a page, as JSON, or the inside of its result section."""
    found = site.find_run(run_id)
    if wants_json(request, default=False):
        shown = site.run_json(_as_preferred(found))
        # A program has no stream: it asks for what came after the last event that it knows.
        if (after := request.args.get("after")) is not None:
            shown["events"] = [event.as_json() for event in site.runs.events(run_id, number(after))]
        return json_answer(shown, headers={"Vary": "Accept"})
    served = site.tool_of(found)
    view = filled_again(site, served, found)
    if request.headers.get("Webform-Fragment") != "result":
        return show(site, served, view)
    headers = {
        "Webform-State": found.state,
        "Webform-Status": status_of(found.result, found),
        "Content-Security-Policy": served.policy,
    }
    return answer(section(site, served, view), HTML, headers=headers)


def cancel(site: Site, run_id: str) -> Response:
    """Cancel a run, and show it."""
    site.find_run(run_id)
    found = site.runs.cancel(run_id) or site.find_run(run_id)
    return _run_answer(site, found) if wants_json(request, default=False) else _see(site, found)


def forget(site: Site, run_id: str) -> Response:
    """Forget a run."""
    site.find_run(run_id)
    site.runs.forget(run_id)
    return Response(status=204)


def download(site: Site, run_id: str) -> Response:
    """Answer with a part of what a run came to, to be saved."""
    found = site.find_run(run_id)
    if request.args.get("part") == "raw":
        return _raw_download(found)
    served = site.served.get(found.tool_id)
    at, form, part = request.args.get("at", ""), request.args.get("format", "json"), request.args.get("part")
    tool = served.tool if served else None
    taken = download_of(tool, found.result, at, form, part) if found.result else None
    if taken is None:
        _no_download()
    return _saved(taken.content(), taken.media_type, taken.filename)


def _raw_download(found: Run) -> Response:
    raw = found.result.raw if found.result else None
    if raw is None:
        _no_download()
    return _saved(raw.content(), UNKNOWN, raw_name(raw))


def _no_download() -> NoReturn:
    refuse(404, "no-download", gettext("This run has no such part to take away."))


def _saved(content: bytes | StoredFile, media_type: str, filename: str) -> Response:
    """Answer with *content*, to be saved: whatever it is, it is never shown as a page of ours."""
    if isinstance(content, StoredFile):
        response = _sent_file(content, media_type)
        response.headers.set("Cache-Control", PRIVATE)
    else:
        response = answer(content, media_type)
    response.headers["Content-Security-Policy"] = _SAVED
    response.headers["Content-Disposition"] = saved_as(filename)
    return response


def _sent_file(file: StoredFile, media_type: str) -> Response:
    """Answer with the bytes of *file*, or with the range of them that is asked for."""
    try:
        content = file.open()
    except FilesAwayError:
        raise
    except FileGoneError:
        refuse(410, "file-gone", gettext("This file is no longer kept."), gettext("Run the tool again to have it."))
    response = send_file(content, mimetype=media_type, conditional=False, etag=file.sha256)
    response.content_length = file.size
    try:
        response.make_conditional(request.environ, accept_ranges=True, complete_length=file.size)
    except RequestedRangeNotSatisfiable:
        content.close()
        raise
    return response


def _run_answer(site: Site, found: Run, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return json_answer(site.run_json(found), status, {"Vary": "Accept", **(headers or {})})


def _see(site: Site, found: Run) -> Response:
    # In a browser the result may be far below the form; a program has no use for a fragment.
    fragment = "#result" if "text/html" in request.headers.get("Accept", "") else ""
    # The form on that page runs the tool again.
    return Response(status=303, headers={"Location": site.url(f"/runs/{found.id}") + site.tokens.query() + fragment})
