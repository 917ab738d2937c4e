"""The least body that is valid: what a tool can be tried with at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.check import check, fits
from webform.inputs import Input, Record
from webform.problems import Problem, warning_at
from webform.schema import sampler
from webform.tool import Form, expect, moment
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date, datetime

    from webform.schema.located import Schema


def sample(form: Form, today: date | datetime | None = None) -> Any:
    """
    Return the least body that is valid: each default, else the type's own value, else the nearest valid one.

    Args:
        form: the form to fill in.
        today: the day, or the moment, that dates are of; now where it is `None`.
    """
    expect(Form, form)
    if form.probe is not ABSENT:
        return form.probe
    now = moment(today)
    if form.sampler is not None:
        return form.sampler(now)
    if not isinstance(form.root, Record):
        return _sample_input(form.root, now)
    values: dict[str, Any] = {}
    for input_ in form.inputs:
        if input_.default is not ABSENT or input_.required:
            values[input_.key] = _sample_input(input_, now)
    return form.root.settle(values)


def sample_of_schema(schema: Schema) -> Any:
    """Return the least value that is valid by *schema*, which is of no form: that of an answer."""
    return sampler(schema)(moment(None))


def unsatisfied(form: Form, today: date | datetime | None = None) -> list[Problem]:
    """Return a warning for each part of the body that no valid value was found for, `[]` where the sample is valid."""
    return [
        warning_at(problem.at, "no-sample", problem=problem.phrase)
        for problem in ([] if form.probe is not ABSENT else check(form, sample(form, today)))
    ]


def _sample_input(input_: Input, now: datetime) -> Any:
    """Return the least valid value of *input_*."""
    offers = [value for value in _offers(input_, now) if value is not ABSENT]
    return next((value for value in offers if _valid(input_, value)), offers[0])


def _offers(input_: Input, now: datetime) -> Iterator[Any]:
    if input_.default is not ABSENT:
        yield input_.initial()
    yield input_.sample(now)
    if input_.document is not None:
        yield sampler(input_.document)(now)


def _valid(input_: Input, value: Any) -> bool:
    schema = input_.value_schema() if input_.document is None else input_.document
    return fits(schema, value) and not list(input_.check(value))
