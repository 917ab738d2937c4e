"""Earlier runs: listed for the browser that has their ids, run again, filled in again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from flask import Response, request

from webform.html.details import took_words
from webform.html.env import rendered
from webform.html.results import STATES, status_of
from webform.inputs.summary import summary
from webform.language import gettext
from webform.problems import Problem
from webform.secrecy import holds_secrets, is_secret, is_secret_at
from webform.values import join
from webform.web.answers import answer, json_answer, wants_json
from webform.web.chat import title_of
from webform.web.pages import answer_page, show
from webform.web.refill import filled_again, with_files
from webform.web.runs import begin
from webform.web.sent import sent_of
from webform.web.sessions import owner_of_key

if TYPE_CHECKING:
    from webform.inputs import Input
    from webform.runs import Run
    from webform.tool import Form
    from webform.web.site import Site

#: Runs of a list at most; inputs that it has of a run, and characters of one.
MAX_RUNS, MAX_INPUTS, MAX_TEXT = 50, 6, 60


def listing(site: Site) -> Response:
    """Answer with what there is to tell of the runs that are asked for by their ids; there is no list but that."""
    ids = dict.fromkeys(request.args.getlist("run")[:MAX_RUNS])
    found = [run for id_ in ids if (run := site.seen_run(id_))]
    if request.headers.get("Webform-Fragment") == "runs":
        return answer(rendered("run_lines.html", runs=[line_of(site, run) for run in found]))
    if wants_json(request, default=True):
        return json_answer({"runs": [_run_json(site, run) for run in found]}, headers={"Vary": "Accept"})
    states = {name: state.translated for name, state in STATES.items()}
    return answer_page(site, "runs.html", {"runs": [line_of(site, run) for run in found], "states": states})


def forget_all(site: Site) -> Response:
    """End the sessions of the visitor, and have the browser forget what it keeps of this site."""
    if owner := owner_of_key():
        site.runs.runner.end_sessions(owner)
    response = answer_page(site, "forgotten.html", {})
    if not site.root:
        # Below a prefix the rest of the origin is somebody else's.
        response.headers["Clear-Site-Data"] = '"cache", "storage"'
    return response


def _run_json(site: Site, run: Run) -> dict[str, Any]:
    served = site.served.get(run.tool_id)
    document = {"run": run.id, "tool": run.tool_id, "state": status_of(run.result, run), "created": run.created}
    if run.took_ms is not None:
        document["took_ms"] = run.took_ms
    if served and served.tool.layout == "chat":
        document["title"] = title_of(run.body)
    return document | {"inputs": _inputs(served.tool.form if served else None, run.body)}


def line_of(site: Site, run: Run) -> dict[str, Any]:
    """Return what a line about *run* says, and where it leads."""
    served, status = site.served.get(run.tool_id), status_of(run.result, run)
    return {
        "id": run.id,
        "url": site.url(f"/runs/{run.id}"),
        "tool": run.tool_id,
        "name": site.name_of(run.tool_id),
        "when": datetime.fromtimestamp(run.created, UTC),
        "status": status,
        "label": STATES[status].translated.label,
        "took": took_words(run.took_ms),
        "inputs": _inputs(served.tool.form if served else None, run.body),
    }


def _inputs(form: Form | None, body: Any) -> list[dict[str, str]]:
    """Return the first inputs of *body* in the terms of *form*; what is hidden or secret is left out."""
    if not isinstance(body, dict):
        words = form.root.summary(body) if form and not is_secret(form.root) else ""
        return [{"label": gettext("Input"), "value": _cut(words)}] if words else []
    declared = {input_.key: input_ for input_ in form.inputs} if form else {}
    keys = [*(key for key in declared if key in body), *(key for key in body if key not in declared)]
    rows = ((key, declared.get(key), body[key]) for key in keys)
    lines = [
        {"label": input_.label or key if input_ else key, "value": _cut(words)}
        for key, input_, value in rows
        if (words := _words(form, key, input_, value))
    ]
    return lines[:MAX_INPUTS]


def _words(form: Form | None, key: str, input_: Input | None, value: Any) -> str:
    """Return *value* in words; `""` where it is not to be seen."""
    if form and is_secret_at(form, join("", key)):
        return ""
    return input_.summary(value) if input_ else summary(value)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def again(site: Site, run_id: str) -> Response:
    """Run a tool once more with what a run sent; show its form where somebody has to look at it before."""
    found = site.find_run(run_id)
    served = site.tool_of(found)
    form = served.tool.form
    problems: list[Problem] = []
    sent = sent_of(served.tool, with_files(site.files, found.body, "", problems))
    problems += [problem for problem in sent.problems if problem not in problems]
    as_json = wants_json(request, default=False)
    if not problems and holds_secrets(form):
        problems = [Problem(at="", code="secret", key="secret.not-saved")]
    if served.tool.asks_again and not request.form.get("confirm"):
        key = "not-confirmed.again" if served.tool.hints.destructive else "not-confirmed.twice"
        problems.append(Problem(at="", code="not-confirmed", key=key))
    if problems and as_json:
        return json_answer({"problems": [problem.as_json() for problem in problems]}, 422)
    if problems:
        return show(site, served, filled_again(site, served, found), 422)
    return begin(site, served, sent, as_json=as_json, again=run_id)
