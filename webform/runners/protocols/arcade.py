"""The protocol of Arcade's workers, today's and the preview's."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from webform.envelopes import arcade
from webform.runners.protocols.base import Address, Manifest, Protocol, Request, is_known, post_json

if TYPE_CHECKING:
    from webform.tool import Tool


def _call(tool: Tool, target: Address, body: Any, run_id: str) -> Request:
    """Return the request as the generation of the definition has it."""
    call, moment = secrets.token_hex(16), datetime.now(UTC).isoformat()
    name = {"name": tool.call.name or tool.name, "version": tool.version}
    common = {"run_id": call, "created_at": moment, "context": {}}
    if tool.call.generation == "preview":
        sent = common | {"invocation_id": call, "tool": name, "input": body}
    else:
        sent = common | {"execution_id": call, "tool": name | {"toolkit": tool.category}, "inputs": body}
    return post_json(target.path_of("/worker/tools/invoke"), sent)


PROTOCOL = Protocol(
    name="arcade",
    paths=("/worker/tools/invoke", "/worker/tools"),
    help="a call of an Arcade worker, in the format of the definition (preview or current); set its token in `headers`",
    call=_call,
    manifest=Manifest(("/worker/tools",), is_known),
    envelope=arcade,
)
