"""The marketplace's protocol: a job for each run."""

from __future__ import annotations

import time
import uuid
from typing import TYPE_CHECKING, Any

from webform.envelopes import marketplace
from webform.runners.protocols.base import Address, Manifest, Protocol, Request, is_known, post_json

if TYPE_CHECKING:
    from webform.tool import Tool

#: What the protocol calls itself.
VERSION = "1.0"


def _call(tool: Tool, target: Address, body: Any, run_id: str) -> Request:
    """Return the request of a job of its own, each time."""
    named = {"capability": tool.call.name} if tool.call.name else {}
    job = {
        "milkyway_version": VERSION,
        "job_id": str(uuid.uuid4()),
        "task": {**named, "input": body},
        "deadline": int(time.time() + target.timeout),
    }
    return post_json(target.path_of("/execute"), job)


PROTOCOL = Protocol(
    name="execute",
    paths=("/execute", "/about"),
    help="a job of a marketplace, with a new `job_id` and a `deadline` after the timeout",
    call=_call,
    manifest=Manifest(("/about",), is_known),
    envelope=marketplace,
)
