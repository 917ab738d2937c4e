"""Chains that any process may go on with: the run of the last step, and what the next ones are sent."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, String, Text, text

revision, down_revision = "0003", "0002"

_RUNNING = text("state = 'running'")


def upgrade() -> None:
    """Add what a chain needs to be handed over."""
    for column in (
        Column("run", String(40), nullable=False, server_default=""),
        Column("client", Text, nullable=False, server_default=""),
        Column("bodies", Text),
        Column("sealed", Text),
    ):
        op.add_column("webform_chains", column)
    op.create_index(
        "webform_chains_running", "webform_chains", ["run"], sqlite_where=_RUNNING, postgresql_where=_RUNNING
    )
