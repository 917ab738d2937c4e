"""Chains over several web processes and workers on one PostgreSQL: they go on where any of them is killed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import create_engine, text

from tests.runs.cluster import KEY, Cluster
from tests.until import until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cluster")]


@pytest.fixture(scope="module")
def cluster(postgres, tmp_path_factory):
    """Two web processes and a worker; a test that kills one starts another."""
    cluster = Cluster(postgres.new_database(), tmp_path_factory.mktemp("cluster"))
    with ThreadPoolExecutor(3) as pool:
        roles = [("web", "web-1"), ("web", "web-2"), ("worker", "worker-1")]
        list(pool.map(lambda role: cluster.start(*role, WEBFORM_SECRET_KEY=KEY), roles))
    yield cluster
    cluster.close()


@pytest.fixture
def webs(cluster):
    return [node for node in cluster.nodes if node.host in ("web-1", "web-2")]


@pytest.fixture
def pause(tmp_path):
    """`pause(name)`: the body of a step that goes on until `go(name)`; `begun(name)`: how often it began."""

    class Pause:
        log = tmp_path / "told"

        def __call__(self, name, **more):
            return {"name": name, "until": str(tmp_path / name), "told": str(self.log), **more}

        def go(self, *names):
            for name in names:
                (tmp_path / name).touch()

        def begun(self, name):
            lines = self.log.read_text().splitlines() if self.log.exists() else []
            return sum(line.endswith(f"begins {name}") for line in lines)

    return Pause()


def begin(node, *steps):
    """Begin a chain, each step a tool and its body; return its address."""
    posted = [{"toolId": tool, "args": args} for tool, args in steps]
    return f"/chains/{node.ask('/chains/run', posted, Prefer='respond-async')['chain']}"


def over(node, address):
    """Wait until the chain at *address* is over; return it."""
    until(lambda: node.ask(address)["state"] != "running")
    return node.ask(address)


def kept(cluster, address):
    """Return what rests of the bodies of the chain at *address*: in clear, and encrypted."""
    query = text("SELECT bodies, sealed FROM webform_chains WHERE id = :id")
    engine = create_engine(cluster.database)
    with engine.connect() as connection:
        row = connection.execute(query, {"id": address.removeprefix("/chains/")}).one()
    engine.dispose()
    return tuple(row)


def test_a_chain_goes_on_where_the_web_process_that_was_asked_for_it_is_killed(cluster, webs, pause):
    asked, (_, other) = cluster.start("web", "web-3", WEBFORM_SECRET_KEY=KEY), webs
    chain = begin(asked, ("plain", pause("a")), ("plain", pause("b", pin="hunter2")), ("plain", {"pin": "hunter2"}))
    until(lambda: pause.begun("a"))
    asked.kill()

    bodies, sealed = kept(cluster, chain)
    assert (bodies, "hunter2" in sealed) == (None, False)
    pause.go("a")
    until(lambda: pause.begun("b"))
    assert [step.get("state") for step in other.ask(chain)["steps"]] == ["done", "running", None]
    pause.go("b")
    ended = over(other, chain)
    assert (ended["status"], ended["value"]["pin"], pause.begun("b")) == ("ok", "hunter2", 1)
    assert kept(cluster, chain) == (None, None)


def test_a_chain_is_cancelled_at_another_web_process(webs, pause):
    first, second = webs
    chain = begin(first, ("plain", pause("a")), ("plain", pause("b")))
    until(lambda: pause.begun("a"))

    cancelled = second.ask(f"{chain}/cancel", {})
    assert (cancelled["state"], cancelled["status"]) == ("cancelled", "cancelled")
    assert cancelled["steps"][0]["state"] == "cancelled"
    assert first.ask(chain) == second.ask(chain) == cancelled
    assert pause.begun("b") == 0


def test_where_a_worker_is_killed_during_a_step_it_starts_again_or_the_chain_ends(cluster, webs, pause):
    first, second = webs
    worker = next(node for node in cluster.nodes if node.host.startswith("worker"))
    again = begin(first, ("reads", pause("reads")), ("plain", {}))
    lost = begin(second, ("plain", pause("lost")), ("plain", pause("never")))
    until(lambda: pause.begun("reads") and pause.begun("lost"))
    worker.kill()
    cluster.start("worker", "worker-2", WEBFORM_SECRET_KEY=KEY)

    assert over(first, lost)["status"] == "lost"
    until(lambda: pause.begun("reads") == 2)
    pause.go("reads")
    assert over(second, again)["status"] == "ok"
    assert pause.begun("never") == 0


def test_whoever_waits_for_a_chain_is_answered_once_it_is_over(webs):
    first, second = webs
    posted = [{"toolId": "plain", "args": {"pin": "a"}}, {"toolId": "plain", "args": {"pin": "b"}}]
    ended = first.ask("/chains/run", posted)

    assert (ended["state"], ended["status"], ended["value"]["pin"]) == ("done", "ok", "b")
    assert second.ask(f"/chains/{ended['chain']}") == ended
