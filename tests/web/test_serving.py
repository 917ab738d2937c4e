"""The app on an address, in a process of its own, as people start it."""

from __future__ import annotations

import json
import os
import signal
import socket
import urllib.error
import urllib.request
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from tests.programs import Program
from tests.until import until

PROGRAM = """
import contextlib
import os
import sys
from pathlib import Path
from webform import load
from webform.web import Config, create_app, run_app

folder, url = Path(sys.argv[1]), sys.argv[2]
tools = load({"id": "small", "name": "Small", "inputs": [{"key": "x", "type": "number", "label": "X"}], "outputs": []})
proxies = tuple(sys.argv[3:])
config = Config(database=str(folder / "runs.sqlite"), files=folder / "files", max_body_mb=2, trusted_proxies=proxies, lease=1)
app = create_app([(tool, url) for tool in tools], config)
with contextlib.suppress(ImportError):
    from webform.web import worker
    worker.LINGER = 0.05
if threads := os.environ.get("TEST_THREADS"):
    from webform.web import serving
    serving.THREADS = int(threads)
run_app(app, port=0, ready=lambda address: print(address, flush=True))
"""


@pytest.fixture
def start(tmp_path, acting):
    started = []

    def start(*proxies):
        process = Program(PROGRAM, tmp_path, acting.url, *proxies)
        started.append(process)
        return process, process.stdout.readline().strip()

    yield start
    acting.let_go()
    for process in started:
        if process.is_alive():
            process.terminate()
        process.wait(20)
        process.stdout.close()


def ask(address, body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        address, data, {"Accept": "application/json", "Content-Type": "application/json"} | headers
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def test_it_says_where_it_is_once_it_answers_and_relays(start, acting):
    _, address = start()

    assert address.startswith("http://127.0.0.1:")
    assert ask(f"{address}/healthz") == {"ok": True}
    assert ask(f"{address}/tools/small/run", {"x": 1})["value"] == {"y": 42}
    assert acting.bodies == [{"x": 1}]


@pytest.mark.slow
def test_what_is_too_large_is_heard_out_and_told_so(start):
    _, address = start()
    with pytest.raises(urllib.error.HTTPError) as refused:
        ask(f"{address}/tools/small/run", "x" * 7_000_000)

    assert refused.value.code == 413
    assert b"A request may have 2 MB" in refused.value.read()


@pytest.mark.slow
def test_it_ends_when_it_is_asked_to(start):
    process, _ = start()
    process.send_signal(signal.SIGINT)

    assert process.wait(20) == 0


@pytest.mark.slow
def test_killed_in_the_middle_of_a_run_it_has_what_was_acknowledged_and_knows_what_was_lost(start, acting):
    process, address = start()
    over = ask(f"{address}/tools/small/run", {"x": 1})
    acting.begun()
    acting.hold()
    going = ask(f"{address}/tools/small/run", {"x": 2}, Prefer="respond-async")
    acting.begun()
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(20)
    _, address = start()

    assert ask(f"{address}/runs/{over['run']}") == over
    until(lambda: ask(f"{address}/runs/{going['run']}")["state"] == "lost")


def connect(address, request=b"", source="127.0.0.1"):
    parts = urlsplit(address)
    connection = socket.create_connection((parts.hostname, parts.port), timeout=20, source_address=(source, 0))
    connection.sendall(request)
    return connection


@pytest.mark.slow
def test_clients_that_leave_their_side_of_a_connection_open_hold_nobody_up(start):
    process, address = start()
    request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with ExitStack() as stack:
        connections = [stack.enter_context(connect(address, request)) for _ in range(30)]
        assert connections[0].recv(4096).startswith(b"HTTP/1.1 200 OK")

        assert ask(f"{address}/healthz") == {"ok": True}
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


UNREADABLE = (
    (b"x\r\n\r\n", b"400 Bad Request"),
    (b"GET / HTTP/9.9\r\n\r\n", b"400 Bad Request"),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\n<script>: 1\r\n\r\n", b"400 Bad Request"),
    (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"414 URI Too Long"),
    (b"GET / HTTP/1.1\r\n" + b"X: 1\r\n" * 200 + b"\r\n", b"431 Request Header Fields Too Large"),
    (b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: x\r\n\r\n", b"501 Not Implemented"),
)


@pytest.mark.slow
def test_what_the_server_cannot_read_is_answered_in_words_and_with_the_policy(start):
    _, address = start()
    for request, status in UNREADABLE:
        with connect(address, request) as connection, connection.makefile("rb") as file:
            head, _, page = file.read().partition(b"\r\n\r\n")

        lines = head.split(b"\r\n")
        assert lines[0] == b"HTTP/1.1 " + status
        policy = b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        assert b"Content-Security-Policy: " + policy in lines
        assert {b"X-Content-Type-Options: nosniff", b"Referrer-Policy: same-origin"} <= set(lines)
        assert page.startswith(b'<!doctype html>\n<html lang="en">')
        assert b"script" not in page


@pytest.mark.slow
@pytest.mark.parametrize(("proxies", "prefix"), [([], ""), (["10.0.0.2"], ""), (["127.0.0.1"], "/below")])
def test_schemes_and_prefixes_come_from_listed_proxies_only(start, proxies, prefix):
    _, address = start(*proxies)
    request = urllib.request.Request(f"{address}{prefix}/", headers={"SCRIPT_NAME": prefix or "/below"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        page = answer.read().decode()

    assert f'class="brand" href="{prefix}/"' in page


HALF = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


@pytest.mark.slow
def test_a_client_whose_requests_never_end_leaves_threads_for_the_others(start, monkeypatch):
    monkeypatch.setenv("TEST_THREADS", "8")
    _, address = start()
    with ExitStack() as stack:
        connections = [stack.enter_context(connect(address, HALF)) for _ in range(12)]
        assert connections[-1].recv(4096).startswith(b"HTTP/1.1 503 ")
        other = stack.enter_context(connect(address, HALF + b"\r\n", source="127.0.0.2"))

        assert other.recv(4096).startswith(b"HTTP/1.1 200 OK")


@pytest.mark.slow
def test_a_listed_proxy_may_have_all_threads(start, monkeypatch):
    monkeypatch.setenv("TEST_THREADS", "8")
    _, address = start("127.0.0.1")
    with ExitStack() as stack:
        for _ in range(6):
            stack.enter_context(connect(address, HALF))

        assert ask(f"{address}/healthz") == {"ok": True}
