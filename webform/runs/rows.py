"""A run as a row of the database, and back."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Boolean, Column, Double, Index, Integer, MetaData, String, Table, Text, false
from sqlalchemy import text as sql

from webform.files import StoredFile
from webform.inputs.walk import changed
from webform.result import Result
from webform.runs.run import Run
from webform.values import at_pointer, join, unescape

Row = dict[str, Any]

#: The keys of the value and the raw answer among the files of a run; those of its body begin with a slash.
VALUE, RAW = "value", "raw"
#: The columns of a run that hold what its fields of these names do.
_ALIKE = ("id", "state", "created", "began", "ended")

METADATA = MetaData()
RUNS = Table(
    "webform_runs",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("tool", Text, nullable=False),
    Column("state", String(20), nullable=False),
    # The process that is at work on it; "" while any worker may take it.
    Column("worker", String(150), nullable=False),
    Column("body", Text, nullable=False),
    Column("files", Text, nullable=False),
    Column("result", Text),
    # No index: runs are found by their id, and sweeping, which is rare, looks at all of them anyway.
    Column("created", Double, nullable=False),
    Column("began", Double),
    Column("ended", Double),
    Column("client", Text, nullable=False, server_default=""),
    Column("alone", Boolean, nullable=False, server_default=false()),
    Column("key", Text),
    # How often it had its turn: 0 while it waits for it.
    Column("attempt", Integer, nullable=False, server_default="1"),
    # The whole body, encrypted, where `body` has not all of it; "" where the rest is nowhere.
    Column("sealed", Text),
    # The span that whoever is at work on it goes on from, as a `traceparent`.
    Column("trace", String(60)),
)
#: The columns of a run that other processes need while it is not over, and what they are where nothing else is said.
MORE: Row = {"client": "", "alone": False, "key": None, "attempt": 1, "sealed": None, "trace": None}
UNFINISHED = ("queued", "running")
#: Most runs have no key.
WITH_KEY = sql("key IS NOT NULL")
Index("webform_runs_key", RUNS.c.key, unique=True, sqlite_where=WITH_KEY, postgresql_where=WITH_KEY)
#: The same as a text: an index of these rows alone serves no query with parameters in its place.
IS_UNFINISHED = sql("state IN ('queued', 'running')")
Index("webform_runs_unfinished", RUNS.c.created, sqlite_where=IS_UNFINISHED, postgresql_where=IS_UNFINISHED)
EVENTS = Table(
    "webform_events",
    METADATA,
    Column("run", String(40), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(20), nullable=False),
    Column("data", Text, nullable=False),
)
#: Commands of other processes, for whoever is at work on a run.
COMMANDS = Table(
    "webform_commands",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("run", String(40), nullable=False),
    Column("command", Text, nullable=False),
)
CHAINS = Table(
    "webform_chains",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("state", String(20), nullable=False),
    Column("worker", String(150), nullable=False),
    Column("steps", Text, nullable=False),
    Column("created", Double, nullable=False),
    # The run of the last step that has one.
    Column("run", String(40), nullable=False, server_default=""),
    # Where any process may begin the next step: whose share it is counted in, and until the chain is over the bodies
    # of its steps, encrypted where they have secrets.
    Column("client", Text, nullable=False, server_default=""),
    Column("bodies", Text),
    Column("sealed", Text),
)
_RUNNING = sql("state = 'running'")
Index("webform_chains_running", CHAINS.c.run, sqlite_where=_RUNNING, postgresql_where=_RUNNING)
#: The processes that are at work on runs, and when they last renewed their lease.
WORKERS = Table(
    "webform_workers",
    METADATA,
    Column("id", String(150), primary_key=True),
    Column("host", Text, nullable=False),
    Column("seen", Double, nullable=False),
)
#: What became of the rows of batches is written again and again; the rows themselves never change.
BATCHES = Table(
    "webform_batches",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("tool", Text, nullable=False),
    Column("state", String(20), nullable=False),
    Column("worker", String(150), nullable=False),
    Column("rows", Text, nullable=False),
    Column("entries", Text, nullable=False),
    Column("created", Double, nullable=False),
)
#: What the webhook is still to be told.
DELIVERIES = Table(
    "webform_deliveries",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("content", Text, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("due", Double, nullable=False),
)
#: Schedules, and the last time for which a run was begun.
SCHEDULES = Table(
    "webform_schedules",
    METADATA,
    Column("name", String(100), primary_key=True),
    Column("last", Double, nullable=False),
)


def row_of(run: Run) -> Row:
    """Return the columns of *run* itself."""
    body, files = body_texts(run.body)
    kept = {VALUE: run.result.value, RAW: run.result.raw and run.result.raw.body} if run.result else {}
    files |= {key: file.as_text() for key, file in kept.items() if isinstance(file, StoredFile)}
    return {
        "tool": run.tool_id,
        "body": body,
        "files": json.dumps(files),
        "result": None if run.result is None else json.dumps(run.result.as_record()),
        **{name: getattr(run, name) for name in _ALIKE},
    }


def run_of(row: Row) -> Run:
    """Return the run that *row* is of."""
    body = with_body_files(json.loads(row["body"]), json.loads(row["files"]))
    result = None if row["result"] is None else Result.from_record(json.loads(row["result"]))
    return Run(tool_id=row["tool"], body=body, result=result, **{name: row[name] for name in _ALIKE})


def body_texts(body: Any) -> tuple[str, dict[str, str]]:
    """Return *body* as JSON, `null` in place of each file, and the texts of the files by pointer."""
    files: dict[str, str] = {}
    try:
        return json.dumps(body), files
    except TypeError:
        return json.dumps(_without_files(body, "", files)), files


def with_body_files(body: Any, files: dict[str, str]) -> Any:
    """Return *body* with the files of these texts, by pointer; those of the result are left out."""
    for at, text in files.items():
        if at == "":
            return StoredFile.from_text(text)
        if at not in (VALUE, RAW):
            above, _, token = at.rpartition("/")
            outer: Any = at_pointer(body, above)
            outer[int(token) if isinstance(outer, list) else unescape(token)] = StoredFile.from_text(text)
    return body


def _without_files(value: Any, at: str, files: dict[str, str]) -> Any:
    """Return *value* with `null` in place of each file; *files* has their texts by pointer."""
    match value:
        case StoredFile():
            files[at] = value.as_text()
            return None
        case dict() | list():
            return changed(value, lambda token, part: _without_files(part, join(at, token), files))
    return value
