"""The life of a run: waiting for its turn, the call of its tool, its record in the store."""

from __future__ import annotations

from webform.runs.batch import Batch, BatchEntry
from webform.runs.batching import Batches
from webform.runs.chain import Chain, Step
from webform.runs.chaining import Chains, StepCall
from webform.runs.front import Runs
from webform.runs.run import Run, State
from webform.runs.secrets import without_secrets
from webform.runs.store import RunStore, StoreError, migrated
from webform.runs.turns import BusyError

__all__ = [
    "Batch",
    "BatchEntry",
    "Batches",
    "BusyError",
    "Chain",
    "Chains",
    "Run",
    "RunStore",
    "Runs",
    "State",
    "Step",
    "StepCall",
    "StoreError",
    "migrated",
    "without_secrets",
]
