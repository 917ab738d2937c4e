"""The address that the server of an app listens at, of which a visitor says nothing."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

#: Where servers keep the socket of a request: what they say otherwise may be of its Host header.
SOCKETS = ("gunicorn.socket", "werkzeug.socket")
#: Servers that say what the Host header says, and have no socket to ask.
UNKNOWING = ("mod_wsgi.version",)
#: Addresses that stand for all of a machine, and the one of them to call.
_ALL = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - looked for, not listened at


def own_url(environ: WSGIEnvironment) -> str:
    """Return the address that the server of this request listens at; `""` where only the request says one."""
    host, port = _listening(environ)
    address = _address_of_this_machine(host) if port else ""
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}" if address else ""


def _listening(environ: WSGIEnvironment) -> tuple[str, int]:
    for key in SOCKETS:
        if connection := environ.get(key):
            return _of_name(connection.getsockname())
    scope: Any = environ.get("asgi.scope")
    if scope is not None:
        return _of_name(scope.get("server"))
    port = environ.get("SERVER_PORT", "")
    if any(key in environ for key in UNKNOWING) or not port.isdecimal():
        return "", 0
    return environ.get("SERVER_NAME", ""), int(port)


def _of_name(name: Any) -> tuple[str, int]:
    """Return the host and the port of a socket's name; that of a socket in the file system has none."""
    if not isinstance(name, list | tuple) or len(name) < 2 or not name[1]:
        return "", 0
    return str(name[0]), int(name[1])


def _address_of_this_machine(host: str) -> str:
    """Return the address of *host*, `""` where it is not one of this machine."""
    try:
        family, *_, (address, *_) = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0]
        with socket.socket(family) as probe:
            # Only an address of this machine can be listened at.
            probe.bind((address, 0))
    except (OSError, UnicodeError):
        return ""
    return _ALL.get(str(address), str(address))
