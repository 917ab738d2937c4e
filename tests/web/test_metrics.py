"""Metrics: read with their token alone, of the tools that are served, at a cost that does not grow with the runs."""

from __future__ import annotations

import subprocess
import sys
from threading import get_ident

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import event

from tests.runs.test_store import a_run
from tests.web.conftest import SMALL
from webform.web import read_config
from webform.web.access import Access, MetricsAccess
from webform.web.metrics import OTHER

TOKEN = "a-token-for-prometheus"
BEARER = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def app(new_app):
    return new_app(SMALL, SMALL | {"id": "other"}, metrics=MetricsAccess(token=TOKEN))


def samples(client):
    """Return what is read: values by name and labels, those of zero left out."""
    answer = client.get("/metrics", headers=BEARER)
    assert answer.status_code == 200
    return {
        (sample.name, *filter(None, map(sample.labels.get, ("tool", "state", "status")))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
        if sample.value and not sample.name.endswith(("_created", "_bucket"))
    }


def begin(client, tool="small", **body):
    return client.post(f"/tools/{tool}/run", json={"title": "a", **body}, headers={"Prefer": "respond-async"}).json[
        "run"
    ]


def test_they_are_for_whoever_has_their_token_at_any_name(app):
    client = app.test_client()

    assert client.get("/metrics", headers=BEARER | {"Host": "10.1.2.3:8080"}).status_code == 200
    for headers in ({}, {"Authorization": "Bearer another-token-of-letters"}):
        answer = client.get("/metrics", headers=headers | {"Accept": "application/json"})
        assert (answer.status_code, answer.json["error"]["code"]) == (401, "sign-in")


def test_whoever_may_use_the_app_may_not_read_them(new_app):
    users = "a-token-of-the-people"
    client = new_app(auth=Access(token=users), metrics=MetricsAccess(token=TOKEN)).test_client()

    assert client.get("/metrics", headers={"Authorization": f"Bearer {users}"}).status_code == 401
    assert client.get("/", headers=BEARER).status_code == 401
    assert client.get("/metrics", headers=BEARER).status_code == 200


def test_there_are_none_where_none_are_wanted(new_app):
    assert new_app().test_client().get("/metrics", headers=BEARER).status_code == 404


@pytest.mark.slow
def test_nothing_is_loaded_for_them_where_none_are_wanted():
    program = "import sys, webform.web; sys.exit('prometheus_client' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_runs_are_counted_by_tool_state_and_status(app, acting):
    client, runs = app.test_client(), app.extensions["webform"].runs
    client.post("/tools/small/run", json={"title": "a"})
    acting.hold()
    cancelled = begin(client, "other")
    acting.begun()
    acting.begun()
    runs.cancel(cancelled)
    acting.let_go()

    found = samples(client)
    assert found["webform_runs_total", "small", "done", "ok"] == 1
    assert found["webform_runs_total", "other", "cancelled", "cancelled"] == 1
    assert found["webform_run_wait_seconds_count", "other"] == found["webform_run_call_seconds_count", "other"] == 1


def test_what_is_not_over_is_counted_from_the_database_and_here(new_app, acting):
    process, other = (new_app(metrics=MetricsAccess(token=TOKEN), at_once=1) for _ in range(2))
    acting.hold()
    for app in (process, other):
        begin(app.test_client(), n=1)
        begin(app.test_client(), n=2)
        acting.begun()
        app.extensions["webform"].runs.look()

    for app in (process, other):
        found = samples(app.test_client())
        assert found["webform_runs_unfinished", "small", "running"] == 2
        assert found["webform_runs_unfinished", "small", "queued"] == 2


def test_tools_that_are_served_no_more_are_one_label(app):
    site = app.extensions["webform"]
    for tool_id in ("gone-1", "gone-2"):
        site.observers[-1].end(a_run(tool_id=tool_id))

    found = samples(app.test_client())
    assert found["webform_runs_total", OTHER, "done"] == 2
    assert not [labels for labels in found if "gone" in str(labels)]


def test_streams_and_sizes_are_measured(app, acting):
    client, site = app.test_client(), app.extensions["webform"]
    acting.hold()
    stream = client.get(f"/runs/{begin(client)}/events", buffered=False)
    site.files.put_pieces([bytes(1000)], "text/plain")

    found = samples(client)
    assert found["webform_streams",] == 1
    assert found["webform_database_bytes",] >= 4096
    assert found["webform_files_bytes",] >= 1000
    stream.close()
    assert ("webform_streams",) not in samples(client)


def test_reading_them_costs_the_same_however_many_runs_are_kept(app):
    client, store = app.test_client(), app.extensions["webform"].runs.store
    samples(client)
    steps, own = [], get_ident()

    def cost():
        steps.clear()
        samples(client)
        return sum(steps)

    def counted(connection, _):
        connection.set_progress_handler(lambda: steps.append(get_ident() == own), 1)

    store.database.close()
    event.listen(store.database.engine, "connect", counted)
    few = cost()
    for _ in range(200):
        store.add(a_run())
    assert cost() <= few + 10


def test_without_a_database_the_rest_is_read(app, tmp_path):
    site, client = app.extensions["webform"], app.test_client()
    client.post("/tools/small/run", json={"title": "a"})
    site.runs.store.database.close()
    (tmp_path / "runs.sqlite").write_bytes(b"garbage" * 1000)
    for log in tmp_path.glob("runs.sqlite-*"):
        log.unlink()

    assert samples(client)["webform_runs_total", "small", "done", "ok"] == 1


def test_a_token_that_is_short_is_said_and_not_shown(tmp_path):
    file = tmp_path / "webform.toml"
    file.write_text('[metrics]\ntoken = "hunter2"', "utf-8")
    config, (problem,) = read_config(file)

    assert (config.metrics, problem.at) == (MetricsAccess(), "/metrics/token")
    assert "hunter2" not in problem.message
