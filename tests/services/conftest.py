"""Fixtures of the tests of services: with scripts and without."""

from __future__ import annotations

from tests.journeys.conftest import scripts

__all__ = ["scripts"]
