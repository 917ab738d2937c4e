"""The protocols that tools are called in: one file each, and the table that names them."""

from __future__ import annotations

from webform.runners.protocols import arcade, execute, mcp, python, run
from webform.runners.protocols.base import Manifest, Post, Protocol

__all__ = ["DEFAULT", "PROTOCOLS", "Manifest", "Post", "Protocol", "protocol_at"]

#: The protocols by name, in the order of the documentation.
PROTOCOLS: dict[str, Protocol] = {
    "run": run.PROTOCOL,
    "execute": execute.PROTOCOL,
    "arcade": arcade.PROTOCOL,
    "mcp": mcp.PROTOCOL,
    "python": python.PROTOCOL,
}
#: What is spoken where the address does not say.
DEFAULT = run.PROTOCOL


def protocol_at(path: str) -> Protocol:
    """Return the protocol that is spoken at an address with *path*."""
    path = path.rstrip("/")
    return next((protocol for protocol in PROTOCOLS.values() if path.endswith(protocol.paths)), DEFAULT)
