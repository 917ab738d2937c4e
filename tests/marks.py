"""Parameters of tests that prove one rule for all kinds: a few of them are enough for `make test`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable


def slow_but(quick: Iterable[Any], cases: Iterable[Any]) -> list[Any]:
    """Return *cases* as parameters; all but those in *quick* are slow."""
    quick = [*quick]
    rest = [*cases]
    assert [case for case in quick if case not in rest] == []
    return [case if case in quick else pytest.param(case, marks=pytest.mark.slow) for case in rest]
