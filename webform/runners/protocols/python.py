"""Calls of Python functions, which have a runner of their own."""

from __future__ import annotations

from webform.envelopes import python
from webform.runners.protocols.base import Protocol

PROTOCOL = Protocol(
    name="python",
    paths=(),
    help="the call of a function in a process of its own; only `webform serve module:function` names one",
    runner="python",
    envelope=python,
)
