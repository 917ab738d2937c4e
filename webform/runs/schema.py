"""The schema of the database: made where there is none, migrated where it is a file, compared where it is a server."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from webform.runs.rows import METADATA, RUNS

#: The versions of the schema, the oldest first: the revisions in `migrations`.
VERSIONS = ("0001", "0002", "0003", "0004")
#: The lock of PostgreSQL under which the schema is made, and migrated: one process at a time.
_LOCK = 0x776562666F726D01
_FOLDER = Path(__file__).parent / "migrations"


class SchemaError(ValueError):
    """Raised when the tables of a database cannot be used as they are: says what to do."""


def set_up(engine: Engine, *, queue: bool = False, migrates: bool = False) -> str:
    """
    Make the tables of a new database, and migrate those of a file; others may be doing the same at this moment.

    Args:
        engine: of the database.
        queue: whether workers take runs from it.
        migrates: whether they are brought up to date, or made, by the migrations, wherever they are.

    Returns:
        The version they had, `""` for none.

    Raises:
        SchemaError: they are of another version.
    """
    with engine.connect() as connection:
        _lock(connection)
        version = version_of(connection)
        if version not in ("", *VERSIONS):
            raise SchemaError("was set up by a newer webform: use that")
        if migrates or (version not in ("", VERSIONS[-1]) and engine.dialect.name == "sqlite"):
            _upgrade(connection)
        elif version == "":
            METADATA.create_all(connection, checkfirst=False)
            _note(connection)
        elif version != VERSIONS[-1]:
            raise SchemaError("has the tables of an older webform: run `webform migrate`, with the same --config")
        if queue:
            _set_up_queue(connection)
        connection.commit()
    return version


def migrate(engine: Engine, *, queue: bool = False) -> tuple[str, str]:
    """Bring the tables up to date, or make them; return the version they had, `""` for none, and the one they have."""
    return set_up(engine, queue=queue, migrates=True), VERSIONS[-1]


def _set_up_queue(connection: Connection) -> None:
    if (connection.dialect.name, connection.dialect.driver) != ("postgresql", "psycopg"):
        raise SchemaError("cannot hold the queue: set one such as postgresql+psycopg://user@host/webform")
    try:
        from webform.runs.jobs import set_up as set_up_jobs  # noqa: PLC0415 - needs the extra `cluster`

        set_up_jobs(connection)
    except ImportError:
        raise SchemaError("cannot hold the queue: pip install 'webform[cluster]'") from None


def version_of(connection: Connection) -> str:
    """Return the version of the tables; `""` where there are none."""
    tables = inspect(connection)
    if tables.has_table("webform_version"):
        return str(connection.execute(text("SELECT version_num FROM webform_version")).scalar() or "")
    # Before there were versions.
    return VERSIONS[0] if tables.has_table(RUNS.name) else ""


def _lock(connection: Connection) -> None:
    """Begin a transaction that no other process does this in at the same time."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))


def _note(connection: Connection) -> None:
    connection.execute(text("CREATE TABLE webform_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text("INSERT INTO webform_version VALUES (:version)"), {"version": VERSIONS[-1]})


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - takes a while, and is rarely needed
    from alembic.config import Config  # noqa: PLC0415 - here too

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    command.upgrade(config, "head")
