"""Calling a tool over HTTP: what is sent, what is taken, and what it comes to."""

from __future__ import annotations

import hashlib
import json
import logging
import socket

import h11
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import webform
from tests.large import Large
from tests.runners.conftest import LOOPBACKS, answer, call, post, target
from webform.messages import message, sentence_of
from webform.runners import RUNNERS, CallError, HTTPRunner, Target

TOOL = webform.load(
    {
        "id": "loan",
        "name": "Loan",
        "inputs": [{"key": "principal", "type": "number", "label": "Principal"}],
        "outputs": [{"key": "total", "type": "number", "label": "Total"}],
    }
)[0]


def fields_of(request: bytes) -> dict[str, str]:
    lines = request.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")[1:]
    return dict(line.split(": ", 1) for line in lines)


def test_the_protocol_of_a_tool_is_called_http():
    assert HTTPRunner is RUNNERS["http"]


def test_a_request_holds_our_headers_and_the_operators_and_no_others(listen, runner):
    tool = listen(answer(b"{}"))
    call(runner, target(tool, headers={"Authorization": "Bearer key"}), b'{"principal": 1}')
    fields = fields_of(tool.requests[0])

    assert tool.requests[0].partition(b"\r\n")[0] == b"POST /run HTTP/1.1"
    assert tool.requests[0].partition(b"\r\n\r\n")[2] == b'{"principal": 1}'
    assert fields.pop("User-Agent").startswith("webform/")
    assert {
        "Host": f"127.0.0.1:{tool.port}",
        "Accept": "application/json, text/event-stream;q=0.9, application/x-ndjson;q=0.9, */*;q=0.5",
        "Accept-Encoding": "gzip",
        "Authorization": "Bearer key",
        "Content-Type": "application/json",
        "Content-Length": "16",
    } == fields


def test_the_operator_may_say_who_we_are(listen, runner):
    tool = listen(answer(b"{}"))
    call(runner, target(tool, headers={"user-agent": "market/2"}))

    assert [value for name, value in fields_of(tool.requests[0]).items() if name.lower() == "user-agent"] == [
        "market/2"
    ]


def test_a_header_of_the_operator_is_sent_without_blanks_around_it_and_in_latin_1(listen, runner):
    tool = listen(answer(b"{}"))
    call(runner, target(tool, headers={"X-Name": " Größe\t"}))

    assert "X-Name: Größe".encode("latin-1") in tool.requests[0].split(b"\r\n")


def test_nothing_of_the_tools_headers_comes_back_but_type_and_length(listen, runner):
    tool = listen(answer(b"{}", "200 OK", "Set-Cookie: a=b", "X-Internal: 10.0.0.7", "Server: x", "Location: http://x"))

    assert call(runner, target(tool)).headers == {"content-type": "application/json", "content-length": "2"}


@pytest.mark.parametrize("media", ["text/html\x01", "x" * 300 + "/y", "no media type", "text/html, evil/y"])
def test_a_media_type_that_is_none_does_not_come_back(listen, runner, media):
    assert call(runner, target(listen(answer(b"{}", media=media)))).headers == {"content-length": "2"}


def test_an_address_with_letters_of_any_script_is_called(listen, runner):
    tool = listen(answer(b"{}"))
    call(runner, target(f"{tool.url}/größe/run?key=é%20☃&a=/?b"))

    assert tool.requests[0].startswith(b"POST /gr%C3%B6%C3%9Fe/run?key=%C3%A9%20%E2%98%83&a=/?b HTTP/1.1")


def test_a_body_in_pieces_arrives_as_one(listen, runner):
    tool = listen(answer(b"{}"))
    post(runner, target(tool), (b"x" * 100_000 for _ in range(20)), 2_000_000)

    assert tool.requests[0].partition(b"\r\n\r\n")[2] == b"x" * 2_000_000


@pytest.mark.parametrize("chunks", [[b"123"], [b"12345"], [b"1234", b"5"], []])
def test_a_body_of_another_length_than_it_said_is_not_sent_as_one(listen, runner, chunks):
    tool = listen(answer(b"{}"))

    with pytest.raises(h11.LocalProtocolError, match="declared Content-Length"):
        post(runner, target(tool), iter(chunks), 4)
    call(runner, target(tool))

    assert [request.partition(b"\r\n\r\n")[2] for request in tool.requests if request.endswith(b"{}")] == [b"{}"]
    assert tool.hits == 2


@pytest.mark.parametrize("status", [300, 301, 302, 303, 304, 307, 308])
def test_a_redirect_is_an_error_that_says_so_and_is_not_followed(listen, runner, status):
    other = listen(answer(b'"metadata"'))
    tool = listen(answer(b"", f"{status} Elsewhere", f"Location: {other.url}/latest/meta-data"))

    with pytest.raises(CallError) as raised:
        call(runner, target(tool))

    assert (raised.value.code, other.hits) == ("redirect", 0)
    assert raised.value.message == "The tool's address sends us elsewhere, which is never followed."


@pytest.mark.parametrize(("part", "code"), [("bytes 0-1/1000", "cut-off"), ("bytes 0-1/2", ""), ("bytes */9", "")])
def test_a_part_of_an_answer_is_no_answer(listen, runner, part, code):
    tool = listen(answer(b"{}", "206 Partial Content", f"Content-Range: {part}"))

    try:
        found = call(runner, target(tool)).status
    except CallError as error:
        found = error.code

    assert found == (code or 206)


def test_an_answer_before_the_whole_body_was_read_is_taken(runner):
    with socket.create_server(("127.0.0.1", 0)) as server:

        def pieces():
            yield b"x" * 1000
            connection, _ = server.accept()
            connection.sendall(answer(b'{"detail": "too large"}', "413 Payload Too Large"))
            connection.shutdown(socket.SHUT_WR)
            yield b"x" * 1000
            connection.recv(65_536)
            connection.close()
            for _ in range(998):
                yield b"x" * 1000

        try:
            got = post(runner, target(f"http://127.0.0.1:{server.getsockname()[1]}"), pieces(), 1_000_000).status
        except CallError as error:
            got = error.code

    # Whether the answer survives the reset of the connection is the network's to say.
    assert got in (413, "cut-off")


# ---- run: call and envelope together


@pytest.mark.parametrize(
    ("answers", "came_to"),
    [
        (answer(b'{"total": 12.5}'), "ok"),
        (answer(b'{"status": "cancelled"}'), "cancelled cancelled: Cancelled."),
        (answer(b'{"detail": "principal too high"}', "400 Bad Request"), "invalid refused: principal too high"),
        (answer(b"<h1>Bad Gateway</h1>", "502 Bad Gateway", media="text/html"), "error http-502: The tool failed."),
        (answer(b"Internal Server Error", "500 No", media="text/plain"), "error http-500: The tool failed."),
        (
            answer(b"<!doctype html><p>Hi", media="text/html"),
            f"error not-json: {sentence_of('result.web-page')}",
        ),
        (answer(b'{"total": 12'), "error half-answer: The tool's answer breaks off in the middle."),
        (
            answer(b'{"total": NaN}'),
            f"error not-json: {sentence_of('result.not-json', fault=message('json.not-finite', {'number': 'NaN'}))}",
        ),
        (
            answer(b'{"total": ' + b"1" * 5000 + b"}"),
            f"error not-json: {sentence_of('result.not-json', fault=message('json.too-long', {'length': 5000, 'limit': 4000}))}",
        ),
        (
            answer(b'{"totla": 1}'),
            "error no-outputs: " + sentence_of("result.other", name='"total"', found='{"totla": 1}'),
        ),
        (
            answer(b"", "307 Go", "Location: http://169.254.169.254/"),
            "error redirect: The tool's address sends us elsewhere, which is never followed.",
        ),
        (b"", "error tool-slow: The tool did not finish within 0.5 s."),
    ],
)
def test_what_a_tool_answers_comes_to_a_result(listen, runner, answers, came_to):
    result = runner.run(TOOL, target(listen(answers), timeout=0.5), {"principal": 1}, run_id="f" * 32)
    status, _, message = came_to.partition(" ")

    assert (result.status, f"{result.code}: {result.message}") == (status, message or ": ")
    assert bool(result.advice) == (status in ("error", "invalid"))


def test_a_tool_that_is_down_is_a_result_with_advice(runner):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    result = runner.run(TOOL, target(f"http://127.0.0.1:{port}"), {}, run_id="")

    assert (result.status, result.code, result.message) == ("error", "tool-down", "The tool cannot be reached.")
    assert result.advice == "Try again in a moment. If this keeps happening, contact the tool's owner."


def test_a_cancelled_run_is_a_result(listen, runner):
    result = runner.run(TOOL, target(listen(answer(b"{}"))), {}, run_id="", cancelled=lambda: True)

    assert result.status == "cancelled"


@pytest.mark.parametrize(
    ("style", "sent"),
    [
        ("flat", {"principal": 9007199254740993, "run_id": "mine"}),
        (
            "wrapped",
            {
                "run_id": hashlib.sha256(b"0af1").hexdigest()[:32],
                "inputs": {"principal": 9007199254740993, "run_id": "mine"},
                "_pixie": {},
            },
        ),
    ],
)
def test_a_body_is_sent_flat_or_wrapped(listen, runner, style, sent):
    tool = listen(answer(b'{"total": 1}'))
    body = {"principal": 9007199254740993, "run_id": "mine"}
    runner.run(TOOL, target(tool, body_style=style), body, run_id="0af1")

    assert sent == json.loads(tool.requests[0].partition(b"\r\n\r\n")[2])


def test_an_answers_large_integer_keeps_its_digits(listen, runner):
    result = runner.run(TOOL, target(listen(answer(b'{"total": 9007199254740993}'))), {}, run_id="")

    assert result.value == {"total": 9007199254740993}


def test_an_answer_comes_with_its_bytes_and_the_headers_that_are_kept(listen, runner):
    head = b"HTTP/1.1 500 No\r\nX-Request-Id: 7\r\nSet-Cookie: a=b\r\nContent-Type: text/html; x\r\n"
    tool = listen(head + b"Content-Length: 3\r\n\r\n<h\xff")
    raw = runner.run(TOOL, target(tool), {}, run_id="").raw

    assert (raw.status, raw.body) == (500, b"<h\xff")
    assert raw.headers == {"content-type": "text/html; x", "content-length": "3", "x-request-id": "7"}


def test_the_log_holds_no_secret_and_no_whole_run_id(listen, runner, caplog):
    tool, run_id = listen(answer(b"", "302 Found")), "0123456789abcdef0123456789abcdef"
    with caplog.at_level(logging.DEBUG):
        runner.run(
            TOOL, target(f"{tool.url}/run?key=s3cret", headers={"X-Key": "s3cret"}), {"p": "s3cret"}, run_id=run_id
        )

    assert "run 01234567 at 127.0.0.1" in caplog.text
    assert "redirect" in caplog.text
    assert "s3cret" not in caplog.text
    assert run_id not in caplog.text


# ---- get: the tool's own paths


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/autocomplete/cities", "/base/autocomplete/cities?q=Os"),
        ("/autocomplete/cities?country=NO", "/base/autocomplete/cities?country=NO&q=Os"),
        ("/städte", "/base/st%C3%A4dte?q=Os"),
        ("/a%20b", "/base/a%20b?q=Os"),
        ("/a//evil.example", "/base/a//evil.example?q=Os"),
        ("/..a/.b./...", "/base/..a/.b./...?q=Os"),
    ],
)
def test_a_path_of_the_tools_own_is_got(listen, runner, path, sent):
    tool = listen(answer(b"[]"))
    runner.get(target(f"{tool.url}/base/run"), path, {"q": "Os"})

    assert f"GET {sent} HTTP/1.1".encode() == tool.requests[0].partition(b"\r\n")[0]


def test_a_neighbour_is_got_with_the_query_of_the_address(listen, runner):
    tool = listen(answer(b"[]"))
    runner.get(target(f"{tool.url}/run?code=KEY"), "/cities?country=NO", {"q": "Os"})

    assert tool.requests[0].startswith(b"GET /cities?country=NO&code=KEY&q=Os HTTP/1.1\r\n")


@pytest.mark.parametrize(
    "path",
    [
        "",
        "autocomplete/cities",
        "http://evil.example/cities",
        "//evil.example/cities",
        "/\\evil.example",
        "\\\\evil.example",
        "/../admin",
        "/a/../../admin",
        "/./a",
        "/a/..",
        "/%2e%2e/admin",
        "/.%2E/admin",
        "/%252e%252e/admin",
        "/a%2fb",
        "/a%5cb",
        "/a b",
        "/a\r\nHost: evil",
        "/a\0",
        "/a%00",
        "/a%0d%0aHost:%20evil",
        "/a#b",
        " /a",
    ],
)
def test_a_path_that_may_lead_elsewhere_is_not_got(listen, runner, path):
    tool = listen(answer(b"[]"))

    with pytest.raises(CallError, match="is no path of its own"):
        runner.get(target(tool), path, {"q": "x"})

    assert tool.hits == 0


def test_what_is_asked_is_cut_and_escaped(listen, runner):
    tool = listen(answer(b"[]"))
    runner.get(target(tool), "/c", {"q": "&x=1#\r\n\ud800" + "é" * 300})
    asked = tool.requests[0].split(b" ")[1].decode()

    assert asked == "/c?q=%26x%3D1%23%0D%0A%3F" + "%C3%A9" * 192


def test_a_neighbour_in_the_public_network_alone_is_got_by_default(listen, runner):
    tool = listen(answer(b"[]"))

    with pytest.raises(CallError, match="private network"):
        runner.get(Target(url=tool.url), "/c", {"q": "x"})

    assert tool.hits == 0


# ---- fetch_manifest: a running tool


def by_path(**answers: bytes):
    """Return what answers by the last part of the path, else with 404."""

    def write(connection, request):
        name = request.split(b" ")[1].decode().rpartition("/")[2].partition(".")[0]
        connection.sendall(answers.get(name, answer(b'{"detail": "Not Found"}', "404 Not Found")))

    return write


MANIFEST = b'{\n  "id": "loan", "inputs": []\n}'


@pytest.mark.parametrize("host", LOOPBACKS)
@pytest.mark.parametrize("suffix", ["", "/", "/run", "/tool.json"])
@pytest.mark.parametrize(
    "answers",
    [
        {"schema": answer(MANIFEST)},
        {"tool": answer(MANIFEST)},
        {"schema": answer(b"<p>docs", media="text/html"), "tool": answer(MANIFEST)},
        {"schema": answer(b'{"type": "object"}'), "tool": answer(MANIFEST)},
    ],
    ids=range(4),
)
def test_a_running_tool_gives_its_declaration_as_it_wrote_it(listen, runner, host, suffix, answers):
    tool = listen(by_path(**answers), host)

    assert MANIFEST.decode() == runner.fetch_manifest(tool.url + suffix)


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ({}, "no-manifest"),
        ({"schema": answer(b"[]"), "tool": answer(b"{")}, "no-manifest"),
        ({"schema": answer(b"", "302 Found", "Location: /tool.json")}, "redirect"),
        (Large(lambda: {"schema": answer(b"x" * 4_000_001)}), "too-large"),
    ],
    ids=range(4),
)
def test_what_gives_no_declaration_is_said(listen, runner, answers, code):
    tool = listen(by_path(**answers))

    with pytest.raises(CallError) as raised:
        runner.fetch_manifest(tool.url)

    assert code == raised.value.code


# ---- whatever a tool sends

PIECES = st.sampled_from(
    [
        b"HTTP/1.1 200 OK\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n",
        b"HTTP/1.0 404 \r\n",
        b"Content-Length: 5\r\n",
        b"Content-Length: -1\r\n",
        b"Transfer-Encoding: chunked\r\n",
        b"Content-Encoding: gzip\r\n",
        b"\r\n",
        b"5\r\n",
        b"-5\r\n",
        b"0\r\n\r\n",
        b"\x1f\x8b\x08",
        b'{"total": 1}',
    ]
)


def test_whatever_a_tool_sends_is_an_answer_or_an_error_in_words(listen, runner):
    sent = []
    tool = listen(lambda connection, _: connection.sendall(sent[-1]) or False)
    at = target(tool, timeout=5)

    @given(st.lists(PIECES | st.binary(max_size=20), max_size=8))
    @settings(max_examples=150)
    def check(pieces):
        sent.append(b"".join(pieces))
        assert runner.run(TOOL, at, {}, run_id="").status in ("ok", "invalid", "error")

    check()
