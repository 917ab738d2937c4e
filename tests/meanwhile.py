"""What a test does in another thread, and a lock that tells whether somebody waits for it."""

from __future__ import annotations

import threading

from tests.acting import PATIENCE


def in_thread(act):
    """Do *act* in a thread; return a function that waits for what it returned."""
    found = []
    thread = threading.Thread(target=lambda: found.append(act()))
    thread.start()

    def result():
        thread.join(PATIENCE)
        return found[0]

    return result


class Contested:
    """A lock that says so where somebody waits for it."""

    def __init__(self):
        self._lock, self.waited = threading.Lock(), threading.Event()
        self.locked = self._lock.locked

    def __enter__(self):
        if not self._lock.acquire(blocking=False):
            self.waited.set()
            self._lock.acquire()

    def __exit__(self, *_):
        self._lock.release()
