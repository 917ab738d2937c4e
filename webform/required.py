"""What is said of a missing value: what to do about its input."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from webform.secrecy import below, readings
from webform.values import split
from webform.words import required_words

if TYPE_CHECKING:
    from webform.problems import Problem
    from webform.tool import Form

#: Inputs that one missing value may be of, as far as it matters for words.
_MAX_READINGS = 20


def asked(form: Form, problem: Problem) -> Problem:
    """Return *problem* of a value of *form*; where that is missing, with the words for its input."""
    if problem.code != "required":
        return problem
    found = [form.root]
    for token in split(problem.at):
        found = [child for above in found for each in readings(above) for child in below(each, token)][:_MAX_READINGS]
    types = {each.type for each in found}
    return replace(problem, message=required_words(types.pop())) if len(types) == 1 else problem
