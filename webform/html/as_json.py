"""Values of inputs as JSON texts, where the inputs' own controls do not show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.draft import Draft, body_at
from webform.inputs import Input, Record
from webform.values import ABSENT, read_json_or, write_json

if TYPE_CHECKING:
    from webform.problems import Problem


def json_of(input_: Input, draft: Draft) -> str | None:
    """Return the JSON text of what is filled in; `None` where it stands for nothing yet, or had a secret in it."""
    problems: list[Problem] = []
    value = body_at(input_, draft, problems)
    return None if problems or value is ABSENT or draft.hides else write_json(value)


def cannot_show(input_: Input, text: str) -> bool:
    """Tell whether the controls of *input_* cannot show the value that *text* is the JSON of, if it is any."""
    if not isinstance(input_, Record):
        return True
    return not isinstance(read_json_or(text, {}), dict)
