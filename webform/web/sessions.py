"""The session with a server that a run is made in: whose it is, how it is shown, and ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import quote

from flask import Response, request
from markupsafe import Markup

from webform.html.env import rendered
from webform.language import gettext
from webform.runners.sessions import page, visitor
from webform.web.answers import json_answer, refuse, wants_json
from webform.web.sent import is_json

if TYPE_CHECKING:
    from webform.runners import Target
    from webform.runs import Run
    from webform.web.site import Site

#: The header, or the field of a form, with the key of a visitor; and the field with the run whose session goes on.
HEADER, FIELD, GOES_ON = "Webform-Session", "visitor", "session"


def owner_of(site: Site, *, after: str = "", alone: bool = False) -> str:
    """
    Return whose session the runs of this request are made in.

    That is the visitor's, by their key. Without one it is that of the run, or of the sign-in, that a page was of, where
    that had none either; else a new one.

    Args:
        site: the app.
        after: the run that is run again.
        alone: whoever asks has no page to go on from: without a key the session ends with its call.
    """
    owner = owner_of_key() or _of_page(site, _field(GOES_ON)) or _of_page(site, after)
    return owner or ("" if alone else page())


def in_session(target: Target, owner: str) -> Target:
    """Return *target*, called in the session of *owner* where its protocol has any."""
    return replace(target, session=owner) if target.protocol == "mcp" else target


def goes_on_from(site: Site, run: Run | None) -> str:
    """Return what the session is found by that a form goes on with: of *run*, or of the page that was sent."""
    places = [run.id if run else "", _field(GOES_ON)]
    return next((place for place in places if _of_page(site, place)), "")


def connection(site: Site, run: Run) -> Markup:
    """Return what is shown of the session that *run* was made in; nothing once it has ended."""
    session = site.runs.runner.session_of(run.id)
    if session is None:
        return Markup()
    since, action = datetime.fromtimestamp(session.since, UTC), site.url(f"/runs/{run.id}/session")
    return rendered("session.html", session=session, since=since, action=action, token=site.tokens.carried())


def end(site: Site, run_id: str) -> Response:
    """End the session that a run was made in, for whoever it belongs to."""
    session = site.runs.runner.session_of(run_id)
    if session is not None:
        if not session.is_of_page and session.owner != owner_of_key():
            message = gettext("This session belongs to another visitor.")
            refuse(403, "not-yours", message, gettext("Only they can end it."))
        site.runs.runner.end_sessions(session.owner)
    if wants_json(request, default=False):
        return json_answer({"ended": int(session is not None)})
    return Response(status=303, headers={"Location": site.url(f"/runs/{quote(run_id)}") + site.tokens.query()})


def end_all(site: Site) -> Response:
    """End the sessions of the visitor whose key is sent."""
    owner = owner_of_key()
    if not owner:
        message = gettext("The header {header} has to hold the key whose sessions are to end.", header=HEADER)
        refuse(400, "no-key", message)
    return json_answer({"ended": site.runs.runner.end_sessions(owner)})


def owner_of_key() -> str:
    """Return the owner that the key of this request stands for; `""` where it has none."""
    key = request.environ.get("HTTP_WEBFORM_SESSION") or _field(FIELD)
    try:
        return visitor(key) if key else ""
    except ValueError:
        message = f"{HEADER} has to hold a random key: 22 to 200 letters, digits, - and _."
        refuse(400, "bad-key", message, gettext("Make one of 128 random bits, and keep it to yourself."))


def _field(name: str) -> str:
    """Return the field *name* of the form that was sent; JSON is not looked through for one."""
    return "" if is_json() else request.form.get(name, "")


def _of_page(site: Site, place: str) -> str:
    """Return the owner of the page of a run, or of a sign-in, which *place* names; `""` where it has none."""
    if not place:
        return ""
    session = site.runs.runner.session_of(place)
    return session.owner if session and session.is_of_page else site.signed_in.get(place) or ""
