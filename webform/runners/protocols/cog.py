"""The protocol of cog, which serves models: a prediction for each run."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from webform.dialects import recognise
from webform.runners.protocols.base import Address, Manifest, Protocol, Request, post_json

if TYPE_CHECKING:
    from webform.tool import Tool


def _call(tool: Tool, target: Address, body: Any, run_id: str) -> Request:
    """Return the request of a prediction of a name of its own, by which it can be cancelled."""
    path = target.path_of(f"/predictions/{secrets.token_hex(16)}")
    post = post_json(path, {"input": body})
    # A model that does not stream refuses whoever would take a stream too.
    headers = {"Accept": "application/json"}
    head, question, query = path.partition("?")
    # A model makes one prediction at a time, and answers the last one a moment before it takes the next.
    return post._replace(method="PUT", headers=headers, cancel=f"{head}/cancel{question}{query}", busy=409)


def _is_cog(value: Any) -> bool:
    dialect, _ = recognise(value)
    return dialect is not None and dialect.name == "cog"


PROTOCOL = Protocol(
    name="cog",
    paths=("/predictions",),
    help="a prediction of a cog model: `PUT /predictions/ID` with the body as `input`, files as data URLs; "
    "`POST /predictions/ID/cancel` when somebody cancels the run",
    call=_call,
    manifest=Manifest(("/openapi.json",), _is_cog, anywhere=True),
)
