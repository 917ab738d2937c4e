"""Answers to what a tool asks in the middle of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from flask import Response, request

from webform.check import check
from webform.html.asks import form_of, key_of, read_answer, render_ask
from webform.problems import Problem
from webform.runs.events import so_far
from webform.web.answers import HTML, PRIVATE, answer, json_answer, refuse, wants_json
from webform.web.pages import of_run, show
from webform.web.sent import is_json, read_body

if TYPE_CHECKING:
    from webform.runs.events import Ask
    from webform.web.site import Site

_ACTIONS = ("accept", "decline", "cancel")


def give_answer(site: Site, run_id: str) -> Response:
    """Give the answer that was sent to a run that waits for it."""
    asks = _asks(site, run_id)
    if is_json():
        return _as_json(site, run_id, asks)
    ask = _asked(asks, request.args.get("ask", ""))
    action, content = request.form.get("do", ""), dict[str, Any]()
    if action not in _ACTIONS:
        refuse(422, "unknown-act", "This form has no such button.")
    if action == "accept":
        content, draft, problems = read_answer(ask, request.form)
        if problems:
            html = render_ask(ask, site.url(f"/runs/{run_id}"), draft, problems)
            return _mend(site, run_id, ask, html)
    _give(site, run_id, ask, action, content)
    if request.headers.get("Webform-Fragment") == "ask":
        return Response(status=204, headers={"Cache-Control": PRIVATE})
    if wants_json(request, default=False):
        return json_answer({"ok": True})
    return Response(status=303, headers={"Location": site.url(f"/runs/{run_id}"), "Cache-Control": PRIVATE})


def _as_json(site: Site, run_id: str, asks: list[Ask]) -> Response:
    body = read_body()
    given = body if isinstance(body, dict) else {}
    ask = _asked(asks, given.get("ask", request.args.get("ask", "")))
    action, content = given.get("action"), given.get("content", {})
    if action not in _ACTIONS:
        message = 'expected {"action": "accept", "decline" or "cancel", "content": {…}}'
        return json_answer({"problems": [Problem(at="/action", code="wrong-answer", message=message).as_json()]}, 422)
    form = form_of(ask)
    problems = check(form, {key_of(ask): content}) if form and action == "accept" else []
    if problems:
        return json_answer({"problems": [each.as_json() for each in problems]}, 422)
    _give(site, run_id, ask, action, content if action == "accept" else {})
    return json_answer({"ok": True})


def _asks(site: Site, run_id: str) -> list[Ask]:
    run = site.runs.get(run_id)
    if run is None:
        refuse(404, "unknown-run", "There is no run at this address.", "It may have expired.")
    return [] if run.over else list(so_far(site.runs.events(run_id)).asks)


def _asked(asks: list[Ask], ask_id: Any) -> Ask:
    """Return the question that is answered: the one of that id, or the only one where none is named."""
    found = [each for each in asks if not ask_id or each.id == ask_id]
    if len(found) != 1:
        _gone()
    return found[0]


def _give(site: Site, run_id: str, ask: Ask, action: str, content: Any) -> None:
    if not site.runs.answer(run_id, ask.id, {"action": action, "content": content}):
        _gone()


def _gone() -> NoReturn:
    refuse(409, "not-asked", "The tool does not wait for this answer any more.", "Look at the run again.")


def _mend(site: Site, run_id: str, ask: Ask, html: Any) -> Response:
    if request.headers.get("Webform-Fragment") == "ask":
        return answer(html, HTML, 422, {"Cache-Control": PRIVATE})
    run = site.runs.get(run_id)
    served = site.served.get(run.tool_id) if run else None
    if run is None or served is None:
        return answer(html, HTML, 422, {"Cache-Control": PRIVATE})
    return show(site, served, of_run(served, run)._replace(answering={ask.id: html}), 422)
