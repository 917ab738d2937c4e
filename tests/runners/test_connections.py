"""Connections: kept for the next call, never used when in doubt, and TLS with the right name."""

from __future__ import annotations

import socket
import ssl
from pathlib import Path
from threading import Barrier, Thread

import pytest

from tests.runners.conftest import answer, call, target
from webform.runners import CallError, HTTPRunner, Target


def test_calls_after_each_other_share_a_connection(listen, runner):
    tool = listen(answer(b"{}"))
    for _ in range(3):
        call(runner, target(tool))

    assert (tool.hits, len(tool.requests)) == (1, 3)


def test_calls_beside_each_other_have_a_connection_each(listen, runner):
    together = Barrier(4)

    def wait_for_all(connection, request):
        together.wait(5)
        connection.sendall(answer(b"{}"))

    tool = listen(wait_for_all)
    for _ in range(2):
        threads = [Thread(target=call, args=(runner, target(tool))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert (tool.hits, len(tool.requests)) == (4, 8)


def test_a_connection_the_tool_ended_is_not_used_again(listen, runner):
    def once(connection, request):
        connection.sendall(answer(b"{}"))
        return False

    tool = listen(once)
    call(runner, target(tool))
    assert tool.gone.wait(5)

    assert call(runner, target(tool)).body == b"{}"
    assert (tool.hits, len(tool.requests)) == (2, 2)


@pytest.mark.parametrize("status", ["HTTP/1.0 200 OK\r\n\r\n{}", "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}"])
def test_an_answer_that_ends_with_its_connection_is_whole(listen, runner, status):
    def once(connection, request):
        connection.sendall(status.encode())
        return False

    tool = listen(once)

    assert [call(runner, target(tool)).body for _ in range(2)] == [b"{}", b"{}"]
    assert tool.hits == 2


def test_what_a_tool_sends_unasked_never_answers_the_next_call(listen, runner):
    def twice(connection, request):
        connection.sendall(answer(b'"mine"') + answer(b'"of somebody else"'))

    tool = listen(twice)

    assert [call(runner, target(tool)).body for _ in range(3)] == [b'"mine"'] * 3


def test_half_an_answer_that_nobody_asked_for_is_no_part_of_the_next(listen, runner):
    def one_and_a_half(connection, request):
        connection.sendall(answer(b'"mine"') + b"HTTP/1.1 200 OK\r\nContent-Le")

    tool = listen(one_and_a_half)

    assert [call(runner, target(tool)).body for _ in range(2)] == [b'"mine"'] * 2
    assert tool.hits == 2


def test_a_run_is_never_sent_twice(listen, runner):
    def answer_the_first(connection, request):
        if len(tool.requests) > 1:
            return False
        connection.sendall(answer(b"{}"))
        return True

    tool = listen(answer_the_first)
    call(runner, target(tool))
    with pytest.raises(CallError) as raised:
        call(runner, target(tool))

    assert (raised.value.code, tool.hits, len(tool.requests)) == ("cut-off", 1, 2)


def test_a_call_that_failed_leaves_no_connection_behind(listen, runner):
    tool = listen(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Encoding: br\r\n\r\nx")
    for _ in range(2):
        with pytest.raises(CallError) as raised:
            call(runner, target(tool))

        assert raised.value.code == "bad-answer"
    assert tool.hits == 2


def test_a_connection_nobody_used_for_long_is_closed_with_the_next_call_to_any_tool(listen, runner, monkeypatch):
    monkeypatch.setattr("webform.runners.connections.KEEP", 0)
    tool, other = listen(answer(b"{}")), listen(answer(b"{}"))
    call(runner, target(tool))
    call(runner, target(other))

    assert tool.gone.wait(5)
    assert call(runner, target(tool)).body == b"{}"
    assert tool.hits == 2


def test_connections_that_are_kept_are_closed_with_the_runner(listen):
    tool, runner = listen(answer(b"{}")), HTTPRunner()
    call(runner, target(tool))
    runner.close()

    assert tool.gone.wait(5)


CERTIFICATE = Path(__file__).parents[1] / "samples/tls/tool.example.pem"


@pytest.fixture
def secure(listen):
    """A tool that speaks TLS as tool.example, a runner that finds it under any name, the names it was called by."""
    names = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    context.sni_callback = lambda _, name, __: names.append(name)
    tool = listen(answer(b'{"secure": true}'), tls=context)
    runner = HTTPRunner(
        resolve=lambda *_: ["93.184.216.34"],
        connect=lambda _, timeout: socket.create_connection(("127.0.0.1", tool.port), timeout),
    )
    yield tool, runner, names
    runner.close()


def test_a_certificate_is_checked_against_the_name_and_not_the_address(secure, monkeypatch):
    tool, runner, names = secure
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))

    assert [call(runner, Target(url="https://tool.example")).body for _ in range(2)] == [b'{"secure": true}'] * 2
    assert (names, tool.hits) == (["tool.example"], 1)
    assert b"Host: tool.example" in tool.requests[0].split(b"\r\n")


def test_a_certificate_of_another_name_is_refused_before_anything_is_sent(secure, monkeypatch):
    tool, runner, names = secure
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))

    with pytest.raises(CallError) as raised:
        call(runner, Target(url="https://other.example"))

    assert (raised.value.code, names, tool.requests) == ("tool-certificate", ["other.example"], [])


def test_a_certificate_nobody_vouches_for_is_refused_before_anything_is_sent(secure):
    tool, runner, _ = secure

    with pytest.raises(CallError) as raised:
        call(runner, Target(url="https://tool.example"))

    assert (raised.value.code, tool.requests) == ("tool-certificate", [])


def test_a_tool_that_speaks_no_tls_is_down(runner):
    with socket.create_server(("127.0.0.1", 0)) as server:

        def greet():
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"220 not TLS, and quick to say so\r\n")
                connection.recv(65_536)

        thread = Thread(target=greet)
        thread.start()
        with pytest.raises(CallError) as raised:
            call(runner, target(f"https://127.0.0.1:{server.getsockname()[1]}"))
        thread.join()

    assert raised.value.code == "tool-down"
    assert isinstance(raised.value.__cause__, ssl.SSLError)


def test_a_handshake_that_never_ends_ends_with_the_call(listen, runner):
    tool = listen(lambda *_: None)

    with pytest.raises(CallError, match=r"did not finish within 0\.3 s"):
        call(runner, target(tool.url.replace("http:", "https:"), timeout=0.3))


@pytest.mark.parametrize(
    ("options", "code"), [({"timeout": 0.3}, "tool-slow"), ({"timeout": 30, "idle_timeout": 0.2}, "tool-silent")]
)
def test_a_call_over_tls_ends_in_the_middle_of_its_answer(listen, monkeypatch, options, code):
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    tool = listen(lambda connection, _: connection.sendall(b"HTTP/1.1 200 OK\r\n\r\nhalf"), tls=context)
    runner = HTTPRunner(resolve=lambda *_: ["127.0.0.1"])

    with pytest.raises(CallError) as raised:
        call(runner, target(f"https://tool.example:{tool.port}", **options))

    assert (raised.value.code, raised.value.answer.body) == (code, b"half")
    assert tool.gone.wait(5)
