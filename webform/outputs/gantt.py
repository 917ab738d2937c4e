"""Tasks over time."""

from __future__ import annotations

from typing import Any, NamedTuple

from webform.language import gettext
from webform.messages import Phrase
from webform.outputs.base import About, Misfit, MisfitError, View, has, list_in
from webform.outputs.moments import Moment, moment, seconds
from webform.outputs.rows import copied, downloads, listed
from webform.outputs.types import NAME, OutputType, list_of, object_of
from webform.texts import visible
from webform.values import as_list
from webform.words import counted

#: How many tasks a page shows, and how much of a name.
MAX_TASKS, MAX_NAME = 200, 120
#: How wide the whole time is drawn, and the least that a task is.
WIDTH, _LEAST = 1000, 6


class Task(NamedTuple):
    """A task: from when to when, where its bar begins and how long it is, and what comes before it."""

    name: str
    start: Moment
    end: Moment
    x: float
    width: float
    after: tuple[str, ...]


class Tasks(NamedTuple):
    """The tasks that are shown, and how many are not."""

    tasks: list[Task]
    more: int = 0


_TASK = object_of("dependencies", name=NAME, start=NAME, end=NAME)
TYPES = (OutputType(name="gantt", schema=object_of(tasks=list_of(_TASK))),)


def view(value: Any, about: About) -> View:
    """Return the view of `{"tasks": [{name, start, end, dependencies?}]}`."""
    declared_tasks = list_in(value, "tasks", has("name", "start", "end"))
    spans = []
    for index, task in enumerate(declared_tasks):
        start, end = seconds(task["start"]), seconds(task["end"])
        if start is None or end is None:
            key = "start" if start is None else "end"
            raise MisfitError(Misfit(expected=Phrase("kind.date"), part=f"/tasks/{index}/{key}"))
        spans.append((min(start, end), max(start, end)))
    first, last = min((start for start, _ in spans), default=0.0), max((end for _, end in spans), default=1.0)
    scale = WIDTH / ((last - first) or 1)
    tasks = [_task(task, (start - first) * scale, (end - start) * scale)
             for task, (start, end) in zip(declared_tasks[:MAX_TASKS], spans, strict=False)]  # fmt: skip
    rows = [[task["name"], task["start"], task["end"], ", ".join(_after(task)) or None] for task in declared_tasks]
    heads = [gettext("Task"), gettext("Start"), gettext("End"), gettext("After")]
    columns, _ = listed(heads, rows, about)
    return View(
        name="gantt",
        data=Tasks(tasks, max(0, len(declared_tasks) - MAX_TASKS)),
        note=counted(len(declared_tasks), "{count} task", "{count} tasks"),
        copy=copied(columns, rows),
        downloads=downloads(columns, rows, about, value),
    )


def _task(task: dict[str, Any], x: float, width: float) -> Task:
    width = max(width, _LEAST)
    x = min(x, WIDTH - width)
    start, end = (moment(task[key]) or Moment(str(task[key])[:40], "") for key in ("start", "end"))
    return Task(_text(task["name"]), start, end, round(x, 1), round(width, 1), tuple(_after(task)))


def _after(task: dict[str, Any]) -> list[str]:
    return [_text(dependency) for dependency in as_list(task.get("dependencies"))[:20]]


def _text(value: Any) -> str:
    return visible((value if isinstance(value, str) else str(value))[:MAX_NAME])
