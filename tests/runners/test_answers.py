"""The head and the frame of an answer: read as HTTP/1.1 says, and refused where it leaves open what was meant."""

from __future__ import annotations

import pytest

from tests.large import Large
from tests.runners.conftest import answer, call, target
from webform.runners import CallError

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"


def once(data: bytes):
    """Return what sends *data* and ends the connection."""

    def write(connection, request):
        connection.sendall(data)
        return False

    return write


def in_bytes(data: bytes):
    """Return what sends *data* byte by byte."""

    def write(connection, request):
        for index in range(len(data)):
            connection.sendall(data[index : index + 1])

    return write


@pytest.mark.parametrize(
    "data",
    [
        b"HTTP/1.1 200\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\nContent-Length: 2\n\n{}",
        b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nContent-Length: 9\r\n\r\n" + answer(b"{}"),
        OK + b"content-LENGTH:2 \r\n\r\n{}",
        OK + b"Content-Length: 2, 2\r\n\r\n{}",
        OK + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        OK + b"X-Long: a\r\n\tb: c\r\nContent-Length:\r\n 2\r\n\r\n{}",
        OK + b"Content-Length: 9\r\nTransfer-Encoding: Chunked\r\n\r\n2;a=b\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n",
        CHUNKED + b"1\r\n{\r\n01 \r\n}\r\n0\r\n\r\n",
    ],
    ids=range(9),
)
@pytest.mark.parametrize("sent", [lambda data: data, in_bytes], ids=["at once", "in bytes"])
def test_an_answer_is_read_however_it_is_spelled(listen, runner, data, sent):
    tool = listen(sent(data))

    assert [call(runner, target(tool)).body for _ in range(2)] == [b"{}", b"{}"]
    assert tool.hits == 1


@pytest.mark.parametrize(
    "data",
    [
        b"HTTP/2 200 OK\r\n\r\n{}",
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n" + answer(b"{}"),
        OK + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        OK + b"Content-Length: -2\r\n\r\n{}",
        OK + b"Content-Length: +2\r\n\r\n{}",
        OK + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n{}",
        OK + b"Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\n{}",
        OK + b"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        OK + b"no field\r\nContent-Length: 2\r\n\r\n{}",
        OK + b"Content-Length : 2\r\n\r\n{}",
        Large(lambda: OK + b"X-Many: 1\r\n" * 100_000 + b"Content-Length: 2\r\n\r\n{}"),
        CHUNKED + b"0x2\r\n{}\r\n0\r\n\r\n",
        CHUNKED + b"2\r\n{}}\r\n0\r\n\r\n",
        Large(lambda: CHUNKED + b"2" + b" " * 1_000_000),
        Large(lambda: CHUNKED + b"2\r\n{}\r\n0\r\n" + b"X-More: 1\r\n" * 100_000),
    ],
    ids=range(15),
)
def test_what_leaves_open_where_an_answer_ends_is_none(listen, runner, data):
    with pytest.raises(CallError) as raised:
        call(runner, target(listen(once(data))))

    assert raised.value.code == "bad-answer"


@pytest.mark.parametrize(
    "data",
    [
        b"HTTP/1.1 200 O",
        OK + b"Content-Type: application/json\r\n",
        OK + b"Content-Length: 2\r\n",
        CHUNKED + b"2",
        CHUNKED + b"2\r\n{}\r\n0\r\nX-Sum: 1\r\n",
    ],
    ids=range(5),
)
def test_a_head_that_breaks_off_is_no_answer(listen, runner, data):
    with pytest.raises(CallError) as raised:
        call(runner, target(listen(once(data))))

    assert raised.value.code == "cut-off"


def test_headers_of_one_name_are_one(listen, runner):
    head = OK + b"Warning: a\r\nContent-Length: 2\r\nWarning: b\r\n\r\n"

    assert call(runner, target(listen(head + b"{}"))).raw_headers["warning"] == "a, b"


def test_a_body_of_tiny_chunks_is_read(listen, runner):
    tool = listen(CHUNKED + b"1\r\n1\r\n" * 50_000 + b"0\r\n\r\n")

    assert call(runner, target(tool)).body == b"1" * 50_000
