"""The environment that Alembic runs the migrations in: the connection and the transaction are those of the caller."""

from __future__ import annotations

from alembic import context

from webform.runs.rows import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table="webform_version",
)
with context.begin_transaction():
    context.run_migrations()
