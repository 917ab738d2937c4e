"""Chains of runs: their steps are chosen on a page, or posted."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from flask import Response, request

from webform.files import StoredFile
from webform.html.results import STATES, input_label, status_of
from webform.inputs import Record
from webform.language import gettext
from webform.messages import Phrase, kind, own
from webform.outputs.pretty import pretty
from webform.problems import Problem, error_at, nearest, wrong_type
from webform.runs import Chains, StepCall, without_secrets
from webform.runs.chaining import PREVIOUS
from webform.runs.run import new_id
from webform.secrecy import holds_secrets
from webform.values import ABSENT, NotJSONError, brief, kind_of, read_json
from webform.web.answers import json_answer, refuse, wants_json
from webform.web.chain_steps import MAX_TEXT, TypedStep, new_step, typed_steps
from webform.web.errors import keep_page
from webform.web.pages import answer_page, of_run, renewal, section
from webform.web.repeats import BEGINS, begun_before
from webform.web.sent import is_json, keep_files, limit_values, read_body, sent_of
from webform.web.sessions import in_session, owner_of

if TYPE_CHECKING:
    from webform.runs import Chain
    from webform.tool import Tool
    from webform.web.errors import Refusal
    from webform.web.served import Served
    from webform.web.site import Site

MAX_STEPS = 20
_REMOVE = re.compile(r"remove/([0-9]{1,2})", re.ASCII)


def _prepare(site: Site, tool: Tool, body: Any) -> tuple[Any, list[Problem]]:
    """Return *body*, of a step, as its tool is sent it, and what is wrong with it."""
    sent = sent_of(tool, keep_files(tool.form.root, body, site.files))
    return sent.body, sent.problems


def chains_of(site: Site) -> Chains:
    """Return the chains of *site*."""
    return Chains(site.runs, partial(_prepare, site))


def new_chain(site: Site) -> Response:
    """Answer with the page on which a chain is made, or on which one that was run is changed."""
    chain_id = request.args.get("chain", "")
    return _page(site, typed_steps(site, _found(site, chain_id)) if chain_id else [], [])


def compose(site: Site) -> Response:
    """Answer with the page on which a chain is made, after one of its buttons."""
    rows, do = _rows(), request.form.get("do", "")
    if do == "add":
        tool_id = request.form.get("add", "")
        if tool_id in site.visible and len(rows) < MAX_STEPS:
            rows.append(new_step(site.visible[tool_id], first=not rows and not _source_id()))
    elif match := _REMOVE.fullmatch(do):
        rows = [row for index, row in enumerate(rows) if index != int(match[1])]
    return _page(site, rows, [])


def run_chain(site: Site) -> Response:
    """Run a chain that was posted, as JSON or by the page."""
    as_json = wants_json(request, default=is_json())
    body = read_body(*(served.tool.form for served in site.visible.values())) if is_json() else None
    rows = None if is_json() else _rows()
    source = body.get("from", "") if isinstance(body, dict) else _source_id()
    links, problems = _links(site, body) if rows is None else _links_of(site, rows)
    previous = _value_of(site, source, problems)
    if problems:
        if rows is None or as_json:
            return json_answer({"problems": [problem.as_json() for problem in problems]}, 422)
        return _page(site, rows, problems, 422)
    if rows is not None and not as_json:
        keep_page(partial(_refused, site, rows))
    chain_id, known = begun_before(chains_of(site).get)
    if known is None:
        site.take_runs(link.tool for link in links)
    owner, client = owner_of(site), site.shares.client()
    links = [replace(link, target=in_session(link.target, owner)) for link in links]
    if as_json and "respond-async" not in request.headers.get("Prefer", "").lower():
        return json_answer(_as_json(site, chains_of(site).run(links, previous, client)))
    chain = known or chains_of(site).start(links, previous, client, chain_id)
    headers = {"Location": site.url(f"/chains/{chain.id}")}
    if as_json:
        return json_answer(_as_json(site, chain), 202, headers)
    return Response(status=303, headers={"Location": headers["Location"] + site.tokens.query()})


def _refused(site: Site, rows: list[TypedStep], refusal: Refusal, status: int) -> Response:
    return _page(site, rows, [error_at("", refusal.code, "verbatim", text=refusal.text)], status)


def look_at_chain(site: Site, chain_id: str) -> Response:
    """Answer with a chain, as a page or as JSON."""
    chain = _found(site, chain_id)
    if wants_json(request, default=False):
        return json_answer(_as_json(site, chain), headers={"Vary": "Accept"})
    steps = [_shown(site, chain, index) for index in range(len(chain.steps))]
    begun = [step for step in steps if step["run"]]
    last = begun[-1] if begun else None
    served = site.served.get(last["tool_id"]) if last else None
    result = section(site, served, of_run(served, last["found"])) if last and last["found"] and served else None
    status = _status(site, chain)
    facts = {"id": chain.id, "state": chain.state, "current": last["run"] if last else "", "status": status}
    context = {"chain": facts, "steps": steps, "result": result, "status": last["status"] if last else "blank"}
    renews = renewal(site.url(f"/chains/{chain.id}"), chain.created) if chain.state == "running" else ""
    return answer_page(site, "chain.html", context | {"renews": renews})


def cancel_chain(site: Site, chain_id: str) -> Response:
    """Cancel a chain, and show it."""
    _found(site, chain_id)
    chain = chains_of(site).cancel(chain_id) or _unknown()
    if wants_json(request, default=False):
        return json_answer(_as_json(site, chain), headers={"Vary": "Accept"})
    return Response(status=303, headers={"Location": site.url(f"/chains/{chain.id}") + site.tokens.query()})


def _found(site: Site, chain_id: str) -> Chain:
    chain = chains_of(site).get(chain_id) or _unknown()
    site.check_seen(*(step.tool_id for step in chain.steps))
    return chain


def _unknown() -> NoReturn:
    refuse(404, "unknown-chain", gettext("There is no chain at this address."), gettext("It may have expired."))


def _shown(site: Site, chain: Chain, index: int) -> dict[str, Any]:
    step = chain.steps[index]
    served = site.served.get(step.tool_id)
    found = site.runs.get(step.run) if step.run else None
    status = status_of(found.result, found) if found else "invalid" if step.problems else "blank"
    return {
        "tool_id": step.tool_id,
        "name": site.name_of(step.tool_id),
        "previous": step.uses_previous,
        "run": step.run,
        "found": found,
        "status": status,
        "label": gettext("Not run")
        if status == "blank" and chain.state != "running"
        else STATES[status].translated.label,
        "message": own(found.result.message) if found and found.result else "",
        "problems": [(input_label(served.tool if served else None, problem), problem) for problem in step.problems],
    }


def _as_json(site: Site, chain: Chain) -> dict[str, Any]:
    steps: list[dict[str, Any]] = []
    value: Any = ABSENT
    for step in chain.steps:
        run = site.runs.get(step.run) if step.run else None
        document: dict[str, Any] = {"toolId": step.tool_id} | (site.run_json(run) if run else {})
        if step.problems:
            document["problems"] = [problem.as_json() for problem in step.problems]
        value = run.result.value if run and run.result else ABSENT
        # The step has the address of a stored file.
        value = ABSENT if isinstance(value, StoredFile) else value
        steps.append(document)
    status = _status(site, chain)
    shown: dict[str, Any] = {"chain": chain.id, "state": chain.state, "status": status, "steps": steps}
    if status == "ok" and value is not ABSENT:
        shown["value"] = value
    return {key: fact for key, fact in shown.items() if fact != ""}


def _status(site: Site, chain: Chain) -> str:
    """Return what came of *chain*: what came of its last step, or of the first that did not come to its end."""
    if chain.state != "done":
        return "" if chain.state == "running" else chain.state
    for step in chain.steps:
        run = site.runs.get(step.run) if step.run else None
        status = "invalid" if step.problems else run.result.status if run and run.result else "lost"
        if status != "ok":
            return status
    return "ok"


def _rows() -> list[TypedStep]:
    form, rows = request.form, list[TypedStep]()
    while len(rows) < MAX_STEPS and f"tool/{len(rows)}" in form:
        at = len(rows)
        rows.append(TypedStep(form[f"tool/{at}"], form.get(f"args/{at}", ""), f"previous/{at}" in form))
    return rows


def _may_take_previous(served: Served) -> bool:
    """Tell whether the tool may be sent the previous result."""
    root = served.tool.form.root
    return not isinstance(root, Record) or root.child(PREVIOUS) is not None


def _source_id() -> str:
    return request.values.get("from", "")


def _value_of(site: Site, source: Any, problems: list[Problem]) -> Any:
    """Return what the run that a chain begins with came to."""
    if not source:
        return ABSENT
    run = site.seen_run(source) if isinstance(source, str) else None
    if run is None or run.result is None or run.result.status != "ok":
        problems.append(error_at("/from", "unknown-run"))
        return ABSENT
    return run.result.value


def _links_of(site: Site, rows: list[TypedStep]) -> tuple[list[StepCall], list[Problem]]:
    """Return the steps that were typed, and what is wrong with them."""
    steps: list[Any] = []
    problems: list[Problem] = []
    for index, row in enumerate(rows):
        limit_values(row.text)
        args: Any = {}
        try:
            args = read_json(row.text) if row.text.strip() else {}
        except NotJSONError as error:
            problem = error_at(f"/{index}/args", "not-json", fault=error.message)
            problems.append(problem.redacted() if _may_hold_secrets(site, row) else problem)
        steps.append({"toolId": row.tool_id, "args": args, "usePrevious": row.previous})
        served = site.served.get(row.tool_id)
        if served and served.tool.hints.destructive and not request.form.get("confirm"):
            problems.append(error_at(f"/{index}", "not-confirmed"))
    links, found = _links(site, steps)
    return links, problems + found


def _links(site: Site, body: Any) -> tuple[list[StepCall], list[Problem]]:
    """Return the steps of *body*, as JSON has them, and what is wrong with them."""
    steps = body.get("steps") if isinstance(body, dict) else body
    if not isinstance(steps, list):
        return [], [wrong_type("", Phrase("kind.steps", {"limit": MAX_STEPS}), steps)]
    if not 0 < len(steps) <= MAX_STEPS:
        return [], [error_at("", "wrong-type", "wrong-type.steps", limit=MAX_STEPS, count=len(steps))]
    problems: list[Problem] = []
    links = [link for index, step in enumerate(steps) if (link := _link(site, step, f"/{index}", problems))]
    return links, problems


def _link(site: Site, step: Any, at: str, problems: list[Problem]) -> StepCall | None:
    if not isinstance(step, dict):
        problems.append(wrong_type(at, Phrase("kind.step"), step))
        return None
    tool_id, args, previous = step.get("toolId"), step.get("args", {}), step.get("usePrevious", False)
    served = site.visible.get(tool_id) if isinstance(tool_id, str) else None
    if served is None:
        near = nearest(tool_id, site.visible) if isinstance(tool_id, str) else ""
        problems.append(error_at(f"{at}/toolId", "unknown-tool", name=brief(tool_id), near=near))
    elif served.target is None:
        problems.append(error_at(f"{at}/toolId", "not-connected"))
    if not isinstance(args, dict):
        # A secret may be in it.
        found = kind("array" if isinstance(args, list) else kind_of(args))
        problems.append(error_at(f"{at}/args", "wrong-type", expected=kind("object"), found=found))
    if not isinstance(previous, bool):
        problems.append(wrong_type(f"{at}/usePrevious", kind("boolean"), previous))
    if served is None or served.target is None or not isinstance(args, dict):
        return None
    return StepCall(tool=served.tool, target=served.target, args=args, uses_previous=previous is True)


def _page(site: Site, rows: list[TypedStep], problems: list[Problem], status: int = 200) -> Response:
    source, source_id = None, _source_id()
    run = site.seen_run(source_id) if source_id else None
    if run is not None:
        source = {"id": run.id, "name": site.name_of(run.tool_id)}
    shown = [
        {
            "tool_id": row.tool_id,
            "name": site.name_of(row.tool_id),
            "text": _without_secrets(site, row),
            "previous": row.previous,
            "can_use": (index > 0 or source is not None)
            and (row.tool_id not in site.served or _may_take_previous(site.served[row.tool_id])),
            "problems": [problem.message for problem in problems if problem.at.split("/")[1:2] == [str(index)]],
        }
        for index, row in enumerate(rows)
    ]
    tools = [
        {"id": served.tool.id, "name": served.tool.name}
        for served in site.visible.values()
        if served.target and served.listed
    ]
    confirms = any(row.tool_id in site.served and site.served[row.tool_id].tool.hints.destructive for row in rows)
    general = [problem.message for problem in problems if not re.match(r"/[0-9]+", problem.at)]
    context = {"rows": shown, "tools": tools, "source": source, "confirms": confirms, "problems": general}
    return answer_page(site, "chains.html", context | {"most": MAX_STEPS, BEGINS: new_id()}, status)


def _may_hold_secrets(site: Site, row: TypedStep) -> bool:
    return row.tool_id in site.served and holds_secrets(site.served[row.tool_id].tool.form)


def _without_secrets(site: Site, row: TypedStep) -> str:
    """Return the body of a step as it may be shown again."""
    served = site.served.get(row.tool_id)
    try:
        value = read_json(row.text)
    except NotJSONError:
        return "" if _may_hold_secrets(site, row) else row.text[:MAX_TEXT]
    kept = without_secrets(served.tool.form, value) if served else value
    return row.text[:MAX_TEXT] if kept == value else pretty(kept, limit=MAX_TEXT).text
