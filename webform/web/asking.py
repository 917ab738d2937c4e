"""Answers to what a tool asks in the middle of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from flask import Response, request

from webform.check import check
from webform.html.asks import change_ask, form_of, key_of, read_answer, render_ask
from webform.language import gettext
from webform.problems import Problem
from webform.runs.events import Ask, so_far
from webform.values import as_dict
from webform.web.answers import HTML, answer, json_answer, refuse, wants_json
from webform.web.pages import of_run, show
from webform.web.sent import is_json, limit_texts, read_body
from webform.web.tokens import FIELD as TOKEN

if TYPE_CHECKING:
    from markupsafe import Markup

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
        refuse(422, "unknown-act", gettext("This form has no such button."))
    if action == "accept":
        content, draft, problems = read_answer(ask, _filled_in())
        if problems:
            html = render_ask(ask, site.url(f"/runs/{run_id}"), draft, problems, token=site.tokens.carried())
            return _shown(site, run_id, ask, html, 422)
    _give(site, run_id, ask, action, content)
    if request.headers.get("Webform-Fragment") == "ask":
        return Response(status=204)
    if wants_json(request, default=False):
        return json_answer({"ok": True})
    return Response(status=303, headers={"Location": site.url(f"/runs/{run_id}") + site.tokens.query()})


def change(site: Site, run_id: str) -> Response:
    """Answer with a form that a run waits for after one of its buttons, such as one that adds a row."""
    ask = _asked(_asks(site, run_id), request.form.get("ask", ""))
    do, token = request.form.get("do", ""), site.tokens.carried()
    html = change_ask(ask, site.url(f"/runs/{run_id}"), _filled_in(), do, token=token)
    if html is None:
        refuse(422, "unknown-act", gettext("This form has no such button."))
    return _shown(site, run_id, ask, html)


def _filled_in() -> dict[str, list[str]]:
    """Return what was filled in, without which question it answers, and the token of the page."""
    filled = request.form.to_dict(flat=False)
    filled.pop("ask", None)
    filled.pop(TOKEN, None)
    limit_texts(filled.values())
    return filled


def _as_json(site: Site, run_id: str, asks: list[Ask]) -> Response:
    reply = as_dict(read_body(*map(form_of, asks)))
    ask = _asked(asks, reply.get("ask", request.args.get("ask", "")))
    action, content = reply.get("action"), reply.get("content", {})
    if action not in _ACTIONS:
        return json_answer({"problems": [Problem(at="/action", code="wrong-answer").as_json()]}, 422)
    form = form_of(ask)
    problems = check(form, {key_of(ask): content}) if form and action == "accept" else []
    if problems:
        return json_answer({"problems": [problem.as_json() for problem in problems]}, 422)
    _give(site, run_id, ask, action, content if action == "accept" else {})
    return json_answer({"ok": True})


def _asks(site: Site, run_id: str) -> list[Ask]:
    run = site.find_run(run_id)
    return [] if run.over else list(so_far(site.runs.events(run_id)).asks)


def _asked(asks: list[Ask], ask_id: Any) -> Ask:
    """Return the question that is answered: the one of that id, or the only one where none is named."""
    found = [ask for ask in asks if not ask_id or ask.id == ask_id]
    if len(found) != 1:
        _gone()
    return found[0]


def _give(site: Site, run_id: str, ask: Ask, action: str, content: Any) -> None:
    if not site.runs.answer(run_id, ask.id, {"action": action, "content": content}):
        _gone()


def _gone() -> NoReturn:
    message = gettext("The tool does not wait for this answer any more.")
    refuse(409, "not-asked", message, gettext("Look at the run again."))


def _shown(site: Site, run_id: str, ask: Ask, html: Markup, status: int = 200) -> Response:
    """Answer with *ask* as *html* has it: alone for a script, else on the page of its run."""
    run = site.runs.get(run_id)
    served = site.served.get(run.tool_id) if run else None
    if run is None or served is None or request.headers.get("Webform-Fragment") == "ask":
        return answer(html, HTML, status)
    return show(site, served, of_run(served, run)._replace(answering={ask.id: html}), status)
