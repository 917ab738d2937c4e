"""Recording a stream: its events one by one, as they were sent, however the network cut them."""

from __future__ import annotations

from time import monotonic

import pytest

from webform.runners.recording import MAX_EVENTS, StreamRecorder


def recorded(pieces, *, sse=True):
    recorder = StreamRecorder(monotonic(), sse=sse, on_piece=lambda _: False)
    for piece in pieces:
        assert not recorder.take(piece)
    return [message.text for message in recorder.messages()]


@pytest.mark.parametrize("end", ["\n\n", "\r\n\r\n", "\r\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_an_event_ends_with_a_blank_line(end, size):
    data = f"event: a\ndata: é{end}data: 2{end}data: half".encode()

    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    assert recorded(pieces) == ["event: a\ndata: é", "data: 2", "data: half"]


@pytest.mark.parametrize("size", [1, 2, 1000])
def test_of_other_streams_a_line_is_one(size):
    data = b'{"a": 1}\r\n\r\n{"b": 2}\n{"c'

    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    assert recorded(pieces, sse=False) == ['{"a": 1}', '{"b": 2}', '{"c']


def test_their_times_are_seconds_since_the_call_began():
    recorder = StreamRecorder(monotonic() - 5, sse=False, on_piece=lambda _: True)

    assert recorder.take(b"1\n")
    assert [5 <= message.time < 60 for message in recorder.messages()] == [True]


def test_so_many_are_kept_and_no_more():
    assert len(recorded([b"data: 1\n\n"] * (MAX_EVENTS + 5))) == MAX_EVENTS
