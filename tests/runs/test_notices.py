"""Notices of other processes, on a real PostgreSQL."""

from __future__ import annotations

import pytest

from tests.until import until
from webform.runs import RunStore
from webform.runs.notices import Notices

pytestmark = pytest.mark.slow

#: More than one notification has room for.
TOPICS = [f"run-{number}" for number in range(150)]


def test_all_that_are_notified_together_wake_their_watchers(postgres):
    store = RunStore(postgres.new_database())
    notices, woken = Notices(store.database), []
    # Those who watch are woken once it listens; later ones are not, and need not be.
    notices.watch("first", lambda: woken.append("first"))
    until(lambda: woken)
    woken.clear()
    for topic in TOPICS:
        notices.watch(topic, lambda topic=topic: woken.append(topic))

    store.write(lambda connection: store.database.notify(connection, TOPICS))
    until(lambda: len(woken) == len(TOPICS))

    assert sorted(woken) == sorted(TOPICS)
    notices.close()
    store.close()
