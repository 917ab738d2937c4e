"""The body of an answer: whole or not at all, and never more than was allowed."""

from __future__ import annotations

import gzip

import pytest

from tests.large import Large
from tests.runners.conftest import answer, call, target
from webform.files import FileStore
from webform.runners import CallError, HTTPRunner
from webform.runners.bodies import IN_MEMORY
from webform.values import MAX_VALUES

LIMIT = 100_000


def chunk(data: bytes) -> bytes:
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
PACKED = "Content-Encoding: gzip"
CHUNKED_PACKED = CHUNKED.replace(b"\r\n\r\n", b"\r\nContent-Encoding: gzip\r\n\r\n")


def members(*parts: bytes) -> bytes:
    """Return *parts*, each packed as a member of its own."""
    return b"".join(map(gzip.compress, parts))


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
        (answer(members(b'{"a": ', b"", b"1}"), "200 OK", PACKED), b'{"a": 1}'),
        (CHUNKED_PACKED + b"".join(chunk(bytes([byte])) for byte in members(b"[1,", b"2]")) + chunk(b""), b"[1,2]"),
        (answer(members(*[b"x" * (LIMIT // 4)] * 4), "200 OK", PACKED), b"x" * LIMIT),
        (answer(b"{}", "200 OK", "Content-Encoding: identity"), b"{}"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 3 + answer(b"{}"), b"{}"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", b""),
    ],
    ids=range(12),
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
        (for_ever(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", b"x" * 1000), "too-large"),
        (answer(gzip.compress(b"x" * (LIMIT + 1)), "200 OK", PACKED), "too-large"),
        (answer(gzip.compress(b"\0" * 30_000_000), "200 OK", PACKED), "too-large"),
        (for_ever(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", gzip.compress(b"")), "bad-answer"),
        (answer(members(*[b"x" * (LIMIT // 4)] * 4, b"x"), "200 OK", PACKED), "too-large"),
        (once(answer(members(b"{", b"}")[:-1], "200 OK", PACKED)), "cut-off"),
        (answer(members(b"{}") + b"more", "200 OK", PACKED), "bad-answer"),
        (answer(members(b"{}") + bytes(8), "200 OK", PACKED), "bad-answer"),
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
        (once(b"220 mail.example ESMTP\r\n"), "cut-off"),
        (once(b"HTTP/1.1 two hundred\r\n\r\n"), "bad-answer"),
        (once(b"\xff\xfe\x00\r\n\r\n"), "bad-answer"),
    ],
    ids=range(27),
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


@pytest.mark.parametrize("parts", [[10_000_000], [600_000] * 4], ids=["one", "several members"])
def test_a_packed_answer_of_a_suspicious_ratio_is_refused_below_the_limit(listen, runner, parts):
    packed = members(*(b"\0" * size for size in parts))
    tool = listen(answer(packed, "200 OK", PACKED))

    with pytest.raises(CallError, match="larger than 50 MB"):
        call(runner, target(tool))


def test_the_limit_is_said():
    assert CallError("too-large", megabytes=LIMIT / 1_000_000).message == "The tool's answer is larger than 0.1 MB."


# files

ENDLESS = "HTTP/1.1 200 OK\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n"


def sent(media: str, body: bytes):
    return once(ENDLESS.format(media, len(body)).encode() + body)


@pytest.fixture
def keeping(tmp_path):
    """A runner with a place for files."""
    runner = HTTPRunner(files=FileStore(tmp_path / "files"))
    yield runner
    runner.close()


@pytest.mark.parametrize(
    ("media", "body", "is_file"),
    [
        ("application/zip", Large(lambda: b"PK\x03\x04" + b"\0" * IN_MEMORY), True),
        ("application/zip", b"PK\x03\x04", False),
        ("", Large(lambda: b"\xff\0" * IN_MEMORY), True),
        ("text/csv", Large(lambda: b"a,b\n" * IN_MEMORY), True),
        ("application/json", Large(lambda: b"[" + b" " * IN_MEMORY + b"]"), False),
        ("application/json", Large(lambda: b"[" + b"{}," * MAX_VALUES + b"{}]"), True),
        ("", Large(lambda: b"[" + b"1," * MAX_VALUES + b"1]"), True),
        ("application/json", Large(lambda: b"[" + b"1," * (MAX_VALUES - 2) + b"1]"), False),
        ("text/plain", Large(lambda: b' {"a": "' + b"x" * IN_MEMORY + b'"}'), False),
        ("application/octet-stream", Large(lambda: b"[\0" + b"\0" * IN_MEMORY), True),
    ],
)
def test_what_is_large_and_no_json_or_holds_too_many_values_is_kept_as_a_file(listen, keeping, media, body, is_file):
    got = call(keeping, target(listen(sent(media, body)), max_response=10 * IN_MEMORY), b"{}")

    assert (got.file is not None, got.raw.size) == (is_file, len(body))
    assert (got.file.open().read() if got.file else got.body) == body


def test_a_file_that_is_too_large_or_breaks_off_is_not_kept_but_for_its_beginning(listen, keeping, tmp_path):
    head = ENDLESS.format("application/zip", 5 * IN_MEMORY).encode()
    for data, limit, code in (
        (CHUNKED + (chunk(b"\xff" * IN_MEMORY) * 5), 2 * IN_MEMORY, "too-large"),
        (head + b"\xff" * (2 * IN_MEMORY), 9 * IN_MEMORY, "cut-off"),
    ):
        with pytest.raises(CallError) as caught:
            call(keeping, target(listen(once(data)), max_response=limit), b"{}")

        assert (caught.value.code, caught.value.answer.status) == (code, 200)
        assert IN_MEMORY < len(caught.value.answer.body) < 2 * IN_MEMORY
    assert list((tmp_path / "files").iterdir()) == []


def test_without_room_the_call_fails_and_says_so(listen, tmp_path):
    runner = HTTPRunner(files=FileStore(tmp_path / "files", max_bytes=IN_MEMORY))
    with pytest.raises(CallError) as caught:
        call(runner, target(listen(sent("application/zip", b"\xff" * 2 * IN_MEMORY))), b"{}")
    runner.close()

    assert caught.value.code == "no-room"


def test_what_came_before_an_answer_broke_off_is_there(listen, runner):
    with pytest.raises(CallError) as caught:
        call(runner, target(listen(once(ENDLESS.format("text/plain", 10).encode() + b"half"))), b"{}")

    assert (caught.value.answer.status, caught.value.answer.body) == (200, b"half")
