"""Runs over several web processes and workers on one PostgreSQL, under different host names."""

from __future__ import annotations

import statistics
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from sqlalchemy import create_engine, text

from tests.runs.cluster import KEY, Cluster, can_unshare
from tests.runs.postgres import postgres as run_postgres
from tests.until import until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cluster")]


#: Streams that one web process has open at a time.
STREAMS = 100


@pytest.fixture(scope="module")
def cluster(postgres, tmp_path_factory):
    """Two web processes and a worker, each under a host name of its own; two runs go on at once."""
    cluster = Cluster(postgres.new_database(), tmp_path_factory.mktemp("cluster"), at_once=4)
    with ThreadPoolExecutor(3) as pool:
        roles = [("web", "web-1"), ("web", "web-2"), ("worker", "worker-1")]
        list(pool.map(lambda role: cluster.start(*role, WEBFORM_SECRET_KEY=KEY), roles))
    cluster.nodes.sort(key=lambda node: node.host)
    yield cluster
    cluster.close()


@pytest.fixture
def nodes(cluster):
    return cluster.nodes


@pytest.fixture
def paused(tmp_path):
    """`paused()`: a body whose run goes on until `paused.go()`."""

    class Paused:
        def __call__(self, **more):
            return {"until": str(tmp_path / "go"), "told": str(tmp_path / "told"), **more}

        def go(self):
            (tmp_path / "go").touch()

        @property
        def lines(self):
            return (tmp_path / "told").read_text().splitlines() if (tmp_path / "told").exists() else []

    made = Paused()
    yield made
    made.go()


def state(node, run):
    return node.ask(f"/runs/{run}")["state"]


def over(node, run):
    """Wait until that run is over; return it."""
    until(lambda: state(node, run) not in ("queued", "running"))
    return node.ask(f"/runs/{run}")


def test_a_run_is_executed_by_a_worker_of_another_host(nodes):
    first, second, worker = nodes
    run = first.ask("/tools/plain/run", {})

    assert run["state"] == "done"
    if can_unshare():
        assert run["value"]["host"] == worker.host
    assert second.ask(f"/runs/{run['run']}")["value"] == run["value"]


def test_a_secret_reaches_the_worker_and_is_not_left_anywhere(nodes, cluster):
    first, *_ = nodes
    run = first.ask("/tools/plain/run", {"pin": "hunter2"})

    assert run["value"]["pin"] == "hunter2"
    engine = create_engine(cluster.database)
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT body, sealed FROM webform_runs WHERE id = :id"), {"id": run["run"]})
        assert rows.all() == [("{}", None)]
    engine.dispose()


def test_a_run_is_cancelled_at_another_web_process(nodes, paused):
    first, second, _ = nodes
    run = first.begin(body=paused())
    until(lambda: state(second, run) == "running")

    assert second.ask(f"/runs/{run}/cancel", {})["state"] == "cancelled"
    assert state(first, run) == "cancelled"


def test_what_a_run_asks_is_answered_at_another_web_process(nodes):
    first, second, _ = nodes
    run = first.begin(body={"ask": True})
    until(lambda: any(event["event"] == "ask" for event in second.ask(f"/runs/{run}?after=0")["events"]))

    second.ask(f"/runs/{run}/answer", {"id": "q", "action": "accept", "content": {}})
    assert over(first, run)["value"]["answer"] == {"action": "accept", "content": {}}


def test_events_come_at_another_web_process_and_are_resumed_there(nodes, record_property):
    first, second, _ = nodes
    run = first.begin(body={"events": 40, "pause": 0.1})
    late, numbers = [], []
    for number, kind, data in second.events(run):
        if kind == "log" and len(numbers) > 2:
            late.append(time.time() - float(data["message"].split()[1]))
        numbers.append(number)

    record_property("median_ms", round(statistics.median(late) * 1000))
    assert numbers == list(range(1, 42))
    assert [number for number, *_ in first.events(run, after=30)] == list(range(31, 42))


def test_streams_of_runs_at_a_worker_hold_no_threads_and_all_have_their_end(nodes, paused):
    _, second, _ = nodes
    run = second.begin(body=paused(events=1))
    until(lambda: second.ask(f"/runs/{run}?after=0")["events"])
    before = second.threads()
    with ExitStack() as stack:
        address = f"{second.address}/runs/{run}/events"
        streams = [stack.enter_context(urllib.request.urlopen(address, timeout=60)) for _ in range(STREAMS)]
        assert second.threads() < before + STREAMS / 4
        paused.go()
        assert all(b"event: done" in stream.read() for stream in streams)


def test_a_tool_that_can_do_no_more_runs_one_at_a_time_over_both(nodes, paused):
    first, second, _ = nodes
    runs = [node.begin("alone", paused(name=str(number))) for number, node in enumerate((first, second, first))]
    until(lambda: len(paused.lines) == 1)

    assert [second.ask(f"/runs/{run}").get("place") for run in runs] == [None, 1, 2]
    assert first.ask(f"/runs/{runs[1]}/cancel", {})["state"] == "cancelled"
    assert second.ask(f"/runs/{runs[2]}")["place"] == 1
    paused.go()
    over(first, runs[2])
    assert paused.lines == ["alone begins 0", "alone ends 0", "alone begins 2", "alone ends 2"]


def test_so_many_run_at_once_over_both_and_the_others_wait_in_order(nodes, paused):
    first, second, _ = nodes
    # Three tools share four places: none has more than it leaves free.
    runs = [node.begin("plain", paused(name=str(number))) for number, node in enumerate([first, second] * 3)]
    until(lambda: len(paused.lines) == 2)

    assert [state(second, run) for run in runs] == ["running"] * 2 + ["queued"] * 4
    assert [first.ask(f"/runs/{run}").get("place") for run in runs] == [None, None, 1, 2, 3, 4]
    paused.go()
    for run in runs:
        assert over(second, run)["state"] == "done"


def test_the_same_key_at_two_web_processes_at_once_is_one_run(nodes, tmp_path):
    log = tmp_path / "log"
    with ThreadPoolExecutor(8) as pool:
        body = {"told": str(log)}
        runs = list(
            pool.map(
                lambda number: nodes[number % 2].ask("/tools/plain/run", body, **{"Idempotency-Key": "k"}), range(8)
            )
        )

    assert len({run["run"] for run in runs}) == 1
    assert {run["state"] for run in runs} == {"done"}
    assert log.read_text().splitlines() == ["plain begins ", "plain ends "]


def test_a_run_goes_on_where_the_web_process_that_was_asked_for_it_is_killed(cluster, nodes, paused):
    other = cluster.start("web", "web-3", WEBFORM_SECRET_KEY=KEY)
    run = other.begin(body=paused())
    until(lambda: state(nodes[0], run) == "running")
    other.kill()

    paused.go()
    assert over(nodes[0], run)["state"] == "done"


def test_the_runs_of_a_worker_that_is_killed_start_again_or_are_lost(postgres, tmp_path, paused):
    cluster = Cluster(postgres.new_database(), tmp_path, lease=2)
    try:
        web, worker = cluster.start("web", "web-1"), cluster.start("worker", "worker-1")
        reads, plain = web.begin("reads", paused(name="reads")), web.begin("plain", paused(name="plain", events=1))
        alone = [web.begin("alone", paused(name=str(number))) for number in range(2)]
        until(lambda: len(paused.lines) == 3 and web.ask(f"/runs/{plain}?after=0")["events"])
        worker.kill()
        second = cluster.start("worker", "worker-2")

        until(lambda: state(web, plain) == "lost")
        assert [kind for _, kind, _ in web.events(plain)] == ["log", "failed"]
        until(lambda: "reads begins reads" in paused.lines[3:])
        until(lambda: "alone begins 1" in paused.lines)
        paused.go()
        assert over(web, reads)["state"] == "done"
        assert any("starts again" in log["message"] for log in web.ask(f"/runs/{reads}")["logs"])
        assert state(web, alone[0]) == "lost"
        assert over(web, alone[1])["state"] == "done"
        assert second.stop() == 0
    finally:
        cluster.close()


def test_a_worker_that_is_told_to_stop_lets_its_runs_end_and_hands_the_others_over(postgres, tmp_path, paused):
    cluster = Cluster(postgres.new_database(), tmp_path)
    try:
        web, worker = cluster.start("web", "web-1"), cluster.start("worker", "worker-1")
        reads, ends = web.begin("reads", paused(name="reads")), web.begin("plain", {"events": 10, "pause": 0.1})
        until(lambda: paused.lines and web.ask(f"/runs/{ends}?after=0")["events"])
        assert worker.stop() == 0

        assert state(web, ends) == "done"
        assert state(web, reads) in ("queued", "running")
        cluster.start("worker", "worker-2")
        until(lambda: paused.lines.count("reads begins reads") == 2)
        paused.go()
        assert over(web, reads)["state"] == "done"
    finally:
        cluster.close()


def test_workers_and_web_processes_go_on_where_the_database_is_started_anew(tmp_path, paused):
    with run_postgres() as server:
        cluster = Cluster(server.new_database(), tmp_path, lease=3)
        try:
            web, other, _ = (cluster.start(*role) for role in (("web", "web-1"), ("web", "web-2"), ("worker", "w-1")))
            run = web.begin(body=paused())
            until(lambda: state(other, run) == "running")
            server.stop()
            server.start()

            paused.go()
            assert over(other, run)["state"] == "done"
            assert over(other, web.begin())["state"] == "done"
        finally:
            cluster.close()


def test_a_job_whose_worker_was_killed_before_it_began_the_run_is_taken_again(postgres, tmp_path):
    cluster = Cluster(postgres.new_database(), tmp_path)
    try:
        web = cluster.start("web", "web-1")
        run = web.begin()
        engine = create_engine(cluster.database)
        with engine.begin() as connection:
            connection.execute(text("SELECT procrastinate_register_worker_v1()"))
            taken = connection.execute(text("SELECT id FROM procrastinate_fetch_job_v2(ARRAY['webform'], 1)"))
            assert taken.scalar()
        engine.dispose()
        cluster.start("worker", "worker-1")

        assert over(web, run)["state"] == "done"
    finally:
        cluster.close()


def test_a_run_with_secrets_is_refused_where_they_may_rest_nowhere(postgres, tmp_path):
    cluster = Cluster(postgres.new_database(), tmp_path)
    try:
        web = cluster.start("web", "web-1")
        error = web.ask("/tools/plain/run", {"pin": "hunter2"})["error"]
    finally:
        cluster.close()

    assert error["code"] == "no-secret-key"
    assert "WEBFORM_SECRET_KEY" in error["message"]
