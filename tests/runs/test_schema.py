"""The schema of the database: made where there is none, migrated from what older versions made, refused otherwise."""

from __future__ import annotations

import time

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from tests.runs.test_store import FULL, a_run, at_once
from webform.runs import RunStore, StoreError
from webform.runs.database import connect_to
from webform.runs.rows import METADATA, row_of
from webform.runs.schema import VERSIONS, migrate, version_of

#: The tables as they were before they had versions.
BEFORE = """
CREATE TABLE webform_runs (id VARCHAR(40) NOT NULL, tool TEXT NOT NULL, state VARCHAR(20) NOT NULL,
  owner VARCHAR(150) NOT NULL, body TEXT NOT NULL, files TEXT NOT NULL, result TEXT,
  created NUMBER NOT NULL, began NUMBER, ended NUMBER, PRIMARY KEY (id));
CREATE TABLE webform_events (run VARCHAR(40) NOT NULL, seq INTEGER NOT NULL, kind VARCHAR(20) NOT NULL,
  data TEXT NOT NULL, PRIMARY KEY (run, seq));
CREATE TABLE webform_commands (id VARCHAR(40) NOT NULL, run VARCHAR(40) NOT NULL, command TEXT NOT NULL,
  PRIMARY KEY (id));
CREATE TABLE webform_chains (id VARCHAR(40) NOT NULL, state VARCHAR(20) NOT NULL, owner VARCHAR(150) NOT NULL,
  steps TEXT NOT NULL, created NUMBER NOT NULL, PRIMARY KEY (id));
CREATE TABLE webform_batches (id VARCHAR(40) NOT NULL, tool TEXT NOT NULL, state VARCHAR(20) NOT NULL,
  owner VARCHAR(150) NOT NULL, rows TEXT NOT NULL, entries TEXT NOT NULL, created NUMBER NOT NULL,
  PRIMARY KEY (id));
"""
OVER = a_run(result=FULL, began=1.5, ended=2.5)
RUNNING = a_run(state="running", created=time.time())
COLUMNS = ("id", "tool", "state", "owner", "body", "files", "result", "created", "began", "ended")


@pytest.fixture
def old(database):
    """A database of today's version: with a run that is over, one that goes on, and their events."""
    address = database if "://" in str(database) else f"sqlite:///{database}"
    engine = create_engine(address)
    with engine.begin() as connection:
        number = {"sqlite": "DOUBLE"}.get(engine.dialect.name, "DOUBLE PRECISION")
        for statement in filter(str.strip, BEFORE.replace("NUMBER", number).split(";")):
            connection.execute(text(statement))
        values = ", ".join(f":{name}" for name in COLUMNS)
        insert = text(f"INSERT INTO webform_runs ({', '.join(COLUMNS)}) VALUES ({values})")
        connection.execute(insert, [row_of(run) | {"owner": "host/1/2/abc"} for run in (OVER, RUNNING)])
        connection.execute(text("INSERT INTO webform_events VALUES (:run, 1, 'log', '{}')"), {"run": RUNNING.id})
    engine.dispose()
    return database


def differences(engine):
    """Return what the tables of the database lack, or have too much."""
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": "webform_version"})
        return compare_metadata(context, METADATA), version_of(connection)


def assert_migrated(store):
    assert differences(store.database.engine) == ([], VERSIONS[-1])
    assert store.get(OVER.id) == OVER
    assert store.get(RUNNING.id).state == "lost"
    assert [event.kind for event in store.events(RUNNING.id)] == ["log"]


def test_a_new_database_has_the_tables_of_the_newest_version(store):
    assert differences(store.database.engine) == ([], VERSIONS[-1])


def test_what_an_older_version_kept_is_there_after_a_migration(old):
    engine = connect_to(old)

    assert migrate(engine) == (VERSIONS[0], VERSIONS[-1])
    assert migrate(engine) == (VERSIONS[-1], VERSIONS[-1])
    assert_migrated(RunStore(old))


def test_a_new_database_is_made_by_a_migration_as_by_opening_it(database):
    engine = connect_to(database)

    assert migrate(engine) == ("", VERSIONS[-1])
    assert differences(engine) == ([], VERSIONS[-1])


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_file_is_migrated_where_it_is_opened_by_many_at_the_same_time(old):
    for store in at_once(8, lambda: RunStore(old)):
        assert_migrated(store)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_migration_that_fails_leaves_the_file_as_it_was(old):
    engine = connect_to(old)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE webform_workers (x INTEGER)"))

    with pytest.raises(StoreError):
        RunStore(old)
    columns = {column["name"] for column in inspect(engine).get_columns("webform_runs")}
    assert columns == set(COLUMNS)


@pytest.mark.slow
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_server_with_older_tables_is_refused_with_what_to_run(old):
    with pytest.raises(StoreError, match=r"older webform: run `webform migrate`"):
        RunStore(old)


def test_a_database_of_a_newer_version_is_refused(database, store):
    with store.database.engine.begin() as connection:
        connection.execute(text("UPDATE webform_version SET version_num = '9999'"))

    with pytest.raises(StoreError, match="newer webform"):
        RunStore(database)
    with pytest.raises(ValueError, match="newer webform"):
        migrate(store.database.engine)
