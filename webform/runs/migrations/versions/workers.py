"""Runs that any process may be at work on: leases, keys, places in the queue, sealed bodies; deliveries, schedules."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Boolean, Column, Double, Integer, String, Text, false, text

revision, down_revision = "0002", "0001"

_OWNED = ("webform_runs", "webform_chains", "webform_batches")
_WITH_KEY = text("key IS NOT NULL")
_UNFINISHED = text("state IN ('queued', 'running')")


def upgrade() -> None:
    """Call owners workers, which have leases, and add what a run needs to be handed over."""
    for table in _OWNED:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN owner TO worker")
    for column in (
        Column("client", Text, nullable=False, server_default=""),
        Column("alone", Boolean, nullable=False, server_default=false()),
        Column("key", Text),
        Column("attempt", Integer, nullable=False, server_default="1"),
        Column("sealed", Text),
    ):
        op.add_column("webform_runs", column)
    op.create_index(
        "webform_runs_key",
        "webform_runs",
        ["key"],
        unique=True,
        sqlite_where=_WITH_KEY,
        postgresql_where=_WITH_KEY,
    )
    op.create_index(
        "webform_runs_unfinished",
        "webform_runs",
        ["created"],
        sqlite_where=_UNFINISHED,
        postgresql_where=_UNFINISHED,
    )
    op.create_table(
        "webform_workers",
        Column("id", String(150), primary_key=True),
        Column("host", Text, nullable=False),
        Column("seen", Double, nullable=False),
    )
    op.create_table(
        "webform_deliveries",
        Column("id", String(40), primary_key=True),
        Column("content", Text, nullable=False),
        Column("attempt", Integer, nullable=False),
        Column("due", Double, nullable=False),
    )
    op.create_table(
        "webform_schedules",
        Column("name", String(100), primary_key=True),
        Column("last", Double, nullable=False),
    )
