"""The database that runs are kept in: how it is opened, set up and spoken of."""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import (
    ArgumentError,
    InterfaceError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
    TimeoutError,  # noqa: A004 - that of the pool
)

if TYPE_CHECKING:
    from collections.abc import Callable


T = TypeVar("T")

# What it has to say of connections that broke is said by whoever used them, once.
logging.getLogger("psycopg").setLevel(logging.ERROR)
_log = logging.getLogger(__name__)

#: Errors of a database that is away, or full, for now: what it does not take for ever is none of them.
AWAY = (OperationalError, InterfaceError, TimeoutError)
#: Connections of one process at the same time; others wait for one.
MAX_CONNECTIONS = 15

#: The channels on which PostgreSQL tells the processes that share it which runs have changed, and which workers are
#: wanted: a worker need not read what all runs tell.
CHANNEL, WORKERS_CHANNEL = "webform", "webform_workers"
#: Topics of one notification: PostgreSQL takes less than 8,000 characters.
TOPICS = 100
_CLOCK = text("SELECT extract(epoch FROM clock_timestamp())")
_SIZES = {
    "sqlite": text("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"),
    "postgresql": text("SELECT pg_database_size(current_database())"),
}
_NOTIFY = text("SELECT pg_notify(:channel, topics) FROM unnest(CAST(:together AS text[])) AS topics")

#: Seconds that PostgreSQL keeps a transaction in which nothing is asked.
MAX_IDLE = 10
#: What the driver is told of connections without a word.
_ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}

#: Milliseconds that a write of one statement waits for others in SQLite itself: most are done by then.
_MOMENT = 10
#: What SQLite is told at each connection.
_SETTINGS = (
    "journal_mode=WAL",
    "synchronous=NORMAL",
    "busy_timeout=5000",
    # What was deleted cannot be read from the file.
    "secure_delete=ON",
)


def shown(database: Path | str) -> str:
    """Return *database* without its password."""
    if "://" not in str(database):
        return str(database)
    try:
        return make_url(str(database)).render_as_string(hide_password=True)
    except ArgumentError:
        return str(database).partition("://")[0] + "://…"


def reason(error: Exception) -> str:
    """Return why a database cannot be used, in words."""
    if isinstance(error, NoSuchModuleError):
        return "there is no such kind of database; expected a file, or an address such as postgresql+psycopg://…"
    if isinstance(error, ImportError):
        return f"its driver {error.name} is not installed"
    cause = getattr(error, "orig", None) or error
    return str(getattr(cause, "strerror", None) or cause).strip().partition("\n")[0] or type(cause).__name__


def connect_to(database: Path | str, **options: Any) -> Engine:
    """Return what connects to *database*, a file or an address as SQLAlchemy has it, with *options* of an engine."""
    address: URL | str = str(database)
    if "://" not in str(database):
        Path(database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # What people filled in is in it: nobody else on this machine may look.
        Path(database).touch(mode=0o600)
        address = URL.create("sqlite", database=str(database))
    # Connections beyond the size of the pool would be opened, and set up, anew for each use.
    engine = create_engine(address, hide_parameters=True, pool_size=MAX_CONNECTIONS, max_overflow=0, **options)
    if engine.dialect.name == "sqlite":
        _close_to_others(engine.url.database or "")
        event.listen(engine, "connect", _set_up_sqlite)
    elif (engine.dialect.name, engine.dialect.driver) == ("postgresql", "psycopg"):
        event.listen(engine, "do_connect", _keep_alive)
        event.listen(engine, "connect", _set_up_postgresql)
    return engine


def _close_to_others(file: str) -> None:
    """Take from other users of this machine what they may do with the database *file* and its logs, and say so."""
    for path in (Path(file + end) for end in ("", "-wal", "-shm", "-journal")):
        if os.name != "posix" or not path.is_file():
            continue
        try:
            if not path.stat().st_mode & 0o077:
                continue
            path.chmod(0o600)
        except FileNotFoundError:
            # Another connection has removed a log meanwhile.
            continue
        except OSError as error:
            _log.warning("%s is open to other users of this machine, and cannot be closed: %s", path, error.strerror)
        else:
            _log.warning("%s was open to other users of this machine; it is closed now (mode 0600)", path)


def _set_up_sqlite(connection: Any, _: object) -> None:
    # The file gives back what was deleted; one that was made otherwise does after `VACUUM`. To set it waits for whoever
    # writes, even where it is set.
    if connection.execute("PRAGMA auto_vacuum").fetchone() == (0,):
        connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
    for setting in _SETTINGS:
        connection.execute(f"PRAGMA {setting}")


def _wait_briefly(connection: Any, _: object) -> None:
    connection.execute(f"PRAGMA busy_timeout={_MOMENT}")


def _keep_alive(_: object, __: object, ___: object, options: dict[str, Any]) -> None:
    """Notice within half a minute where the server cannot be reached any more; what the address says goes first."""
    options.update(_ALIVE | options)


def _set_up_postgresql(connection: Any, _: object) -> None:
    # A process that cannot be reached in the middle of a transaction would hold up all others with its locks.
    connection.execute(f"SET idle_in_transaction_session_timeout = '{MAX_IDLE}s'")
    connection.commit()


class Database:
    """
    A database in use: what is read from it and written to it, and its clock.

    Args:
        address: a file, or an address as SQLAlchemy has it.
    """

    def __init__(self, address: Path | str) -> None:
        self.engine = connect_to(address)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        #: Whether processes that share it can be notified of changes.
        self.notifies = (self.engine.dialect.name, self.engine.dialect.driver) == ("postgresql", "psycopg")
        # SQLite takes one writer at a time, and those that wait for it in the database look only now and then.
        self._turn: AbstractContextManager[Any] = Lock() if self.is_sqlite else nullcontext()
        self._offset = 0.0
        # One statement needs no transaction around it, which is two more: two ways to a server and back; on SQLite two
        # changes of threads, while others wait to write. SQLite is set to that once: to set it is a statement as well.
        alone = {"isolation_level": "AUTOCOMMIT"}
        self._single = connect_to(address, **alone) if self.is_sqlite else self.engine.execution_options(**alone)
        if self.is_sqlite:
            event.listen(self._single, "connect", _wait_briefly)

    def read(self, act: Callable[[Connection], T]) -> T:
        """Return what *act* reads."""
        return self._tried(self._single.connect, act)

    def write(self, act: Callable[[Connection], T]) -> T:
        """Return what *act* comes to; all that it writes is written, or nothing."""
        with self._turn:
            return self._tried(self.engine.begin, act)

    def write_one(self, act: Callable[[Connection], T]) -> T:
        """Return what *act* comes to, which writes in one statement."""
        try:
            # SQLite has such writes take turns itself, and a lock around them would cost more than they do.
            return self._tried(self._single.connect, act)
        except OperationalError as error:
            if not _is_busy(error):
                raise
        return self.write(act)

    def now(self, connection: Connection) -> float:
        """Return the time by the clock of the database: those of machines may differ."""
        if self.engine.dialect.name != "postgresql":
            return time.time()
        now = float(connection.execute(_CLOCK).scalar_one())
        self._offset = now - time.time()
        return now

    def time(self) -> float:
        """Return the time, as far from this machine's as the clock of the database was when it was last read."""
        return time.time() + self._offset

    def size(self) -> int | None:
        """Return how many bytes the database has, where it says so."""
        size = _SIZES.get(self.engine.dialect.name)
        return None if size is None else self.read(lambda connection: int(connection.execute(size).scalar_one()))

    def notify(self, connection: Connection, topics: list[str], channel: str = CHANNEL) -> None:
        """Wake the processes that watch one of *topics*, once what was written stands."""
        if self.notifies and topics:
            together = [" ".join(topics[start : start + TOPICS]) for start in range(0, len(topics), TOPICS)]
            connection.execute(_NOTIFY, {"channel": channel, "together": together})

    def close(self) -> None:
        """Close the connections; where it is used again, they are opened anew."""
        self.engine.dispose()
        self._single.dispose()

    def _tried(self, connect: Callable[[], AbstractContextManager[Connection]], act: Callable[[Connection], T]) -> T:
        """Return what *act* comes to, tried again where the database was started anew, or others were in its way."""
        try:
            with connect() as connection:
                return act(connection)
        except OperationalError:
            # SQLite has waited for the others already.
            if self.is_sqlite:
                raise
            with connect() as connection:
                return act(connection)


def _is_busy(error: OperationalError) -> bool:
    """Tell whether SQLite could not do it only because of others, and did nothing of it."""
    return getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


class FileMark:
    """Which file *path* is now: SQLite goes on with it though it is removed, and what is written then is lost."""

    def __init__(self, path: Path) -> None:
        self._path, self._inode = path, path.stat().st_ino

    def is_there(self) -> bool:
        """Tell whether the file still is where it was."""
        try:
            return self._path.stat().st_ino == self._inode
        except OSError:
            return False


def give_back(engine: Engine) -> None:
    """Give the room of what was deleted from a file of SQLite back to the disk, and empty the log of it."""
    with suppress(SQLAlchemyError, sqlite3.Error), engine.connect() as pooled:
        cursor = pooled.connection.cursor()
        if cursor.execute("PRAGMA auto_vacuum").fetchone() == (0,):
            # A file of an older webform.
            cursor.execute("VACUUM")
        # It gives back a page at each step, and a script alone takes all of them.
        cursor.executescript("PRAGMA incremental_vacuum")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
