"""Tasks over time."""

from __future__ import annotations

import pytest

from tests.outputs.showing import declared, phrases
from webform.outputs.gantt import MAX_TASKS, WIDTH


def bars(*spans) -> list[tuple[float, float]]:
    tasks = [{"name": "t", "start": start, "end": end} for start, end in spans]
    return [(task.x, task.width) for task in declared("gantt", {"tasks": tasks}).data.tasks]


def test_bars_stand_where_their_time_is():
    assert bars(("2026-01-01", "2026-01-03"), ("2026-01-03", "2026-01-05")) == [(0, WIDTH / 2), (WIDTH / 2, WIDTH / 2)]
    assert bars((0, 10), (5, 10)) == [(0, WIDTH), (WIDTH / 2, WIDTH / 2)]


def test_a_task_that_takes_no_time_is_seen_and_one_that_ends_before_it_begins_is_turned():
    assert all(0 <= x <= WIDTH - width and width > 0 for x, width in bars((1, 1), (5, 2), (9, 9)))


def test_zones_count():
    assert (
        bars(("2026-01-01T00:00Z", "2026-01-01T02:00Z"), ("2026-01-01T02:00+01:00", "2026-01-01T02:00Z"))[1][0]
        == WIDTH / 2
    )


def test_what_comes_before_is_named():
    (task,) = declared("gantt", {"tasks": [{"name": "b", "start": 0, "end": 1, "dependencies": ["a", 2]}]}).data.tasks

    assert task.after == ("a", "2")


def test_many_tasks_are_cut_and_none_are_none():
    tasks = [{"name": "t", "start": index, "end": index + 1} for index in range(MAX_TASKS + 3)]

    assert (declared("gantt", {"tasks": tasks}).data.more, bars()) == (3, [])


@pytest.mark.parametrize("task", [5, {"name": "a", "start": 0}, {"name": "a", "start": "soon", "end": 1}])
def test_a_task_without_its_time_is_said_to_be_wrong(task):
    assert phrases(declared("gantt", {"tasks": [task]})) != []
