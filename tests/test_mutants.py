"""The mutants of mutants.toml fit the source and the tests; `make mutants` tries them."""

from __future__ import annotations

import pytest

from tests.mutants import Mutant, mistakes, outcomes
from tests.test_threats import names_in


@pytest.mark.parametrize("mutant", mistakes(), ids=lambda mutant: mutant.id)
def test_a_mutant_can_be_made_and_its_tests_are_there(mutant):
    assert mutant.path is not None, "its old text has to stand once in the source"
    assert mutant.old != mutant.new
    gone = [test for test in mutant.tests if test.partition("::")[2] not in names_in(test.partition("::")[0])]
    assert mutant.tests
    assert gone == []


def test_no_two_mutants_have_one_id():
    ids = [mutant.id for mutant in mistakes()]

    assert len(set(ids)) == len(ids)


def test_a_mutant_that_fits_no_place_of_the_source_is_not_killed(tmp_path):
    mutant = Mutant(what="nothing", file="webform/values.py", old="§ nowhere §", new="", tests=())
    (outcome,) = outcomes([mutant], [tmp_path])

    assert not outcome.killed
    assert "§ nowhere §" in outcome.message
