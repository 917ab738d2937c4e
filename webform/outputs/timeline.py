"""Events in their order."""

from __future__ import annotations

from typing import Any, NamedTuple

from webform.language import gettext
from webform.outputs.base import About, View, has, list_in
from webform.outputs.moments import Moment, moment, seconds
from webform.outputs.rows import copied, downloads, listed
from webform.outputs.texts import text_in
from webform.outputs.types import NAME, OutputType, list_of, object_of
from webform.texts import shortened
from webform.words import counted

#: How many events a page shows, and how much of their texts.
MAX_EVENTS, MAX_TEXT = 300, 1000


class TimelineEvent(NamedTuple):
    """An event: when it was, its label and its description."""

    when: Moment
    label: str
    description: str


class Events(NamedTuple):
    """The events that are shown, and how many are not."""

    events: list[TimelineEvent]
    more: int = 0


TYPES = (OutputType(name="timeline", schema=object_of(events=list_of(object_of("description", t=NAME, label=NAME)))),)


def view(value: Any, about: About) -> View:
    """Return the view of `{"events": [{t, label, description?}]}`, the earliest first where all have a time."""
    events = list_in(value, "events", has("t", "label"))
    times = [seconds(event["t"]) for event in events]
    order = list(range(len(events)))
    if None not in times:
        order.sort(key=lambda index: times[index] or 0)
    ordered = [events[index] for index in order]
    rows = [[event["t"], event["label"], event.get("description")] for event in ordered]
    columns, _ = listed([gettext("When"), gettext("What"), gettext("More")], rows, about)
    return View(
        name="timeline",
        data=Events([_event(event) for event in ordered[:MAX_EVENTS]], max(0, len(events) - MAX_EVENTS)),
        note=counted(len(events), "{count} event", "{count} events"),
        copy=copied(columns, rows),
        downloads=downloads(columns, rows, about, value),
    )


def _event(event: dict[str, Any]) -> TimelineEvent:
    when = event["t"]
    return TimelineEvent(
        moment(when) or Moment(_text(when)[:60], ""), _text(event["label"]), _text(event.get("description"))
    )


def _text(value: Any) -> str:
    return shortened(text_in(value), MAX_TEXT)
