"""The mutants fit the source, and the quickest of them are tried; `python -m tests.hostile mutants` tries all."""

from __future__ import annotations

import pytest

from tests.hostile.changes import MUTANTS
from tests.mutants import copy_source, outcomes
from tests.test_threats import TESTS

#: Those that are tried with the suite.
QUICK = {
    "private addresses are called",
    "templates do not escape",
    "the cleaner allows style elements",
    "the parser lets HTML pass",
    "browsers guess types",
}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.row}-{mutant.what}")
def test_a_mutant_can_be_made_and_its_test_holds_its_row(mutant):
    assert mutant.path is not None
    assert set(mutant.tests) <= set(TESTS[mutant.row])


def test_every_row_has_a_mutant():
    assert {*range(1, 36), 37, 38, *range(41, 48), 52} <= {mutant.row for mutant in MUTANTS}


@pytest.mark.slow
def test_the_quickest_mutants_are_found_by_their_tests(tmp_path):
    copy_source(tmp_path)
    chosen = [mutant for mutant in MUTANTS if mutant.what in QUICK]

    found = list(outcomes(chosen, [tmp_path]))

    assert len(found) == len(QUICK)
    assert [(outcome.mutant.what, outcome.message) for outcome in found if not outcome.killed] == []
