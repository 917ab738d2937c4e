"""The addresses of machines that a tool may have."""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from webform.runners.failures import CallError

#: From a name and a port to the addresses of the machine, in their numeric spelling.
Resolve = Callable[[str, int], list[str]]

#: The addresses that lead to a machine of the public network, if at all.
_GLOBAL_V6 = ip_network("2000::/3")
#: IPv4 inside IPv6, as networks without IPv4 reach it.
_NAT64 = ip_network("64:ff9b::/96")
#: Not private by their registry, and still no place for a tool.
_REFUSED = tuple(
    map(
        ip_network,
        (
            "168.63.129.16/32",  # the metadata and name service of a cloud
            "192.0.0.0/24",  # for protocols, and the metadata of a cloud
            "192.88.99.0/24",  # relays of 6to4
            "2001::/23",  # Teredo and other ways into IPv4
            "2002::/16",  # 6to4: holds any IPv4 address
            "3fff::/20",  # documentation
        ),
    )
)
#: Where names are given out that lead no further than one's own network.
_LOCAL = (".localhost", ".local", ".internal", ".home.arpa")


def is_public(address: str) -> bool:
    """Tell whether *address*, in its numeric spelling, is one of the public network."""
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        inner = IPv4Address(int(ip) & 0xFFFFFFFF) if ip in _NAT64 else ip.ipv4_mapped
        if inner:
            return is_public(str(inner))
        if ip not in _GLOBAL_V6:
            return False
    # Multicast and reserved addresses are "global" to the library, and site-local ones were in some versions.
    odd = ip.is_multicast or ip.is_reserved or ip.is_unspecified
    return ip.is_global and not odd and not any(ip in network for network in _REFUSED)


def is_local(host: str) -> bool:
    """Tell whether *host*, as it is written, means a machine of one's own network: by its address, or by a name."""
    try:
        return not is_public(host)
    except ValueError:
        name = host.rstrip(".").lower()
        return "." not in name or name.endswith(_LOCAL)


def resolve(host: str, port: int) -> list[str]:
    """
    Return the addresses of *host* in their numeric spelling, in the order to try them.

    Raises:
        OSError: the name is not known.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


def checked(resolve: Resolve, host: str, port: int, *, allow_private: bool) -> list[str]:
    """
    Return the addresses that *resolve* has for *host*: one of these is connected to, the name is not looked up again.

    Raises:
        CallError: there is none, or one is private where that is not allowed.
    """
    try:
        addresses = resolve(host, port)
    except (OSError, UnicodeError) as error:
        raise CallError("tool-down") from error
    if not allow_private and not all(map(is_public, addresses)):
        raise CallError("refused-address")
    return addresses
