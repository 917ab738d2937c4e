"""Fixtures of the tests of runs: a store in each database, a tool that acts, the runs of both."""

from __future__ import annotations

import pytest

from tests.acting import acting
from tests.runs.postgres import postgres as run_postgres
from webform import load
from webform.runners import Target
from webform.runs import Runs, RunStore

__all__ = ["acting"]


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server."""
    with run_postgres() as server:
        yield server


@pytest.fixture
def file(tmp_path):
    """A database that is a file."""
    return tmp_path / "runs.sqlite"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request):
    """A database, of each kind that every rule of the store holds in."""
    if request.param == "sqlite":
        return request.getfixturevalue("file")
    return request.getfixturevalue("postgres").new_database()


@pytest.fixture
def store(database):
    store = RunStore(database)
    yield store
    store.close()


@pytest.fixture
def target(acting):
    return Target(url=acting.url, allow_private=True, timeout=10)


@pytest.fixture
def tool():
    (tool,) = load(
        {"id": "small", "name": "Small", "inputs": [{"key": "x", "type": "number", "label": "X"}], "outputs": []}
    )
    return tool


@pytest.fixture
def new_runs(store):
    """`new_runs(**options) -> Runs`: ended with the test."""
    made = []

    def make(**options) -> Runs:
        made.append(Runs(store, **options))
        return made[-1]

    yield make
    for run in made:
        run.close()


@pytest.fixture
def runs(new_runs):
    return new_runs()
