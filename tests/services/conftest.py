"""Fixtures of the tests of services: a visitor with scripts and without."""

from __future__ import annotations

from tests.journeys.conftest import scripts, visitor

__all__ = ["scripts", "visitor"]
