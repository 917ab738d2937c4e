"""Waiting for what must happen."""

from __future__ import annotations

import threading

import pytest

from tests.acting import PATIENCE


def until(holds, seconds=PATIENCE):
    """Return once *holds* returns what is true; fail where it never does."""
    for _ in range(int(seconds / 0.02)):
        if holds():
            return
        threading.Event().wait(0.02)
    pytest.fail("it never came to hold")
