"""The client of a request: the address behind the proxies that the operator listed."""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import WSGIEnvironment

_KEY = "webform.client"
#: What the name of a client begins with that has the name of a user.
USER = "user "
#: Bits of an address of IPv6 that are one client's: it may choose all the others.
_IPV6_BITS = 64
_PORT = re.compile(r"\A(?:\[([0-9a-f:.]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)\Z", re.IGNORECASE)


class Client(NamedTuple):
    """
    A client.

    Args:
        address: its address; for IPv6 that of its network.
        through_proxy: whether a listed proxy passed on its request.
        user: the name it signed in by, if any.
    """

    address: str
    through_proxy: bool
    user: str = ""

    @property
    def name(self) -> str:
        """What its share is counted under: the user, else the address."""
        return f"{USER}{self.user}" if self.user else self.address


class Proxies:
    """
    The proxies that the operator listed.

    Args:
        listed: their addresses and networks.
    """

    def __init__(self, listed: Iterable[str]) -> None:
        self._networks = [ip_network(network) for network in listed]

    def client_of(self, environ: WSGIEnvironment) -> Client:
        """Return the client that sent a request: who a listed proxy says it is, else who connected."""
        peer = environ.get("REMOTE_ADDR", "")
        if not self._networks or not self._are_listed(peer):
            return Client(network_of(peer), through_proxy=False)
        # The last is what the nearest proxy saw; what stands before may have been sent by the client.
        for hop in reversed(environ.get("HTTP_X_FORWARDED_FOR", "").split(",")):
            address = _without_port(hop.strip())
            if address_of(address) is None:
                break
            peer = address
            if not self._are_listed(peer):
                break
        return Client(network_of(peer), through_proxy=True)

    def _are_listed(self, text: str) -> bool:
        address = address_of(text)
        return address is not None and any(address in network for network in self._networks)


def keep_client(environ: WSGIEnvironment, client: Client) -> None:
    """Note the client of a request."""
    environ[_KEY] = client


def kept_client(environ: WSGIEnvironment) -> Client:
    """Return the client that was noted for a request."""
    client: Client = environ[_KEY]
    return client


def address_of(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address that *text* is; `None` where it is none."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def _without_port(text: str) -> str:
    match = _PORT.match(text)
    return (match[1] or match[2]) if match else text


@lru_cache(maxsize=1000)
def network_of(text: str) -> str:
    """Return what one client is counted under that connects from the address *text*."""
    address = address_of(text)
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address), _IPV6_BITS), strict=False))
    return str(address) if address else text
