"""Work in a process of its own: what it returns, and how it is ended."""

from __future__ import annotations

import json
import operator
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from webform import bounded
from webform.scan import line_starts


def test_what_the_function_returns_comes_back() -> None:
    assert bounded.call(line_starts, "a\nb\n", seconds=30) == [0, 2, 4]


def test_work_that_takes_too_long_is_ended() -> None:
    with pytest.raises(bounded.TooMuchError, match=r"^it took more than 0\.5 seconds$"):
        bounded.call(time.sleep, 600, seconds=0.5)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone limits the processor time of a process")
def test_work_is_measured_by_the_time_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "SHARED", 1000)
    with pytest.raises(bounded.TooMuchError, match=r"^it took more than 1 seconds$"):
        bounded.call(operator.pow, 7, 50_000_000, seconds=1)


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone limits the memory of a process")
def test_work_that_takes_too_much_memory_is_ended() -> None:
    with pytest.raises(bounded.TooMuchError, match=r"^it took more than 100 MB of memory$"):
        bounded.call(operator.mul, "a", 500_000_000, seconds=30, megabytes=100)


def test_a_value_error_is_raised_with_its_words() -> None:
    with pytest.raises(ValueError, match="Expecting value: line 1") as caught:
        bounded.call(json.loads, "x", seconds=30)
    assert not isinstance(caught.value, bounded.TooMuchError)


def test_secrets_of_the_environment_stay_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_KEY", "hunter2")
    assert bounded.call(os.getenv, "API_KEY", seconds=30) is None


def test_more_than_may_run_at_once_waits_for_its_turn() -> None:
    with ThreadPoolExecutor(3 * bounded.PROCESSES) as threads:
        calls = [threads.submit(bounded.call, operator.add, n, 1, seconds=60) for n in range(3 * bounded.PROCESSES)]
        assert [call.result() for call in calls] == [n + 1 for n in range(3 * bounded.PROCESSES)]


def test_what_waits_too_long_for_its_turn_is_given_up() -> None:
    with ThreadPoolExecutor(bounded.PROCESSES) as threads:
        busy = [threads.submit(bounded.call, time.sleep, 3, seconds=60) for _ in range(bounded.PROCESSES)]
        while bounded._TURNS.acquire(blocking=False):
            bounded._TURNS.release()
        with pytest.raises(bounded.TooMuchError, match=r"^it waited too long for its turn$"):
            bounded.call(time.sleep, 0, seconds=0.1)
        assert [call.result() for call in busy] == [None] * bounded.PROCESSES
