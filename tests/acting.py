"""A tool that acts as it is told: it remembers what it was sent, answers what it was given, and can be held up."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from flask import Flask, request

#: How long a test waits for what must happen, in seconds; only a test that fails waits so long.
PATIENCE = 30


class Acting:
    """
    The app of a tool.

    Args:
        answer: what /run answers, as JSON or as a finished response.
    """

    def __init__(self, answer: Any = None) -> None:
        self.answer = {"y": 42} if answer is None else answer
        self.suggestions: Any = [{"value": "OSL", "label": "Oslo"}]
        self.bodies: list[Any] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.asked: list[str] = []
        self.url = ""
        self.most = 0
        self._now, self._lock = 0, threading.Lock()
        self._begun, self._open = threading.Semaphore(0), threading.Event()
        self._open.set()
        self.app = Flask("acting")
        self.app.before_request(lambda: self.paths.append(request.full_path))
        self.app.add_url_rule("/run", view_func=self._run, methods=["POST"])
        self.app.add_url_rule("/autocomplete/<name>", view_func=self._suggest)

    def hold(self) -> None:
        """Let runs begin and not end."""
        self._open.clear()

    def let_go(self) -> None:
        """Let the runs that are held end."""
        self._open.set()

    def begun(self) -> None:
        """Return when one more run has begun."""
        assert self._begun.acquire(timeout=PATIENCE)

    def _run(self) -> Any:
        with self._lock:
            self.bodies.append(request.get_json())
            self.headers.append(dict(request.headers))
            self._now += 1
            self.most = max(self.most, self._now)
        self._begun.release()
        self._open.wait(PATIENCE)
        with self._lock:
            self._now -= 1
        return self.answer

    def _suggest(self, name: str) -> Any:
        self.asked.append(request.full_path)
        return self.suggestions


@pytest.fixture
def acting(serve):
    """A tool that acts, until the test ends."""
    acting = Acting()
    acting.url = serve(acting.app) + "/run"
    yield acting
    acting.let_go()
