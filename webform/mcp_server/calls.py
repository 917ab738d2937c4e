"""A call of a tool by an assistant or a form: checked, run as the web app runs it, followed to its end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import anyio

from webform.mcp_server.gateway import refused as not_done
from webform.mcp_server.results import KEY, answered, refused
from webform.runs.run import new_id

if TYPE_CHECKING:
    import mcp_types as types
    from mcp.server.context import ServerRequestContext

    from webform.mcp_server.local import Local
    from webform.runs import Run
    from webform.runs.events import RunEvent
    from webform.web.served import Served

#: Seconds after which a run is looked at again, even if nothing was told of it.
LOOK = 1.0
_HEADERS = {"Content-Type": "application/json", "Accept": "application/json", "Prefer": "respond-async"}
_DECLINED = {"action": "decline", "content": {}}


async def call(
    local: Local, served: Served, arguments: dict[str, Any], context: ServerRequestContext[Any, Any]
) -> types.CallToolResult:
    """Return what the tool *served* answers to *arguments*; what is wrong with them is an answer too."""
    key = str((context.meta or {}).get(KEY, ""))[:200]
    path, text = f"{served.path}/run", json.dumps(arguments)
    headers = {**_HEADERS, "Idempotency-Key": key or new_id()}
    response = await local.in_thread(local.ask, "POST", path, headers, text)
    found = json.loads(response.get_data())
    if response.status_code == 422:
        return refused(found["problems"])
    if response.status_code != 202:
        return not_done(found.get("error", {}).get("message", f"HTTP status {response.status_code}"))
    if key:
        local.calls.note(key, found["run"])
    run = await _followed(local, found["run"], context, is_form=bool(key))
    return not_done("The run is not known any more.") if run is None else answered(run, served.tool)


async def _followed(local: Local, run_id: str, context: ServerRequestContext[Any, Any], *, is_form: bool) -> Run | None:
    """Return the run of that id once it is over, and tell how far it is; it ends where the call is cancelled."""
    runs, after = local.site.runs, 0
    try:
        while True:
            run, events = await local.in_thread(_look, local, run_id, after)
            for event in events:
                after = event.seq
                if event.kind == "progress":
                    facts = event.data
                    await context.session.report_progress(facts["done"], facts["total"], facts["message"] or None)
                elif event.kind == "ask" and not is_form:
                    # Only the form has a place for the answer of a person.
                    await local.in_thread(runs.answer, run_id, event.data["id"], _DECLINED)
            if run is None or run.over:
                return run
    except anyio.get_cancelled_exc_class():
        with anyio.CancelScope(shield=True):
            await local.in_thread(runs.cancel, run_id)
        raise


def _look(local: Local, run_id: str, after: int) -> tuple[Run | None, list[RunEvent]]:
    """Return how a run is, and what it told after that event."""
    runs = local.site.runs
    run = runs.get(run_id)
    if run is not None and not run.over:
        runs.wait_event(run_id, after, LOOK)
        run = runs.get(run_id)
    return run, runs.events(run_id, after)
