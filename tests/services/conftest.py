"""Fixtures of the tests of services: apps with their tools, and a visitor with scripts and without."""

from __future__ import annotations

from tests.journeys.conftest import scripts, started, visitor

__all__ = ["scripts", "started", "visitor"]
