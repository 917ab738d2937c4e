"""A real PostgreSQL server on a free loopback port, in a folder of its own, ended by the test."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import create_engine, text

from webform.web import demo_postgres

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Postgres(demo_postgres.Postgres):
    """The server, with databases for tests."""

    _made = 0

    def new_database(self) -> str:
        """Make an empty database; its address."""
        self._made += 1
        name = f"webform{self._made}"
        engine = create_engine(self.address(), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return self.address(name)


@contextmanager
def postgres(within: Path | None = None) -> Iterator[Postgres]:
    """Run a server, its data in a folder *within* another; skip the test, with the reason, where none is installed."""
    pytest.importorskip("psycopg", reason="psycopg, which speaks with PostgreSQL, is not installed")
    try:
        server = Postgres(within)
    except demo_postgres.NoPostgresError as error:
        pytest.skip(str(error))
    try:
        server.start()
        yield server
    finally:
        server.close()
