"""Problems of values that are left out: what to do about their inputs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from webform.secrecy import below, readings
from webform.values import split

if TYPE_CHECKING:
    from webform.problems import Problem
    from webform.tool import Form

#: Inputs that one missing value may be of, as far as it matters for words.
_MAX_READINGS = 20


#: The sentence about an empty input, by the code of the problem and its type; of any other it is that of the code.
_KEYS = {
    "required": {
        **dict.fromkeys(("file", "image", "audio"), "required.file"),
        **dict.fromkeys(("select", "radio", "multiselect"), "required.choice"),
    },
    "minItems": {"table": "minItems.table"},
}


def required_key(type_: str) -> str:
    """Return the key of the sentence about a required input of *type_* that is empty."""
    return _KEYS["required"].get(type_, "")


def asked(form: Form, problem: Problem) -> Problem:
    """Return *problem* of a value of *form*; where something is left out, with the words for its input."""
    keys = _KEYS.get(problem.code)
    if keys is None:
        return problem
    found = [form.root]
    for token in split(problem.at):
        found = [child for above in found for reading in readings(above) for child in below(reading, token)][
            :_MAX_READINGS
        ]
    types = {input_.type for input_ in found}
    return replace(problem, key=keys.get(types.pop(), problem.key)) if len(types) == 1 else problem
