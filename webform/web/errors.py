"""Requests that have no answer: a page, or JSON, in plain words; never a trace of what went wrong inside."""

from __future__ import annotations

import logging
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from flask import Response, current_app, g, request
from markupsafe import Markup
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import ClientDisconnected, HTTPException

from webform.files import FilesAwayError, StoreFullError
from webform.language import gettext, marked, number
from webform.runs.database import reason
from webform.runs.secrets import UnsealedError
from webform.web.answers import RequestRefusedError, json_answer, wants_json
from webform.web.pages import answer_page, show
from webform.web.sent import is_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.web.pages import PageView
    from webform.web.served import Served
    from webform.web.site import Site

#: How many times the limit, and how many seconds, something too large is read on for.
PATIENT, PATIENCE = 4, 20.0

#: The codes by which a person is not let in, or a run is not paid for; a panel tells its page.
NOT_LET_IN = frozenset(
    [
        "sign-in",
        "not-signed-in",
        "forbidden",
        "not-authorized",
        "not-paid",
        "no-token",
        "bad-token",
        "token-expired",
        "token-used",
    ]
)

_log = logging.getLogger(__name__)


class Refusal(NamedTuple):
    """Why a request is refused, and what to do about it."""

    code: str
    title: str
    message: str
    advice: str = ""

    @property
    def text(self) -> str:
        """The message and the advice."""
        return " ".join(filter(None, (self.message, self.advice)))

    def translated(self, **facts: str) -> Refusal:
        """Return these words in the language of the request, with *facts* in the message."""
        return Refusal(self.code, gettext(self.title), gettext(self.message, **facts), gettext(self.advice))


_WORDS = {
    400: Refusal("bad-request", marked("Bad request"), marked("The server can't read this request.")),
    401: Refusal("sign-in", marked("Sign in first"), marked("This page asks for a name and a password, or a token.")),
    402: Refusal("not-paid", marked("Not paid for"), marked("This run is not paid for.")),
    403: Refusal("forbidden", marked("Not allowed"), marked("Only this site's own pages can do that.")),
    404: Refusal("not-found", marked("Page not found"), marked("No page has this address.")),
    405: Refusal("method", marked("Not possible here"), marked("This address takes other requests.")),
    413: Refusal(
        "too-large",
        marked("Too large"),
        marked("A request may have {size} MB, a field of a form {field} MB, and a form {parts} controls."),
        marked("Send less at once, or a smaller file."),
    ),
    415: Refusal("media-type", marked("Unsupported content type"), marked("Send form data or JSON.")),
    422: Refusal("unusable", marked("Not valid"), marked("The form has changed, or something is missing.")),
    429: Refusal(
        "too-many",
        marked("Too many requests"),
        marked("Too many requests in a short time."),
        marked("Try again in a moment."),
    ),
    502: Refusal("tool-failed", marked("The tool returned a bad response"), marked("Try again in a moment.")),
    503: Refusal("busy", marked("The server is busy"), marked("Nothing was run."), marked("Try again in a moment.")),
}
_BROKEN = Refusal(
    "internal",
    marked("Server error"),
    marked("Your input is kept."),
    marked("Try again. If this keeps happening, contact this site's owner."),
)


def keep_page(draw: Callable[[Refusal, int], Response]) -> None:
    """Keep what was filled in: where this request is refused from now on, what *draw* returns is the answer."""
    g.webform_draw = draw


def keep_form(site: Site, served: Served, view: PageView) -> None:
    """Keep the form of *view*: where this request is refused from now on, it is the answer, below the reason."""

    def draw(refusal: Refusal, status: int) -> Response:
        why = Markup("<strong>{}.</strong> {}").format(refusal.title, refusal.text)
        return show(site, served, view._replace(notices=[*view.notices, why]), status)

    keep_page(draw)


def on_http_error(site: Site, error: HTTPException) -> Response:
    """Answer for a request that was refused."""
    if error.response is not None:
        # A hook of a host sends people to its sign-in.
        return current_app.make_response(error.get_response(request.environ))
    status = error.code or 500
    words = _WORDS.get(status, _BROKEN if status >= 500 else _WORDS[400])
    config = site.config
    words = words.translated(
        size=f"{config.max_body_mb:g}", field=f"{config.max_field_mb:g}", parts=number(config.max_parts)
    )
    if isinstance(error, RequestRefusedError):
        words = words._replace(code=error.word, message=error.message, advice=error.advice)
    elif error.description and error.description != type(error).description:
        words = words._replace(message=error.description)
    if status == 413:
        _hear_out()
    response = _say(site, status, words)
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    if status == 503:
        response.headers["Retry-After"] = "5"
    if isinstance(error, RequestRefusedError):
        response.headers.update(error.headers)
    return response


def on_fault(site: Site, error: Exception) -> Response:
    """Answer for a fault of ours, and log it."""
    if isinstance(error, HTTPException):
        return on_http_error(site, error)
    if isinstance(error, StoreFullError):
        return _unavailable(site, "store-full", f"{str(error).capitalize()}.")
    if isinstance(error, FilesAwayError):
        _log.error("The files cannot be read: %s", error.reason)
        return _unavailable(site, "files-away", f"{error}.")
    if isinstance(error, UnsealedError):
        _log.error("%s", error)
        return _unavailable(
            site, "no-secret-key", gettext("This run has secrets, and nothing was run. {error}.", error=error)
        )
    if isinstance(error, SQLAlchemyError):
        _log.error("The database cannot be used: %s", reason(error))
        return _unavailable(site, "no-database", gettext("The server cannot keep runs now; nothing was run."))
    _log.error("%s %s", request.method, request.url_rule, exc_info=error)
    return _say(site, 500, _BROKEN.translated())


def _unavailable(site: Site, code: str, message: str) -> Response:
    words = Refusal(code, gettext("The server cannot do this now"), message, gettext("Try again in a moment."))
    response = _say(site, 503, words)
    response.headers["Retry-After"] = "5"
    return response


def _hear_out() -> None:
    """Read on what is being sent, within reason: a browser that is cut off while it sends never hears why."""
    limit, length = request.max_content_length or 0, request.content_length or 0
    # Where the server does not say that the stream ends, only one that nobody has begun to read is known to.
    if not request.environ.get("wsgi.input_terminated") and length <= limit:
        return
    stream, left, ends = request.environ["wsgi.input"], min(length, PATIENT * limit), monotonic() + PATIENCE
    with suppress(OSError, ClientDisconnected):
        while left > 0 and monotonic() < ends and (piece := stream.read(min(left, 65_536))):
            left -= len(piece)


def _say(site: Site, status: int, words: Refusal) -> Response:
    program = is_json() or request.path.endswith((".json", "/complete", "/check"))
    if wants_json(request, default=program):
        return json_answer({"error": {"code": words.code, "message": words.text}}, status, {"Vary": "Accept"})
    # Once only: what cannot be drawn is an error as well.
    draw = g.pop("webform_draw", None)
    if draw and words.code != "sign-in":
        drawn: Response = draw(words, status)
        return drawn
    context = {
        "status": status,
        "title": words.title,
        "message": words.message,
        "advice": words.advice,
        "code": words.code if words.code in NOT_LET_IN else "",
        "again": _again() if words.code == "sign-in" else "",
    }
    served = _framed(site)
    if served is None:
        return answer_page(site, "error.html", context, status)
    response = answer_page(site, "refused_panel.html", context | {"hosts": served.hosts}, status)
    # The page around it may embed the tool, and so sees why it does not.
    response.headers["Content-Security-Policy"] = served.policy
    return response


def _again() -> str:
    """Return the address that who signs in opens again."""
    return request.script_root + (request.full_path.rstrip("?") if request.method == "GET" else "/")


def _framed(site: Site) -> Served | None:
    """Return the tool whose panel was asked for; `None` where it was another page."""
    is_panel = (request.endpoint or "").endswith(".panel") or request.headers.get("Sec-Fetch-Dest") == "iframe"
    return site.served.get((request.view_args or {}).get("tool_id", "")) if is_panel else None
