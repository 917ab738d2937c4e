"""The version of MCP's protocol that a session is held in."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import mcp_types as types
from mcp.shared.exceptions import MCPError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, LATEST_HANDSHAKE_VERSION, MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from webform.runners.base import VERSION

if TYPE_CHECKING:
    from mcp.client.session import ClientSession

    from webform.runners.mcp_program import Program
    from webform.runners.mcp_transport import Guarded

#: Who we say we are.
CLIENT = types.Implementation(name="webform", version=VERSION)
_CAPABILITIES = types.ClientCapabilities(
    elicitation=types.ElicitationCapability(
        form=types.FormElicitationCapability(), url=types.UrlElicitationCapability()
    )
)
#: What is raised where a server does not speak a version.
_UNSPOKEN = (MCPError, ValidationError, RuntimeError)


async def agree(
    session: ClientSession, transport: Guarded | Program, wanted: str = "", *, newest: bool = False
) -> None:
    """
    Agree with the server on a version.

    The newest has no sessions: a server keeps nothing from one call to the next, and can ask nothing in the middle of
    one. So it is spoken only where the server knows no other, or opens no session in an older one.

    Args:
        session: the session, to be opened.
        transport: how it reaches the server.
        wanted: the version that the operator wants.
        newest: the server is known to speak the newest better.

    Raises:
        MCPError: there is no version that both speak.
    """
    if wanted in MODERN_PROTOCOL_VERSIONS:
        await session.discover()
    elif wanted:
        await _shake_hands(session, wanted)
    elif not newest or not await _discovered(session):
        try:
            await _shake_hands(session, LATEST_HANDSHAKE_VERSION)
        except _UNSPOKEN:
            if transport.failure is not None:
                raise
            await session.discover()
        else:
            if not transport.in_session:
                await _discovered(session)


async def _discovered(session: ClientSession) -> bool:
    """Begin to speak the newest version; tell whether the server does."""
    with suppress(*_UNSPOKEN):
        await session.discover()
        return True
    return False


async def _shake_hands(session: ClientSession, version: str) -> None:
    params = types.InitializeRequestParams(protocol_version=version, capabilities=_CAPABILITIES, client_info=CLIENT)
    result = await session.send_request(types.InitializeRequest(params=params), types.InitializeResult)
    if result.protocol_version not in HANDSHAKE_PROTOCOL_VERSIONS:
        raise RuntimeError("the server speaks a version that nobody else does")
    session.adopt(result)
    await session.send_notification(types.InitializedNotification())
