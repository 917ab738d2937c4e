"""Where runs are kept: a database, by default one SQLite file, that processes of one machine may share."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    URL,
    Column,
    Double,
    MetaData,
    String,
    Table,
    Text,
    bindparam,
    create_engine,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from webform.files import StoredFile
from webform.result import Result
from webform.runs.owner import Owner
from webform.runs.run import Run
from webform.values import join, split

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

_METADATA = MetaData()
_RUNS = Table(
    "webform_runs",
    _METADATA,
    Column("id", String(40), primary_key=True),
    Column("tool", String(255), nullable=False),
    Column("state", String(20), nullable=False),
    Column("owner", String(150), nullable=False),
    Column("body", Text, nullable=False),
    Column("files", Text, nullable=False),
    Column("result", Text),
    Column("created", Double, nullable=False, index=True),
    Column("began", Double),
    Column("ended", Double),
)
_INSERT = insert(_RUNS)
_UPDATE = update(_RUNS).where(_RUNS.c.id == bindparam("key"))
_SELECT = select(_RUNS).where(_RUNS.c.id == bindparam("key"))

Row = dict[str, Any]


@dataclass(eq=False, slots=True)
class _Entry:
    """One row waiting to be written, and what came of it."""

    row: Row
    is_new: bool
    done: bool = False
    error: SQLAlchemyError | None = field(default=None)


class RunStore:
    """
    The runs of a database.

    Args:
        database: a file, or an address as SQLAlchemy has it.
    """

    def __init__(self, database: Path | str) -> None:
        self._engine, self._owner = _engine(database), Owner()
        _METADATA.create_all(self._engine)
        self._writing: Connection | None = None
        self._waiting: list[_Entry] = []
        self._lock, self._turn = Lock(), Lock()
        # A server may fork after this: connections are opened anew where they are used.
        self._engine.dispose()

    def add(self, run: Run) -> None:
        """Keep *run*; it is safe once this returns."""
        self._write(_Entry(self._row(run), is_new=True))

    def change(self, run: Run) -> None:
        """Keep *run* as it is now, unless it was forgotten."""
        self._write(_Entry(self._row(run), is_new=False))

    def get(self, run_id: str) -> Run | None:
        """Return the run of that id; it is lost if whoever was at work on it is no more."""
        with self._engine.connect() as connection:
            row = connection.execute(_SELECT, {"key": run_id}).mappings().first()
        if row is None:
            return None
        run = _run(dict(row))
        return run if run.over or self._owner.is_alive(row["owner"]) else replace(run, state="lost")

    def forget(self, run_id: str) -> bool:
        """Delete the run of that id; tell whether there was one."""
        with self._engine.begin() as connection:
            return connection.execute(_RUNS.delete().where(_RUNS.c.id == run_id)).rowcount > 0

    def sweep(self, max_age: float, max_count: int) -> int:
        """Delete the runs older than *max_age* seconds, and the oldest beyond *max_count*; return how many."""
        with self._engine.begin() as connection:
            newest = select(_RUNS.c.created).order_by(_RUNS.c.created.desc()).offset(max_count).limit(1)
            beyond = connection.execute(newest).scalar()
            oldest = max(time.time() - max_age, beyond or 0)
            return connection.execute(_RUNS.delete().where(_RUNS.c.created <= oldest)).rowcount

    def hashes(self) -> set[str]:
        """Return the hashes of all files that runs refer to."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(_RUNS.c.files).where(_RUNS.c.files != "{}")).scalars()
            texts = [text for row in rows for text in json.loads(row).values()]
        return {file.sha256 for text in texts if (file := StoredFile.from_text(text))}

    def close(self) -> None:
        """Close the connections; runs that are not over are lost."""
        self._owner.leave()
        with self._turn:
            if self._writing is not None:
                self._writing.close()
                self._writing = None
        self._engine.dispose()

    def _write(self, entry: _Entry) -> None:
        """Write *entry* with all others that wait: whoever gets the turn writes for everyone, in one transaction."""
        with self._lock:
            self._waiting.append(entry)
        with self._turn:
            if not entry.done:
                with self._lock:
                    batch, self._waiting = self._waiting, []
                self._write_all(batch)
        if entry.error is not None:
            raise entry.error

    def _write_all(self, batch: list[_Entry]) -> None:
        try:
            self._commit(batch)
        except SQLAlchemyError:
            # One bad row must not cost the others.
            for each in batch:
                try:
                    self._commit([each])
                except SQLAlchemyError as error:
                    each.error = error
        for each in batch:
            each.done = True

    def _commit(self, batch: list[_Entry]) -> None:
        # One connection for all writing: taking one from the pool costs as much as the writing itself.
        if self._writing is None:
            self._writing = self._engine.connect()
        try:
            with self._writing.begin():
                _execute(self._writing, _INSERT, [each.row for each in batch if each.is_new])
                changed = [{**each.row, "key": each.row["id"]} for each in batch if not each.is_new]
                _execute(self._writing, _UPDATE, changed)
        except SQLAlchemyError:
            self._writing.close()
            self._writing = None
            raise

    def _row(self, run: Run) -> Row:
        files: dict[str, str] = {}
        body = _without_files(run.body, "", files)
        return {
            "id": run.id,
            "tool": run.tool_id,
            "state": run.state,
            "owner": str(self._owner),
            "body": json.dumps(body),
            "files": json.dumps(files),
            "result": None if run.result is None else json.dumps(run.result.as_record()),
            "created": run.created,
            "began": run.began,
            "ended": run.ended,
        }


def _execute(connection: Connection, statement: Any, rows: list[Row]) -> None:
    if rows:
        connection.execute(statement, rows)


def _engine(database: Path | str) -> Engine:
    address: URL | str = str(database)
    if "://" not in str(database):
        Path(database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        address = URL.create("sqlite", database=str(database))
    engine = create_engine(address)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: object) -> None:
    for setting in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {setting}")


def _run(row: Row) -> Run:
    body = json.loads(row["body"])
    for at, text in json.loads(row["files"]).items():
        body = _with(body, split(at), StoredFile.from_text(text))
    result = None if row["result"] is None else Result.from_record(json.loads(row["result"]))
    return Run(
        id=row["id"],
        tool_id=row["tool"],
        state=row["state"],
        body=body,
        created=row["created"],
        began=row["began"],
        ended=row["ended"],
        result=result,
    )


def _without_files(value: Any, at: str, files: dict[str, str]) -> Any:
    """Return *value* with `null` in place of each file; *files* has their texts by pointer."""
    match value:
        case StoredFile():
            files[at] = value.as_text()
            return None
        case dict():
            return {key: _without_files(each, join(at, key), files) for key, each in value.items()}
        case list():
            return [_without_files(each, join(at, index), files) for index, each in enumerate(value)]
    return value


def _with(value: Any, path: list[str], part: Any) -> Any:
    """Return *value* with *part* at *path*."""
    if not path:
        return part
    key: Any = int(path[0]) if isinstance(value, list) else path[0]
    value[key] = _with(value[key], path[1:], part)
    return value
