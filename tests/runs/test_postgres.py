"""PostgreSQL as the store: a server that is ended and started anew, and the values it takes."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.until import until
from webform.runs import Run
from webform.runs.events import RunEvent
from webform.runs.run import new_id
from webform.web import Config, create_app

pytestmark = pytest.mark.slow


@pytest.fixture
def database(postgres):
    """An empty database of a PostgreSQL server."""
    return postgres.new_database()


def a_run(**facts) -> Run:
    return Run(**{"id": new_id(), "tool_id": "t", "body": {}, "state": "done", "created": time.time()} | facts)


def test_what_is_very_long_is_kept_whole(store):
    run = a_run(body={"text": "%s \x00ü" * 500_000})
    store.add(run)
    store.write_events([(run.id, 1, RunEvent(1, "chunk", '"' + "x" * 4_000_000 + '"'))], [])

    assert store.get(run.id) == run
    assert len(store.events(run.id)[0].text) == 4_000_002


def test_the_server_may_be_started_anew_between_two_runs(postgres, store):
    before, after = a_run(), a_run()
    store.add(before)
    store.write_events([(before.id, 1, RunEvent(1, "log", "{}"))], [])
    assert store.get(before.id) == before

    postgres.stop()
    postgres.start()

    assert store.get(before.id) == before
    assert store.events(before.id) == [RunEvent(1, "log", "{}")]
    store.add(after)
    store.write_events([(after.id, 1, RunEvent(1, "log", "{}"))], [])
    assert store.get(after.id) == after


def test_a_run_is_kept_though_every_connection_of_before_is_broken(postgres, store):
    first, later = a_run(), [a_run() for _ in range(12)]
    store.add(first)
    together = threading.Barrier(4)

    def at_once(act):
        def acting(number):
            together.wait()
            for _ in range(3):
                act(number)

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(acting, range(4)))

    at_once(lambda _: store.get(first.id))
    postgres.stop()
    postgres.start()
    waiting = list(later)
    at_once(lambda _: store.add(waiting.pop()))

    assert [store.get(run.id) for run in later] == later


def test_an_app_keeps_its_runs_there(database, tool, acting, tmp_path):
    app = create_app([(tool, acting.url)], Config(database=database, files=tmp_path / "files"))
    client = app.test_client()
    run = client.post("/tools/small/run", json={"x": 1}, headers={"Accept": "application/json"}).json["run"]

    assert "42" in client.get(f"/runs/{run}").text
    assert [client.get(f"/runs/{text}").status_code for text in ("a%00b", "%ED%A0%80", "x" * 300)] == [404] * 3
    assert client.delete(f"/runs/{run}").status_code == 204
    assert client.get(f"/runs/{run}").status_code == 404
    app.extensions["webform"].close()


def test_a_run_that_ends_while_the_server_is_away_is_saved_when_it_is_back(postgres, runs, tool, target, acting):
    acting.hold()
    run = runs.start(tool, target, {"x": 1})
    acting.begun()
    postgres.stop()
    try:
        acting.let_go()
        assert runs.wait(run.id, 30).state == "done"
        until(lambda: runs.unsaved == 1)
        assert not runs.get(run.id).saved
        assert "cannot be used" in runs.store.fault()
    finally:
        postgres.start()

    until(lambda: runs.unsaved == 0)
    assert runs.store.get(run.id).state == "done"
    assert runs.store.fault() == ""
