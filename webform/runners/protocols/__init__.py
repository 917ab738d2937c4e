"""The protocols that tools are called in: one file each, and the table that names them."""

from __future__ import annotations

from webform.runners.protocols import arcade, cog, execute, gradio, mcp, openapi, python, run
from webform.runners.protocols.base import Manifest, Protocol, Request

__all__ = ["DEFAULT", "PROTOCOLS", "Manifest", "Protocol", "Request", "manifests_of", "protocol_at"]

#: The protocols by name, in the order of the documentation.
PROTOCOLS: dict[str, Protocol] = {
    "run": run.PROTOCOL,
    "execute": execute.PROTOCOL,
    "arcade": arcade.PROTOCOL,
    "mcp": mcp.PROTOCOL,
    "gradio": gradio.PROTOCOL,
    "cog": cog.PROTOCOL,
    "openapi": openapi.PROTOCOL,
    "python": python.PROTOCOL,
}
#: What is spoken where the address does not say.
DEFAULT = run.PROTOCOL


def protocol_at(path: str) -> Protocol:
    """Return the protocol that is spoken at an address with *path*."""
    path = path.rstrip("/")
    return next((protocol for protocol in PROTOCOLS.values() if path.endswith(protocol.paths)), DEFAULT)


def manifests_of(protocol: Protocol) -> list[Manifest]:
    """Return how a running tool is asked for its declaration: as *protocol* has it, by default as others have too."""
    if protocol is not DEFAULT:
        return [protocol.manifest]
    return [protocol.manifest, *(other.manifest for other in PROTOCOLS.values() if other.manifest.anywhere)]
