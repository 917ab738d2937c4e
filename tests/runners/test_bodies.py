"""The body of an answer: whole or not at all, and never more than was allowed."""

from __future__ import annotations

import gzip

import pytest

from tests.runners.conftest import answer, call, target
from webform.runners import CallError

LIMIT = 100_000


def chunk(data: bytes) -> bytes:
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
PACKED = "Content-Encoding: gzip"


def for_ever(head: bytes, piece: bytes):
    """Return what answers with *head* and *piece* after *piece*, until the connection is closed."""

    def write(connection, request):
        connection.sendall(head)
        while True:
            connection.sendall(piece)

    return write


def once(data: bytes):
    """Return what sends *data* and ends the connection."""

    def write(connection, request):
        connection.sendall(data)
        return False

    return write


@pytest.mark.parametrize(
    ("data", "body"),
    [
        (answer(b'{"a": 1}'), b'{"a": 1}'),
        (answer(b""), b""),
        (answer(b"x" * LIMIT), b"x" * LIMIT),
        (CHUNKED + chunk(b"[1,") + chunk(b"2]") + chunk(b""), b"[1,2]"),
        (answer(gzip.compress(b'{"a": 1}'), "200 OK", PACKED), b'{"a": 1}'),
        (answer(gzip.compress(b"x" * LIMIT), "200 OK", "Content-Encoding: X-GZip "), b"x" * LIMIT),
        (answer(b"{}", "200 OK", "Content-Encoding: identity"), b"{}"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 3 + answer(b"{}"), b"{}"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", b""),
    ],
    ids=range(9),
)
def test_a_whole_answer_is_taken(listen, runner, data, body):
    got = call(runner, target(listen(data), max_response=LIMIT))

    assert (body, str(len(body))) == (got.body, got.headers["content-length"])


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        (answer(b"x" * (LIMIT + 1)), "too-large"),
        (for_ever(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 1000), "too-large"),
        (for_ever(CHUNKED, chunk(b"x" * 1000)), "too-large"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", "too-large"),
        (answer(gzip.compress(b"x" * (LIMIT + 1)), "200 OK", PACKED), "too-large"),
        (answer(gzip.compress(b"\0" * 30_000_000), "200 OK", PACKED), "too-large"),
        (for_ever(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", gzip.compress(b"")), "bad-answer"),
        (for_ever(b"HTTP/1.1 200 OK\r\n", b"X-More: 1\r\n"), "bad-answer"),
        (for_ever(b"HTTP/1.1 200 OK\r\nX-Long: ", b"x" * 1000), "bad-answer"),
        (for_ever(b"", b"x" * 1000), "bad-answer"),
        (once(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"), "cut-off"),
        (once(CHUNKED + b"64\r\n{"), "cut-off"),
        (once(CHUNKED + chunk(b"{}")), "cut-off"),
        (once(CHUNKED + b"zz\r\n{}\r\n"), "bad-answer"),
        (once(CHUNKED + b"-5\r\n{}\r\n"), "bad-answer"),
        (once(answer(gzip.compress(b'{"a": 1}')[:-9], "200 OK", PACKED)), "cut-off"),
        (once(b""), "cut-off"),
        (answer(b"not gzip", "200 OK", PACKED), "bad-answer"),
        (answer(b"x", "200 OK", "Content-Encoding: br"), "bad-answer"),
        (answer(b"x", "200 OK", "Content-Encoding: gzip, gzip"), "bad-answer"),
        (once(b"220 mail.example ESMTP\r\n"), "bad-answer"),
        (once(b"HTTP/1.1 two hundred\r\n\r\n"), "bad-answer"),
        (once(b"\xff\xfe\x00\r\n\r\n"), "bad-answer"),
    ],
    ids=range(23),
)
def test_an_answer_that_is_too_much_or_not_whole_is_refused(listen, runner, answers, code):
    tool = listen(answers)

    with pytest.raises(CallError) as raised:
        call(runner, target(tool, max_response=LIMIT))

    assert code == raised.value.code
    assert tool.gone.wait(5)


@pytest.mark.parametrize(
    ("head", "piece"),
    [(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 100_000), (CHUNKED, chunk(b"x" * 100_000))],
    ids=["stream", "chunks"],
)
def test_an_answer_without_end_is_read_no_further_than_the_limit(listen, runner, head, piece):
    sent = []

    def write(connection, request):
        connection.sendall(head)
        while True:
            connection.sendall(piece)
            sent.append(len(piece))

    tool = listen(write)
    with pytest.raises(CallError, match="larger than"):
        call(runner, target(tool, max_response=LIMIT))

    assert tool.gone.wait(5)
    # What the system takes on its way stands between what was sent and what was read.
    assert sum(sent) < LIMIT + 30_000_000


def test_a_packed_answer_of_a_suspicious_ratio_is_refused_below_the_limit(listen, runner):
    tool = listen(answer(gzip.compress(b"\0" * 10_000_000), "200 OK", PACKED))

    with pytest.raises(CallError, match="larger than 50 MB"):
        call(runner, target(tool))


def test_the_limit_is_said():
    assert CallError("too-large", megabytes=LIMIT / 1_000_000).message == "The tool's answer is larger than 0.1 MB."
