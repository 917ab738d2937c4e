"""The life of a run: waiting for its turn, the call of its tool, its record in the store."""

from __future__ import annotations

from webform.runs.batch import Batch, Entry
from webform.runs.batching import Batches
from webform.runs.chain import Chain, Step
from webform.runs.chaining import Chains, Link
from webform.runs.execution import Runs
from webform.runs.run import Run, State
from webform.runs.secrets import is_secret, without_secrets
from webform.runs.store import RunStore, StoreError
from webform.runs.turns import BusyError

__all__ = [
    "Batch",
    "Batches",
    "BusyError",
    "Chain",
    "Chains",
    "Entry",
    "Link",
    "Run",
    "RunStore",
    "Runs",
    "State",
    "Step",
    "StoreError",
    "is_secret",
    "without_secrets",
]
