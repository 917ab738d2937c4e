"""The feeder of streams: those that are woken together are looked at together."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from threading import Event
from time import monotonic

from webform.web.feeding import Feeder, HandedOver

COUNT = 20


class Numbers:
    """A source that is over after three reads, of which two follow each other at once."""

    looks: list[int] = []  # noqa: RUF012 - of all of them
    is_broken = False

    def __init__(self):
        self.over = self.has_more = False
        self.due, self.reads, self.looked = float("inf"), 0, 0

    @staticmethod
    def look(sources):
        if Numbers.is_broken:
            raise RuntimeError("away")
        Numbers.looks.append(len(sources))
        for source in sources:
            source.looked += 1

    def read(self):
        self.reads += 1
        self.has_more, self.over = self.reads == 1, self.reads == 3
        return b"%d" % self.reads

    def watch(self, wake):
        self.wake = wake
        return lambda: None


def received(end, size):
    """Return so many bytes, in however many pieces they come."""
    found = b""
    while len(found) < size:
        found += end.recv(size - len(found))
    return found


def test_streams_that_are_woken_together_are_looked_at_together():
    feeder, sources = Feeder(), [Numbers() for _ in range(COUNT)]
    gone = [Event() for _ in sources]
    with ExitStack() as stack:
        ends = []
        for source, left in zip(sources, gone, strict=True):
            ours, theirs = (stack.enter_context(end) for end in socket.socketpair())
            theirs.settimeout(20)
            ends.append(theirs)
            feeder.take(ours, HandedOver(source, left.set, chunked=False))
        # What is there at once is read without being woken again.
        assert [received(end, 2) for end in ends] == [b"12"] * COUNT

        # Where nothing can be looked at together, each looks by itself.
        Numbers.is_broken = True
        before, Numbers.looks[:] = sum(Numbers.looks), []
        for source in sources:
            source.wake()
        assert [end.recv(2) for end in ends] == [b"3"] * COUNT
        assert all(left.wait(20) for left in gone)
    assert [source.looked for source in sources] == [1] * COUNT
    assert before == COUNT
    assert Numbers.looks == []
    began = monotonic()
    feeder.close(20)
    assert monotonic() - began < 20


def test_many_due_streams_are_one_look(monkeypatch):
    monkeypatch.setattr("webform.web.feeding.TICK", 0.05)
    Numbers.is_broken, Numbers.looks[:] = False, []
    feeder, sources = Feeder(), [Numbers() for _ in range(COUNT)]
    with ExitStack() as stack:
        ends = []
        for source in sources:
            ours, theirs = (stack.enter_context(end) for end in socket.socketpair())
            theirs.settimeout(20)
            ends.append(theirs)
            feeder.take(ours, HandedOver(source, lambda: None, chunked=False))
        assert [received(end, 2) for end in ends] == [b"12"] * COUNT
        Numbers.looks.clear()
        for source in sources:
            source.due = 0
        assert [end.recv(2) for end in ends] == [b"3"] * COUNT
    assert len(Numbers.looks) < COUNT
    feeder.close(20)
