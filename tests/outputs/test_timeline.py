"""Events in their order."""

from __future__ import annotations

import pytest

from tests.outputs.showing import declared, phrases
from webform.outputs.timeline import MAX_EVENTS


def labels(*times) -> list[str]:
    events = [{"t": time, "label": str(time)} for time in times]
    return [event.label for event in declared("timeline", {"events": events}).data.events]


@pytest.mark.parametrize(
    ("times", "order"),
    [
        (["2026-03-01", "2026-01-01"], ["2026-01-01", "2026-03-01"]),
        (["2026-01-01T10:00+02:00", "2026-01-01T09:00Z"], ["2026-01-01T10:00+02:00", "2026-01-01T09:00Z"]),
        (["then", "2026-01-01"], ["then", "2026-01-01"]),
        ([3, 1], ["1", "3"]),
        ([], []),
    ],
)
def test_events_stand_in_the_order_of_their_time_or_as_they_came(times, order):
    assert order == labels(*times)


def test_a_time_is_written_out_and_kept():
    (event,) = declared("timeline", {"events": [{"t": "2026-01-31", "label": "x", "description": "d"}]}).data.events

    assert (event.when.text, event.when.exact, event.description) == ("31 January 2026", "2026-01-31", "d")


def test_many_events_are_cut():
    assert declared("timeline", {"events": [{"t": 1, "label": "x"}] * (MAX_EVENTS + 2)}).data.more == 2


@pytest.mark.parametrize("value", [[], {"events": [{"t": 1}]}, {"events": [5]}])
def test_what_is_no_timeline_is_said_to_be_wrong(value):
    assert phrases(declared("timeline", value)) != []
