"""Traces of runs: the span that the next process goes on from."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, String

revision, down_revision = "0004", "0003"


def upgrade() -> None:
    """Add the span to a run."""
    op.add_column("webform_runs", Column("trace", String(60)))
