"""Calls of Python functions, which have a runner of their own."""

from __future__ import annotations

from webform.envelopes import python
from webform.runners.protocols.base import Protocol

PROTOCOL = Protocol(
    name="python",
    paths=(),
    help="a call of a function in a process of its own; only for `webform serve module:function`",
    runner="python",
    envelope=python,
)
