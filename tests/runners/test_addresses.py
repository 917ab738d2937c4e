"""A tool's address: what is private stays out of reach, however it is spelled."""

from __future__ import annotations

import socket

import pytest

from tests.runners.conftest import LOOPBACKS, answer, call, target
from webform.runners import CallError, HTTPRunner, Target
from webform.runners.addresses import is_local, is_public, resolve

#: Spellings that lead, or may lead, to this machine or its network.
PRIVATE = [
    "127.0.0.1",
    "127.1",
    "0x7f000001",
    "0x7f.1",
    "2130706433",
    "017700000001",
    "0177.0.0.1",
    "①②⑦.⓪.⓪.①",
    "１２７．０．０．１",
    "localhost",
    "0.0.0.0",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
    "[fec0::1]",
    "[fe80::1]",
    "[fd00:ec2::254]",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.0.1",
    "100.100.100.200",
    "169.254.169.254",
    "168.63.129.16",
    "192.0.0.192",
    "224.0.0.1",
    "[ff02::1]",
    "255.255.255.255",
]


@pytest.mark.parametrize("host", PRIVATE)
def test_a_private_address_is_never_connected_to(listen, host):
    tools = [listen(answer(b"{}"), loopback) for loopback in LOOPBACKS]
    tried = []

    def connect(address, timeout):
        tried.append(address)
        # What leads elsewhere is only noted: tests stay on this machine.
        if address[0] in ("127.0.0.1", "::1", "0.0.0.0", "::"):
            return socket.create_connection(address, timeout)
        raise OSError

    runner = HTTPRunner(connect=connect)
    for tool in tools:
        with pytest.raises(CallError) as raised:
            call(runner, Target(url=f"http://{host}:{tool.port}"))
        assert raised.value.code in ("refused-address", "tool-down")

    assert (tried, sum(tool.hits for tool in tools)) == ([], 0)


def test_the_spellings_of_loopback_are_refused_and_not_merely_unknown():
    known = [host for host in PRIVATE if _is_known(host.strip("[]"))]

    assert {"127.1", "0x7f000001", "2130706433", "localhost"} <= set(known)
    for host in known:
        with pytest.raises(CallError) as raised:
            call(HTTPRunner(), Target(url=f"http://{host}"))
        assert raised.value.code == "refused-address"


def _is_known(host):
    try:
        return bool(resolve(host, 80))
    except (OSError, UnicodeError):
        return False


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "93.184.216.34", "2606:4700:4700::1111", "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"],
)
def test_an_address_of_the_public_network_is_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("169.254.169.254", True),
        ("localhost", True),
        ("survey", True),
        ("a.localhost", True),
        ("Printer.Local.", True),
        ("a.b.internal", True),
        ("nas.home.arpa", True),
        ("93.184.216.34", False),
        ("2606:4700:4700::1111", False),
        ("survey.example", False),
        ("localhost.example", False),
        ("127.0.0.1.nip.io", False),
        ("internal.example", False),
        ("notlocal.xlocal", False),
    ],
)
def test_an_address_is_of_ones_own_network_by_how_it_is_written(host, local):
    assert is_local(host) is local


def test_a_name_with_one_private_address_among_others_is_refused(listen):
    tool = listen(answer(b"{}"))
    runner = HTTPRunner(resolve=lambda *_: ["93.184.216.34", "127.0.0.1"])

    with pytest.raises(CallError) as raised:
        call(runner, Target(url=f"http://tool.example:{tool.port}"))

    assert (raised.value.code, tool.hits) == ("refused-address", 0)


def test_a_name_that_answers_public_then_loopback_reaches_nothing(listen):
    tool = listen(answer(b"{}"))
    answers, tried = [["93.184.216.34"], ["127.0.0.1"], ["127.0.0.1"]], []

    def connect(address, timeout):
        tried.append(address)
        raise ConnectionRefusedError

    runner = HTTPRunner(resolve=lambda *_: answers.pop(0), connect=connect)
    codes = []
    for _ in range(2):
        with pytest.raises(CallError) as raised:
            call(runner, Target(url=f"http://tool.example:{tool.port}"))
        codes.append(raised.value.code)

    assert (["tool-down", "refused-address"], [("93.184.216.34", tool.port)], 0) == (codes, tried, tool.hits)


def test_the_checked_address_is_connected_to_and_the_name_is_spoken_to(listen):
    tool, looked_up = listen(answer(b'{"total": 1}')), []

    def resolve_once(host, port):
        looked_up.append(host)
        return ["93.184.216.34"]

    runner = HTTPRunner(
        resolve=resolve_once,
        connect=lambda address, timeout: socket.create_connection(("127.0.0.1", address[1]), timeout),
    )
    got = call(runner, Target(url=f"http://tool.example:{tool.port}"))

    assert (got.body, looked_up) == (b'{"total": 1}', ["tool.example"])
    assert f"Host: tool.example:{tool.port}".encode() in tool.requests[0].split(b"\r\n")


def test_a_second_address_is_tried_where_the_first_is_down(listen):
    tool = listen(answer(b"{}"))
    runner = HTTPRunner(resolve=lambda *_: ["127.0.0.2", "127.0.0.1"])

    assert call(runner, target(f"http://tool.example:{tool.port}")).body == b"{}"


@pytest.mark.parametrize("host", LOOPBACKS)
def test_a_private_address_the_operator_typed_is_called(listen, runner, host):
    tool = listen(answer(b"{}"), host)

    call(runner, target(tool))

    assert tool.hits == 1
    assert b"Host: " + tool.url.removeprefix("http://").encode() in tool.requests[0].split(b"\r\n")


def test_a_connection_the_operator_allowed_serves_no_target_that_is_not(listen, runner):
    tool = listen(answer(b"{}"))
    call(runner, target(tool))

    with pytest.raises(CallError, match="leads into a private network"):
        call(runner, Target(url=tool.url))

    assert len(tool.requests) == 1


def test_proxies_of_the_environment_are_ignored(listen, runner, monkeypatch):
    proxy, tool = listen(answer(b'"proxy"')), listen(answer(b'"tool"'))
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, proxy.url)

    assert (call(runner, target(tool)).body, proxy.hits) == (b'"tool"', 0)


def test_a_name_nobody_knows_is_a_tool_that_is_down():
    def unknown(host, port):
        raise socket.gaierror

    with pytest.raises(CallError) as raised:
        call(HTTPRunner(resolve=unknown), Target(url="http://tool.example"))

    assert (raised.value.code, raised.value.message) == ("tool-down", "The tool cannot be reached.")


@pytest.mark.parametrize("label", ["a" * 64, "a..b"])
def test_a_name_that_cannot_be_looked_up_is_a_problem_of_the_target(label):
    with pytest.raises(ValueError, match="is no name of a machine"):
        Target(url=f"http://{label}.example")
