"""A database while others write to it: what has to wait, what does not, and that nothing fails for it."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from webform.runs.database import Database

#: Seconds after which what has not come does not come any more.
LATEST = 10
INSERT, COUNT = text("INSERT INTO notes VALUES ('x')"), text("SELECT count(*) FROM notes")


@pytest.fixture
def file(tmp_path):
    with closing(sqlite3.connect(tmp_path / "notes.sqlite")) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE notes (text TEXT)")
    return tmp_path / "notes.sqlite"


@pytest.fixture
def database(file):
    with closing(Database(file)) as database:
        yield database


@pytest.fixture
def thread():
    with ThreadPoolExecutor(1) as threads:
        yield threads


def insert(connection) -> int:
    return connection.execute(INSERT).rowcount


def count(connection) -> int:
    return connection.execute(COUNT).scalar_one()


def test_one_statement_does_not_wait_for_who_only_reads_so_far(database, thread):
    begun, written = Event(), Event()

    def transaction(connection) -> bool:
        count(connection)
        begun.set()
        return written.wait(LATEST)

    waited = thread.submit(database.write, transaction)
    assert begun.wait(LATEST)
    assert database.write_one(insert) == 1
    written.set()
    assert waited.result(LATEST)


@pytest.mark.parametrize("act", ["write_one", "write"])
def test_another_process_that_writes_for_long_is_waited_for(database, file, thread, act):
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waits = thread.submit(getattr(database, act), insert)
        with pytest.raises(TimeoutError):
            # Longer than one statement waits in SQLite itself.
            waits.result(0.2)
        assert database.read(count) == 0
        other.execute("COMMIT")
    assert waits.result(LATEST) == 1
    assert database.read(count) == 1


def test_what_fails_for_another_reason_is_tried_once(database):
    tried = []

    def refused(connection) -> None:
        tried.append(connection)
        connection.execute(text("INSERT INTO gone VALUES ('x')"))

    with pytest.raises(OperationalError):
        database.write_one(refused)
    assert len(tried) == 1
