"""Faults in the middle of runs: each is told of, and nothing is done or told twice."""

from __future__ import annotations

import os

import pytest

from benchmarks.faults import FAULTS, suffered
from benchmarks.followed import Followed, counted
from tests.runs.test_cluster import pytestmark as slow

AGAIN = (3, "The process that was at work on this run has ended; it starts again.")


@pytest.mark.parametrize("fault", [pytest.param(fault, marks=slow, id=fault.name) for fault in FAULTS])
def test_no_fault_loses_or_doubles_anything_unseen(fault, postgres):
    if fault.small and os.geteuid():
        pytest.skip("only root may mount a small disk")
    times, count, _ = suffered(fault, 1, postgres)

    assert times == 1
    assert count.runs == count.done + count.lost
    assert (count.undecided, count.twice, count.missing, count.doubled) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("tool", "state", "kept", "came", "calls", "wrong"),
    [
        ("plain", "done", [(1, "0 x"), (2, "1 x")], [1, 2, 3], 1, {}),
        ("plain", "done", [(1, "0 x"), (2, "1 x")], [1, 2, 3], 2, {"twice": 1}),
        ("plain", "done", [(1, "0 x")], [1, 2], 1, {"missing": 1}),
        ("plain", "lost", [(1, "0 x")], [1, 2], 1, {}),
        ("plain", "lost", [(1, "0 x"), (2, "1 x")], [1, 3], 1, {"missing": 1}),
        ("plain", "lost", [(1, "0 x"), (2, "0 x")], [1, 2, 2, 3], 1, {"doubled": 2}),
        ("plain", "", [], [], 0, {"undecided": 1}),
        ("reads", "done", [(1, "0 x"), (2, "1 x"), AGAIN, (4, "0 x"), (5, "1 x")], [1, 2, 3, 4, 5, 6], 2, {}),
        ("reads", "done", [(1, "0 x"), (2, "1 x"), AGAIN, (4, "0 x")], [1, 2, 3, 4, 5], 3, {"missing": 1, "twice": 1}),
    ],
)
def test_what_is_wrong_with_a_run_is_counted(tool, state, kept, came, calls, wrong, tmp_path):
    followed = Followed(tool, 2, tmp_path, state=state, kept=kept, came=came)

    found = counted(followed, ["1-2 begins", "1-2 0"] * calls)._asdict()
    assert {name: found[name] for name in ("undecided", "twice", "missing", "doubled") if found[name]} == wrong
