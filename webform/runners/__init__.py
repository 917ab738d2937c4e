"""How tools are called, one file per protocol."""

from __future__ import annotations

from webform.runners.base import Answer, CallError, Target, TargetError
from webform.runners.http import HTTPRunner

__all__ = ["RUNNERS", "Answer", "CallError", "HTTPRunner", "Target", "TargetError"]

#: The protocols by name.
RUNNERS = {"http": HTTPRunner}
