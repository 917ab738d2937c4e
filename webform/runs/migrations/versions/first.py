"""The tables as they were before they had versions."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Double, Integer, String, Text

revision, down_revision = "0001", None


def upgrade() -> None:
    """Make the tables; before versions, each was made where it was missing."""
    op.create_table(
        "webform_runs",
        Column("id", String(40), primary_key=True),
        Column("tool", Text, nullable=False),
        Column("state", String(20), nullable=False),
        Column("owner", String(150), nullable=False),
        Column("body", Text, nullable=False),
        Column("files", Text, nullable=False),
        Column("result", Text),
        Column("created", Double, nullable=False),
        Column("began", Double),
        Column("ended", Double),
        if_not_exists=True,
    )
    op.create_table(
        "webform_events",
        Column("run", String(40), primary_key=True),
        Column("seq", Integer, primary_key=True, autoincrement=False),
        Column("kind", String(20), nullable=False),
        Column("data", Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "webform_commands",
        Column("id", String(40), primary_key=True),
        Column("run", String(40), nullable=False),
        Column("command", Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "webform_chains",
        Column("id", String(40), primary_key=True),
        Column("state", String(20), nullable=False),
        Column("owner", String(150), nullable=False),
        Column("steps", Text, nullable=False),
        Column("created", Double, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "webform_batches",
        Column("id", String(40), primary_key=True),
        Column("tool", Text, nullable=False),
        Column("state", String(20), nullable=False),
        Column("owner", String(150), nullable=False),
        Column("rows", Text, nullable=False),
        Column("entries", Text, nullable=False),
        Column("created", Double, nullable=False),
        if_not_exists=True,
    )
