"""Signing in at the authorization server of an MCP server: begun from a run that needs it, ended by the way back."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Response, request

from webform.language import gettext
from webform.runners.oauth import SignInError
from webform.runners.sessions import has_key, page
from webform.web.answers import refuse
from webform.web.pages import answer_page
from webform.web.sessions import owner_of_key
from webform.web.site import Site, Waiting

if TYPE_CHECKING:
    from webform.runners.base import Challenge

#: Where people are sent back to.
CALLBACK = "/oauth/callback"
#: What the cookie begins with that ties a sign-in to the browser it was begun in, and for how many seconds it is kept.
COOKIE, COOKIE_AGE = "webform-sign-in-", 600


def begin(site: Site, run_id: str) -> Response:
    """Begin the sign-in that a run needs; answer with the page that leads to the authorization server."""
    sign_ins = site.runs.runner.sign_ins
    challenge = sign_ins.of_run(run_id) if sign_ins else None
    if sign_ins is None or challenge is None:
        refuse(404, "no-sign-in", gettext("This run needs no sign-in any more."), gettext("Run the tool again."))
    owner = _owner(challenge)
    try:
        begun = sign_ins.begin(challenge, _public(site, CALLBACK), owner)
    except SignInError as error:
        refuse(502, "sign-in-failed", str(error), gettext("Contact this site's owner."))
    browser = secrets.token_urlsafe(32)
    site.sign_ins.put(Waiting(run_id, browser, owner), begun.state)
    shown = {"address": begun.url, "place": urlsplit(begun.url).netloc, "server": challenge.target.place}
    response = answer_page(site, "sign_in.html", shown)
    response.set_cookie(
        _cookie(begun.state),
        browser,
        max_age=COOKIE_AGE,
        path=site.url("/oauth"),
        secure=_public(site, "").startswith("https:"),
        httponly=True,
        # The way back comes from another site, as a link does.
        samesite="Lax",
    )
    return response


def come_back(site: Site) -> Response:
    """Take what an authorization server sent a person back with; answer with how they go on."""
    state = request.args.get("state", "")
    waiting, sign_ins = site.sign_ins.get(state), site.runs.runner.sign_ins
    if waiting is None or sign_ins is None:
        message = gettext("This sign-in is over, or was not begun here.")
        refuse(400, "no-sign-in", message, gettext("Run the tool again."))
    if not secrets.compare_digest(request.cookies.get(_cookie(state), ""), waiting.browser):
        message = gettext("This sign-in was not begun in this browser.")
        refuse(403, "other-browser", message, gettext("Begin it again where you are."))
    site.sign_ins.take(state)
    if "code" not in request.args:
        message = gettext("The sign-in was refused or broken off.")
        refuse(403, "no-permission", message, gettext("Go back, and begin it again."))
    try:
        sign_ins.finish(state, request.args["code"], request.args.get("iss"))
    except SignInError as error:
        refuse(502, "sign-in-failed", str(error), gettext("Go back, and begin it again."))
    response = _signed_in(site, waiting)
    response.delete_cookie(_cookie(state), path=site.url("/oauth"))
    return response


def _owner(challenge: Challenge) -> str:
    """Return whose sessions the sign-in is for; of a page without a key, whoever goes on from the way back."""
    owner = challenge.target.session
    if not has_key(owner):
        return page()
    if owner != owner_of_key():
        message = gettext("This run belongs to another visitor.")
        refuse(403, "not-yours", message, gettext("Run the tool yourself, then sign in."))
    return owner


def _signed_in(site: Site, waiting: Waiting) -> Response:
    handle = ""
    if not has_key(waiting.owner):
        handle = secrets.token_urlsafe(32)
        site.signed_in.put(waiting.owner, handle)
    again = site.url(f"/runs/{waiting.run_id}/again")
    return answer_page(site, "signed_in.html", {"again": again, "handle": handle})


def _public(site: Site, path: str) -> str:
    """Return the whole address of *path* as browsers know it."""
    return (site.config.public_url or request.host_url).rstrip("/") + site.url(path)


def _cookie(state: str) -> str:
    return COOKIE + hashlib.sha256(state.encode()).hexdigest()[:16]
